//! The lessons of the course, in order.

use std::sync::OnceLock;

use crate::lesson::Lesson;
use crate::parse::parse;

/// Names and contents of the lesson files, in the order of the course.
pub(crate) const FILES: &[(&str, &str)] = &[
    ("rules", include_str!("../course/rules.lesson")),
    ("how", include_str!("../course/how.lesson")),
    ("data", include_str!("../course/data.lesson")),
    ("states", include_str!("../course/states.lesson")),
    ("actions", include_str!("../course/actions.lesson")),
    ("scan", include_str!("../course/scan.lesson")),
    ("see", include_str!("../course/see.lesson")),
    ("two", include_str!("../course/two.lesson")),
    ("count", include_str!("../course/count.lesson")),
    ("plan", include_str!("../course/plan.lesson")),
    ("sizes", include_str!("../course/sizes.lesson")),
    ("pop-out", include_str!("../course/pop-out.lesson")),
    ("pop-ten", include_str!("../course/pop-ten.lesson")),
    ("five", include_str!("../course/five.lesson")),
    ("power-up", include_str!("../course/power-up.lesson")),
];

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
}
