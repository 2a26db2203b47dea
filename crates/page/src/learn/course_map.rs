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

/// The lesson of the step visited last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonInProgress {
    /// Address of that step.
    pub address: String,
    /// Name of its track, if it belongs to one.
    pub track: Option<&'static str>,
    /// Title of the lesson.
    pub title: &'static str,
    /// Number of the step, from 1.
    pub step: usize,
    /// True for each finished step of the lesson.
    pub finished: Vec<bool>,
}

/// Returns the lesson to continue, unless all of it is finished.
#[must_use]
pub fn lesson_in_progress(text: Text, progress: &Progress) -> Option<LessonInProgress> {
    let (name, step) = progress.last()?;
    let lesson = course().iter().find(|lesson| lesson.name == name)?;
    let steps = lesson.steps.iter();
    let finished: Vec<_> = steps
        .map(|step| progress.is_finished(&lesson.name, &step.name))
        .collect();
    let index = lesson.steps.iter().position(|known| known.name == step);
    let is_open = finished.iter().any(|is_finished| !is_finished);
    is_open.then(|| LessonInProgress {
        address: format!("#/learn/{name}/{step}"),
        track: Track::of(&lesson.name).map(|track| track.title(text.0)),
        title: lesson.title.get(text.0),
        step: index.unwrap_or(0) + 1,
        finished,
    })
}

/// Returns the track of the step visited last, or else the first.
#[must_use]
pub fn current_track(progress: &Progress) -> Track {
    let last = progress.last();
    last.and_then(|(lesson, _)| Track::of(lesson))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Language;

    #[test]
    fn the_lesson_visited_last_is_in_progress_until_it_is_finished() {
        let text = Text(Language::English);
        let mut progress = Progress::default();
        assert_eq!(lesson_in_progress(text, &progress), None);
        let lesson = &course()[0];
        let [first, second, ..] = &lesson.steps[..] else {
            panic!("a lesson of several steps");
        };
        progress.finish(&lesson.name, &first.name);
        progress.visit(&lesson.name, &second.name);
        let current = lesson_in_progress(text, &progress).expect("a lesson");
        assert_eq!(
            (current.step, current.finished.len()),
            (2, lesson.steps.len())
        );
        assert_eq!(current.finished.iter().filter(|is| **is).count(), 1);
        assert_eq!(
            current.address,
            format!("#/learn/{}/{}", lesson.name, second.name)
        );
        assert_eq!(current.title, lesson.title.get(text.0));
        for step in &lesson.steps {
            progress.finish(&lesson.name, &step.name);
        }
        assert_eq!(lesson_in_progress(text, &progress), None);
    }
}
