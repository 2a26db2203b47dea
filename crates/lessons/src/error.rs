//! What is wrong with the file of a lesson, and where.

use std::fmt;

use crate::words::Tongue;

/// What is wrong, and on which line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub reason: Reason,
}

/// What is wrong with a line, or with what begins there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The file is longer than it may be.
    TooLong(usize),
    /// The line is neither a key nor a translation.
    NoKey,
    /// There is no such key.
    UnknownKey(String),
    /// This key has no place here.
    Misplaced(String),
    /// This key stands here for the second time.
    Twice(String),
    /// The words have no German line below them.
    NoGerman(String),
    /// A translation of nothing.
    GermanAlone,
    /// There is nothing behind the key.
    Nothing(String),
    /// This must be there.
    Missing(&'static str),
    /// A name has small letters, digits and hyphens.
    Name(String),
    /// Two steps have this name.
    SameName(String),
    /// This is no number from 1 to 600.
    Number(String),
    /// There is no such demo.
    Demo(String),
    /// There is no such listing.
    Listing(String),
    /// The position cannot be read.
    Position(String),
    /// The game is over, so there is nothing to do.
    GameOver,
    /// This is no move.
    Move(String),
    /// The rules refuse this move.
    IllegalMove(String),
    /// The rules allow this move, and it should be refused.
    LegalMove(String),
    /// This is no space of the grid.
    Space(String),
    /// This is no task.
    Task(String),
    /// An answer and what is said about it are divided by ` -> `.
    NoFeedback(String),
    /// A question has exactly one right answer, not so many.
    RightAnswers(usize),
    /// A question has at least one wrong answer.
    NoWrongAnswer,
    /// No move reaches the goal.
    Unsolvable,
    /// Every move reaches the goal.
    NothingToMiss,
    /// The solver does not know this position.
    Unsolved(String),
}

impl LessonError {
    /// The same in a language.
    #[must_use]
    pub fn told(&self, tongue: Tongue) -> String {
        match tongue {
            Tongue::English => self.to_string(),
            Tongue::German => format!("Zeile {}: {}", self.line, self.reason.in_german()),
        }
    }
}

impl Reason {
    /// The reason in a language.
    #[must_use]
    pub fn told(&self, tongue: Tongue) -> String {
        match tongue {
            Tongue::English => self.to_string(),
            Tongue::German => self.in_german(),
        }
    }

    fn in_german(&self) -> String {
        match self {
            Self::TooLong(bytes) => format!(
                "die Datei hat {bytes} Bytes und darf {} haben",
                crate::LESSON_BYTES_MAX
            ),
            Self::NoKey => {
                "erwartet war `key: words`, `= Worte auf Deutsch` oder ein Kommentar".to_owned()
            }
            Self::UnknownKey(key) => format!("es gibt kein Schlüsselwort `{key}`"),
            Self::Misplaced(key) => format!("`{key}` hat hier keinen Platz"),
            Self::Twice(key) => format!("`{key}` steht hier zweimal"),
            Self::NoGerman(key) => {
                format!("`{key}` hat kein Deutsch: Schreib es darunter, hinter ein `=`")
            }
            Self::GermanAlone => "dieses `=` übersetzt nichts".to_owned(),
            Self::Nothing(key) => format!("hinter `{key}` steht nichts"),
            Self::Missing(key) => format!("`{key}` fehlt"),
            Self::Name(name) => {
                format!("`{name}` ist kein Name: Nimm kleine Buchstaben, Ziffern und Bindestriche")
            }
            Self::SameName(name) => format!("zwei Schritte heißen `{name}`"),
            Self::Number(text) => format!("`{text}` ist keine Zahl von 1 bis 600"),
            Self::Demo(name) => format!("es gibt keine Vorführung `{name}`"),
            Self::Listing(name) => format!("es gibt keinen Quelltext `{name}`"),
            Self::Position(reason) => format!("das ist keine Stellung: {reason}"),
            Self::GameOver => "die Partie ist vorbei, also ist nichts zu tun".to_owned(),
            Self::Move(text) => format!("`{text}` ist kein Zug"),
            Self::IllegalMove(text) => format!("die Regeln lehnen `{text}` hier ab"),
            Self::LegalMove(text) => {
                format!("die Regeln erlauben `{text}` hier, abgelehnt werden sollte es")
            }
            Self::Space(text) => format!("`{text}` ist kein Platz des Spielfelds"),
            Self::Task(text) => format!(
                "`{text}` ist keine Aufgabe: move, refused, connect, safe, win in N, win, win once, draw, draw once"
            ),
            Self::NoFeedback(text) => {
                format!("`{text}` hat keine Rückmeldung: Schreib ` -> ` und was zu sagen ist")
            }
            Self::RightAnswers(count) => {
                format!("diese Frage hat {count} richtige Antworten, erwartet ist eine")
            }
            Self::NoWrongAnswer => "diese Frage hat keine falsche Antwort".to_owned(),
            Self::Unsolvable => "kein Zug erreicht dieses Ziel".to_owned(),
            Self::NothingToMiss => "jeder Zug erreicht dieses Ziel".to_owned(),
            Self::Unsolved(reason) => format!("der Löser weiß es nicht: {reason}"),
        }
    }
}

