//! The kitchen's service with its answers bent: a provider that breaks one rule and keeps the others.

use super::folder::Folder;
use std::sync::Arc;
use terraform_provider_kitchen::generated::resources::dish::DishModel;
use terraform_provider_kitchen::generated::wiring::registry;
use tfgen_proto::Provider;
use tfgen_proto::{Call, Encoded, tfplugin6 as proto};
use tfgen_runtime::cty::{Type, Value, msgpack};
use tfgen_runtime::schema::implied_type::{block_type, identity_type};
use tfgen_runtime::{ResourceModel, Service};
use tfgen_testing::{Core, Result, hcl};
use tonic::{Request, Response, Status};

/// Given the question too.
type Bend<Q, A> = Option<Box<dyn Fn(&Q, &mut A) + Send + Sync>>;

macro_rules! bent {
    ($($rpc:ident)*) => {
        /// What is done to the answers of which RPC.
        #[derive(Default)]
        pub struct Bends {
            pub get_provider_schema: Bend<proto::get_provider_schema::Request, proto::get_provider_schema::Response>,
            /// The RPC that is answered by an error of gRPC's.
            pub refused: &'static str,
            $(pub $rpc: Bend<proto::$rpc::Request, proto::$rpc::Response>,)*
        }

        impl Provider for Bent {
            fn get_provider_schema(&self, request: Request<proto::get_provider_schema::Request>) -> Call<'_, Encoded> {
                Box::pin(async {
                    let encoded = self.service.get_provider_schema(request).await?.into_inner();
                    let mut answer = prost::Message::decode(encoded.0).unwrap();
                    if let Some(bend) = &self.bends.get_provider_schema {
                        bend(&proto::get_provider_schema::Request {}, &mut answer);
                    }
                    Ok(Response::new(Encoded::from(&answer)))
                })
            }

            $(fn $rpc(&self, request: Request<proto::$rpc::Request>) -> Call<'_, proto::$rpc::Response> {
                Box::pin(async {
                    if self.bends.refused == stringify!($rpc) {
                        return Err(Status::internal("the provider has gone home"));
                    }
                    let question = request.get_ref().clone();
                    let mut answer = self.service.$rpc(request).await?;
                    if let Some(bend) = &self.bends.$rpc {
                        bend(&question, answer.get_mut());
                    }
                    Ok(answer)
                })
            })*
        }
    };
}

struct Bent {
    service: Service,
    bends: Bends,
}

bent! {
    get_resource_identity_schemas validate_provider_config configure_provider validate_resource_config
    upgrade_resource_state upgrade_resource_identity read_resource plan_resource_change apply_resource_change
    import_resource_state move_resource_state validate_data_resource_config read_data_source
}

/// The bent kitchen, loaded and configured.
pub fn kitchen(bends: Bends) -> Result<(Core, Folder)> {
    let folder = Folder::new();
    let bent = Bent { service: Service::new(registry()), bends };
    let core = Core::of_service(Arc::new(bent))?.configure(hcl! { store = folder.path() })?;
    Ok((core, folder))
}

pub fn dish_type() -> Type {
    block_type(&DishModel::SCHEMA.block)
}

/// Changes a dish on its way over the wire.
pub fn bend_dish(sent: &mut Option<proto::DynamicValue>, change: impl Fn(&mut Value)) {
    bend_value(sent, &dish_type(), change);
}

/// Changes one attribute of a dish on its way over the wire, if there is a dish.
pub fn set(sent: &mut Option<proto::DynamicValue>, attribute: &'static str, value: Value) {
    bend_dish(sent, |dish| {
        if let Value::Object(members) = dish {
            members.insert(attribute.into(), value.clone());
        }
    });
}

/// Gives an identity another id.
pub fn set_id(sent: &mut Option<proto::ResourceIdentityData>, id: Value) {
    let data = &mut sent.get_or_insert_default().identity_data;
    bend_value(data, &identity_type(DishModel::SCHEMA), |identity| *identity = Value::object([("id", id.clone())]));
}

/// Something that is neither a dish nor an identity.
pub fn wrong_type() -> proto::DynamicValue {
    dynamic(&Value::object([("id", Value::list([]))]), &Type::object([("id", Type::list(Type::Bool))]))
}

fn bend_value(sent: &mut Option<proto::DynamicValue>, ty: &Type, change: impl Fn(&mut Value)) {
    let mut value = sent.as_ref().map_or(Value::Null, |sent| msgpack::decode(&sent.msgpack, ty).unwrap());
    change(&mut value);
    *sent = Some(dynamic(&value, ty));
}

fn dynamic(value: &Value, ty: &Type) -> proto::DynamicValue {
    proto::DynamicValue { msgpack: msgpack::encode(value, ty).unwrap().into(), ..Default::default() }
}
