//! Errors in lesson files.

use std::fmt;

use crate::bilingual::Language;

/// An error in a lesson file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonError {
    /// Line number, counted from 1.
    pub line: usize,
    /// Kind of the error.
    pub kind: LessonErrorKind,
}

/// Kind of an error, about a line or about the block that starts there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LessonErrorKind {
    /// The file is too long.
    TooLong(usize),
    /// The line is neither a key nor a translation.
    InvalidLine,
    /// The key does not exist.
    UnknownKey(String),
    /// The key is not allowed here.
    MisplacedKey(String),
    /// The key occurs twice.
    DuplicateKey(String),
    /// The text has no German line below it.
    MissingGerman(String),
    /// A translation without a text.
    OrphanTranslation,
    /// The key has no value.
    EmptyValue(String),
    /// A required key is missing.
    MissingKey(&'static str),
    /// Names consist of lower-case letters, digits and hyphens.
    InvalidName(String),
    /// Two steps have the same name.
    DuplicateStep(String),
    /// The value is not a number from 1 to 600.
    InvalidNumber(String),
    /// The demo does not exist.
    UnknownDemo(String),
    /// The listing does not exist.
    UnknownListing(String),
    /// The position is invalid.
    InvalidPosition(String),
    /// The game of an exercise is already over.
    GameOver,
    /// The text is not a move.
    InvalidMove(String),
    /// The move is illegal.
    IllegalMove(String),
    /// The move is legal, but the task requires an illegal one.
    LegalMove(String),
    /// The text is not a cell of the board.
    InvalidCell(String),
    /// The task does not exist.
    UnknownTask(String),
    /// An answer lacks ` -> ` and its feedback.
    MissingFeedback(String),
    /// A question has this number of right answers instead of one.
    RightAnswerCount(usize),
    /// A question has no wrong answer.
    NoWrongAnswer,
    /// No move reaches the goal.
    Unsolvable,
    /// Every move reaches the goal.
    AlwaysReached,
    /// The solver cannot solve this position.
    Unsolved(String),
}

impl LessonError {
    /// Formats the error in a language.
    #[must_use]
    pub fn localized(&self, language: Language) -> String {
        match language {
            Language::English => self.to_string(),
            Language::German => format!("Zeile {}: {}", self.line, self.kind.in_german()),
        }
    }
}

impl LessonErrorKind {
    /// Formats the kind of the error in a language.
    #[must_use]
    pub fn localized(&self, language: Language) -> String {
        match language {
            Language::English => self.to_string(),
            Language::German => self.in_german(),
        }
    }

    fn in_german(&self) -> String {
        match self {
            Self::TooLong(bytes) => format!(
                "die Datei hat {bytes} Bytes und darf {} haben",
                crate::LESSON_BYTES_MAX
            ),
            Self::InvalidLine => {
                "erwartet war `key: words`, `= Worte auf Deutsch` oder ein Kommentar".to_owned()
            }
            Self::UnknownKey(key) => format!("es gibt kein Schlüsselwort `{key}`"),
            Self::MisplacedKey(key) => format!("`{key}` hat hier keinen Platz"),
            Self::DuplicateKey(key) => format!("`{key}` steht hier zweimal"),
            Self::MissingGerman(key) => {
                format!("`{key}` hat kein Deutsch: Schreib es darunter, hinter ein `=`")
            }
            Self::OrphanTranslation => "dieses `=` übersetzt nichts".to_owned(),
            Self::EmptyValue(key) => format!("hinter `{key}` steht nichts"),
            Self::MissingKey(key) => format!("`{key}` fehlt"),
            Self::InvalidName(name) => {
                format!("`{name}` ist kein Name: Nimm kleine Buchstaben, Ziffern und Bindestriche")
            }
            Self::DuplicateStep(name) => format!("zwei Schritte heißen `{name}`"),
            Self::InvalidNumber(text) => format!("`{text}` ist keine Zahl von 1 bis 600"),
            Self::UnknownDemo(name) => format!("es gibt keine Vorführung `{name}`"),
            Self::UnknownListing(name) => format!("es gibt keinen Quelltext `{name}`"),
            Self::InvalidPosition(reason) => format!("das ist keine Stellung: {reason}"),
            Self::GameOver => "die Partie ist vorbei, also ist nichts zu tun".to_owned(),
            Self::InvalidMove(text) => format!("`{text}` ist kein Zug"),
            Self::IllegalMove(text) => format!("die Regeln lehnen `{text}` hier ab"),
            Self::LegalMove(text) => {
                format!("die Regeln erlauben `{text}` hier, abgelehnt werden sollte es")
            }
            Self::InvalidCell(text) => format!("`{text}` ist kein Platz des Spielfelds"),
            Self::UnknownTask(text) => format!(
                "`{text}` ist keine Aufgabe: move, refused, connect, safe, win in N, win, win once, draw, draw once"
            ),
            Self::MissingFeedback(text) => {
                format!("`{text}` hat keine Rückmeldung: Schreib ` -> ` und was zu sagen ist")
            }
            Self::RightAnswerCount(count) => {
                format!("diese Frage hat {count} richtige Antworten, erwartet ist eine")
            }
            Self::NoWrongAnswer => "diese Frage hat keine falsche Antwort".to_owned(),
            Self::Unsolvable => "kein Zug erreicht dieses Ziel".to_owned(),
            Self::AlwaysReached => "jeder Zug erreicht dieses Ziel".to_owned(),
            Self::Unsolved(reason) => format!("der Löser weiß es nicht: {reason}"),
        }
    }
}