impl fmt::Display for LessonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(bytes) => write!(
                f,
                "the file has {bytes} bytes, and may have {}",
                crate::LESSON_BYTES_MAX
            ),
            Self::NoKey => f.write_str("expected `key: words`, `= words in German`, or a comment"),
            Self::UnknownKey(key) => write!(f, "there is no key `{key}`"),
            Self::Misplaced(key) => write!(f, "`{key}` has no place here"),
            Self::Twice(key) => write!(f, "`{key}` stands here twice"),
            Self::NoGerman(key) => {
                write!(f, "`{key}` has no German: write it below, behind a `=`")
            }
            Self::GermanAlone => f.write_str("this `=` translates nothing"),
            Self::Nothing(key) => write!(f, "there is nothing behind `{key}`"),
            Self::Missing(key) => write!(f, "`{key}` is missing"),
            Self::Name(name) => write!(
                f,
                "`{name}` is no name: use small letters, digits and hyphens"
            ),
            Self::SameName(name) => write!(f, "two steps are called `{name}`"),
            Self::Number(text) => write!(f, "`{text}` is no number from 1 to 600"),
            Self::Demo(name) => write!(f, "there is no demo `{name}`"),
            Self::Listing(name) => write!(f, "there is no listing `{name}`"),
            Self::Position(reason) => write!(f, "this is no position: {reason}"),
            Self::GameOver => f.write_str("the game is over, so there is nothing to do"),
            Self::Move(text) => write!(f, "`{text}` is no move"),
            Self::IllegalMove(text) => write!(f, "the rules refuse `{text}` here"),
            Self::LegalMove(text) => {
                write!(f, "the rules allow `{text}` here, and should refuse it")
            }
            Self::Space(text) => write!(f, "`{text}` is no space of the grid"),
            Self::Task(text) => write!(
                f,
                "`{text}` is no task: move, refused, connect, safe, win in N, win, win once, draw, draw once"
            ),
            Self::NoFeedback(text) => {
                write!(f, "`{text}` has no feedback: write ` -> ` and what to say")
            }
            Self::RightAnswers(count) => {
                write!(f, "this question has {count} right answers, expected one")
            }
            Self::NoWrongAnswer => f.write_str("this question has no wrong answer"),
            Self::Unsolvable => f.write_str("no move reaches this goal"),
            Self::NothingToMiss => f.write_str("every move reaches this goal"),
            Self::Unsolved(reason) => write!(f, "the solver does not know this: {reason}"),
        }
    }
}

impl std::error::Error for LessonError {}
