//! Parses the lines of a lesson file: keys with values, and the German text below the English.

use crate::bilingual::BilingualText;
use crate::error::{LessonError, LessonErrorKind};

/// A key with its value and translation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyValue<'a> {
    /// Line of the key, counted from 1.
    pub(crate) line: usize,
    /// Key.
    pub(crate) key: &'a str,
    /// Text between the key and the colon.
    pub(crate) argument: &'a str,
    /// Text after the colon.
    pub(crate) value: &'a str,
    /// Text after the `=` on the next line.
    pub(crate) german: Option<&'a str>,
}

/// Parses all key-value lines of a text. Reports invalid lines and skips them with their
/// translations.
pub(crate) fn parse_key_values<'a>(
    text: &'a str,
    errors: &mut Vec<LessonError>,
) -> Vec<KeyValue<'a>> {
    let mut key_values: Vec<KeyValue<'_>> = Vec::new();
    let mut is_skipping = false;
    for (at, line) in text.lines().enumerate() {
        let error = |kind| LessonError { line: at + 1, kind };
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(german) = line.strip_prefix('=') {
            match key_values.last_mut().filter(|last| last.german.is_none()) {
                _ if is_skipping => {}
                Some(last) => last.german = Some(german.trim()),
                None => errors.push(error(LessonErrorKind::OrphanTranslation)),
            }
            continue;
        }
        let Some((head, value)) = line.split_once(':') else {
            errors.push(error(LessonErrorKind::InvalidLine));
            is_skipping = true;
            continue;
        };
        is_skipping = false;
        let (key, argument) = head.split_once(' ').unwrap_or((head, ""));
        key_values.push(KeyValue {
            line: at + 1,
            key,
            argument: argument.trim(),
            value: value.trim(),
            german: None,
        });
    }
    key_values
}

impl<'a> KeyValue<'a> {
    /// Creates an error on this line.
    pub(crate) fn error(&self, kind: LessonErrorKind) -> LessonError {
        LessonError {
            line: self.line,
            kind,
        }
    }

    /// Returns the text in both languages.
    pub(crate) fn text(&self) -> Result<BilingualText, LessonError> {
        let german = self.german.filter(|german| !german.is_empty());
        let german = german
            .ok_or_else(|| self.error(LessonErrorKind::MissingGerman(self.key.to_owned())))?;
        Ok(BilingualText {
            english: self.non_empty_value()?.to_owned(),
            german: german.to_owned(),
        })
    }

    /// Returns the value of a key that has no translation.
    pub(crate) fn value(&self) -> Result<&'a str, LessonError> {
        match self.german {
            Some(_) => Err(LessonError {
                line: self.line + 1,
                kind: LessonErrorKind::OrphanTranslation,
            }),
            None => self.non_empty_value(),
        }
    }

    fn non_empty_value(&self) -> Result<&'a str, LessonError> {
        if self.value.is_empty() {
            return Err(self.error(LessonErrorKind::EmptyValue(self.key.to_owned())));
        }
        Ok(self.value)
    }

    /// Returns the value as a name of lower-case letters, digits and hyphens.
    pub(crate) fn name(&self) -> Result<String, LessonError> {
        let name = self.value()?;
        let is_name_char =
            |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
        if name.chars().all(is_name_char) {
            Ok(name.to_owned())
        } else {
            Err(self.error(LessonErrorKind::InvalidName(name.to_owned())))
        }
    }

    /// Splits the text of an answer into the answer and its feedback.
    pub(crate) fn answer_and_feedback(
        &self,
    ) -> Result<(BilingualText, BilingualText), LessonError> {
        let text = self.text()?;
        let split = |text: &str| match text.split_once(" -> ") {
            Some((before, after)) => Ok((before.trim().to_owned(), after.trim().to_owned())),
            None => Err(self.error(LessonErrorKind::MissingFeedback(text.to_owned()))),
        };
        let (english, german) = (split(&text.english)?, split(&text.german)?);
        let pair = |english, german| BilingualText { english, german };
        Ok((pair(english.0, german.0), pair(english.1, german.1)))
    }
}
