//! The lessons of the course, in the order of its two tracks.

use std::sync::OnceLock;

use crate::bilingual::Language;
use crate::lesson::Lesson;
use crate::parse::parse;

/// Names and contents of the lesson files, in the order of the course: one track after the other.
pub(crate) const FILES: &[(&str, &str)] = &[
    ("rules", include_str!("../course/rules.lesson")),
    ("see", include_str!("../course/see.lesson")),
    ("two", include_str!("../course/two.lesson")),
    ("count", include_str!("../course/count.lesson")),
    ("plan", include_str!("../course/plan.lesson")),
    ("sizes", include_str!("../course/sizes.lesson")),
    ("pop-out", include_str!("../course/pop-out.lesson")),
    ("pop-ten", include_str!("../course/pop-ten.lesson")),
    ("five", include_str!("../course/five.lesson")),
    ("power-up", include_str!("../course/power-up.lesson")),
    ("how", include_str!("../course/how.lesson")),
    ("data", include_str!("../course/data.lesson")),
    ("states", include_str!("../course/states.lesson")),
    ("actions", include_str!("../course/actions.lesson")),
    ("scan", include_str!("../course/scan.lesson")),
];

/// The first lesson of the second track.
const FIRST_BUILT: &str = "how";

/// A track of the course. Each has an order of its own and can be followed without the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Track {
    /// Lessons on winning.
    #[default]
    WinMore,
    /// Lessons on the program behind the game.
    HowItIsBuilt,
}

impl Track {
    /// Both tracks, in order.
    pub const ALL: [Self; 2] = [Self::WinMore, Self::HowItIsBuilt];

    /// Returns the name in URLs. No lesson has this name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::WinMore => "win-more",
            Self::HowItIsBuilt => "how-it-is-built",
        }
    }

    /// Returns the track with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|track| track.name() == name)
    }

    /// Returns the heading.
    #[must_use]
    pub const fn title(self, language: Language) -> &'static str {
        match (self, language) {
            (Self::WinMore, Language::English) => "Win more",
            (Self::WinMore, Language::German) => "Öfter gewinnen",
            (Self::HowItIsBuilt, Language::English) => "How it is built",
            (Self::HowItIsBuilt, Language::German) => "Wie es gebaut ist",
        }
    }

    /// Returns the lessons of the track, in order.
    #[must_use]
    pub fn lessons(self) -> &'static [Lesson] {
        let first_built = course()
            .iter()
            .position(|lesson| lesson.name == FIRST_BUILT);
        let (win_more, built) = course().split_at(first_built.unwrap_or(course().len()));
        match self {
            Self::WinMore => win_more,
            Self::HowItIsBuilt => built,
        }
    }

    /// Returns the track of a lesson, by its name.
    #[must_use]
    pub fn of(lesson: &str) -> Option<Self> {
        let has_lesson = |track: &Self| track.lessons().iter().any(|other| other.name == lesson);
        Self::ALL.into_iter().find(has_lesson)
    }
}

/// Returns all lessons. Skips invalid files; a test checks that there are none.
#[must_use]
pub fn course() -> &'static [Lesson] {
    static COURSE: OnceLock<Vec<Lesson>> = OnceLock::new();
    COURSE.get_or_init(|| {
        let lessons = FILES.iter().map(|(_, text)| parse(text));
        lessons.filter_map(Result::ok).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_a_valid_lesson_with_its_name() {
        for (name, text) in FILES {
            match parse(text) {
                Ok(lesson) => assert_eq!(lesson.name, *name),
                Err(error) => panic!("{name}.lesson, {error}"),
            }
        }
        assert_eq!(course().len(), FILES.len());
    }

    #[test]
    fn the_tracks_divide_the_course() {
        let names = |track: Track| track.lessons().iter().map(|lesson| lesson.name.as_str());
        let win: Vec<_> = names(Track::WinMore).collect();
        assert_eq!(win[..5], ["rules", "see", "two", "count", "plan"]);
        let built: Vec<_> = names(Track::HowItIsBuilt).collect();
        assert_eq!(built, ["how", "data", "states", "actions", "scan"]);
        assert_eq!(win.len() + built.len(), course().len());
        for track in Track::ALL {
            assert_eq!(Track::from_name(track.name()), Some(track));
            assert!(names(track).all(|name| Track::of(name) == Some(track)));
            // A track and a lesson share the address space below `#/learn`.
            assert!(!course().iter().any(|lesson| lesson.name == track.name()));
        }
        assert_eq!(
            (Track::of("nothing"), Track::from_name("see")),
            (None, None)
        );
    }
}
