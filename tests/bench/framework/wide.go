package main

import (
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

type wideModel struct {
	ID       types.String `tfsdk:"id"`
	Name     types.String `tfsdk:"name"`
	Text01   types.String `tfsdk:"text_01"`
	Text02   types.String `tfsdk:"text_02"`
	Text03   types.String `tfsdk:"text_03"`
	Text04   types.String `tfsdk:"text_04"`
	Text05   types.String `tfsdk:"text_05"`
	Text06   types.String `tfsdk:"text_06"`
	Text07   types.String `tfsdk:"text_07"`
	Text08   types.String `tfsdk:"text_08"`
	Text09   types.String `tfsdk:"text_09"`
	Text10   types.String `tfsdk:"text_10"`
	Text11   types.String `tfsdk:"text_11"`
	Text12   types.String `tfsdk:"text_12"`
	Text13   types.String `tfsdk:"text_13"`
	Text14   types.String `tfsdk:"text_14"`
	Text15   types.String `tfsdk:"text_15"`
	Text16   types.String `tfsdk:"text_16"`
	Text17   types.String `tfsdk:"text_17"`
	Text18   types.String `tfsdk:"text_18"`
	Text19   types.String `tfsdk:"text_19"`
	Text20   types.String `tfsdk:"text_20"`
	Text21   types.String `tfsdk:"text_21"`
	Text22   types.String `tfsdk:"text_22"`
	Text23   types.String `tfsdk:"text_23"`
	Text24   types.String `tfsdk:"text_24"`
	Text25   types.String `tfsdk:"text_25"`
	Text26   types.String `tfsdk:"text_26"`
	Text27   types.String `tfsdk:"text_27"`
	Text28   types.String `tfsdk:"text_28"`
	Text29   types.String `tfsdk:"text_29"`
	Text30   types.String `tfsdk:"text_30"`
	Text31   types.String `tfsdk:"text_31"`
	Text32   types.String `tfsdk:"text_32"`
	Text33   types.String `tfsdk:"text_33"`
	Text34   types.String `tfsdk:"text_34"`
	Text35   types.String `tfsdk:"text_35"`
	Text36   types.String `tfsdk:"text_36"`
	Text37   types.String `tfsdk:"text_37"`
	Text38   types.String `tfsdk:"text_38"`
	Text39   types.String `tfsdk:"text_39"`
	Text40   types.String `tfsdk:"text_40"`
	Text41   types.String `tfsdk:"text_41"`
	Text42   types.String `tfsdk:"text_42"`
	Text43   types.String `tfsdk:"text_43"`
	Text44   types.String `tfsdk:"text_44"`
	Text45   types.String `tfsdk:"text_45"`
	Text46   types.String `tfsdk:"text_46"`
	Text47   types.String `tfsdk:"text_47"`
	Text48   types.String `tfsdk:"text_48"`
	Text49   types.String `tfsdk:"text_49"`
	Text50   types.String `tfsdk:"text_50"`
	Text51   types.String `tfsdk:"text_51"`
	Text52   types.String `tfsdk:"text_52"`
	Text53   types.String `tfsdk:"text_53"`
	Text54   types.String `tfsdk:"text_54"`
	Text55   types.String `tfsdk:"text_55"`
	Text56   types.String `tfsdk:"text_56"`
	Text57   types.String `tfsdk:"text_57"`
	Text58   types.String `tfsdk:"text_58"`
	Text59   types.String `tfsdk:"text_59"`
	Text60   types.String `tfsdk:"text_60"`
	Number01 types.Int64  `tfsdk:"number_01"`
	Number02 types.Int64  `tfsdk:"number_02"`
	Number03 types.Int64  `tfsdk:"number_03"`
	Number04 types.Int64  `tfsdk:"number_04"`
	Number05 types.Int64  `tfsdk:"number_05"`
	Number06 types.Int64  `tfsdk:"number_06"`
	Number07 types.Int64  `tfsdk:"number_07"`
	Number08 types.Int64  `tfsdk:"number_08"`
	Number09 types.Int64  `tfsdk:"number_09"`
	Number10 types.Int64  `tfsdk:"number_10"`
	Number11 types.Int64  `tfsdk:"number_11"`
	Number12 types.Int64  `tfsdk:"number_12"`
	Number13 types.Int64  `tfsdk:"number_13"`
	Number14 types.Int64  `tfsdk:"number_14"`
	Number15 types.Int64  `tfsdk:"number_15"`
	Number16 types.Int64  `tfsdk:"number_16"`
	Number17 types.Int64  `tfsdk:"number_17"`
	Number18 types.Int64  `tfsdk:"number_18"`
	Number19 types.Int64  `tfsdk:"number_19"`
	Number20 types.Int64  `tfsdk:"number_20"`
	Flag01   types.Bool   `tfsdk:"flag_01"`
	Flag02   types.Bool   `tfsdk:"flag_02"`
	Flag03   types.Bool   `tfsdk:"flag_03"`
	Flag04   types.Bool   `tfsdk:"flag_04"`
	Flag05   types.Bool   `tfsdk:"flag_05"`
	Flag06   types.Bool   `tfsdk:"flag_06"`
	Flag07   types.Bool   `tfsdk:"flag_07"`
	Flag08   types.Bool   `tfsdk:"flag_08"`
	Flag09   types.Bool   `tfsdk:"flag_09"`
	Flag10   types.Bool   `tfsdk:"flag_10"`
	Made01   types.String `tfsdk:"made_01"`
	Made02   types.String `tfsdk:"made_02"`
	Made03   types.String `tfsdk:"made_03"`
	Made04   types.String `tfsdk:"made_04"`
	Made05   types.String `tfsdk:"made_05"`
	Made06   types.String `tfsdk:"made_06"`
	Made07   types.String `tfsdk:"made_07"`
	Made08   types.String `tfsdk:"made_08"`
}

var wide = makeWide()

func newWide() resource.Resource { return wide }

func makeWide() *kept[wideModel] {
	wide := newKept("wide", wideSchema(), func(m *wideModel) (*types.String, types.String) { return &m.ID, m.Name })
	wide.finish = func(m *wideModel) {
		made := types.StringValue("made")
		m.Made01, m.Made02, m.Made03, m.Made04, m.Made05, m.Made06, m.Made07, m.Made08 = made, made, made, made, made, made, made, made
	}
	return wide
}

func wideSchema() schema.Schema {
	optional := schema.StringAttribute{Optional: true}
	number := schema.Int64Attribute{Optional: true}
	flag := schema.BoolAttribute{Optional: true, Computed: true, Default: booldefault.StaticBool(false)}
	made := schema.StringAttribute{Computed: true}
	return schema.Schema{Attributes: map[string]schema.Attribute{
		"id": id, "name": schema.StringAttribute{Required: true},
		"text_01": optional, "text_02": optional, "text_03": optional, "text_04": optional,
		"text_05": optional, "text_06": optional, "text_07": optional, "text_08": optional,
		"text_09": optional, "text_10": optional, "text_11": optional, "text_12": optional,
		"text_13": optional, "text_14": optional, "text_15": optional, "text_16": optional,
		"text_17": optional, "text_18": optional, "text_19": optional, "text_20": optional,
		"text_21": optional, "text_22": optional, "text_23": optional, "text_24": optional,
		"text_25": optional, "text_26": optional, "text_27": optional, "text_28": optional,
		"text_29": optional, "text_30": optional, "text_31": optional, "text_32": optional,
		"text_33": optional, "text_34": optional, "text_35": optional, "text_36": optional,
		"text_37": optional, "text_38": optional, "text_39": optional, "text_40": optional,
		"text_41": optional, "text_42": optional, "text_43": optional, "text_44": optional,
		"text_45": optional, "text_46": optional, "text_47": optional, "text_48": optional,
		"text_49": optional, "text_50": optional, "text_51": optional, "text_52": optional,
		"text_53": optional, "text_54": optional, "text_55": optional, "text_56": optional,
		"text_57": optional, "text_58": optional, "text_59": optional, "text_60": optional,
		"number_01": number, "number_02": number, "number_03": number, "number_04": number,
		"number_05": number, "number_06": number, "number_07": number, "number_08": number,
		"number_09": number, "number_10": number, "number_11": number, "number_12": number,
		"number_13": number, "number_14": number, "number_15": number, "number_16": number,
		"number_17": number, "number_18": number, "number_19": number, "number_20": number,
		"flag_01": flag, "flag_02": flag, "flag_03": flag, "flag_04": flag,
		"flag_05": flag, "flag_06": flag, "flag_07": flag, "flag_08": flag,
		"flag_09": flag, "flag_10": flag,
		"made_01": made, "made_02": made, "made_03": made, "made_04": made,
		"made_05": made, "made_06": made, "made_07": made, "made_08": made,
	}}
}
