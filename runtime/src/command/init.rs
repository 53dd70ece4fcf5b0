//! `state init`: makes what the store needs to be used, a folder or a table, which opening it does; so that who may make it can do so for others.

use super::{Answer, Opened};
use crate::diagnostic::Result;

pub(super) async fn init(opened: &Opened<'_>) -> Result<Answer> {
    let states = opened.keeper.states().await?.len();
    let states = match states {
        0 => "no states yet".to_owned(),
        1 => "1 state".to_owned(),
        states => format!("{states} states"),
    };
    Ok(format!("The store can be used. It has {states}.\n").into())
}
