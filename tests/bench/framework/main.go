// The bench provider over terraform-plugin-framework, the peer of ../provider: the same schema, the same behaviour.
package main

import (
	"context"
	"log"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/statestore"
)

type bench struct{}

func (*bench) Metadata(_ context.Context, _ provider.MetadataRequest, r *provider.MetadataResponse) {
	r.TypeName = "bench"
}

func (*bench) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse) {}

func (*bench) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {}

func (*bench) Resources(context.Context) []func() resource.Resource {
	return append([]func() resource.Resource{newSmall, newWide, newDeep, newRules, newText}, more...)
}

func (*bench) DataSources(context.Context) []func() datasource.DataSource { return nil }

func (*bench) ListResources(context.Context) []func() list.ListResource {
	return []func() list.ListResource{func() list.ListResource { return &smallList{} }}
}

func (*bench) StateStores(context.Context) []func() statestore.StateStore {
	return []func() statestore.StateStore{func() statestore.StateStore { return &memory{} }}
}

func main() {
	create := func() provider.Provider { return &bench{} }
	err := providerserver.Serve(context.Background(), create, providerserver.ServeOpts{
		Address:         "registry.terraform.io/tfgen/bench",
		ProtocolVersion: 6,
	})
	if err != nil {
		log.Fatal(err)
	}
}
