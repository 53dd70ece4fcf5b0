//! The RPCs that this runtime has: decode, handle, encode. What cannot be decoded changes nothing: stored values are
//! answered as they were sent.

use super::{dynamic_value, from_proto, to_proto};
use crate::context::Cancellation;
use crate::diagnostic::{Diagnostics, Result};
use crate::handlers::Handlers;
use std::sync::Arc;
use tfgen_proto::{Encoded, tfplugin6 as proto};

pub(super) async fn get_metadata(
    handlers: Arc<Handlers>,
    _: proto::get_metadata::Request,
    _: Cancellation,
) -> proto::get_metadata::Response {
    use proto::get_metadata::{DataSourceMetadata, ResourceMetadata, Response};
    let metadata = handlers.get_metadata();
    let resource = |name: &str| ResourceMetadata { type_name: name.to_owned() };
    let data_source = |name: &str| DataSourceMetadata { type_name: name.to_owned() };
    Response {
        server_capabilities: Some(to_proto::capabilities()),
        resources: metadata.resources.into_iter().map(resource).collect(),
        data_sources: metadata.data_sources.into_iter().map(data_source).collect(),
        ..Response::default()
    }
}

pub(super) async fn get_provider_schema(
    handlers: Arc<Handlers>,
    _: proto::get_provider_schema::Request,
    _: Cancellation,
) -> Encoded {
    handlers.get_provider_schema().into()
}

pub(super) async fn get_resource_identity_schemas(
    handlers: Arc<Handlers>,
    _: proto::get_resource_identity_schemas::Request,
    _: Cancellation,
) -> proto::get_resource_identity_schemas::Response {
    let schemas = handlers.get_resource_identity_schemas();
    let identity_schemas = schemas.into_iter().map(to_proto::identity_schema).collect();
    proto::get_resource_identity_schemas::Response { identity_schemas, diagnostics: Vec::new() }
}

pub(super) async fn validate_provider_config(
    handlers: Arc<Handlers>,
    request: proto::validate_provider_config::Request,
    _: Cancellation,
) -> proto::validate_provider_config::Response {
    let config = dynamic_value::decode(request.config.as_ref(), handlers.registry().provider.ty());
    let found = config.map_or_else(|failed| failed, |config| handlers.validate_provider_config(&config));
    proto::validate_provider_config::Response { diagnostics: to_proto::diagnostics(found) }
}

pub(super) async fn configure_provider(
    handlers: Arc<Handlers>,
    request: proto::configure_provider::Request,
    _: Cancellation,
) -> proto::configure_provider::Response {
    let found = match dynamic_value::decode(request.config.as_ref(), handlers.registry().provider.ty()) {
        Ok(config) => handlers.configure_provider(config).await,
        Err(failed) => failed,
    };
    proto::configure_provider::Response { diagnostics: to_proto::diagnostics(found) }
}

pub(super) async fn validate_resource_config(
    handlers: Arc<Handlers>,
    request: proto::validate_resource_config::Request,
    _: Cancellation,
) -> proto::validate_resource_config::Response {
    let validate = || -> Result<Diagnostics> {
        let entry = handlers.registry().find_resource(&request.type_name)?;
        Ok(Handlers::validate_resource_config(entry, &from_proto::validate_resource_config(entry, &request)?))
    };
    let found = validate().unwrap_or_else(|failed| failed);
    proto::validate_resource_config::Response { diagnostics: to_proto::diagnostics(found) }
}

pub(super) async fn validate_data_resource_config(
    handlers: Arc<Handlers>,
    request: proto::validate_data_resource_config::Request,
    _: Cancellation,
) -> proto::validate_data_resource_config::Response {
    let validate = || -> Result<Diagnostics> {
        let entry = handlers.registry().find_data_source(&request.type_name)?;
        let config = dynamic_value::decode(request.config.as_ref(), entry.ty())?;
        Ok(Handlers::validate_data_resource_config(entry, &config))
    };
    let found = validate().unwrap_or_else(|failed| failed);
    proto::validate_data_resource_config::Response { diagnostics: to_proto::diagnostics(found) }
}

pub(super) async fn upgrade_resource_state(
    handlers: Arc<Handlers>,
    request: proto::upgrade_resource_state::Request,
    _: Cancellation,
) -> proto::upgrade_resource_state::Response {
    use proto::upgrade_resource_state::Response;
    let entry = match handlers.registry().find_resource(&request.type_name) {
        Ok(entry) => entry,
        Err(failed) => return Response { upgraded_state: None, diagnostics: to_proto::diagnostics(failed) },
    };
    let response = Handlers::upgrade_resource_state(entry, &from_proto::upgrade_resource_state(request));
    let mut found = response.diagnostics;
    let upgraded_state = to_proto::value(&response.upgraded_state, entry.ty(), &mut found);
    Response { upgraded_state, diagnostics: to_proto::diagnostics(found) }
}

pub(super) async fn upgrade_resource_identity(
    handlers: Arc<Handlers>,
    request: proto::upgrade_resource_identity::Request,
    _: Cancellation,
) -> proto::upgrade_resource_identity::Response {
    use proto::upgrade_resource_identity::Response;
    let entry = match handlers.registry().find_resource(&request.type_name) {
        Ok(entry) => entry,
        Err(failed) => return Response { upgraded_identity: None, diagnostics: to_proto::diagnostics(failed) },
    };
    let response = Handlers::upgrade_resource_identity(entry, &from_proto::upgrade_resource_identity(request));
    let mut found = response.diagnostics;
    let upgraded_identity = to_proto::identity(entry, &response.upgraded_identity, &mut found);
    Response { upgraded_identity, diagnostics: to_proto::diagnostics(found) }
}

