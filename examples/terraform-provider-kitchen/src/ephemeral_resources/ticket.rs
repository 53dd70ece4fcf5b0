//! `ephemeral "kitchen_ticket"`: notes when it is opened, renewed and closed, and misbehaves when `failure` says so.

use crate::generated::ephemeral_resources::ticket::private::{GUEST, RENEWED};
use crate::generated::ephemeral_resources::ticket::{TicketConfig, TicketData, attribute};
use crate::provider::Kitchen;
use std::time::Duration;
use tfgen_runtime::{Close, DeferralReason, Ephemeral, Renew, Result, Session, defer, error, warning};

/// The ephemeral resource.
pub struct Ticket;

impl Ephemeral for Ticket {
    type Provider = Kitchen;
    type Model = TicketData;

    async fn open(cx: Session<Self>, config: TicketConfig) -> Result<TicketData> {
        let TicketConfig { failure, guest, table } = config;
        let failed = failure.clone().unwrap_or_default();
        match failed.as_str() {
            "error" => return Err(error("The kitchen is full").at(attribute::GUEST)),
            "panic" => panic!("the door fell off"),
            "later" => return Err(defer(DeferralReason::AbsentPrereq).detail("The kitchen is not open yet.")),
            "chatty" => cx.warn(warning(format!("The code is code of {guest}"))),
            "at_once" => cx.renew_in(Duration::ZERO),
            "soon" => cx.renew_in(Duration::from_secs(1)),
            _ => {}
        }
        cx.private().set(GUEST, guest.clone())?;
        note(&cx, &format!("open {guest}"))?;
        let shown = if failed == "wrong_guest" { "somebody".to_owned() } else { guest.clone() };
        Ok(TicketData { code: format!("code of {guest}"), failure, guest: shown, table: table.unwrap_or(7) })
    }
}

impl Renew for Ticket {
    async fn renew(cx: Session<Self>) -> Result<()> {
        let times = cx.private().get(RENEWED)?.unwrap_or_default() + 1;
        cx.private().set(RENEWED, times)?;
        note(&cx, &format!("renew {} {times}", guest(&cx)?))?;
        cx.renew_in(Duration::from_secs(1));
        Ok(())
    }
}

impl Close for Ticket {
    async fn close(cx: Session<Self>) -> Result<()> {
        note(&cx, &format!("close {}", guest(&cx)?))
    }
}

fn guest(cx: &Session<Ticket>) -> Result<String> {
    cx.private().get(GUEST)?.ok_or_else(|| error("Nobody knows whose ticket it is"))
}

fn note(cx: &Session<Ticket>, line: &str) -> Result<()> {
    Ok(cx.provider().pantry.note("tickets.log", line)?)
}
