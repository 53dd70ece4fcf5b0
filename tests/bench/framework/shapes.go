package main

import (
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

type smallModel struct {
	ID      types.String `tfsdk:"id"`
	Name    types.String `tfsdk:"name"`
	Size    types.Int64  `tfsdk:"size"`
	Enabled types.Bool   `tfsdk:"enabled"`
	Tags    types.Map    `tfsdk:"tags"`
}

// Each type is made once, so that what is kept outlives a call.
var (
	small = newKept("small", schema.Schema{Attributes: map[string]schema.Attribute{
		"id":      id,
		"name":    schema.StringAttribute{Required: true},
		"size":    schema.Int64Attribute{Optional: true},
		"enabled": schema.BoolAttribute{Optional: true, Computed: true, Default: booldefault.StaticBool(true)},
		"tags":    schema.MapAttribute{Optional: true, ElementType: types.StringType},
	}}, func(m *smallModel) (*types.String, types.String) { return &m.ID, m.Name })
	text = newKept("text", schema.Schema{Attributes: map[string]schema.Attribute{
		"id":   id,
		"name": schema.StringAttribute{Required: true},
		"body": schema.StringAttribute{Required: true},
	}}, func(m *textModel) (*types.String, types.String) { return &m.ID, m.Name })
	rules = newKept("rules", schema.Schema{
		Attributes: map[string]schema.Attribute{"id": id, "name": schema.StringAttribute{Required: true}},
		Blocks: map[string]schema.Block{"rule": schema.SetNestedBlock{NestedObject: schema.NestedBlockObject{
			Attributes: map[string]schema.Attribute{
				"host": schema.StringAttribute{Required: true},
				"port": schema.Int64Attribute{Optional: true},
				"text": schema.StringAttribute{Optional: true},
			},
		}}},
	}, func(m *rulesModel) (*types.String, types.String) { return &m.ID, m.Name })
	deep = newKept("deep", schema.Schema{
		Attributes: map[string]schema.Attribute{"id": id, "name": schema.StringAttribute{Required: true}},
		Blocks:     nested("a", "b", "c", "d", "e", "f"),
	}, func(m *deepModel) (*types.String, types.String) { return &m.ID, m.Name })
)

func newSmall() resource.Resource { return small }
func newText() resource.Resource  { return text }
func newRules() resource.Resource { return rules }
func newDeep() resource.Resource  { return deep }

type textModel struct {
	ID   types.String `tfsdk:"id"`
	Name types.String `tfsdk:"name"`
	Body types.String `tfsdk:"body"`
}

type rulesModel struct {
	ID   types.String `tfsdk:"id"`
	Name types.String `tfsdk:"name"`
	Rule []ruleModel  `tfsdk:"rule"`
}

type ruleModel struct {
	Host types.String `tfsdk:"host"`
	Port types.Int64  `tfsdk:"port"`
	Text types.String `tfsdk:"text"`
}

type deepModel struct {
	ID   types.String `tfsdk:"id"`
	Name types.String `tfsdk:"name"`
	A    []level1     `tfsdk:"a"`
}

type level1 struct {
	Label types.String `tfsdk:"label"`
	Size  types.Int64  `tfsdk:"size"`
	B     []level2     `tfsdk:"b"`
}

type level2 struct {
	Label types.String `tfsdk:"label"`
	Size  types.Int64  `tfsdk:"size"`
	C     []level3     `tfsdk:"c"`
}

type level3 struct {
	Label types.String `tfsdk:"label"`
	Size  types.Int64  `tfsdk:"size"`
	D     []level4     `tfsdk:"d"`
}

type level4 struct {
	Label types.String `tfsdk:"label"`
	Size  types.Int64  `tfsdk:"size"`
	E     []level5     `tfsdk:"e"`
}

type level5 struct {
	Label types.String `tfsdk:"label"`
	Size  types.Int64  `tfsdk:"size"`
	F     []level6     `tfsdk:"f"`
}

type level6 struct {
	Label types.String `tfsdk:"label"`
	Size  types.Int64  `tfsdk:"size"`
}

// nested are list blocks, each in the one before.
func nested(name string, inner ...string) map[string]schema.Block {
	object := schema.NestedBlockObject{Attributes: map[string]schema.Attribute{
		"label": schema.StringAttribute{Required: true},
		"size":  schema.Int64Attribute{Optional: true},
	}}
	if len(inner) > 0 {
		object.Blocks = nested(inner[0], inner[1:]...)
	}
	return map[string]schema.Block{name: schema.ListNestedBlock{NestedObject: object}}
}
