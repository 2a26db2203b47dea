//! The lines of a lesson's file: keys with their values, and the German below the English.

use crate::error::{LessonError, Reason};
use crate::words::Words;

/// A key with what stands behind and below it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<'a> {
    /// The line of the key, counted from 1.
    pub(crate) line: usize,
    /// The key.
    pub(crate) key: &'a str,
    /// What stands between the key and its colon.
    pub(crate) argument: &'a str,
    /// What stands behind the colon.
    pub(crate) value: &'a str,
    /// What stands below, behind a `=`.
    pub(crate) german: Option<&'a str>,
}

/// All entries of a text, in order. Lines that are none are faults, and left out with what is below them.
pub(crate) fn entries<'a>(text: &'a str, faults: &mut Vec<LessonError>) -> Vec<Entry<'a>> {
    let mut found: Vec<Entry<'_>> = Vec::new();
    let mut is_lost = false;
    for (at, line) in text.lines().enumerate() {
        let fault = |reason| LessonError {
            line: at + 1,
            reason,
        };
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(german) = line.strip_prefix('=') {
            match found.last_mut().filter(|last| last.german.is_none()) {
                _ if is_lost => {}
                Some(last) => last.german = Some(german.trim()),
                None => faults.push(fault(Reason::GermanAlone)),
            }
            continue;
        }
        let Some((head, value)) = line.split_once(':') else {
            faults.push(fault(Reason::NoKey));
            is_lost = true;
            continue;
        };
        is_lost = false;
        let (key, argument) = head.split_once(' ').unwrap_or((head, ""));
        found.push(Entry {
            line: at + 1,
            key,
            argument: argument.trim(),
            value: value.trim(),
            german: None,
        });
    }
    found
}

impl<'a> Entry<'a> {
    /// A complaint about this line.
    pub(crate) fn fail(&self, reason: Reason) -> LessonError {
        LessonError {
            line: self.line,
            reason,
        }
    }

    /// The words in both languages.
    pub(crate) fn words(&self) -> Result<Words, LessonError> {
        let german = self.german.filter(|german| !german.is_empty());
        let german = german.ok_or_else(|| self.fail(Reason::NoGerman(self.key.to_owned())))?;
        Ok(Words {
            english: self.plain()?.to_owned(),
            german: german.to_owned(),
        })
    }

    /// The value of a key that is the same in both languages.
    pub(crate) fn value(&self) -> Result<&'a str, LessonError> {
        match self.german {
            Some(_) => Err(LessonError {
                line: self.line + 1,
                reason: Reason::GermanAlone,
            }),
            None => self.plain(),
        }
    }

    fn plain(&self) -> Result<&'a str, LessonError> {
        if self.value.is_empty() {
            return Err(self.fail(Reason::Nothing(self.key.to_owned())));
        }
        Ok(self.value)
    }

    /// A name of small letters, digits and hyphens.
    pub(crate) fn name(&self) -> Result<String, LessonError> {
        let name = self.value()?;
        let is_fine =
            |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
        if name.chars().all(is_fine) {
            Ok(name.to_owned())
        } else {
            Err(self.fail(Reason::Name(name.to_owned())))
        }
    }

    /// The two halves of an answer: what one chooses, and what is said then.
    pub(crate) fn halves(&self) -> Result<(Words, Words), LessonError> {
        let words = self.words()?;
        let split = |text: &str| match text.split_once(" -> ") {
            Some((before, after)) => Ok((before.trim().to_owned(), after.trim().to_owned())),
            None => Err(self.fail(Reason::NoFeedback(text.to_owned()))),
        };
        let (english, german) = (split(&words.english)?, split(&words.german)?);
        let pair = |english, german| Words { english, german };
        Ok((pair(english.0, german.0), pair(english.1, german.1)))
    }
}
