//! A provider made of answers: whatever is asked, it says what a test has put in its mouth.
//!
//! It has one thing of each kind. The answers that it starts with break no rule.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use tfgen_proto::tfplugin6::schema::{Attribute, Block};
use tfgen_proto::{BoxStream, Call, Encoded, Provider, tfplugin6 as proto};
use tfgen_runtime::cty::{Type, Value, msgpack};
use tfgen_testing::{Core, Result};
use tokio_stream::StreamExt;
use tonic::{Request, Response};

/// What the provider says.
pub struct Answers {
    pub schema: proto::get_provider_schema::Response,
    /// In turn, over and over.
    pub call_function: Vec<proto::call_function::Response>,
    pub open_ephemeral_resource: proto::open_ephemeral_resource::Response,
    pub list_resource: Vec<proto::list_resource::Event>,
    pub plan_action: proto::plan_action::Response,
    pub invoke_action: Vec<proto::invoke_action::Event>,
    pub generate_resource_config: proto::generate_resource_config::Response,
    pub configure_state_store: proto::configure_state_store::Response,
    pub read_state_bytes: Vec<proto::read_state_bytes::Response>,
}

/// The provider, and what it has been told.
pub struct Fake {
    answers: Answers,
    calls: AtomicUsize,
    pub written: Mutex<Vec<proto::write_state_bytes::RequestChunk>>,
    pub closed: Mutex<Vec<Option<Vec<u8>>>>,
    /// How many results of the list have been taken.
    pub taken: Arc<AtomicUsize>,
}

impl Fake {
    /// Loads the provider.
    pub fn start(answers: Answers) -> Result<(Core, Arc<Self>)> {
        let fake = Arc::new(Self {
            answers,
            calls: AtomicUsize::new(0),
            written: Mutex::default(),
            closed: Mutex::default(),
            taken: Arc::default(),
        });
        Ok((Core::of_service(Arc::new(Shared(Arc::clone(&fake))))?, fake))
    }
}

struct Shared(Arc<Fake>);

pub fn wire(value: &Value, ty: &Type) -> proto::DynamicValue {
    proto::DynamicValue { msgpack: msgpack::encode(value, ty).unwrap().into(), ..Default::default() }
}

