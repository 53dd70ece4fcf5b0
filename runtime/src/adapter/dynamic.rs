//! [`DynamicResource`] and [`DynamicDataSource`], object-safe: compiled once for each implementation, not for each type.

use super::{AnyDataSource, AnyResource, AnyUpdate, BoxFuture, Call};
use crate::context::{DynamicContext, DynamicTable};
use crate::diagnostic::Result;
use crate::dynamic::{DynamicDataSource, DynamicResource};
use crate::model::Object;
use std::marker::PhantomData;
use tfgen_cty::Value;

/// An implementation, and the type that it is about.
pub(crate) struct DynamicAdapter<T> {
    table: DynamicTable,
    implementation: PhantomData<fn() -> T>,
}

impl<T> DynamicAdapter<T> {
    pub(crate) const fn new(table: DynamicTable) -> Self {
        Self { table, implementation: PhantomData }
    }
}

impl<R: DynamicResource> AnyResource for DynamicAdapter<R> {
    fn create(&self, call: Call, plan: Value) -> BoxFuture<Result<Value>> {
        let table = self.table;
        Box::pin(async move {
            let context = DynamicContext::new(call.provider::<R::Provider>()?, call.operation, table);
            R::create(context, Object::new(plan)).await.map(Value::from)
        })
    }

    fn read(&self, call: Call, identity: Value) -> BoxFuture<Result<Option<Value>>> {
        let table = self.table;
        Box::pin(async move {
            let context = DynamicContext::new(call.provider::<R::Provider>()?, call.operation, table);
            Ok(R::read(context, Object::new(identity)).await?.map(Value::from))
        })
    }

    fn delete(&self, call: Call, identity: Value) -> BoxFuture<Result<()>> {
        let table = self.table;
        Box::pin(async move {
            let context = DynamicContext::new(call.provider::<R::Provider>()?, call.operation, table);
            R::delete(context, Object::new(identity)).await
        })
    }
}

impl<R: DynamicResource> AnyUpdate for DynamicAdapter<R> {
    fn update(&self, call: Call, identity: Value, plan: Value) -> BoxFuture<Result<Value>> {
        let table = self.table;
        Box::pin(async move {
            let context = DynamicContext::new(call.provider::<R::Provider>()?, call.operation, table);
            R::update(context, Object::new(identity), Object::new(plan)).await.map(Value::from)
        })
    }
}

impl<D: DynamicDataSource> AnyDataSource for DynamicAdapter<D> {
    fn read(&self, call: Call, config: Value) -> BoxFuture<Result<Value>> {
        let table = self.table;
        Box::pin(async move {
            let context = DynamicContext::new(call.provider::<D::Provider>()?, call.operation, table);
            D::read_data(context, Object::new(config)).await.map(Value::from)
        })
    }
}
