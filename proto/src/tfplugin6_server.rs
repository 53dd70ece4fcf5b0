//! Generated from the .proto files of package tfplugin6: edit those and run the tests of tfgen-tests with
//! TFGEN_ACCEPT=1.
#![allow(missing_docs, deprecated, unused_qualifications, clippy::all, clippy::pedantic)]
#![cfg_attr(rustfmt, rustfmt_skip)]

/// All that a provider can be asked.
pub trait Provider: Send + Sync + 'static {
    /// Names of all that the provider has, without the schemas.
    fn get_metadata(
        &self,
        _: tonic::Request<crate::tfplugin6::get_metadata::Request>,
    ) -> crate::Call<'_, crate::tfplugin6::get_metadata::Response> {
        crate::call::unimplemented("GetMetadata")
    }
    /// Every schema at once. Terraform caches the answer when get_provider_schema_optional is set.
    fn get_provider_schema(
        &self,
        _: tonic::Request<crate::tfplugin6::get_provider_schema::Request>,
    ) -> crate::Call<'_, crate::Encoded> {
        crate::call::unimplemented("GetProviderSchema")
    }
    /// The identity schemas of those managed resources that have one.
    fn get_resource_identity_schemas(
        &self,
        _: tonic::Request<crate::tfplugin6::get_resource_identity_schemas::Request>,
    ) -> crate::Call<'_, crate::tfplugin6::get_resource_identity_schemas::Response> {
        crate::call::unimplemented("GetResourceIdentitySchemas")
    }
    /// The signatures of all functions.
    fn get_functions(
        &self,
        _: tonic::Request<crate::tfplugin6::get_functions::Request>,
    ) -> crate::Call<'_, crate::tfplugin6::get_functions::Response> {
        crate::call::unimplemented("GetFunctions")
    }
    /// Checks the configuration of the provider block; it may hold unknown values.
    fn validate_provider_config(
        &self,
        _: tonic::Request<crate::tfplugin6::validate_provider_config::Request>,
    ) -> crate::Call<'_, crate::tfplugin6::validate_provider_config::Response> {
        crate::call::unimplemented("ValidateProviderConfig")
    }
    /// Hands over the configuration that the process works with from here on.
    fn configure_provider(
        &self,
        _: tonic::Request<crate::tfplugin6::configure_provider::Request>,
    ) -> crate::Call<'_, crate::tfplugin6::configure_provider::Response> {
        crate::call::unimplemented("ConfigureProvider")
    }
    /// The user has interrupted Terraform: running calls should come to an end soon. The process goes on serving.
    fn stop_provider(
        &self,
        _: tonic::Request<crate::tfplugin6::stop_provider::Request>,
    ) -> crate::Call<'_, crate::tfplugin6::stop_provider::Response> {
        crate::call::unimplemented("StopProvider")
    }
    /// Checks the configuration of one resource block; it may hold unknown values.
    fn validate_resource_config(
        &self,
        _: tonic::Request<crate::tfplugin6::validate_resource_config::Request>,
    ) -> crate::Call<'_, crate::tfplugin6::validate_resource_config::Response> {
        crate::call::unimplemented("ValidateResourceConfig")
    }
    /// Brings a stored state to the current schema version. Asked for every stored object, also when the version is
    /// the same.
    fn upgrade_resource_state(
        &self,
        _: tonic::Request<crate::tfplugin6::upgrade_resource_state::Request>,
    ) -> crate::Call<'_, crate::tfplugin6::upgrade_resource_state::Response> {
        crate::call::unimplemented("UpgradeResourceState")
    }
    /// Brings a stored identity to the current version of its schema.
    fn upgrade_resource_identity(
        &self,
        _: tonic::Request<crate::tfplugin6::upgrade_resource_identity::Request>,
    ) -> crate::Call<'_, crate::tfplugin6::upgrade_resource_identity::Response> {
        crate::call::unimplemented("UpgradeResourceIdentity")
    }
    /// Looks at the real object: what is it now, is it still there.
    fn read_resource(
        &self,
        _: tonic::Request<crate::tfplugin6::read_resource::Request>,
    ) -> crate::Call<'_, crate::tfplugin6::read_resource::Response> {
        crate::call::unimplemented("ReadResource")
    }
    /// Says what the object will be after the change, as far as that is known.
    fn plan_resource_change(
        &self,
        _: tonic::Request<crate::tfplugin6::plan_resource_change::Request>,
    ) -> crate::Call<'_, crate::tfplugin6::plan_resource_change::Response> {
        crate::call::unimplemented("PlanResourceChange")
    }
    /// Makes the change: create, update or delete.
    fn apply_resource_change(
        &self,
        _: tonic::Request<crate::tfplugin6::apply_resource_change::Request>,
    ) -> crate::Call<'_, crate::tfplugin6::apply_resource_change::Response> {
        crate::call::unimplemented("ApplyResourceChange")
    }
    /// Takes over an object that exists, named by an id or an identity.
    fn import_resource_state(
        &self,
        _: tonic::Request<crate::tfplugin6::import_resource_state::Request>,
    ) -> crate::Call<'_, crate::tfplugin6::import_resource_state::Response> {
        crate::call::unimplemented("ImportResourceState")
    }
    /// Turns the state of another resource type into the state of one of ours.
    fn move_resource_state(
        &self,
        _: tonic::Request<crate::tfplugin6::move_resource_state::Request>,
    ) -> crate::Call<'_, crate::tfplugin6::move_resource_state::Response> {
        crate::call::unimplemented("MoveResourceState")
    }
    /// Makes a configuration that describes the given state.
    fn generate_resource_config(
        &self,
        _: tonic::Request<crate::tfplugin6::generate_resource_config::Request>,
    ) -> crate::Call<'_, crate::tfplugin6::generate_resource_config::Response> {
        crate::call::unimplemented("GenerateResourceConfig")
    }
    /// Checks the configuration of one data block; it may hold unknown values.
    fn validate_data_resource_config(
        &self,
        _: tonic::Request<crate::tfplugin6::validate_data_resource_config::Request>,
    ) -> crate::Call<'_, crate::tfplugin6::validate_data_resource_config::Response> {
        crate::call::unimplemented("ValidateDataResourceConfig")
    }
    /// Reads the data source with a configuration that is wholly known.
    fn read_data_source(
        &self,
        _: tonic::Request<crate::tfplugin6::read_data_source::Request>,
    ) -> crate::Call<'_, crate::tfplugin6::read_data_source::Response> {
        crate::call::unimplemented("ReadDataSource")
    }
    /// Checks the configuration of one ephemeral block; it may hold unknown values.
    fn validate_ephemeral_resource_config(
        &self,
        _: tonic::Request<crate::tfplugin6::validate_ephemeral_resource_config::Request>,
    ) -> crate::Call<
        '_,
        crate::tfplugin6::validate_ephemeral_resource_config::Response,
    > {
        crate::call::unimplemented("ValidateEphemeralResourceConfig")
    }
    /// Makes a value that lives as long as the run and is stored nowhere.
    fn open_ephemeral_resource(
        &self,
        _: tonic::Request<crate::tfplugin6::open_ephemeral_resource::Request>,
    ) -> crate::Call<'_, crate::tfplugin6::open_ephemeral_resource::Response> {
        crate::call::unimplemented("OpenEphemeralResource")
    }
    /// Keeps an open ephemeral resource alive.
    fn renew_ephemeral_resource(
        &self,
        _: tonic::Request<crate::tfplugin6::renew_ephemeral_resource::Request>,
    ) -> crate::Call<'_, crate::tfplugin6::renew_ephemeral_resource::Response> {
        crate::call::unimplemented("RenewEphemeralResource")
    }
    /// Gives an ephemeral resource back.
    fn close_ephemeral_resource(
        &self,
        _: tonic::Request<crate::tfplugin6::close_ephemeral_resource::Request>,
    ) -> crate::Call<'_, crate::tfplugin6::close_ephemeral_resource::Response> {
        crate::call::unimplemented("CloseEphemeralResource")
    }
    /// Checks the configuration of one list block.
    fn validate_list_resource_config(
        &self,
        _: tonic::Request<crate::tfplugin6::validate_list_resource_config::Request>,
    ) -> crate::Call<'_, crate::tfplugin6::validate_list_resource_config::Response> {
        crate::call::unimplemented("ValidateListResourceConfig")
    }
    /// Streams the objects that exist, each with its identity.
    fn list_resource(
        &self,
        _: tonic::Request<crate::tfplugin6::list_resource::Request>,
    ) -> crate::Call<'_, crate::BoxStream<crate::tfplugin6::list_resource::Event>> {
        crate::call::unimplemented("ListResource")
    }
    /// Calls one function. It may come to a process that is not configured.
    fn call_function(
        &self,
        _: tonic::Request<crate::tfplugin6::call_function::Request>,
    ) -> crate::Call<'_, crate::tfplugin6::call_function::Response> {
        crate::call::unimplemented("CallFunction")
    }
    /// Checks the configuration of one action block.
    fn validate_action_config(
        &self,
        _: tonic::Request<crate::tfplugin6::validate_action_config::Request>,
    ) -> crate::Call<'_, crate::tfplugin6::validate_action_config::Response> {
        crate::call::unimplemented("ValidateActionConfig")
    }
    /// Says before the run whether the action can be done.
    fn plan_action(
        &self,
        _: tonic::Request<crate::tfplugin6::plan_action::Request>,
    ) -> crate::Call<'_, crate::tfplugin6::plan_action::Response> {
        crate::call::unimplemented("PlanAction")
    }
    /// Does the action; progress is streamed, and the last event says how it ended.
    fn invoke_action(
        &self,
        _: tonic::Request<crate::tfplugin6::invoke_action::Request>,
    ) -> crate::Call<'_, crate::BoxStream<crate::tfplugin6::invoke_action::Event>> {
        crate::call::unimplemented("InvokeAction")
    }
    /// Checks the configuration of a state_store block.
    fn validate_state_store_config(
        &self,
        _: tonic::Request<crate::tfplugin6::validate_state_store::Request>,
    ) -> crate::Call<'_, crate::tfplugin6::validate_state_store::Response> {
        crate::call::unimplemented("ValidateStateStoreConfig")
    }
    /// Hands over the configuration of the state store and agrees on the size of chunks.
    fn configure_state_store(
        &self,
        _: tonic::Request<crate::tfplugin6::configure_state_store::Request>,
    ) -> crate::Call<'_, crate::tfplugin6::configure_state_store::Response> {
        crate::call::unimplemented("ConfigureStateStore")
    }
    /// Streams one state; a state that is not there is a stream without chunks.
    fn read_state_bytes(
        &self,
        _: tonic::Request<crate::tfplugin6::read_state_bytes::Request>,
    ) -> crate::Call<
        '_,
        crate::BoxStream<crate::tfplugin6::read_state_bytes::Response>,
    > {
        crate::call::unimplemented("ReadStateBytes")
    }
    /// Takes one state, chunk by chunk.
    fn write_state_bytes(
        &self,
        _: tonic::Request<
            crate::BoxStream<crate::tfplugin6::write_state_bytes::RequestChunk>,
        >,
    ) -> crate::Call<'_, crate::tfplugin6::write_state_bytes::Response> {
        crate::call::unimplemented("WriteStateBytes")
    }
    /// Locks one state.
    fn lock_state(
        &self,
        _: tonic::Request<crate::tfplugin6::lock_state::Request>,
    ) -> crate::Call<'_, crate::tfplugin6::lock_state::Response> {
        crate::call::unimplemented("LockState")
    }
    /// Releases the lock that LockState gave.
    fn unlock_state(
        &self,
        _: tonic::Request<crate::tfplugin6::unlock_state::Request>,
    ) -> crate::Call<'_, crate::tfplugin6::unlock_state::Response> {
        crate::call::unimplemented("UnlockState")
    }
    /// The ids of all states in the store.
    fn get_states(
        &self,
        _: tonic::Request<crate::tfplugin6::get_states::Request>,
    ) -> crate::Call<'_, crate::tfplugin6::get_states::Response> {
        crate::call::unimplemented("GetStates")
    }
    /// Removes one state.
    fn delete_state(
        &self,
        _: tonic::Request<crate::tfplugin6::delete_state::Request>,
    ) -> crate::Call<'_, crate::tfplugin6::delete_state::Response> {
        crate::call::unimplemented("DeleteState")
    }
}
