// A provider with very many resources over terraform-plugin-framework: skeletons that echo what is planned.
package main

import (
	"context"
	"log"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

type many struct{}

func (*many) Metadata(_ context.Context, _ provider.MetadataRequest, r *provider.MetadataResponse) {
	r.TypeName = "many"
}

func (*many) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse) {}

func (*many) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {}

func (*many) Resources(context.Context) []func() resource.Resource { return resources }

func (*many) DataSources(context.Context) []func() datasource.DataSource { return nil }

var resources = []func() resource.Resource{
// RESOURCES
}

// skeleton is what every resource has in common.
type skeleton[M any] struct{}

func (*skeleton[M]) Create(ctx context.Context, q resource.CreateRequest, r *resource.CreateResponse) {
	var model M
	r.Diagnostics.Append(q.Plan.Get(ctx, &model)...)
	r.Diagnostics.Append(r.State.Set(ctx, &model)...)
}

func (*skeleton[M]) Read(ctx context.Context, q resource.ReadRequest, r *resource.ReadResponse) {
	var model M
	r.Diagnostics.Append(q.State.Get(ctx, &model)...)
	r.Diagnostics.Append(r.State.Set(ctx, &model)...)
}

func (*skeleton[M]) Update(ctx context.Context, q resource.UpdateRequest, r *resource.UpdateResponse) {
	var model M
	r.Diagnostics.Append(q.Plan.Get(ctx, &model)...)
	r.Diagnostics.Append(r.State.Set(ctx, &model)...)
}

func (*skeleton[M]) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}

func main() {
	create := func() provider.Provider { return &many{} }
	options := providerserver.ServeOpts{Address: "registry.terraform.io/tfgen/many", ProtocolVersion: 6}
	if err := providerserver.Serve(context.Background(), create, options); err != nil {
		log.Fatal(err)
	}
}
