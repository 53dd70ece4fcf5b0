//! State stores below the RPCs: the conformance suite, and the rigs that crash what writes.

#[cfg(test)]
mod chain;
#[cfg(test)]
mod conformance;
#[cfg(test)]
mod disk_errors;
#[cfg(test)]
mod everywhere;
#[cfg(test)]
mod filesystem;
#[cfg(test)]
mod full;
#[cfg(test)]
#[cfg(feature = "images")]
mod images;
#[cfg(test)]
mod killed;
#[cfg(test)]
mod life;
#[cfg(test)]
mod locks;
#[cfg(test)]
mod places;
#[cfg(test)]
#[cfg(all(unix, feature = "databases"))]
mod postgres;
#[cfg(test)]
mod power_cuts;
#[cfg(test)]
#[allow(dead_code, reason = "others break bytes with it")]
#[path = "../random.rs"]
mod random;
#[cfg(test)]
mod s3;
#[cfg(test)]
mod scratch;
#[cfg(test)]
mod simulated_disk;
#[cfg(test)]
#[cfg(unix)]
mod stopped;
#[cfg(test)]
mod terraform;
#[cfg(test)]
mod wrapped;
