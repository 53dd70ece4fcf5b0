package main

import (
	"context"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// kept is a resource whose objects are kept in memory, under an id made of their name.
type kept[M any] struct {
	name   string
	schema schema.Schema
	// fields are where a model's id and name are.
	fields  func(*M) (*types.String, types.String)
	objects *sync.Map
	// finish sets what else is computed.
	finish func(*M)
}

func newKept[M any](name string, schema schema.Schema, fields func(*M) (*types.String, types.String)) *kept[M] {
	return &kept[M]{name: name, schema: schema, fields: fields, objects: &sync.Map{}, finish: func(*M) {}}
}

func (k *kept[M]) Metadata(_ context.Context, _ resource.MetadataRequest, r *resource.MetadataResponse) {
	r.TypeName = "bench_" + k.name
}

func (k *kept[M]) Schema(_ context.Context, _ resource.SchemaRequest, r *resource.SchemaResponse) {
	r.Schema = k.schema
}

func (*kept[M]) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, r *resource.IdentitySchemaResponse) {
	r.IdentitySchema = identityschema.Schema{Attributes: map[string]identityschema.Attribute{
		"id": identityschema.StringAttribute{RequiredForImport: true},
	}}
}

func (k *kept[M]) Create(ctx context.Context, q resource.CreateRequest, r *resource.CreateResponse) {
	var model M
	r.Diagnostics.Append(q.Plan.Get(ctx, &model)...)
	if r.Diagnostics.HasError() {
		return
	}
	id, name := k.fields(&model)
	*id = types.StringValue(k.name + "-" + name.ValueString())
	k.keep(&model)
	r.Diagnostics.Append(r.State.Set(ctx, &model)...)
	r.Diagnostics.Append(r.Identity.SetAttribute(ctx, path.Root("id"), *id)...)
}

func (k *kept[M]) Read(ctx context.Context, q resource.ReadRequest, r *resource.ReadResponse) {
	var id types.String
	r.Diagnostics.Append(q.State.GetAttribute(ctx, path.Root("id"), &id)...)
	if r.Diagnostics.HasError() {
		return
	}
	model, found := k.objects.Load(id.ValueString())
	if !found {
		// Another process has made it: it is as it was.
		model = new(M)
		r.Diagnostics.Append(q.State.Get(ctx, model)...)
	}
	r.Diagnostics.Append(r.State.Set(ctx, model)...)
	r.Diagnostics.Append(r.Identity.SetAttribute(ctx, path.Root("id"), id)...)
}

func (k *kept[M]) Update(ctx context.Context, q resource.UpdateRequest, r *resource.UpdateResponse) {
	var model M
	r.Diagnostics.Append(q.Plan.Get(ctx, &model)...)
	if r.Diagnostics.HasError() {
		return
	}
	k.keep(&model)
	id, _ := k.fields(&model)
	r.Diagnostics.Append(r.State.Set(ctx, &model)...)
	r.Diagnostics.Append(r.Identity.SetAttribute(ctx, path.Root("id"), *id)...)
}

func (k *kept[M]) Delete(ctx context.Context, q resource.DeleteRequest, r *resource.DeleteResponse) {
	var id types.String
	r.Diagnostics.Append(q.State.GetAttribute(ctx, path.Root("id"), &id)...)
	k.objects.Delete(id.ValueString())
}

func (k *kept[M]) keep(model *M) {
	k.finish(model)
	copied := *model
	id, _ := k.fields(&copied)
	k.objects.Store(id.ValueString(), &copied)
}

// id is the computed attribute that each resource has.
var id = schema.StringAttribute{
	Computed:      true,
	PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
}
