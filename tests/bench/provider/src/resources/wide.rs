//! `bench_wide`: a hundred attributes.

use crate::generated::resources::wide::{WideModel, WidePlan};
use crate::kept::{Kept, Made, made};

/// The managed resource.
pub type Wide = Kept<WideModel>;

made! { WidePlan => WideModel;
    name, text_01, text_02, text_03, text_04, text_05, text_06, text_07,
    text_08, text_09, text_10, text_11, text_12, text_13, text_14, text_15,
    text_16, text_17, text_18, text_19, text_20, text_21, text_22, text_23,
    text_24, text_25, text_26, text_27, text_28, text_29, text_30, text_31,
    text_32, text_33, text_34, text_35, text_36, text_37, text_38, text_39,
    text_40, text_41, text_42, text_43, text_44, text_45, text_46, text_47,
    text_48, text_49, text_50, text_51, text_52, text_53, text_54, text_55,
    text_56, text_57, text_58, text_59, text_60, number_01, number_02, number_03,
    number_04, number_05, number_06, number_07, number_08, number_09, number_10, number_11,
    number_12, number_13, number_14, number_15, number_16, number_17, number_18, number_19,
    number_20, flag_01, flag_02, flag_03, flag_04, flag_05, flag_06, flag_07,
    flag_08, flag_09, flag_10;
    ..computed()
}

impl Made for WideModel {
    const NAME: &'static str = "wide";

    fn id(&mut self) -> &mut String {
        &mut self.id
    }

    fn name(&self) -> &str {
        &self.name
    }
}

/// What the API would add.
fn computed() -> WideModel {
    let made = || "made".to_owned();
    WideModel {
        made_01: made(),
        made_02: made(),
        made_03: made(),
        made_04: made(),
        made_05: made(),
        made_06: made(),
        made_07: made(),
        made_08: made(),
        ..WideModel::default()
    }
}
