//! dev
mod control;
mod leaf;
mod memo;
mod node;
mod order;
mod rules;
mod schedule;
mod score;
mod search;
mod shape;
mod team;
mod zugzwang;
pub use control::{CancelToken, Limits};
pub use rules::{Technique, Techniques};

/// dev
pub fn dev(moves: &str, off: &[usize], bytes: usize, wdl: bool) -> (i32, u64) {
    use crate::shape::Shape;
    let shape = shape::Standard;
    let (mut mover, mut all) = (0u64, 0u64);
    for c in moves.bytes() {
        let c = u32::from(c - b'1');
        let space = shape.playable(all) & (0x3f << (7 * c));
        mover ^= all;
        all |= space;
    }
    let memo = memo::Memo::new(bytes, shape.key_bits());
    let control = control::Control::new(Limits::default());
    let node = node::Node::new(shape, mover, all);
    let mut known = memo::Bounds { lower: -21, upper: 21 };
    if wdl { known = memo::Bounds { lower: -1, upper: 1 }; }
    fn go<R: rules::Switches>(rules: R, memo: &memo::Memo, control: &control::Control<'_>, node: &node::Node, mut known: memo::Bounds) -> (i32, u64) {
        let mut search = search::Search::new(shape::Standard, rules, memo, control, None);
        let v = schedule::narrow(&mut known, |w| search.ask(node, w)).unwrap();
        (v, search.nodes())
    }
    if off.is_empty() { go(rules::Every, &memo, &control, &node, known) } else {
        let mut t = Techniques::ALL;
        for &o in off { t = t.without(Technique::ALL[o]); }
        go(rules::Chosen(t), &memo, &control, &node, known)
    }
}
#[cfg(test)]
mod oracle;
#[cfg(test)]
mod proofs;
