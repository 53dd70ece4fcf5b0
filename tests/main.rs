//! All tests that look at tfgen from outside, in reading order.
