// A provider of the size of the files example's core, written with terraform-plugin-framework: the peer that
// tests/reach measures beside.
package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"log"
	"os"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	dschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	pschema "github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

type files struct{}

func (*files) Metadata(_ context.Context, _ provider.MetadataRequest, r *provider.MetadataResponse) {
	r.TypeName = "files"
}

func (*files) Schema(_ context.Context, _ provider.SchemaRequest, r *provider.SchemaResponse) {
	r.Schema = pschema.Schema{Attributes: map[string]pschema.Attribute{"root": pschema.StringAttribute{Optional: true}}}
}

func (*files) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {}

func (*files) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{func() resource.Resource { return &file{} }}
}

func (*files) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{func() datasource.DataSource { return &fileData{} }}
}

type file struct{}

type fileModel struct {
	Path    types.String `tfsdk:"path"`
	Content types.String `tfsdk:"content"`
	Mode    types.String `tfsdk:"mode"`
	Size    types.Int64  `tfsdk:"size"`
	Sha256  types.String `tfsdk:"sha256"`
}

func (*file) Metadata(_ context.Context, _ resource.MetadataRequest, r *resource.MetadataResponse) {
	r.TypeName = "files_file"
}

func (*file) Schema(_ context.Context, _ resource.SchemaRequest, r *resource.SchemaResponse) {
	r.Schema = schema.Schema{Attributes: map[string]schema.Attribute{
		"path": schema.StringAttribute{Required: true,
			PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()}},
		"content": schema.StringAttribute{Required: true},
		"mode":    schema.StringAttribute{Optional: true, Computed: true, Default: stringdefault.StaticString("0644")},
		"size":    schema.Int64Attribute{Computed: true},
		"sha256":  schema.StringAttribute{Computed: true},
	}}
}

func (m *fileModel) write() error {
	sum := sha256.Sum256([]byte(m.Content.ValueString()))
	m.Sha256 = types.StringValue(hex.EncodeToString(sum[:]))
	m.Size = types.Int64Value(int64(len(m.Content.ValueString())))
	return os.WriteFile(m.Path.ValueString(), []byte(m.Content.ValueString()), 0o644)
}

func (*file) Create(ctx context.Context, q resource.CreateRequest, r *resource.CreateResponse) {
	var model fileModel
	r.Diagnostics.Append(q.Plan.Get(ctx, &model)...)
	if err := model.write(); err != nil {
		r.Diagnostics.AddError("Cannot write the file", err.Error())
		return
	}
	r.Diagnostics.Append(r.State.Set(ctx, &model)...)
}

func (*file) Read(context.Context, resource.ReadRequest, *resource.ReadResponse) {}

func (*file) Update(ctx context.Context, q resource.UpdateRequest, r *resource.UpdateResponse) {
	var model fileModel
	r.Diagnostics.Append(q.Plan.Get(ctx, &model)...)
	if err := model.write(); err != nil {
		r.Diagnostics.AddError("Cannot write the file", err.Error())
		return
	}
	r.Diagnostics.Append(r.State.Set(ctx, &model)...)
}

func (*file) Delete(ctx context.Context, q resource.DeleteRequest, r *resource.DeleteResponse) {
	var model fileModel
	r.Diagnostics.Append(q.State.Get(ctx, &model)...)
	_ = os.Remove(model.Path.ValueString())
}

type fileData struct{}

func (*fileData) Metadata(_ context.Context, _ datasource.MetadataRequest, r *datasource.MetadataResponse) {
	r.TypeName = "files_file"
}

func (*fileData) Schema(_ context.Context, _ datasource.SchemaRequest, r *datasource.SchemaResponse) {
	r.Schema = dschema.Schema{Attributes: map[string]dschema.Attribute{
		"path":    dschema.StringAttribute{Required: true},
		"content": dschema.StringAttribute{Computed: true},
	}}
}

func (*fileData) Read(context.Context, datasource.ReadRequest, *datasource.ReadResponse) {}

func main() {
	opts := providerserver.ServeOpts{Address: "example.com/tfgen/files"}
	if err := providerserver.Serve(context.Background(), func() provider.Provider { return &files{} }, opts); err != nil {
		log.Fatal(err)
	}
}
