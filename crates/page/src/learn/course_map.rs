//! The map of the course: where to continue, and the progress that can be restored.

use foursight_lessons::{Progress, Track, course};

use crate::text::{Text, UiMessage as M};

/// State of the map besides the progress itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CourseMap {
    forgotten: Option<Progress>,
    notice: Option<MapNotice>,
}

/// Notice about the last change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapNotice {
    /// The progress was reset; it had this number of finished steps.
    Forgotten(usize),
    /// A file was loaded; this number of steps is done now.
    Loaded(usize),
    /// A file holds no progress.
    NotAProgressFile,
}

impl CourseMap {
    /// Returns true if there is progress to restore.
    #[must_use]
    pub const fn can_restore(&self) -> bool {
        self.forgotten.is_some()
    }

    /// Words the last notice; empty without one.
    #[must_use]
    pub fn notice_text(&self, text: Text) -> String {
        match self.notice {
            None => String::new(),
            Some(MapNotice::Forgotten(done)) => {
                let parts: [(&str, &dyn std::fmt::Display); 2] =
                    [("done", &done), ("all", &course_steps())];
                text.with(M::CourseForgotten, &parts)
            }
            Some(MapNotice::Loaded(done)) => text.with(M::CourseReadDone, &[("done", &done)]),
            Some(MapNotice::NotAProgressFile) => text.get(M::CourseReadFailed).to_owned(),
        }
    }

    /// Keeps progress that can be restored, or none.
    pub(super) fn keep(&mut self, forgotten: Option<Progress>) {
        self.notice = forgotten
            .as_ref()
            .map(finished_steps)
            .map(MapNotice::Forgotten);
        self.forgotten = forgotten;
    }

    /// Takes the progress to restore.
    pub(super) const fn take(&mut self) -> Option<Progress> {
        self.forgotten.take()
    }

    pub(super) const fn notify(&mut self, notice: MapNotice) {
        self.notice = Some(notice);
    }
}

/// Returns the number of steps of the course.
#[must_use]
pub fn course_steps() -> usize {
    course().iter().map(|lesson| lesson.steps.len()).sum()
}

/// Returns the number of finished steps.
#[must_use]
pub fn finished_steps(progress: &Progress) -> usize {
    let lessons = course().iter();
    lessons.map(|lesson| progress.finished_steps(lesson)).sum()
}

/// Returns the address of the step visited last.
#[must_use]
pub fn continue_address(progress: &Progress) -> Option<String> {
    let last = progress.last();
    let place = last.filter(|(name, _)| course().iter().any(|lesson| lesson.name == *name));
    place.map(|(lesson, step)| format!("#/learn/{lesson}/{step}"))
}

/// Returns the track of the step visited last, or else the first.
#[must_use]
pub fn current_track(progress: &Progress) -> Track {
    let last = progress.last();
    last.and_then(|(lesson, _)| Track::of(lesson))
        .unwrap_or_default()
}
