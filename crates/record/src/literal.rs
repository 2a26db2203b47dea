//! Lists as JSON and JavaScript write them: numbers, words such as `null`, texts in any quotes, and
//! lists of those. Spaces, line breaks and a comma at the end do not matter.

use crate::error::{ReadError, Reason};
use crate::expected::Expected;

/// A list of lists is the deepest there is.
const DEPTH_MAX: usize = 2;
/// What ends a word.
const SIGNS: [char; 6] = ['[', ']', ',', '"', '\'', '`'];

/// An entry of a list, with its byte offset.
pub(crate) struct Item<'a> {
    pub(crate) offset: usize,
    pub(crate) value: Value<'a>,
}

/// What an entry is.
pub(crate) enum Value<'a> {
    List(Vec<Item<'a>>),
    /// A number, or a word without quotes.
    Word(&'a str),
    /// What stands between quotes.
    Text(&'a str),
}

/// Reads a list that is the whole text.
pub(crate) fn parse(text: &str) -> Result<Vec<Item<'_>>, ReadError> {
    let mut parser = Parser { text, at: 0 };
    parser.skip();
    if parser.peek() != Some('[') {
        return Err(parser.unexpected(Expected::List));
    }
    let items = parser.list(1)?;
    parser.skip();
    match parser.peek() {
        None => Ok(items),
        Some(_) => Err(parser.unexpected(Expected::NothingMore)),
    }
}

/// Reads the entries of a list without its brackets that are the whole text.
pub(crate) fn parse_open(text: &str) -> Result<Vec<Item<'_>>, ReadError> {
    let mut parser = Parser { text, at: 0 };
    let mut items = Vec::new();
    loop {
        parser.skip();
        if parser.peek().is_none() {
            return Ok(items);
        }
        items.push(parser.item(1)?);
        parser.skip();
        match parser.peek() {
            Some(',') => parser.at += 1,
            None => return Ok(items),
            Some(_) => return Err(parser.unexpected(Expected::ListEnd)),
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn unexpected(&self, expected: Expected) -> ReadError {
        let word = self.rest().split_whitespace().next();
        match word {
            Some(word) => ReadError::unexpected(self.text, self.at, word, expected),
            None => ReadError::at(self.text, self.at, Reason::Missing(expected)),
        }
    }

    fn list(&mut self, depth: usize) -> Result<Vec<Item<'a>>, ReadError> {
        self.at += 1;
        let mut items = Vec::new();
        loop {
            self.skip();
            if self.peek() == Some(']') {
                self.at += 1;
                return Ok(items);
            }
            items.push(self.item(depth)?);
            self.skip();
            match self.peek() {
                Some(',') => self.at += 1,
                Some(']') => {}
                _ => return Err(self.unexpected(Expected::ListEnd)),
            }
        }
    }

    fn item(&mut self, depth: usize) -> Result<Item<'a>, ReadError> {
        let offset = self.at;
        let value = match self.peek() {
            Some('[') if depth < DEPTH_MAX => Value::List(self.list(depth + 1)?),
            Some(quote @ ('"' | '\'' | '`')) => {
                let text = &self.rest()[1..];
                let Some(end) = text
                    .find([quote, '\n'])
                    .filter(|end| text[*end..].starts_with(quote))
                else {
                    return Err(self.unexpected(Expected::ListEntry));
                };
                self.at += end + 2;
                Value::Text(&text[..end])
            }
            _ => {
                let rest = self.rest();
                let is_end = |c: char| c.is_whitespace() || SIGNS.contains(&c);
                let end = rest.find(is_end).unwrap_or(rest.len());
                if end == 0 {
                    return Err(self.unexpected(Expected::ListEntry));
                }
                self.at += end;
                Value::Word(&rest[..end])
            }
        };
        Ok(Item { offset, value })
    }
}

impl Item<'_> {
    /// The entry as it is repeated in messages.
    pub(crate) fn shown(&self) -> String {
        match &self.value {
            Value::List(_) => "[".to_owned(),
            Value::Word(word) => crate::error::shorten(word),
            Value::Text(text) => format!("'{}'", crate::error::shorten(text)),
        }
    }
}
