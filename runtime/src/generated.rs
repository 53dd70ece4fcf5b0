//! What generated code imports, in one place: not for use by hand, and without promises beyond the contract number.

pub use crate::action::Action;
pub use crate::capability::Provides;
pub use crate::context::{Context, Planning};
pub use crate::contract::CONTRACT;
pub use crate::data_source::DataSource;
pub use crate::diagnostic::Result;
pub use crate::draft::Draft;
pub use crate::ephemeral::Ephemeral;
pub use crate::function::{Arguments, Function};
pub use crate::hook::{ActionHooks, PlanHook, ResourceHooks, Validation};
pub use crate::list::List;
pub use crate::model::{
    AttributePath, Closable, ConfigModel, DataModel, EphemeralModel, Field, FromValue, IntoValue, ListModel, Map,
    Object, ProviderMetaModel, ProviderModel, Record, Renewable, ResourceModel, Slot, View, load_text, text_state,
};
pub use crate::private::PrivateKey;
pub use crate::provider::Provider;
pub use crate::registry::Registry;
pub use crate::resource::Resource;
pub use crate::sample::{BrokenSample, test_identity_upgrade, test_upgrade};
pub use crate::schema::{
    Attribute, AttributeType, Block, BlockNesting, Condition, ConfigSchema, Conversion, CustomFormat, DataSourceSchema,
    Format, FunctionSchema, ImportSegment, Literal, Mode, MovedFrom, NestedBlock, Nesting, OnChange, Parameter,
    PrivateState, ProviderSchema, RequiresReplace, ResourceSchema, StateStoreKind, StateStoreSettings, Steps, Tables,
    Upgrade, Validator, WhenUnset,
};
#[cfg(feature = "state-store")]
pub use crate::state_store::StateStore;
#[cfg(feature = "tool")]
pub use crate::tool::{ImplementedStep, Piece, Requirement, Step, StepAnswer, StepContext, StepName, Tool};
pub use tfgen_cty::{Number, Value, ValueState};