pub(super) async fn read_resource(
    handlers: Arc<Handlers>,
    request: proto::read_resource::Request,
    cancellation: Cancellation,
) -> proto::read_resource::Response {
    use proto::read_resource::Response;
    let prepared = handlers
        .registry()
        .find_resource(&request.type_name)
        .and_then(|entry| Ok((entry, from_proto::read_resource(entry, &request, cancellation)?)));
    let (entry, asked) = match prepared {
        Ok(prepared) => prepared,
        Err(failed) => {
            return Response {
                new_state: request.current_state,
                private: request.private,
                new_identity: request.current_identity,
                diagnostics: to_proto::diagnostics(failed),
                ..Response::default()
            };
        }
    };
    let response = handlers.read_resource(entry, asked).await;
    let mut found = response.diagnostics;
    Response {
        new_state: to_proto::value(&response.new_state, entry.ty(), &mut found).or(request.current_state),
        new_identity: to_proto::identity(entry, &response.new_identity, &mut found),
        private: response.private,
        diagnostics: to_proto::diagnostics(found),
        deferred: None,
    }
}

pub(super) async fn plan_resource_change(
    handlers: Arc<Handlers>,
    request: proto::plan_resource_change::Request,
    _: Cancellation,
) -> proto::plan_resource_change::Response {
    use proto::plan_resource_change::Response;
    let prepared = handlers
        .registry()
        .find_resource(&request.type_name)
        .and_then(|entry| Ok((entry, from_proto::plan_resource_change(entry, &request)?)));
    let (entry, asked) = match prepared {
        Ok(prepared) => prepared,
        Err(failed) => return Response { diagnostics: to_proto::diagnostics(failed), ..Response::default() },
    };
    let response = Handlers::plan_resource_change(entry, asked);
    let mut found = response.diagnostics;
    Response {
        planned_state: to_proto::value(&response.planned_state, entry.ty(), &mut found),
        planned_identity: to_proto::identity(entry, &response.planned_identity, &mut found),
        planned_private: response.planned_private,
        requires_replace: response.requires_replace.iter().filter_map(to_proto::attribute_path).collect(),
        diagnostics: to_proto::diagnostics(found),
        ..Response::default()
    }
}

pub(super) async fn apply_resource_change(
    handlers: Arc<Handlers>,
    request: proto::apply_resource_change::Request,
    cancellation: Cancellation,
) -> proto::apply_resource_change::Response {
    use proto::apply_resource_change::Response;
    let prepared = handlers
        .registry()
        .find_resource(&request.type_name)
        .and_then(|entry| Ok((entry, from_proto::apply_resource_change(entry, &request, cancellation)?)));
    let (entry, asked) = match prepared {
        Ok(prepared) => prepared,
        Err(failed) => {
            return Response {
                new_state: request.prior_state,
                private: request.planned_private,
                new_identity: request.planned_identity,
                diagnostics: to_proto::diagnostics(failed),
                ..Response::default()
            };
        }
    };
    let response = handlers.apply_resource_change(entry, asked).await;
    let mut found = response.diagnostics;
    Response {
        new_state: to_proto::value(&response.new_state, entry.ty(), &mut found).or(request.prior_state),
        new_identity: to_proto::identity(entry, &response.new_identity, &mut found),
        private: response.private,
        diagnostics: to_proto::diagnostics(found),
        legacy_type_system: false,
    }
}

pub(super) async fn import_resource_state(
    handlers: Arc<Handlers>,
    request: proto::import_resource_state::Request,
    _: Cancellation,
) -> proto::import_resource_state::Response {
    use proto::import_resource_state::{ImportedResource, Response};
    let prepared = handlers
        .registry()
        .find_resource(&request.type_name)
        .and_then(|entry| Ok((entry, from_proto::import_resource_state(entry, &request)?)));
    let (entry, asked) = match prepared {
        Ok(prepared) => prepared,
        Err(failed) => return Response { diagnostics: to_proto::diagnostics(failed), ..Response::default() },
    };
    let response = Handlers::import_resource_state(entry, &asked);
    let mut found = response.diagnostics;
    let imported = response.imported.map(|(state, identity)| ImportedResource {
        type_name: request.type_name,
        state: to_proto::value(&state, entry.ty(), &mut found),
        private: Vec::new(),
        identity: to_proto::identity(entry, &identity, &mut found),
    });
    let imported_resources = imported.into_iter().collect();
    Response { imported_resources, diagnostics: to_proto::diagnostics(found), deferred: None }
}

pub(super) async fn read_data_source(
    handlers: Arc<Handlers>,
    request: proto::read_data_source::Request,
    cancellation: Cancellation,
) -> proto::read_data_source::Response {
    use proto::read_data_source::Response;
    let prepared = handlers
        .registry()
        .find_data_source(&request.type_name)
        .and_then(|entry| Ok((entry, from_proto::read_data_source(entry, &request, cancellation)?)));
    let (entry, asked) = match prepared {
        Ok(prepared) => prepared,
        Err(failed) => return Response { diagnostics: to_proto::diagnostics(failed), ..Response::default() },
    };
    let response = handlers.read_data_source(entry, asked).await;
    let mut found = response.diagnostics;
    let state = to_proto::value(&response.state, entry.ty(), &mut found);
    Response { state, diagnostics: to_proto::diagnostics(found), deferred: None }
}
