//! What fingers and mice mean: aim, drop, turn, zoom.
//!
//! A mouse aims where it hovers, drops where it is clicked, and turns the camera where it is dragged.
//! A finger that begins on the grid aims as it moves and drops where it is lifted, so one that slides
//! off the grid drops nothing; one that begins beside the grid turns the camera. Two fingers turn and
//! zoom, and after a second finger nothing drops until all are lifted. Points are CSS pixels.

/// A press that moves less far than this is no drag.
const DRAG_MIN: f32 = 6.0;
/// Fingers followed at once; more are ignored.
const FINGERS_MAX: usize = 2;

/// A point of the picture.
pub type Point = [f32; 2];

/// What somebody wants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wish {
    /// Aim at what lies here.
    Aim(Point),
    /// Drop a disc here.
    Drop(Point),
    /// Turn the camera by so many pixels to the right and down.
    Drag([f32; 2]),
    /// Go nearer by this factor, and turn the camera by so many pixels.
    Zoom(f32, [f32; 2]),
}

/// The fingers that touch the picture, and what they have done so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gesture {
    fingers: Vec<Finger>,
    is_drag: bool,
    /// One finger aims, however far it moves.
    is_aim: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Finger {
    id: i32,
    start: Point,
    at: Point,
}

impl Gesture {
    /// A finger or a button goes down. One that aims is a finger on the grid.
    pub fn press(&mut self, id: i32, at: Point, aims: bool) -> Option<Wish> {
        self.fingers.retain(|finger| finger.id != id);
        if self.fingers.is_empty() {
            (self.is_drag, self.is_aim) = (false, aims);
        }
        if self.fingers.len() < FINGERS_MAX {
            let start = at;
            self.fingers.push(Finger { id, start, at });
        }
        if self.fingers.len() > 1 {
            self.is_drag = true;
        }
        (!self.is_drag).then_some(Wish::Aim(at))
    }

    /// A pointer moves, pressed or not.
    pub fn motion(&mut self, id: i32, at: Point) -> Option<Wish> {
        let Some(index) = self.fingers.iter().position(|finger| finger.id == id) else {
            return self.fingers.is_empty().then_some(Wish::Aim(at));
        };
        if self.is_aim && !self.is_drag {
            return Some(Wish::Aim(at));
        }
        let before = self.spread();
        let finger = &mut self.fingers[index];
        if !self.is_drag && distance(finger.start, at) < DRAG_MIN {
            return None;
        }
        self.is_drag = true;
        let [x, y] = finger.at;
        finger.at = at;
        let way = [at[0] - x, at[1] - y];
        match (before, self.spread()) {
            // Each of two fingers does its half.
            (Some(before), Some(after)) if before > 0.0 => {
                Some(Wish::Zoom(after / before, way.map(|part| part / 2.0)))
            }
            (Some(_), _) => None,
            _ => Some(Wish::Drag(way)),
        }
    }

    /// A finger or a button goes up.
    pub fn release(&mut self, id: i32, at: Point) -> Option<Wish> {
        let is_ours = self.fingers.iter().any(|finger| finger.id == id);
        self.cancel(id);
        (is_ours && !self.is_drag).then_some(Wish::Drop(at))
    }

    /// The browser has taken the pointer away.
    pub fn cancel(&mut self, id: i32) {
        self.fingers.retain(|finger| finger.id != id);
    }

    /// True while something is pressed.
    #[must_use]
    pub fn is_pressed(&self) -> bool {
        !self.fingers.is_empty()
    }

    /// How far two fingers are apart.
    fn spread(&self) -> Option<f32> {
        match self.fingers[..] {
            [one, two] => Some(distance(one.at, two.at)),
            _ => None,
        }
    }
}

fn distance(one: Point, two: Point) -> f32 {
    (one[0] - two[0]).hypot(one[1] - two[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    enum Event {
        Press(i32, Point),
        Touch(i32, Point),
        Motion(i32, Point),
        Release(i32, Point),
        Cancel(i32),
    }
    use Event::{Cancel, Motion, Press, Release, Touch};

    fn check(events: &[Event], expected: &[Wish]) {
        let mut gesture = Gesture::default();
        let wishes: Vec<_> = events
            .iter()
            .filter_map(|event| match *event {
                Press(id, at) => gesture.press(id, at, false),
                Touch(id, at) => gesture.press(id, at, true),
                Motion(id, at) => gesture.motion(id, at),
                Release(id, at) => gesture.release(id, at),
                Cancel(id) => {
                    gesture.cancel(id);
                    None
                }
            })
            .collect();
        assert_eq!(wishes, expected);
    }

    const A: Point = [100.0, 100.0];
    const NEAR: Point = [103.0, 104.0];
    const FAR: Point = [140.0, 100.0];

    #[test]
    fn a_press_that_hardly_moves_drops() {
        check(
            &[Press(1, A), Motion(1, NEAR), Release(1, NEAR)],
            &[Wish::Aim(A), Wish::Drop(NEAR)],
        );
    }

    #[test]
    fn a_finger_on_the_grid_aims_and_drops_where_it_is_lifted() {
        check(
            &[Touch(1, A), Motion(1, FAR), Release(1, FAR)],
            &[Wish::Aim(A), Wish::Aim(FAR), Wish::Drop(FAR)],
        );
    }

    #[test]
    fn a_second_finger_turns_an_aim_into_a_look_around() {
        check(
            &[
                Touch(1, [0.0, 0.0]),
                Touch(2, [10.0, 0.0]),
                Motion(2, [10.0, 8.0]),
                Release(2, [10.0, 8.0]),
                Release(1, [0.0, 0.0]),
            ],
            &[
                Wish::Aim([0.0, 0.0]),
                Wish::Zoom((164.0_f32).sqrt() / 10.0, [0.0, 4.0]),
            ],
        );
    }

    #[test]
    fn a_pointer_that_hovers_aims() {
        check(
            &[Motion(1, A), Motion(1, FAR)],
            &[Wish::Aim(A), Wish::Aim(FAR)],
        );
    }

    #[test]
    fn a_drag_turns_and_drops_nothing() {
        check(
            &[Press(1, A), Motion(1, FAR), Motion(1, A), Release(1, A)],
            &[
                Wish::Aim(A),
                Wish::Drag([40.0, 0.0]),
                Wish::Drag([-40.0, 0.0]),
            ],
        );
    }

    #[test]
    fn two_fingers_zoom_and_drop_nothing() {
        check(
            &[
                Press(1, [0.0, 0.0]),
                Press(2, [10.0, 0.0]),
                Motion(2, [20.0, 0.0]),
                Release(2, [20.0, 0.0]),
                Motion(1, [1.0, 0.0]),
                Release(1, [1.0, 0.0]),
            ],
            &[
                Wish::Aim([0.0, 0.0]),
                Wish::Zoom(2.0, [5.0, 0.0]),
                Wish::Drag([1.0, 0.0]),
            ],
        );
    }

    #[test]
    fn what_the_browser_takes_away_drops_nothing() {
        check(
            &[
                Press(1, A),
                Cancel(1),
                Release(1, A),
                Press(2, A),
                Release(2, A),
            ],
            &[Wish::Aim(A), Wish::Aim(A), Wish::Drop(A)],
        );
    }

    #[test]
    fn a_third_finger_does_nothing() {
        check(
            &[
                Press(1, A),
                Press(2, FAR),
                Press(3, NEAR),
                Motion(3, FAR),
                Release(3, FAR),
            ],
            &[Wish::Aim(A)],
        );
    }
}
