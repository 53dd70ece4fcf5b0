//! Generated from the .proto files of package tfplugin6: edit those and run the tests of tfgen-tests with
//! TFGEN_ACCEPT=1.
#![allow(missing_docs, deprecated, unused_qualifications, clippy::all, clippy::pedantic)]
#![cfg_attr(rustfmt, rustfmt_skip)]

/// All that a provider can be asked.
#[tonic::async_trait]
pub trait Provider: Send + Sync + 'static {
    /// Names of all that the provider has, without the schemas.
    async fn get_metadata(
        &self,
        _: tonic::Request<crate::tfplugin6::get_metadata::Request>,
    ) -> Result<
        tonic::Response<crate::tfplugin6::get_metadata::Response>,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("GetMetadata"))
    }
    /// Every schema at once. Terraform caches the answer when get_provider_schema_optional is set.
    async fn get_provider_schema(
        &self,
        _: tonic::Request<crate::tfplugin6::get_provider_schema::Request>,
    ) -> Result<tonic::Response<crate::Encoded>, tonic::Status> {
        Err(tonic::Status::unimplemented("GetProviderSchema"))
    }
    /// The identity schemas of those managed resources that have one.
    async fn get_resource_identity_schemas(
        &self,
        _: tonic::Request<crate::tfplugin6::get_resource_identity_schemas::Request>,
    ) -> Result<
        tonic::Response<crate::tfplugin6::get_resource_identity_schemas::Response>,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("GetResourceIdentitySchemas"))
    }
    /// The signatures of all functions.
    async fn get_functions(
        &self,
        _: tonic::Request<crate::tfplugin6::get_functions::Request>,
    ) -> Result<
        tonic::Response<crate::tfplugin6::get_functions::Response>,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("GetFunctions"))
    }
    /// Checks the configuration of the provider block; it may hold unknown values.
    async fn validate_provider_config(
        &self,
        _: tonic::Request<crate::tfplugin6::validate_provider_config::Request>,
    ) -> Result<
        tonic::Response<crate::tfplugin6::validate_provider_config::Response>,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("ValidateProviderConfig"))
    }
    /// Hands over the configuration that the process works with from here on.
    async fn configure_provider(
        &self,
        _: tonic::Request<crate::tfplugin6::configure_provider::Request>,
    ) -> Result<
        tonic::Response<crate::tfplugin6::configure_provider::Response>,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("ConfigureProvider"))
    }
    /// The user has interrupted Terraform: running calls should come to an end soon. The process goes on serving.
    async fn stop_provider(
        &self,
        _: tonic::Request<crate::tfplugin6::stop_provider::Request>,
    ) -> Result<
        tonic::Response<crate::tfplugin6::stop_provider::Response>,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("StopProvider"))
    }
    /// Checks the configuration of one resource block; it may hold unknown values.
    async fn validate_resource_config(
        &self,
        _: tonic::Request<crate::tfplugin6::validate_resource_config::Request>,
    ) -> Result<
        tonic::Response<crate::tfplugin6::validate_resource_config::Response>,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("ValidateResourceConfig"))
    }
    /// Brings a stored state to the current schema version. Asked for every stored object, also when the version is
    /// the same.
    async fn upgrade_resource_state(
        &self,
        _: tonic::Request<crate::tfplugin6::upgrade_resource_state::Request>,
    ) -> Result<
        tonic::Response<crate::tfplugin6::upgrade_resource_state::Response>,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("UpgradeResourceState"))
    }
    /// Brings a stored identity to the current version of its schema.
    async fn upgrade_resource_identity(
        &self,
        _: tonic::Request<crate::tfplugin6::upgrade_resource_identity::Request>,
    ) -> Result<
        tonic::Response<crate::tfplugin6::upgrade_resource_identity::Response>,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("UpgradeResourceIdentity"))
    }
    /// Looks at the real object: what is it now, is it still there.
    async fn read_resource(
        &self,
        _: tonic::Request<crate::tfplugin6::read_resource::Request>,
    ) -> Result<
        tonic::Response<crate::tfplugin6::read_resource::Response>,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("ReadResource"))
    }
    /// Says what the object will be after the change, as far as that is known.
    async fn plan_resource_change(
        &self,
        _: tonic::Request<crate::tfplugin6::plan_resource_change::Request>,
    ) -> Result<
        tonic::Response<crate::tfplugin6::plan_resource_change::Response>,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("PlanResourceChange"))
    }
    /// Makes the change: create, update or delete.
    async fn apply_resource_change(
        &self,
        _: tonic::Request<crate::tfplugin6::apply_resource_change::Request>,
    ) -> Result<
        tonic::Response<crate::tfplugin6::apply_resource_change::Response>,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("ApplyResourceChange"))
    }
    /// Takes over an object that exists, named by an id or an identity.
    async fn import_resource_state(
        &self,
        _: tonic::Request<crate::tfplugin6::import_resource_state::Request>,
    ) -> Result<
        tonic::Response<crate::tfplugin6::import_resource_state::Response>,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("ImportResourceState"))
    }
    /// Turns the state of another resource type into the state of one of ours.
    async fn move_resource_state(
        &self,
        _: tonic::Request<crate::tfplugin6::move_resource_state::Request>,
    ) -> Result<
        tonic::Response<crate::tfplugin6::move_resource_state::Response>,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("MoveResourceState"))
    }
    /// Makes a configuration that describes the given state.
    async fn generate_resource_config(
        &self,
        _: tonic::Request<crate::tfplugin6::generate_resource_config::Request>,
    ) -> Result<
        tonic::Response<crate::tfplugin6::generate_resource_config::Response>,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("GenerateResourceConfig"))
    }
    /// Checks the configuration of one data block; it may hold unknown values.
    async fn validate_data_resource_config(
        &self,
        _: tonic::Request<crate::tfplugin6::validate_data_resource_config::Request>,
    ) -> Result<
        tonic::Response<crate::tfplugin6::validate_data_resource_config::Response>,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("ValidateDataResourceConfig"))
    }
    /// Reads the data source with a configuration that is wholly known.
    async fn read_data_source(
        &self,
        _: tonic::Request<crate::tfplugin6::read_data_source::Request>,
    ) -> Result<
        tonic::Response<crate::tfplugin6::read_data_source::Response>,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("ReadDataSource"))
    }
    /// Checks the configuration of one ephemeral block; it may hold unknown values.
    async fn validate_ephemeral_resource_config(
        &self,
        _: tonic::Request<crate::tfplugin6::validate_ephemeral_resource_config::Request>,
    ) -> Result<
        tonic::Response<crate::tfplugin6::validate_ephemeral_resource_config::Response>,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("ValidateEphemeralResourceConfig"))
    }
    /// Makes a value that lives as long as the run and is stored nowhere.
    async fn open_ephemeral_resource(
        &self,
        _: tonic::Request<crate::tfplugin6::open_ephemeral_resource::Request>,
    ) -> Result<
        tonic::Response<crate::tfplugin6::open_ephemeral_resource::Response>,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("OpenEphemeralResource"))
    }
    /// Keeps an open ephemeral resource alive.
    async fn renew_ephemeral_resource(
        &self,
        _: tonic::Request<crate::tfplugin6::renew_ephemeral_resource::Request>,
    ) -> Result<
        tonic::Response<crate::tfplugin6::renew_ephemeral_resource::Response>,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("RenewEphemeralResource"))
    }
    /// Gives an ephemeral resource back.
    async fn close_ephemeral_resource(
        &self,
        _: tonic::Request<crate::tfplugin6::close_ephemeral_resource::Request>,
    ) -> Result<
        tonic::Response<crate::tfplugin6::close_ephemeral_resource::Response>,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("CloseEphemeralResource"))
    }
    /// Checks the configuration of one list block.
    async fn validate_list_resource_config(
        &self,
        _: tonic::Request<crate::tfplugin6::validate_list_resource_config::Request>,
    ) -> Result<
        tonic::Response<crate::tfplugin6::validate_list_resource_config::Response>,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("ValidateListResourceConfig"))
    }
    /// Streams the objects that exist, each with its identity.
    async fn list_resource(
        &self,
        _: tonic::Request<crate::tfplugin6::list_resource::Request>,
    ) -> Result<
        tonic::Response<
            tonic::codegen::BoxStream<crate::tfplugin6::list_resource::Event>,
        >,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("ListResource"))
    }
    /// Calls one function. It may come to a process that is not configured.
    async fn call_function(
        &self,
        _: tonic::Request<crate::tfplugin6::call_function::Request>,
    ) -> Result<
        tonic::Response<crate::tfplugin6::call_function::Response>,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("CallFunction"))
    }
    /// Checks the configuration of one action block.
    async fn validate_action_config(
        &self,
        _: tonic::Request<crate::tfplugin6::validate_action_config::Request>,
    ) -> Result<
        tonic::Response<crate::tfplugin6::validate_action_config::Response>,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("ValidateActionConfig"))
    }
    /// Says before the run whether the action can be done.
    async fn plan_action(
        &self,
        _: tonic::Request<crate::tfplugin6::plan_action::Request>,
    ) -> Result<
        tonic::Response<crate::tfplugin6::plan_action::Response>,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("PlanAction"))
    }
    /// Does the action; progress is streamed, and the last event says how it ended.
    async fn invoke_action(
        &self,
        _: tonic::Request<crate::tfplugin6::invoke_action::Request>,
    ) -> Result<
        tonic::Response<
            tonic::codegen::BoxStream<crate::tfplugin6::invoke_action::Event>,
        >,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("InvokeAction"))
    }
    /// Checks the configuration of a state_store block.
    async fn validate_state_store_config(
        &self,
        _: tonic::Request<crate::tfplugin6::validate_state_store::Request>,
    ) -> Result<
        tonic::Response<crate::tfplugin6::validate_state_store::Response>,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("ValidateStateStoreConfig"))
    }
    /// Hands over the configuration of the state store and agrees on the size of chunks.
    async fn configure_state_store(
        &self,
        _: tonic::Request<crate::tfplugin6::configure_state_store::Request>,
    ) -> Result<
        tonic::Response<crate::tfplugin6::configure_state_store::Response>,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("ConfigureStateStore"))
    }
    /// Streams one state; a state that is not there is a stream without chunks.
    async fn read_state_bytes(
        &self,
        _: tonic::Request<crate::tfplugin6::read_state_bytes::Request>,
    ) -> Result<
        tonic::Response<
            tonic::codegen::BoxStream<crate::tfplugin6::read_state_bytes::Response>,
        >,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("ReadStateBytes"))
    }
    /// Takes one state, chunk by chunk.
    async fn write_state_bytes(
        &self,
        _: tonic::Request<
            tonic::codegen::BoxStream<crate::tfplugin6::write_state_bytes::RequestChunk>,
        >,
    ) -> Result<
        tonic::Response<crate::tfplugin6::write_state_bytes::Response>,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("WriteStateBytes"))
    }
    /// Locks one state.
    async fn lock_state(
        &self,
        _: tonic::Request<crate::tfplugin6::lock_state::Request>,
    ) -> Result<tonic::Response<crate::tfplugin6::lock_state::Response>, tonic::Status> {
        Err(tonic::Status::unimplemented("LockState"))
    }
    /// Releases the lock that LockState gave.
    async fn unlock_state(
        &self,
        _: tonic::Request<crate::tfplugin6::unlock_state::Request>,
    ) -> Result<
        tonic::Response<crate::tfplugin6::unlock_state::Response>,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("UnlockState"))
    }
    /// The ids of all states in the store.
    async fn get_states(
        &self,
        _: tonic::Request<crate::tfplugin6::get_states::Request>,
    ) -> Result<tonic::Response<crate::tfplugin6::get_states::Response>, tonic::Status> {
        Err(tonic::Status::unimplemented("GetStates"))
    }
    /// Removes one state.
    async fn delete_state(
        &self,
        _: tonic::Request<crate::tfplugin6::delete_state::Request>,
    ) -> Result<
        tonic::Response<crate::tfplugin6::delete_state::Response>,
        tonic::Status,
    > {
        Err(tonic::Status::unimplemented("DeleteState"))
    }
}
