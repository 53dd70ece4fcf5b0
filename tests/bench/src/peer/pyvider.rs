//! The provider in Python over pyvider, of `pyvider/`, in the virtual environment that all peers of that kind share.

use super::{Program, folder, mirror};
use crate::many;
use crate::options::Options;
use tfgen_tests::built::repository;
use tfgen_tests::pyvider;

pub(super) fn bench_provider() -> Program {
    let source = folder().join("pyvider");
    mirror(&repository().join("tests/bench/pyvider"), &source)?;
    pyvider::install(&source, "bench")
}

pub(super) fn many(options: &Options, count: usize) -> Program {
    let source = folder().join("many-pyvider");
    many::write_python(&many::schema(options.schema.as_deref(), count)?, &source)?;
    pyvider::install(&source, "many")
}