fn attribute(name: &str, change: impl FnOnce(&mut Attribute)) -> Attribute {
    let mut attribute = Attribute { name: name.to_owned(), r#type: b"\"string\"".to_vec(), ..Attribute::default() };
    change(&mut attribute);
    attribute
}

fn schema<const N: usize>(attributes: [Attribute; N]) -> proto::Schema {
    proto::Schema { version: 0, block: Some(Block { attributes: attributes.to_vec(), ..Block::default() }) }
}

fn schemas() -> proto::get_provider_schema::Response {
    let one = |name: &str, schema: proto::Schema| [(name.to_owned(), schema)].into();
    let input = || attribute("name", |name| name.required = true);
    let output = || attribute("token", |token| token.computed = true);
    let parameter = |name: &str| proto::function::Parameter {
        name: name.to_owned(),
        r#type: b"\"number\"".to_vec(),
        ..Default::default()
    };
    let function = proto::Function {
        parameters: vec![parameter("number")],
        variadic_parameter: Some(parameter("more")),
        r#return: Some(proto::function::Return { r#type: b"\"number\"".to_vec() }),
        ..Default::default()
    };
    let action = proto::ActionSchema { schema: Some(schema([input()])) };
    proto::get_provider_schema::Response {
        provider: Some(schema([])),
        resource_schemas: one("fake_disk", schema([input(), output()])),
        ephemeral_resource_schemas: one("fake_token", schema([input(), output()])),
        list_resource_schemas: one("fake_disk", schema([attribute("prefix", |prefix| prefix.optional = true)])),
        state_store_schemas: one("fake_store", schema([attribute("path", |path| path.optional = true)])),
        action_schemas: [("fake_run".to_owned(), action)].into(),
        functions: [("twice".to_owned(), function)].into(),
        server_capabilities: Some(proto::ServerCapabilities {
            generate_resource_config: true,
            ..proto::ServerCapabilities::default()
        }),
        ..Default::default()
    }
}

pub fn token_type() -> Type {
    Type::object([("name", Type::String), ("token", Type::String)])
}

pub fn token(name: &str) -> Value {
    Value::object([("name", Value::string(name)), ("token", Value::string("secret"))])
}

pub fn listed(id: Option<&str>) -> proto::list_resource::Event {
    let data = |id: &str| wire(&Value::object([("id", Value::string(id))]), &Type::object([("id", Type::String)]));
    let identity = id.map(|id| proto::ResourceIdentityData { identity_data: Some(data(id)) });
    proto::list_resource::Event { identity, display_name: "a disk".to_owned(), ..Default::default() }
}

pub fn progress(message: &str) -> proto::invoke_action::Event {
    use proto::invoke_action::event::{Progress, Type};
    proto::invoke_action::Event { r#type: Some(Type::Progress(Progress { message: message.to_owned() })) }
}

pub fn completed() -> proto::invoke_action::Event {
    use proto::invoke_action::event::{Completed, Type};
    proto::invoke_action::Event { r#type: Some(Type::Completed(Completed::default())) }
}

/// A chunk of a state of six bytes.
pub fn chunk(bytes: &'static [u8], start: i64) -> proto::read_state_bytes::Response {
    let end = start + i64::try_from(bytes.len()).unwrap() - 1;
    proto::read_state_bytes::Response {
        bytes: bytes.into(),
        total_length: 6,
        range: Some(proto::StateRange { start, end }),
        diagnostics: Vec::new(),
    }
}

pub fn result(number: i64) -> proto::call_function::Response {
    proto::call_function::Response { result: Some(wire(&Value::number(number), &Type::Number)), error: None }
}

impl Default for Answers {
    fn default() -> Self {
        Self {
            schema: schemas(),
            call_function: vec![result(4)],
            open_ephemeral_resource: proto::open_ephemeral_resource::Response {
                result: Some(wire(&token("ci"), &token_type())),
                renew_at: Some(tfgen_proto::Timestamp { seconds: 1_000_000, nanos: 0 }),
                private: Some(b"first".to_vec()),
                ..Default::default()
            },
            list_resource: vec![listed(Some("a")), listed(Some("b")), listed(Some("c"))],
            plan_action: proto::plan_action::Response::default(),
            invoke_action: vec![progress("one"), progress("two"), completed()],
            generate_resource_config: proto::generate_resource_config::Response {
                config: Some(wire(
                    &Value::object([("name", Value::string("a")), ("token", Value::Null)]),
                    &token_type(),
                )),
                diagnostics: Vec::new(),
            },
            configure_state_store: proto::configure_state_store::Response {
                capabilities: Some(proto::StateStoreServerCapabilities { chunk_size: 4 }),
                diagnostics: Vec::new(),
            },
            read_state_bytes: vec![chunk(b"abcd", 0), chunk(b"ef", 4)],
        }
    }
}

fn stream<T: Send + 'static>(events: Vec<T>) -> BoxStream<T> {
    Box::pin(tokio_stream::iter(events.into_iter().map(Ok)))
}

macro_rules! silent {
    ($($rpc:ident ($module:ident);)*) => {
        $(fn $rpc(&self, _: Request<proto::$module::Request>) -> Call<'_, proto::$module::Response> {
            Box::pin(async { Ok(Response::new(proto::$module::Response::default())) })
        })*
    };
}
impl Provider for Shared {
    fn get_provider_schema(&self, _: Request<proto::get_provider_schema::Request>) -> Call<'_, Encoded> {
        Box::pin(async move { Ok(Response::new(Encoded::from(&self.0.answers.schema))) })
    }

    fn get_resource_identity_schemas(
        &self,
        _: Request<proto::get_resource_identity_schemas::Request>,
    ) -> Call<'_, proto::get_resource_identity_schemas::Response> {
        Box::pin(async move {
            use proto::resource_identity_schema::IdentityAttribute;
            let id = IdentityAttribute {
                name: "id".to_owned(),
                r#type: b"\"string\"".to_vec(),
                required_for_import: true,
                ..IdentityAttribute::default()
            };
            let schema = proto::ResourceIdentitySchema { version: 0, identity_attributes: vec![id] };
            let identity_schemas = [("fake_disk".to_owned(), schema)].into();
            Ok(Response::new(proto::get_resource_identity_schemas::Response {
                identity_schemas,
                diagnostics: Vec::new(),
            }))
        })
    }

    fn upgrade_resource_state(
        &self,
        _: Request<proto::upgrade_resource_state::Request>,
    ) -> Call<'_, proto::upgrade_resource_state::Response> {
        Box::pin(async move {
            let upgraded_state = Some(wire(&token("a"), &token_type()));
            Ok(Response::new(proto::upgrade_resource_state::Response { upgraded_state, diagnostics: Vec::new() }))
        })
    }

    fn call_function(&self, _: Request<proto::call_function::Request>) -> Call<'_, proto::call_function::Response> {
        Box::pin(async move {
            let answers = &self.0.answers.call_function;
            let at = self.0.calls.fetch_add(1, Ordering::Relaxed) % answers.len();
            Ok(Response::new(answers[at].clone()))
        })
    }

    fn open_ephemeral_resource(
        &self,
        _: Request<proto::open_ephemeral_resource::Request>,
    ) -> Call<'_, proto::open_ephemeral_resource::Response> {
        Box::pin(async move { Ok(Response::new(self.0.answers.open_ephemeral_resource.clone())) })
    }

    fn close_ephemeral_resource(
        &self,
        request: Request<proto::close_ephemeral_resource::Request>,
    ) -> Call<'_, proto::close_ephemeral_resource::Response> {
        Box::pin(async move {
            self.0.closed.lock().unwrap().push(request.into_inner().private);
            Ok(Response::new(proto::close_ephemeral_resource::Response::default()))
        })
    }

    fn renew_ephemeral_resource(
        &self,
        _: Request<proto::renew_ephemeral_resource::Request>,
    ) -> Call<'_, proto::renew_ephemeral_resource::Response> {
        Box::pin(async move {
            let private = Some(b"second".to_vec());
            Ok(Response::new(proto::renew_ephemeral_resource::Response { private, ..Default::default() }))
        })
    }

    fn list_resource(
        &self,
        _: Request<proto::list_resource::Request>,
    ) -> Call<'_, BoxStream<proto::list_resource::Event>> {
        Box::pin(async move {
            let taken = Arc::clone(&self.0.taken);
            let events = stream(self.0.answers.list_resource.clone()).map(move |event| {
                taken.fetch_add(1, Ordering::Relaxed);
                event
            });
            Ok(Response::new(Box::pin(events) as BoxStream<_>))
        })
    }

    fn plan_action(&self, _: Request<proto::plan_action::Request>) -> Call<'_, proto::plan_action::Response> {
        Box::pin(async move { Ok(Response::new(self.0.answers.plan_action.clone())) })
    }

    fn invoke_action(
        &self,
        _: Request<proto::invoke_action::Request>,
    ) -> Call<'_, BoxStream<proto::invoke_action::Event>> {
        Box::pin(async move { Ok(Response::new(stream(self.0.answers.invoke_action.clone()))) })
    }

    fn generate_resource_config(
        &self,
        _: Request<proto::generate_resource_config::Request>,
    ) -> Call<'_, proto::generate_resource_config::Response> {
        Box::pin(async move { Ok(Response::new(self.0.answers.generate_resource_config.clone())) })
    }

    fn configure_state_store(
        &self,
        _: Request<proto::configure_state_store::Request>,
    ) -> Call<'_, proto::configure_state_store::Response> {
        Box::pin(async move { Ok(Response::new(self.0.answers.configure_state_store.clone())) })
    }

    fn read_state_bytes(
        &self,
        _: Request<proto::read_state_bytes::Request>,
    ) -> Call<'_, BoxStream<proto::read_state_bytes::Response>> {
        Box::pin(async move { Ok(Response::new(stream(self.0.answers.read_state_bytes.clone()))) })
    }

    fn write_state_bytes(
        &self,
        request: Request<BoxStream<proto::write_state_bytes::RequestChunk>>,
    ) -> Call<'_, proto::write_state_bytes::Response> {
        Box::pin(async move {
            let mut chunks = request.into_inner();
            while let Some(chunk) = chunks.next().await {
                self.0.written.lock().unwrap().push(chunk?);
            }
            Ok(Response::new(proto::write_state_bytes::Response::default()))
        })
    }

    fn lock_state(&self, _: Request<proto::lock_state::Request>) -> Call<'_, proto::lock_state::Response> {
        Box::pin(async move {
            Ok(Response::new(proto::lock_state::Response { lock_id: "lock-1".to_owned(), diagnostics: Vec::new() }))
        })
    }

    fn get_states(&self, _: Request<proto::get_states::Request>) -> Call<'_, proto::get_states::Response> {
        Box::pin(async move {
            let state_id = vec!["default".to_owned()];
            Ok(Response::new(proto::get_states::Response { state_id, diagnostics: Vec::new() }))
        })
    }

    silent! {
        validate_provider_config(validate_provider_config);
        configure_provider(configure_provider);
        validate_ephemeral_resource_config(validate_ephemeral_resource_config);
        validate_list_resource_config(validate_list_resource_config);
        validate_action_config(validate_action_config);
        validate_state_store_config(validate_state_store);
        unlock_state(unlock_state);
        delete_state(delete_state);
    }
}
