//! Pairing elements with equal earlier ones.
//!
//! An element that leaves attributes aside may equal several earlier ones, so who takes which matters: elements are
//! matched, and one that finds all its choices taken may move another one. Each search is bounded, so the work stays
//! linear; what is lost by it is left to the best match.

use std::collections::{HashMap, HashSet};

use super::comparison::{MOVES, TRIES, anchor, count_aside, mask, project};
use super::{Elements, Pairing};

/// Elements by hash; those before `head` are paired.
#[derive(Default)]
struct Queue {
    at: Vec<usize>,
    head: usize,
}

/// Where equal elements are: the hash of what is always compared, what else is compared, and the hash of that.
type Key = (u64, usize, u64);

/// An element and where its choices are.
struct Seeker {
    key: Key,
    /// Nothing is left aside, so what becomes known later cannot want another pair: it never moves.
    certain: bool,
}

/// The search for equal elements.
pub(super) struct Matching<'p, 'a> {
    pairing: &'p mut Pairing<'a>,
    queues: HashMap<Key, Queue>,
    seekers: HashMap<usize, Seeker>,
    /// Which element holds an earlier one.
    holders: HashMap<usize, usize>,
}

impl<'p, 'a> Matching<'p, 'a> {
    /// Pairs these elements. Those that leave nothing aside come first; then those with the fewest choices.
    pub(super) fn run(pairing: &'p mut Pairing<'a>, candidates: &[usize]) {
        let mut matching = Self { pairing, queues: HashMap::new(), seekers: HashMap::new(), holders: HashMap::new() };
        let order = matching.prepare(candidates);
        for now in order {
            if !matching.take_free(now) {
                let mut seen = Vec::new();
                matching.make_room(now, &mut seen);
            }
        }
    }

    /// Indexes the earlier elements, once for each set of attributes that is compared.
    fn prepare(&mut self, candidates: &[usize]) -> Vec<usize> {
        let Elements { comparison, block, .. } = *self.pairing.elements;
        let mut anchors: HashMap<u64, Vec<usize>> = HashMap::new();
        for before in self.pairing.free() {
            anchors.entry(anchor(comparison, &block, self.pairing.before[before])).or_default().push(before);
        }
        self.pairing.work += candidates.len() + anchors.len();
        let mut masks: HashMap<Vec<bool>, usize> = HashMap::new();
        let mut indexed: HashSet<(u64, usize)> = HashSet::new();
        let mut order = Vec::new();
        for now in candidates.iter().copied() {
            let element = self.pairing.now[now];
            let aside = count_aside(comparison, &block, element);
            let anchor = anchor(comparison, &block, element);
            let Some(bucket) = anchors.get(&anchor).filter(|_| self.pairing.settled || aside == 0) else { continue };
            let mask = mask(comparison, &block, element);
            let projected = project(comparison, &block, element, &mask);
            let next = masks.len();
            let masked = masks.get(&mask).copied().unwrap_or(next);
            if indexed.insert((anchor, masked)) {
                for before in bucket {
                    let hash = project(comparison, &block, self.pairing.before[*before], &mask);
                    self.queues.entry((anchor, masked, hash)).or_default().at.push(*before);
                }
                self.pairing.work += bucket.len();
            }
            masks.entry(mask).or_insert(next);
            let key = (anchor, masked, projected);
            let choices = self.queues.get(&key).map_or(0, |queue| queue.at.len());
            self.seekers.insert(now, Seeker { key, certain: aside == 0 });
            order.push((aside > 0, choices, aside, now));
        }
        order.sort_unstable();
        order.into_iter().map(|(.., now)| now).collect()
    }

    fn queue(&mut self, now: usize) -> Option<&mut Queue> {
        let seeker = self.seekers.get(&now)?;
        self.queues.get_mut(&seeker.key)
    }

    /// Pairs an element with an equal one that no other holds.
    fn take_free(&mut self, now: usize) -> bool {
        let Some(queue) = self.queue(now) else { return false };
        let (at, mut head) = (std::mem::take(&mut queue.at), queue.head);
        while at.get(head).is_some_and(|before| !self.pairing.is_free(*before)) {
            head += 1;
        }
        let choices = at.iter().skip(head).take(TRIES).copied();
        let found =
            choices.into_iter().find(|before| self.pairing.is_free(*before) && self.pairing.equal(now, *before));
        if let Some(queue) = self.queue(now) {
            (queue.at, queue.head) = (at, head);
        }
        if let Some(before) = found {
            self.hold(now, before);
        }
        found.is_some()
    }

    fn hold(&mut self, now: usize, before: usize) {
        self.pairing.pair(now, before);
        self.holders.insert(before, now);
    }

    /// Pairs an element with an equal one whose holder can take another.
    fn make_room(&mut self, now: usize, seen: &mut Vec<usize>) -> bool {
        let Some(queue) = self.queue(now) else { return false };
        let choices: Vec<usize> = queue.at.iter().take(TRIES).copied().collect();
        for before in choices {
            if seen.len() >= MOVES {
                return false;
            }
            if seen.contains(&before) || !self.pairing.equal(now, before) {
                continue;
            }
            seen.push(before);
            let Some(holder) = self.holders.get(&before).copied() else { continue };
            let movable = self.seekers.get(&holder).is_some_and(|seeker| !seeker.certain);
            if movable && (self.take_free(holder) || self.make_room(holder, seen)) {
                self.hold(now, before);
                return true;
            }
        }
        false
    }
}
