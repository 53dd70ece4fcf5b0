//! What the log wants to know of every request and response.

use super::to_proto;
use crate::handlers::guard;
use crate::handlers::write_state_bytes::Upload;
use crate::log::Secrets;
use tfgen_proto::{Encoded, tfplugin6 as proto};

/// A request.
pub(super) trait Question {
    /// The log field for the kind of thing that is asked about, and its name.
    fn subject(&self) -> Option<(&'static str, String)>;
}

/// A response.
pub(super) trait Answer {
    fn diagnostics(&self) -> &[proto::Diagnostic];

    /// The same, to be changed.
    fn diagnostics_mut(&mut self) -> &mut [proto::Diagnostic];

    /// Of an event: no other one comes after it.
    fn is_last(&self) -> bool {
        false
    }

    /// What is answered when Terraform wants the provider to stop and the work goes on regardless, where nothing is lost by it:
    /// none if the work has to be waited for.
    fn interrupted() -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// The only form in which a function fails.
    fn function_error(&self) -> Option<&proto::FunctionError> {
        None
    }

    /// Takes sensitive values of the provider's configuration out of what is said: also user code without a context, such as
    /// a hook that validates, may have them from somewhere. What is sensitive of the request itself is hidden already.
    fn hide(&mut self, secrets: &Secrets) {
        if secrets.is_empty() {
            return;
        }
        for message in self.diagnostics_mut() {
            message.summary = secrets.mask(&message.summary);
            message.detail = secrets.mask(&message.detail);
        }
    }

    /// The numbers of errors and warnings.
    fn counts(&self) -> (usize, usize) {
        let error = i32::from(proto::diagnostic::Severity::Error);
        let errors = self.diagnostics().iter().filter(|diagnostic| diagnostic.severity == error).count();
        (errors + usize::from(self.function_error().is_some()), self.diagnostics().len() - errors)
    }
}

macro_rules! messages {
    (
        about nothing: $($plain:ident)*;
        $(about $kind:literal by $name:ident: $($named:ident)*;)*
        answers: $($answer:ident)*;
    ) => {
        $(impl Question for proto::$plain::Request {
            fn subject(&self) -> Option<(&'static str, String)> {
                None
            }
        })*
        $($(impl Question for proto::$named::Request {
            fn subject(&self) -> Option<(&'static str, String)> {
                Some(($kind, self.$name.clone()))
            }
        })*)*
        $(impl Answer for proto::$answer::Response {
            fn diagnostics(&self) -> &[proto::Diagnostic] {
                &self.diagnostics
            }

            fn diagnostics_mut(&mut self) -> &mut [proto::Diagnostic] {
                &mut self.diagnostics
            }
        })*
    };
}

messages! {
    about nothing: get_metadata get_provider_schema get_resource_identity_schemas get_functions validate_provider_config
        configure_provider stop_provider;
    about "tf_resource_type" by type_name: validate_resource_config upgrade_resource_state upgrade_resource_identity
        read_resource plan_resource_change apply_resource_change import_resource_state generate_resource_config;
    about "tf_resource_type" by target_type_name: move_resource_state;
    about "tf_data_source_type" by type_name: validate_data_resource_config read_data_source;
    about "tf_ephemeral_resource_type" by type_name: validate_ephemeral_resource_config open_ephemeral_resource
        renew_ephemeral_resource close_ephemeral_resource;
    about "tf_list_resource_type" by type_name: validate_list_resource_config list_resource;
    about "tf_function_name" by name: call_function;
    about "tf_action_type" by type_name: validate_action_config;
    about "tf_action_type" by action_type: plan_action invoke_action;
    about "tf_state_store_type" by type_name: validate_state_store configure_state_store read_state_bytes lock_state
        unlock_state get_states delete_state;
    answers: get_metadata get_resource_identity_schemas get_functions validate_provider_config
        validate_resource_config upgrade_resource_state upgrade_resource_identity read_resource plan_resource_change
        apply_resource_change import_resource_state generate_resource_config move_resource_state
        validate_data_resource_config read_data_source validate_ephemeral_resource_config open_ephemeral_resource
        renew_ephemeral_resource close_ephemeral_resource validate_list_resource_config validate_action_config
        plan_action validate_state_store configure_state_store read_state_bytes write_state_bytes lock_state unlock_state
        get_states delete_state;
}

impl Question for Upload {
    fn subject(&self) -> Option<(&'static str, String)> {
        self.type_name().map(|name| ("tf_state_store_type", name.to_owned()))
    }
}

impl Answer for Encoded {
    fn diagnostics(&self) -> &[proto::Diagnostic] {
        &[]
    }

    fn diagnostics_mut(&mut self) -> &mut [proto::Diagnostic] {
        &mut []
    }
}

impl Answer for proto::call_function::Response {
    fn diagnostics(&self) -> &[proto::Diagnostic] {
        &[]
    }

    fn diagnostics_mut(&mut self) -> &mut [proto::Diagnostic] {
        &mut []
    }

    fn function_error(&self) -> Option<&proto::FunctionError> {
        self.error.as_ref()
    }

    fn interrupted() -> Option<Self> {
        let text = "The function was interrupted: Terraform has asked the provider to stop.".to_owned();
        Some(Self { result: None, error: Some(proto::FunctionError { text, function_argument: None }) })
    }
}

impl Answer for proto::configure_provider::Response {
    fn diagnostics(&self) -> &[proto::Diagnostic] {
        &self.diagnostics
    }

    fn diagnostics_mut(&mut self) -> &mut [proto::Diagnostic] {
        &mut self.diagnostics
    }

    fn interrupted() -> Option<Self> {
        Some(Self { diagnostics: to_proto::diagnostics(guard::interrupted("being configured")) })
    }
}

impl Answer for proto::list_resource::Event {
    fn diagnostics(&self) -> &[proto::Diagnostic] {
        &self.diagnostic
    }

    fn diagnostics_mut(&mut self) -> &mut [proto::Diagnostic] {
        &mut self.diagnostic
    }
}

impl Answer for proto::invoke_action::Event {
    fn diagnostics(&self) -> &[proto::Diagnostic] {
        match &self.r#type {
            Some(proto::invoke_action::event::Type::Completed(completed)) => &completed.diagnostics,
            _ => &[],
        }
    }

    fn diagnostics_mut(&mut self) -> &mut [proto::Diagnostic] {
        match &mut self.r#type {
            Some(proto::invoke_action::event::Type::Completed(completed)) => &mut completed.diagnostics,
            _ => &mut [],
        }
    }

    fn is_last(&self) -> bool {
        matches!(self.r#type, Some(proto::invoke_action::event::Type::Completed(_)))
    }
}
