//! `ConfigureProvider`: environment variables and defaults fill what the configuration leaves out, then user code makes
//! a provider of it.

use super::known::first_unknown;
use super::{Configured, Handlers, guard};
use crate::adapter::AnyProvider;
use crate::capability::Services;
use crate::context::{Cancellation, ClientCapabilities};
use crate::diagnostic::{Diagnostics, Result, error};
use crate::log::Secrets;
use crate::schema::ProviderSchema;
use crate::validate;
use std::env;
use std::sync::{Arc, PoisonError};
use tfgen_cty::Value;

impl Handlers {
    /// What there is to say. After an error no provider is there, and whatever needs one is an error: one of before would go on
    /// with a configuration that nobody has asked for.
    ///
    /// A configuration that is not known yet makes everything wait that needs the provider, if the client allows that.
    pub(crate) async fn configure_provider(
        &self,
        config: Value,
        client: ClientCapabilities,
        cancellation: &Cancellation,
    ) -> Diagnostics {
        let outcome = if client.deferral_allowed && !config.is_wholly_known() {
            self.defer(cancellation).await
        } else {
            self.configure(config, cancellation).await
        };
        outcome.unwrap_or_else(|failed| {
            self.set_provider(Configured::Nothing);
            failed
        })
    }

    async fn defer(&self, cancellation: &Cancellation) -> Result<Diagnostics> {
        self.check_tools(cancellation).await?;
        self.set_provider(Configured::Deferred);
        Ok(Diagnostics::new())
    }

    /// What tools need has to be there before anything is done, by user code or by a step: also while the configuration is not
    /// known, since steps that plan run then.
    #[cfg(feature = "tool")]
    async fn check_tools(&self, cancellation: &Cancellation) -> Result<()> {
        let tools = &self.registry.tools;
        let mut missing = Diagnostics::new();
        for tool in &tools.all {
            missing.extend(crate::tool::requirement::check(tool, &tools.programs, cancellation).await);
        }
        if missing.has_errors() { Err(missing) } else { Ok(()) }
    }

    #[cfg(not(feature = "tool"))]
    #[allow(clippy::unused_async, clippy::unused_self, reason = "the other one looks for programs")]
    async fn check_tools(&self, _: &Cancellation) -> Result<()> {
        Ok(())
    }

    async fn configure(&self, config: Value, cancellation: &Cancellation) -> Result<Diagnostics> {
        let entry = &self.registry.provider;
        self.private.check()?;
        known(entry.schema, &config)?;
        let (config, mut found) = validate::environment::fill(&entry.schema.block, &config, |name| env::var(name).ok());
        // Terraform has validated what is configured; what the environment gave comes in here for the first time.
        found.extend(self.validate_provider(&config));
        if found.has_errors() {
            return Err(found);
        }
        found.0.clear();
        let secrets = Secrets::of(&entry.schema.block, [&config]);
        self.check_tools(cancellation).await?;
        let configured = self.start(config, cancellation).await;
        let (provider, services) = configured.map_err(|mut failed| {
            secrets.mask_all(&mut failed);
            failed
        })?;
        *self.secrets.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(secrets);
        self.set_provider(Configured::Provider(provider, services));
        Ok(found)
    }

    /// The provider, and then one service after the other.
    async fn start(&self, config: Value, cancellation: &Cancellation) -> Result<(AnyProvider, Services)> {
        let adapter = &self.registry.provider.adapter;
        let provider = guard::run_until(cancellation, "being configured", adapter.configure(config.clone())).await?;
        let mut started = Vec::new();
        for service in &self.registry.services {
            let future = service.start(provider.clone(), config.clone());
            let doing = "starting the service of a capability";
            started.push((service.id(), guard::run_until(cancellation, doing, future).await?));
        }
        Ok((provider, started.into_iter().collect()))
    }
}

/// A provider that is configured with something unknown could only guess.
fn known(schema: &ProviderSchema, config: &Value) -> Result<()> {
    let unknown = first_unknown(config);
    let Some(path) = unknown else { return Ok(()) };
    Err(error(format!("The configuration of the provider {} is not known yet", schema.name))
        .detail(format!(
            "`{path}` depends on something that is known after apply only. Apply what it depends on first (`terraform apply -target=…`), or give a value that is known when Terraform plans."
        ))
        .at(path))
}
