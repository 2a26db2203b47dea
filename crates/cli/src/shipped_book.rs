//! The book that comes with the program, so that openings need no search and no file.

/// The bytes of the book, as `foursight book build` writes them; none if none is shipped.
pub(crate) const SHIPPED: Option<&[u8]> = None;

#[cfg(test)]
mod tests {
    use foursight_solver::book::Book;

    use super::*;

    #[test]
    fn what_is_shipped_is_a_book() {
        let read = SHIPPED.map(Book::from_bytes);
        assert!(read.is_none_or(|book| book.is_ok()));
    }
}
