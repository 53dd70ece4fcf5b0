//! Generated from the .proto files of package tfplugin6: edit those and run the tests of tfgen-tests with
//! TFGEN_ACCEPT=1.
#![allow(missing_docs, deprecated, unused_qualifications, clippy::all, clippy::pedantic)]
#![cfg_attr(rustfmt, rustfmt_skip)]

/// Generated server implementations.
#[cfg(feature = "server")]
pub mod provider_server {
    #![allow(
        unused_variables,
        dead_code,
        missing_docs,
        clippy::wildcard_imports,
        clippy::let_unit_value,
    )]
    use tonic::codegen::*;
    /// Generated trait containing gRPC methods that should be implemented for use with ProviderServer.
    #[async_trait]
    pub trait Provider: std::marker::Send + std::marker::Sync + 'static {
        /// Names of all that the provider has, without the schemas.
        async fn get_metadata(
            &self,
            request: tonic::Request<crate::tfplugin6::get_metadata::Request>,
        ) -> std::result::Result<
            tonic::Response<crate::tfplugin6::get_metadata::Response>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// Every schema at once. Terraform caches the answer when get_provider_schema_optional is set.
        async fn get_provider_schema(
            &self,
            request: tonic::Request<crate::tfplugin6::get_provider_schema::Request>,
        ) -> std::result::Result<tonic::Response<crate::Encoded>, tonic::Status> {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// The identity schemas of those managed resources that have one.
        async fn get_resource_identity_schemas(
            &self,
            request: tonic::Request<
                crate::tfplugin6::get_resource_identity_schemas::Request,
            >,
        ) -> std::result::Result<
            tonic::Response<crate::tfplugin6::get_resource_identity_schemas::Response>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// The signatures of all functions.
        async fn get_functions(
            &self,
            request: tonic::Request<crate::tfplugin6::get_functions::Request>,
        ) -> std::result::Result<
            tonic::Response<crate::tfplugin6::get_functions::Response>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// Checks the configuration of the provider block; it may hold unknown values.
        async fn validate_provider_config(
            &self,
            request: tonic::Request<crate::tfplugin6::validate_provider_config::Request>,
        ) -> std::result::Result<
            tonic::Response<crate::tfplugin6::validate_provider_config::Response>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// Hands over the configuration that the process works with from here on.
        async fn configure_provider(
            &self,
            request: tonic::Request<crate::tfplugin6::configure_provider::Request>,
        ) -> std::result::Result<
            tonic::Response<crate::tfplugin6::configure_provider::Response>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// The user has interrupted Terraform: running calls should come to an end soon. The process goes on serving.
        async fn stop_provider(
            &self,
            request: tonic::Request<crate::tfplugin6::stop_provider::Request>,
        ) -> std::result::Result<
            tonic::Response<crate::tfplugin6::stop_provider::Response>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// Checks the configuration of one resource block; it may hold unknown values.
        async fn validate_resource_config(
            &self,
            request: tonic::Request<crate::tfplugin6::validate_resource_config::Request>,
        ) -> std::result::Result<
            tonic::Response<crate::tfplugin6::validate_resource_config::Response>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// Brings a stored state to the current schema version. Asked for every stored object, also when the version is
        /// the same.
        async fn upgrade_resource_state(
            &self,
            request: tonic::Request<crate::tfplugin6::upgrade_resource_state::Request>,
        ) -> std::result::Result<
            tonic::Response<crate::tfplugin6::upgrade_resource_state::Response>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// Brings a stored identity to the current version of its schema.
        async fn upgrade_resource_identity(
            &self,
            request: tonic::Request<crate::tfplugin6::upgrade_resource_identity::Request>,
        ) -> std::result::Result<
            tonic::Response<crate::tfplugin6::upgrade_resource_identity::Response>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// Looks at the real object: what is it now, is it still there.
        async fn read_resource(
            &self,
            request: tonic::Request<crate::tfplugin6::read_resource::Request>,
        ) -> std::result::Result<
            tonic::Response<crate::tfplugin6::read_resource::Response>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// Says what the object will be after the change, as far as that is known.
        async fn plan_resource_change(
            &self,
            request: tonic::Request<crate::tfplugin6::plan_resource_change::Request>,
        ) -> std::result::Result<
            tonic::Response<crate::tfplugin6::plan_resource_change::Response>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// Makes the change: create, update or delete.
        async fn apply_resource_change(
            &self,
            request: tonic::Request<crate::tfplugin6::apply_resource_change::Request>,
        ) -> std::result::Result<
            tonic::Response<crate::tfplugin6::apply_resource_change::Response>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// Takes over an object that exists, named by an id or an identity.
        async fn import_resource_state(
            &self,
            request: tonic::Request<crate::tfplugin6::import_resource_state::Request>,
        ) -> std::result::Result<
            tonic::Response<crate::tfplugin6::import_resource_state::Response>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// Turns the state of another resource type into the state of one of ours.
        async fn move_resource_state(
            &self,
            request: tonic::Request<crate::tfplugin6::move_resource_state::Request>,
        ) -> std::result::Result<
            tonic::Response<crate::tfplugin6::move_resource_state::Response>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// Makes a configuration that describes the given state.
        async fn generate_resource_config(
            &self,
            request: tonic::Request<crate::tfplugin6::generate_resource_config::Request>,
        ) -> std::result::Result<
            tonic::Response<crate::tfplugin6::generate_resource_config::Response>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// Checks the configuration of one data block; it may hold unknown values.
        async fn validate_data_resource_config(
            &self,
            request: tonic::Request<
                crate::tfplugin6::validate_data_resource_config::Request,
            >,
        ) -> std::result::Result<
            tonic::Response<crate::tfplugin6::validate_data_resource_config::Response>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// Reads the data source with a configuration that is wholly known.
        async fn read_data_source(
            &self,
            request: tonic::Request<crate::tfplugin6::read_data_source::Request>,
        ) -> std::result::Result<
            tonic::Response<crate::tfplugin6::read_data_source::Response>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// Checks the configuration of one ephemeral block; it may hold unknown values.
        async fn validate_ephemeral_resource_config(
            &self,
            request: tonic::Request<
                crate::tfplugin6::validate_ephemeral_resource_config::Request,
            >,
        ) -> std::result::Result<
            tonic::Response<
                crate::tfplugin6::validate_ephemeral_resource_config::Response,
            >,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// Makes a value that lives as long as the run and is stored nowhere.
        async fn open_ephemeral_resource(
            &self,
            request: tonic::Request<crate::tfplugin6::open_ephemeral_resource::Request>,
        ) -> std::result::Result<
            tonic::Response<crate::tfplugin6::open_ephemeral_resource::Response>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// Keeps an open ephemeral resource alive.
        async fn renew_ephemeral_resource(
            &self,
            request: tonic::Request<crate::tfplugin6::renew_ephemeral_resource::Request>,
        ) -> std::result::Result<
            tonic::Response<crate::tfplugin6::renew_ephemeral_resource::Response>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// Gives an ephemeral resource back.
        async fn close_ephemeral_resource(
            &self,
            request: tonic::Request<crate::tfplugin6::close_ephemeral_resource::Request>,
        ) -> std::result::Result<
            tonic::Response<crate::tfplugin6::close_ephemeral_resource::Response>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// Checks the configuration of one list block.
        async fn validate_list_resource_config(
            &self,
            request: tonic::Request<
                crate::tfplugin6::validate_list_resource_config::Request,
            >,
        ) -> std::result::Result<
            tonic::Response<crate::tfplugin6::validate_list_resource_config::Response>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// Streams the objects that exist, each with its identity.
        async fn list_resource(
            &self,
            request: tonic::Request<crate::tfplugin6::list_resource::Request>,
        ) -> std::result::Result<
            tonic::Response<BoxStream<crate::tfplugin6::list_resource::Event>>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// Calls one function. It may come to a process that is not configured.
        async fn call_function(
            &self,
            request: tonic::Request<crate::tfplugin6::call_function::Request>,
        ) -> std::result::Result<
            tonic::Response<crate::tfplugin6::call_function::Response>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// Checks the configuration of one action block.
        async fn validate_action_config(
            &self,
            request: tonic::Request<crate::tfplugin6::validate_action_config::Request>,
        ) -> std::result::Result<
            tonic::Response<crate::tfplugin6::validate_action_config::Response>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// Says before the run whether the action can be done.
        async fn plan_action(
            &self,
            request: tonic::Request<crate::tfplugin6::plan_action::Request>,
        ) -> std::result::Result<
            tonic::Response<crate::tfplugin6::plan_action::Response>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// Does the action; progress is streamed, and the last event says how it ended.
        async fn invoke_action(
            &self,
            request: tonic::Request<crate::tfplugin6::invoke_action::Request>,
        ) -> std::result::Result<
            tonic::Response<BoxStream<crate::tfplugin6::invoke_action::Event>>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// Checks the configuration of a state_store block.
        async fn validate_state_store_config(
            &self,
            request: tonic::Request<crate::tfplugin6::validate_state_store::Request>,
        ) -> std::result::Result<
            tonic::Response<crate::tfplugin6::validate_state_store::Response>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// Hands over the configuration of the state store and agrees on the size of chunks.
        async fn configure_state_store(
            &self,
            request: tonic::Request<crate::tfplugin6::configure_state_store::Request>,
        ) -> std::result::Result<
            tonic::Response<crate::tfplugin6::configure_state_store::Response>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// Streams one state; a state that is not there is a stream without chunks.
        async fn read_state_bytes(
            &self,
            request: tonic::Request<crate::tfplugin6::read_state_bytes::Request>,
        ) -> std::result::Result<
            tonic::Response<BoxStream<crate::tfplugin6::read_state_bytes::Response>>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// Takes one state, chunk by chunk.
        async fn write_state_bytes(
            &self,
            request: tonic::Request<
                tonic::Streaming<crate::tfplugin6::write_state_bytes::RequestChunk>,
            >,
        ) -> std::result::Result<
            tonic::Response<crate::tfplugin6::write_state_bytes::Response>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// Locks one state.
        async fn lock_state(
            &self,
            request: tonic::Request<crate::tfplugin6::lock_state::Request>,
        ) -> std::result::Result<
            tonic::Response<crate::tfplugin6::lock_state::Response>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// Releases the lock that LockState gave.
        async fn unlock_state(
            &self,
            request: tonic::Request<crate::tfplugin6::unlock_state::Request>,
        ) -> std::result::Result<
            tonic::Response<crate::tfplugin6::unlock_state::Response>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// The ids of all states in the store.
        async fn get_states(
            &self,
            request: tonic::Request<crate::tfplugin6::get_states::Request>,
        ) -> std::result::Result<
            tonic::Response<crate::tfplugin6::get_states::Response>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
        /// Removes one state.
        async fn delete_state(
            &self,
            request: tonic::Request<crate::tfplugin6::delete_state::Request>,
        ) -> std::result::Result<
            tonic::Response<crate::tfplugin6::delete_state::Response>,
            tonic::Status,
        > {
            Err(tonic::Status::unimplemented("Not yet implemented"))
        }
    }
    /// All that a provider can be asked.
    #[derive(Debug)]
    pub struct ProviderServer<T> {
        inner: Arc<T>,
        accept_compression_encodings: EnabledCompressionEncodings,
        send_compression_encodings: EnabledCompressionEncodings,
        max_decoding_message_size: Option<usize>,
        max_encoding_message_size: Option<usize>,
    }
    impl<T> ProviderServer<T> {
        pub fn new(inner: T) -> Self {
            Self::from_arc(Arc::new(inner))
        }
        pub fn from_arc(inner: Arc<T>) -> Self {
            Self {
                inner,
                accept_compression_encodings: Default::default(),
                send_compression_encodings: Default::default(),
                max_decoding_message_size: None,
                max_encoding_message_size: None,
            }
        }
        pub fn with_interceptor<F>(
            inner: T,
            interceptor: F,
        ) -> InterceptedService<Self, F>
        where
            F: tonic::service::Interceptor,
        {
            InterceptedService::new(Self::new(inner), interceptor)
        }
        /// Enable decompressing requests with the given encoding.
        #[must_use]
        pub fn accept_compressed(mut self, encoding: CompressionEncoding) -> Self {
            self.accept_compression_encodings.enable(encoding);
            self
        }
        /// Compress responses with the given encoding, if the client supports it.
        #[must_use]
        pub fn send_compressed(mut self, encoding: CompressionEncoding) -> Self {
            self.send_compression_encodings.enable(encoding);
            self
        }
        /// Limits the maximum size of a decoded message.
        ///
        /// Default: `4MB`
        #[must_use]
        pub fn max_decoding_message_size(mut self, limit: usize) -> Self {
            self.max_decoding_message_size = Some(limit);
            self
        }
        /// Limits the maximum size of an encoded message.
        ///
        /// Default: `usize::MAX`
        #[must_use]
        pub fn max_encoding_message_size(mut self, limit: usize) -> Self {
            self.max_encoding_message_size = Some(limit);
            self
        }
    }
    impl<T, B> tonic::codegen::Service<http::Request<B>> for ProviderServer<T>
    where
        T: Provider,
        B: Body + std::marker::Send + 'static,
        B::Error: Into<StdError> + std::marker::Send + 'static,
    {
        type Response = http::Response<tonic::body::Body>;
        type Error = std::convert::Infallible;
        type Future = BoxFuture<Self::Response, Self::Error>;
        fn poll_ready(
            &mut self,
            _cx: &mut Context<'_>,
        ) -> Poll<std::result::Result<(), Self::Error>> {
            Poll::Ready(Ok(()))
        }
        fn call(&mut self, req: http::Request<B>) -> Self::Future {
            match req.uri().path() {
                "/tfplugin6.Provider/GetMetadata" => {
                    #[allow(non_camel_case_types)]
                    struct GetMetadataSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::UnaryService<
                        crate::tfplugin6::get_metadata::Request,
                    > for GetMetadataSvc<T> {
                        type Response = crate::tfplugin6::get_metadata::Response;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::get_metadata::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::get_metadata(&inner, request).await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = GetMetadataSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.unary(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/GetProviderSchema" => {
                    #[allow(non_camel_case_types)]
                    struct GetProviderSchemaSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::UnaryService<
                        crate::tfplugin6::get_provider_schema::Request,
                    > for GetProviderSchemaSvc<T> {
                        type Response = crate::Encoded;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::get_provider_schema::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::get_provider_schema(&inner, request).await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = GetProviderSchemaSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.unary(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/GetResourceIdentitySchemas" => {
                    #[allow(non_camel_case_types)]
                    struct GetResourceIdentitySchemasSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::UnaryService<
                        crate::tfplugin6::get_resource_identity_schemas::Request,
                    > for GetResourceIdentitySchemasSvc<T> {
                        type Response = crate::tfplugin6::get_resource_identity_schemas::Response;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::get_resource_identity_schemas::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::get_resource_identity_schemas(
                                        &inner,
                                        request,
                                    )
                                    .await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = GetResourceIdentitySchemasSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.unary(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/GetFunctions" => {
                    #[allow(non_camel_case_types)]
                    struct GetFunctionsSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::UnaryService<
                        crate::tfplugin6::get_functions::Request,
                    > for GetFunctionsSvc<T> {
                        type Response = crate::tfplugin6::get_functions::Response;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::get_functions::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::get_functions(&inner, request).await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = GetFunctionsSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.unary(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/ValidateProviderConfig" => {
                    #[allow(non_camel_case_types)]
                    struct ValidateProviderConfigSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::UnaryService<
                        crate::tfplugin6::validate_provider_config::Request,
                    > for ValidateProviderConfigSvc<T> {
                        type Response = crate::tfplugin6::validate_provider_config::Response;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::validate_provider_config::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::validate_provider_config(&inner, request)
                                    .await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = ValidateProviderConfigSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.unary(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/ConfigureProvider" => {
                    #[allow(non_camel_case_types)]
                    struct ConfigureProviderSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::UnaryService<
                        crate::tfplugin6::configure_provider::Request,
                    > for ConfigureProviderSvc<T> {
                        type Response = crate::tfplugin6::configure_provider::Response;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::configure_provider::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::configure_provider(&inner, request).await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = ConfigureProviderSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.unary(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/StopProvider" => {
                    #[allow(non_camel_case_types)]
                    struct StopProviderSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::UnaryService<
                        crate::tfplugin6::stop_provider::Request,
                    > for StopProviderSvc<T> {
                        type Response = crate::tfplugin6::stop_provider::Response;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::stop_provider::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::stop_provider(&inner, request).await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = StopProviderSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.unary(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/ValidateResourceConfig" => {
                    #[allow(non_camel_case_types)]
                    struct ValidateResourceConfigSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::UnaryService<
                        crate::tfplugin6::validate_resource_config::Request,
                    > for ValidateResourceConfigSvc<T> {
                        type Response = crate::tfplugin6::validate_resource_config::Response;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::validate_resource_config::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::validate_resource_config(&inner, request)
                                    .await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = ValidateResourceConfigSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.unary(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/UpgradeResourceState" => {
                    #[allow(non_camel_case_types)]
                    struct UpgradeResourceStateSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::UnaryService<
                        crate::tfplugin6::upgrade_resource_state::Request,
                    > for UpgradeResourceStateSvc<T> {
                        type Response = crate::tfplugin6::upgrade_resource_state::Response;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::upgrade_resource_state::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::upgrade_resource_state(&inner, request)
                                    .await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = UpgradeResourceStateSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.unary(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/UpgradeResourceIdentity" => {
                    #[allow(non_camel_case_types)]
                    struct UpgradeResourceIdentitySvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::UnaryService<
                        crate::tfplugin6::upgrade_resource_identity::Request,
                    > for UpgradeResourceIdentitySvc<T> {
                        type Response = crate::tfplugin6::upgrade_resource_identity::Response;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::upgrade_resource_identity::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::upgrade_resource_identity(&inner, request)
                                    .await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = UpgradeResourceIdentitySvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.unary(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/ReadResource" => {
                    #[allow(non_camel_case_types)]
                    struct ReadResourceSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::UnaryService<
                        crate::tfplugin6::read_resource::Request,
                    > for ReadResourceSvc<T> {
                        type Response = crate::tfplugin6::read_resource::Response;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::read_resource::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::read_resource(&inner, request).await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = ReadResourceSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.unary(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/PlanResourceChange" => {
                    #[allow(non_camel_case_types)]
                    struct PlanResourceChangeSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::UnaryService<
                        crate::tfplugin6::plan_resource_change::Request,
                    > for PlanResourceChangeSvc<T> {
                        type Response = crate::tfplugin6::plan_resource_change::Response;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::plan_resource_change::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::plan_resource_change(&inner, request).await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = PlanResourceChangeSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.unary(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/ApplyResourceChange" => {
                    #[allow(non_camel_case_types)]
                    struct ApplyResourceChangeSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::UnaryService<
                        crate::tfplugin6::apply_resource_change::Request,
                    > for ApplyResourceChangeSvc<T> {
                        type Response = crate::tfplugin6::apply_resource_change::Response;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::apply_resource_change::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::apply_resource_change(&inner, request)
                                    .await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = ApplyResourceChangeSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.unary(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/ImportResourceState" => {
                    #[allow(non_camel_case_types)]
                    struct ImportResourceStateSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::UnaryService<
                        crate::tfplugin6::import_resource_state::Request,
                    > for ImportResourceStateSvc<T> {
                        type Response = crate::tfplugin6::import_resource_state::Response;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::import_resource_state::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::import_resource_state(&inner, request)
                                    .await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = ImportResourceStateSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.unary(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/MoveResourceState" => {
                    #[allow(non_camel_case_types)]
                    struct MoveResourceStateSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::UnaryService<
                        crate::tfplugin6::move_resource_state::Request,
                    > for MoveResourceStateSvc<T> {
                        type Response = crate::tfplugin6::move_resource_state::Response;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::move_resource_state::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::move_resource_state(&inner, request).await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = MoveResourceStateSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.unary(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/GenerateResourceConfig" => {
                    #[allow(non_camel_case_types)]
                    struct GenerateResourceConfigSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::UnaryService<
                        crate::tfplugin6::generate_resource_config::Request,
                    > for GenerateResourceConfigSvc<T> {
                        type Response = crate::tfplugin6::generate_resource_config::Response;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::generate_resource_config::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::generate_resource_config(&inner, request)
                                    .await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = GenerateResourceConfigSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.unary(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/ValidateDataResourceConfig" => {
                    #[allow(non_camel_case_types)]
                    struct ValidateDataResourceConfigSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::UnaryService<
                        crate::tfplugin6::validate_data_resource_config::Request,
                    > for ValidateDataResourceConfigSvc<T> {
                        type Response = crate::tfplugin6::validate_data_resource_config::Response;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::validate_data_resource_config::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::validate_data_resource_config(
                                        &inner,
                                        request,
                                    )
                                    .await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = ValidateDataResourceConfigSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.unary(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/ReadDataSource" => {
                    #[allow(non_camel_case_types)]
                    struct ReadDataSourceSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::UnaryService<
                        crate::tfplugin6::read_data_source::Request,
                    > for ReadDataSourceSvc<T> {
                        type Response = crate::tfplugin6::read_data_source::Response;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::read_data_source::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::read_data_source(&inner, request).await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = ReadDataSourceSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.unary(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/ValidateEphemeralResourceConfig" => {
                    #[allow(non_camel_case_types)]
                    struct ValidateEphemeralResourceConfigSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::UnaryService<
                        crate::tfplugin6::validate_ephemeral_resource_config::Request,
                    > for ValidateEphemeralResourceConfigSvc<T> {
                        type Response = crate::tfplugin6::validate_ephemeral_resource_config::Response;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::validate_ephemeral_resource_config::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::validate_ephemeral_resource_config(
                                        &inner,
                                        request,
                                    )
                                    .await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = ValidateEphemeralResourceConfigSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.unary(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/OpenEphemeralResource" => {
                    #[allow(non_camel_case_types)]
                    struct OpenEphemeralResourceSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::UnaryService<
                        crate::tfplugin6::open_ephemeral_resource::Request,
                    > for OpenEphemeralResourceSvc<T> {
                        type Response = crate::tfplugin6::open_ephemeral_resource::Response;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::open_ephemeral_resource::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::open_ephemeral_resource(&inner, request)
                                    .await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = OpenEphemeralResourceSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.unary(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/RenewEphemeralResource" => {
                    #[allow(non_camel_case_types)]
                    struct RenewEphemeralResourceSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::UnaryService<
                        crate::tfplugin6::renew_ephemeral_resource::Request,
                    > for RenewEphemeralResourceSvc<T> {
                        type Response = crate::tfplugin6::renew_ephemeral_resource::Response;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::renew_ephemeral_resource::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::renew_ephemeral_resource(&inner, request)
                                    .await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = RenewEphemeralResourceSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.unary(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/CloseEphemeralResource" => {
                    #[allow(non_camel_case_types)]
                    struct CloseEphemeralResourceSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::UnaryService<
                        crate::tfplugin6::close_ephemeral_resource::Request,
                    > for CloseEphemeralResourceSvc<T> {
                        type Response = crate::tfplugin6::close_ephemeral_resource::Response;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::close_ephemeral_resource::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::close_ephemeral_resource(&inner, request)
                                    .await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = CloseEphemeralResourceSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.unary(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/ValidateListResourceConfig" => {
                    #[allow(non_camel_case_types)]
                    struct ValidateListResourceConfigSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::UnaryService<
                        crate::tfplugin6::validate_list_resource_config::Request,
                    > for ValidateListResourceConfigSvc<T> {
                        type Response = crate::tfplugin6::validate_list_resource_config::Response;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::validate_list_resource_config::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::validate_list_resource_config(
                                        &inner,
                                        request,
                                    )
                                    .await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = ValidateListResourceConfigSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.unary(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/ListResource" => {
                    #[allow(non_camel_case_types)]
                    struct ListResourceSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::ServerStreamingService<
                        crate::tfplugin6::list_resource::Request,
                    > for ListResourceSvc<T> {
                        type Response = crate::tfplugin6::list_resource::Event;
                        type ResponseStream = BoxStream<
                            crate::tfplugin6::list_resource::Event,
                        >;
                        type Future = BoxFuture<
                            tonic::Response<Self::ResponseStream>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::list_resource::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::list_resource(&inner, request).await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = ListResourceSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.server_streaming(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/CallFunction" => {
                    #[allow(non_camel_case_types)]
                    struct CallFunctionSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::UnaryService<
                        crate::tfplugin6::call_function::Request,
                    > for CallFunctionSvc<T> {
                        type Response = crate::tfplugin6::call_function::Response;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::call_function::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::call_function(&inner, request).await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = CallFunctionSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.unary(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/ValidateActionConfig" => {
                    #[allow(non_camel_case_types)]
                    struct ValidateActionConfigSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::UnaryService<
                        crate::tfplugin6::validate_action_config::Request,
                    > for ValidateActionConfigSvc<T> {
                        type Response = crate::tfplugin6::validate_action_config::Response;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::validate_action_config::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::validate_action_config(&inner, request)
                                    .await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = ValidateActionConfigSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.unary(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/PlanAction" => {
                    #[allow(non_camel_case_types)]
                    struct PlanActionSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::UnaryService<crate::tfplugin6::plan_action::Request>
                    for PlanActionSvc<T> {
                        type Response = crate::tfplugin6::plan_action::Response;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::plan_action::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::plan_action(&inner, request).await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = PlanActionSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.unary(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/InvokeAction" => {
                    #[allow(non_camel_case_types)]
                    struct InvokeActionSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::ServerStreamingService<
                        crate::tfplugin6::invoke_action::Request,
                    > for InvokeActionSvc<T> {
                        type Response = crate::tfplugin6::invoke_action::Event;
                        type ResponseStream = BoxStream<
                            crate::tfplugin6::invoke_action::Event,
                        >;
                        type Future = BoxFuture<
                            tonic::Response<Self::ResponseStream>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::invoke_action::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::invoke_action(&inner, request).await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = InvokeActionSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.server_streaming(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/ValidateStateStoreConfig" => {
                    #[allow(non_camel_case_types)]
                    struct ValidateStateStoreConfigSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::UnaryService<
                        crate::tfplugin6::validate_state_store::Request,
                    > for ValidateStateStoreConfigSvc<T> {
                        type Response = crate::tfplugin6::validate_state_store::Response;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::validate_state_store::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::validate_state_store_config(
                                        &inner,
                                        request,
                                    )
                                    .await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = ValidateStateStoreConfigSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.unary(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/ConfigureStateStore" => {
                    #[allow(non_camel_case_types)]
                    struct ConfigureStateStoreSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::UnaryService<
                        crate::tfplugin6::configure_state_store::Request,
                    > for ConfigureStateStoreSvc<T> {
                        type Response = crate::tfplugin6::configure_state_store::Response;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::configure_state_store::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::configure_state_store(&inner, request)
                                    .await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = ConfigureStateStoreSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.unary(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/ReadStateBytes" => {
                    #[allow(non_camel_case_types)]
                    struct ReadStateBytesSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::ServerStreamingService<
                        crate::tfplugin6::read_state_bytes::Request,
                    > for ReadStateBytesSvc<T> {
                        type Response = crate::tfplugin6::read_state_bytes::Response;
                        type ResponseStream = BoxStream<
                            crate::tfplugin6::read_state_bytes::Response,
                        >;
                        type Future = BoxFuture<
                            tonic::Response<Self::ResponseStream>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::read_state_bytes::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::read_state_bytes(&inner, request).await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = ReadStateBytesSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.server_streaming(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/WriteStateBytes" => {
                    #[allow(non_camel_case_types)]
                    struct WriteStateBytesSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::ClientStreamingService<
                        crate::tfplugin6::write_state_bytes::RequestChunk,
                    > for WriteStateBytesSvc<T> {
                        type Response = crate::tfplugin6::write_state_bytes::Response;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                tonic::Streaming<
                                    crate::tfplugin6::write_state_bytes::RequestChunk,
                                >,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::write_state_bytes(&inner, request).await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = WriteStateBytesSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.client_streaming(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/LockState" => {
                    #[allow(non_camel_case_types)]
                    struct LockStateSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::UnaryService<crate::tfplugin6::lock_state::Request>
                    for LockStateSvc<T> {
                        type Response = crate::tfplugin6::lock_state::Response;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::lock_state::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::lock_state(&inner, request).await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = LockStateSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.unary(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/UnlockState" => {
                    #[allow(non_camel_case_types)]
                    struct UnlockStateSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::UnaryService<
                        crate::tfplugin6::unlock_state::Request,
                    > for UnlockStateSvc<T> {
                        type Response = crate::tfplugin6::unlock_state::Response;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::unlock_state::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::unlock_state(&inner, request).await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = UnlockStateSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.unary(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/GetStates" => {
                    #[allow(non_camel_case_types)]
                    struct GetStatesSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::UnaryService<crate::tfplugin6::get_states::Request>
                    for GetStatesSvc<T> {
                        type Response = crate::tfplugin6::get_states::Response;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::get_states::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::get_states(&inner, request).await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = GetStatesSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.unary(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                "/tfplugin6.Provider/DeleteState" => {
                    #[allow(non_camel_case_types)]
                    struct DeleteStateSvc<T: Provider>(pub Arc<T>);
                    impl<
                        T: Provider,
                    > tonic::server::UnaryService<
                        crate::tfplugin6::delete_state::Request,
                    > for DeleteStateSvc<T> {
                        type Response = crate::tfplugin6::delete_state::Response;
                        type Future = BoxFuture<
                            tonic::Response<Self::Response>,
                            tonic::Status,
                        >;
                        fn call(
                            &mut self,
                            request: tonic::Request<
                                crate::tfplugin6::delete_state::Request,
                            >,
                        ) -> Self::Future {
                            let inner = Arc::clone(&self.0);
                            let fut = async move {
                                <T as Provider>::delete_state(&inner, request).await
                            };
                            Box::pin(fut)
                        }
                    }
                    let accept_compression_encodings = self.accept_compression_encodings;
                    let send_compression_encodings = self.send_compression_encodings;
                    let max_decoding_message_size = self.max_decoding_message_size;
                    let max_encoding_message_size = self.max_encoding_message_size;
                    let inner = self.inner.clone();
                    let fut = async move {
                        let method = DeleteStateSvc(inner);
                        let codec = tonic_prost::ProstCodec::default();
                        let mut grpc = tonic::server::Grpc::new(codec)
                            .apply_compression_config(
                                accept_compression_encodings,
                                send_compression_encodings,
                            )
                            .apply_max_message_size_config(
                                max_decoding_message_size,
                                max_encoding_message_size,
                            );
                        let res = grpc.unary(method, req).await;
                        Ok(res)
                    };
                    Box::pin(fut)
                }
                _ => {
                    Box::pin(async move {
                        let mut response = http::Response::new(
                            tonic::body::Body::default(),
                        );
                        let headers = response.headers_mut();
                        headers
                            .insert(
                                tonic::Status::GRPC_STATUS,
                                (tonic::Code::Unimplemented as i32).into(),
                            );
                        headers
                            .insert(
                                http::header::CONTENT_TYPE,
                                tonic::metadata::GRPC_CONTENT_TYPE,
                            );
                        Ok(response)
                    })
                }
            }
        }
    }
    impl<T> Clone for ProviderServer<T> {
        fn clone(&self) -> Self {
            let inner = self.inner.clone();
            Self {
                inner,
                accept_compression_encodings: self.accept_compression_encodings,
                send_compression_encodings: self.send_compression_encodings,
                max_decoding_message_size: self.max_decoding_message_size,
                max_encoding_message_size: self.max_encoding_message_size,
            }
        }
    }
    /// Generated gRPC service name
    pub const SERVICE_NAME: &str = "tfplugin6.Provider";
    impl<T> tonic::server::NamedService for ProviderServer<T> {
        const NAME: &'static str = SERVICE_NAME;
    }
}