impl fmt::Display for LessonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.kind)
    }
}

impl fmt::Display for LessonErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(bytes) => write!(
                f,
                "the file has {bytes} bytes, and may have {}",
                crate::LESSON_BYTES_MAX
            ),
            Self::InvalidLine => {
                f.write_str("expected `key: words`, `= words in German`, or a comment")
            }
            Self::UnknownKey(key) => write!(f, "there is no key `{key}`"),
            Self::MisplacedKey(key) => write!(f, "`{key}` has no place here"),
            Self::DuplicateKey(key) => write!(f, "`{key}` stands here twice"),
            Self::MissingGerman(key) => {
                write!(f, "`{key}` has no German: write it below, behind a `=`")
            }
            Self::OrphanTranslation => f.write_str("this `=` translates nothing"),
            Self::EmptyValue(key) => write!(f, "there is nothing behind `{key}`"),
            Self::MissingKey(key) => write!(f, "`{key}` is missing"),
            Self::InvalidName(name) => write!(
                f,
                "`{name}` is no name: use small letters, digits and hyphens"
            ),
            Self::DuplicateStep(name) => write!(f, "two steps are called `{name}`"),
            Self::InvalidNumber(text) => write!(f, "`{text}` is no number from 1 to 600"),
            Self::UnknownDemo(name) => write!(f, "there is no demo `{name}`"),
            Self::UnknownListing(name) => write!(f, "there is no listing `{name}`"),
            Self::InvalidPosition(reason) => write!(f, "this is no position: {reason}"),
            Self::GameOver => f.write_str("the game is over, so there is nothing to do"),
            Self::InvalidMove(text) => write!(f, "`{text}` is no move"),
            Self::IllegalMove(text) => write!(f, "the rules refuse `{text}` here"),
            Self::LegalMove(text) => {
                write!(f, "the rules allow `{text}` here, and should refuse it")
            }
            Self::InvalidCell(text) => write!(f, "`{text}` is no cell of the board"),
            Self::UnknownTask(text) => write!(
                f,
                "`{text}` is no task: move, refused, connect, safe, win in N, win, win once, draw, draw once"
            ),
            Self::MissingFeedback(text) => {
                write!(f, "`{text}` has no feedback: write ` -> ` and what to say")
            }
            Self::RightAnswerCount(count) => {
                write!(f, "this question has {count} right answers, expected one")
            }
            Self::NoWrongAnswer => f.write_str("this question has no wrong answer"),
            Self::Unsolvable => f.write_str("no move reaches this goal"),
            Self::AlwaysReached => f.write_str("every move reaches this goal"),
            Self::Unsolved(reason) => write!(f, "the solver does not know this: {reason}"),
        }
    }
}

impl std::error::Error for LessonError {}
