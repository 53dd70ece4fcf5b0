//! `provider::kitchen::portions`: adds up, and misbehaves when `failure` says so.

use crate::generated::functions::portions::{PortionsFunction, PortionsPlan, parameter};
use std::sync::atomic::{AtomicI64, Ordering};
use tfgen_runtime::{Map, Result, error};

/// The function.
pub struct Portions;

impl PortionsFunction for Portions {
    fn call(plan: Vec<PortionsPlan>, failure: Option<String>) -> Result<Map<i64>> {
        match failure.as_deref() {
            Some("panic") => panic!("the counter fell over"),
            Some("moody") => {
                static CALLS: AtomicI64 = AtomicI64::new(0);
                return Ok([("calls".to_owned(), CALLS.fetch_add(1, Ordering::Relaxed))].into());
            }
            Some("error") => return Err(error("Nobody can count that").at(parameter::FAILURE)),
            _ => {}
        }
        let mut portions = Map::new();
        for PortionsPlan { dish, guests } in plan {
            let dish = dish.ok_or_else(|| error("A dish has no name").at(parameter::PLAN))?;
            let sum = portions.entry(dish).or_insert(0_i64);
            let more = sum.checked_add(guests.unwrap_or(0));
            *sum = more.ok_or_else(|| error("More guests than can be counted").at(parameter::PLAN))?;
        }
        Ok(portions)
    }
}
