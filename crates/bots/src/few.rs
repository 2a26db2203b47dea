//! Sorts what is short: the moves of a position, the columns of a grid.

/// Sorts by insertion; equals keep their order. The library's sort is made for long lists, and every
/// use of it adds kilobytes to what a browser has to load.
pub(crate) fn sort_few<T: Copy, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
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
        sort_few(&mut few, |(key, _)| *key);
        known.sort_by_key(|(key, _)| *key);
        assert_eq!(few, known, "{list:?}");
    }

    #[test]
    fn it_sorts_as_the_library_does() {
        check(&[]);
        check(&[(1, 'a')]);
        check(&[(2, 'a'), (1, 'b'), (2, 'c'), (1, 'd'), (0, 'e'), (2, 'f')]);
        check(&[(3, 'a'), (2, 'b'), (1, 'c'), (1, 'd')]);
        check(&[(1, 'a'), (1, 'b'), (1, 'c')]);
    }
}
