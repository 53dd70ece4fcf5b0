//! All tests that look at tfgen from outside, in reading order.

#[cfg(test)]
mod invalid;
#[cfg(test)]
mod plugin;
#[cfg(test)]
mod proto;
#[cfg(test)]
mod schema_language;
#[cfg(test)]
mod terraform;
#[cfg(test)]
mod wire;
