//! Insertion sort for short lists: the moves of a position, the columns of a board.

/// Sorts stably by insertion. The standard sort targets long lists, and every instance of it adds
/// kilobytes to the WebAssembly module.
pub(crate) fn insertion_sort<T: Copy, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && key(&list[at - 1]) > key(&list[at]) {
            list.swap(at - 1, at);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(list: &[(i32, char)]) {
        let (mut few, mut known) = (list.to_vec(), list.to_vec());
        insertion_sort(&mut few, |(key, _)| *key);
        known.sort_by_key(|(key, _)| *key);
        assert_eq!(few, known, "{list:?}");
    }

    #[test]
    fn it_agrees_with_the_standard_sort() {
        check(&[]);
        check(&[(1, 'a')]);
        check(&[(2, 'a'), (1, 'b'), (2, 'c'), (1, 'd'), (0, 'e'), (2, 'f')]);
        check(&[(3, 'a'), (2, 'b'), (1, 'c'), (1, 'd')]);
        check(&[(1, 'a'), (1, 'b'), (1, 'c')]);
    }
}
