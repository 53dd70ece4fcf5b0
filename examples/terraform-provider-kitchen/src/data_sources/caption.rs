//! `data.kitchen_caption`: the service of a capability without a resource.

use crate::capabilities::labelling::Labelling;
use crate::generated::data_sources::caption::{CaptionData, CaptionDataConfig};
use crate::provider::Kitchen;
use tfgen_runtime::{Context, DataSource, Result};

/// The data source.
pub struct Caption;

impl DataSource for Caption {
    type Provider = Kitchen;
    type Model = CaptionData;

    async fn read(cx: Context<Kitchen>, config: CaptionDataConfig) -> Result<CaptionData> {
        let labelling = cx.service::<Labelling>();
        let caption = labelling.caption(config.labels.as_ref());
        Ok(CaptionData { caption, labels: config.labels, maker: labelling.maker.clone() })
    }
}
