package main

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/list"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

type smallList struct{}

func (*smallList) Metadata(_ context.Context, _ resource.MetadataRequest, r *resource.MetadataResponse) {
	r.TypeName = "bench_small"
}

func (*smallList) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, r *list.ListResourceSchemaResponse) {
	r.Schema = listschema.Schema{Attributes: map[string]listschema.Attribute{
		"total": listschema.Int64Attribute{Required: true},
	}}
}

func (*smallList) List(ctx context.Context, q list.ListRequest, stream *list.ListResultsStream) {
	var total types.Int64
	if d := q.Config.GetAttribute(ctx, path.Root("total"), &total); d.HasError() {
		stream.Results = list.ListResultsStreamDiagnostics(d)
		return
	}
	stream.Results = func(push func(list.ListResult) bool) {
		for n := range total.ValueInt64() {
			name := fmt.Sprintf("object %d", n)
			model := smallModel{
				ID:      types.StringValue(fmt.Sprintf("small-%d", n)),
				Name:    types.StringValue(name),
				Size:    types.Int64Value(n),
				Enabled: types.BoolValue(true),
				Tags:    types.MapNull(types.StringType),
			}
			result := q.NewListResult(ctx)
			result.DisplayName = name
			result.Diagnostics.Append(result.Identity.SetAttribute(ctx, path.Root("id"), model.ID)...)
			if q.IncludeResource {
				result.Diagnostics.Append(result.Resource.Set(ctx, &model)...)
			}
			if !push(result) {
				return
			}
		}
	}
}
