//! Parser for lists in the syntax of JSON and JavaScript: numbers, words such as `null`, strings in
//! any quotes, and lists of those. Ignores white space, line breaks and a trailing comma.

use crate::error::{ReadError, ReadErrorKind};
use crate::expected::Expected;

/// Maximum depth: a list of lists.
const DEPTH_MAX: usize = 2;
/// Characters that end a word.
const DELIMITERS: [char; 6] = ['[', ']', ',', '"', '\'', '`'];

/// An entry of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListItem<'a> {
    /// Byte offset of the entry in the text.
    pub offset: usize,
    /// Value of the entry.
    pub value: ItemValue<'a>,
}

/// Value of an entry of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemValue<'a> {
    /// A list inside the list.
    List(Vec<ListItem<'a>>),
    /// A number or an unquoted word.
    Word(&'a str),
    /// The content of a quoted string.
    Text(&'a str),
}

/// Parses a text that is a list, in the syntax of JSON and JavaScript: numbers, words, strings and
/// lists of those.
///
/// # Errors
///
/// Returns a [`ReadError`] with the place and the reason.
///
/// ```
/// use foursight_record::{ItemValue, parse_list};
///
/// let items = parse_list("[3, [1, 2]]")?;
/// assert_eq!((items[0].offset, &items[0].value), (1, &ItemValue::Word("3")));
/// assert!(matches!(&items[1].value, ItemValue::List(inner) if inner.len() == 2));
/// # Ok::<_, foursight_record::ReadError>(())
/// ```
pub fn parse_list(text: &str) -> Result<Vec<ListItem<'_>>, ReadError> {
    let mut parser = ListParser { text, at: 0 };
    parser.skip_whitespace();
    if parser.peek() != Some('[') {
        return Err(parser.unexpected(Expected::List));
    }
    let items = parser.list(1)?;
    parser.skip_whitespace();
    match parser.peek() {
        None => Ok(items),
        Some(_) => Err(parser.unexpected(Expected::EndOfText)),
    }
}

/// Parses a text that is the content of a list without its brackets.
pub(crate) fn parse_open(text: &str) -> Result<Vec<ListItem<'_>>, ReadError> {
    let mut parser = ListParser { text, at: 0 };
    let mut items = Vec::new();
    loop {
        parser.skip_whitespace();
        if parser.peek().is_none() {
            return Ok(items);
        }
        items.push(parser.item(1)?);
        parser.skip_whitespace();
        match parser.peek() {
            Some(',') => parser.at += 1,
            None => return Ok(items),
            Some(_) => return Err(parser.unexpected(Expected::ListEnd)),
        }
    }
}

struct ListParser<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> ListParser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip_whitespace(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn unexpected(&self, expected: Expected) -> ReadError {
        let word = self.rest().split_whitespace().next();
        match word {
            Some(word) => ReadError::unexpected(self.text, self.at, word, expected),
            None => ReadError::at(self.text, self.at, ReadErrorKind::Missing(expected)),
        }
    }

    fn list(&mut self, depth: usize) -> Result<Vec<ListItem<'a>>, ReadError> {
        self.at += 1;
        let mut items = Vec::new();
        loop {
            self.skip_whitespace();
            if self.peek() == Some(']') {
                self.at += 1;
                return Ok(items);
            }
            items.push(self.item(depth)?);
            self.skip_whitespace();
            match self.peek() {
                Some(',') => self.at += 1,
                Some(']') => {}
                _ => return Err(self.unexpected(Expected::ListEnd)),
            }
        }
    }

    fn item(&mut self, depth: usize) -> Result<ListItem<'a>, ReadError> {
        let offset = self.at;
        let value = match self.peek() {
            Some('[') if depth < DEPTH_MAX => ItemValue::List(self.list(depth + 1)?),
            Some(quote @ ('"' | '\'' | '`')) => {
                let text = &self.rest()[1..];
                let Some(end) = text
                    .find([quote, '\n'])
                    .filter(|end| text[*end..].starts_with(quote))
                else {
                    return Err(self.unexpected(Expected::ListEntry));
                };
                self.at += end + 2;
                ItemValue::Text(&text[..end])
            }
            _ => {
                let rest = self.rest();
                let is_end = |c: char| c.is_whitespace() || DELIMITERS.contains(&c);
                let end = rest.find(is_end).unwrap_or(rest.len());
                if end == 0 {
                    return Err(self.unexpected(Expected::ListEntry));
                }
                self.at += end;
                ItemValue::Word(&rest[..end])
            }
        };
        Ok(ListItem { offset, value })
    }
}

impl ListItem<'_> {
    /// Returns the start of the entry, for messages.
    pub(crate) fn excerpt(&self) -> String {
        match &self.value {
            ItemValue::List(_) => "[".to_owned(),
            ItemValue::Word(word) => crate::error::shorten(word),
            ItemValue::Text(text) => format!("'{}'", crate::error::shorten(text)),
        }
    }
}
