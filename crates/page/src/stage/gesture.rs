//! Gestures of mouse and touch: aim, drop, turn, zoom.
//!
//! A mouse aims where it hovers, drops where it clicks, and turns the camera when it drags. A
//! finger that starts on the board aims as it moves and drops where it is lifted, so a finger that
//! slides off the board drops nothing; one that starts beside the board turns the camera. Two
//! fingers turn and zoom, and after a second finger nothing drops until all fingers are lifted.
//! Points are in CSS pixels.

/// Shortest distance that makes a press a drag.
const DRAG_MIN: f32 = 6.0;
/// Most pointers tracked at once; others are ignored.
const POINTERS_MAX: usize = 2;

/// A point of the canvas, in CSS pixels from its upper left corner.
pub type CanvasPoint = [f32; 2];

/// Action that a gesture asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GestureAction {
    /// Aim at this point.
    Aim(CanvasPoint),
    /// Drop a disc at this point.
    Drop(CanvasPoint),
    /// Turn the camera by this many pixels to the right and down.
    Drag([f32; 2]),
    /// Zoom by this factor, and turn the camera by this many pixels.
    Zoom(f32, [f32; 2]),
}

/// The pressed pointers and the state of their gesture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gesture {
    pointers: Vec<ActivePointer>,
    is_drag: bool,
    /// A single finger aims, however far it moves.
    is_aim: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct ActivePointer {
    id: i32,
    start: CanvasPoint,
    at: CanvasPoint,
}

impl Gesture {
    /// Handles a pressed finger or button. `aims` marks a finger on the board.
    pub fn press(&mut self, id: i32, at: CanvasPoint, aims: bool) -> Option<GestureAction> {
        self.pointers.retain(|pointer| pointer.id != id);
        if self.pointers.is_empty() {
            (self.is_drag, self.is_aim) = (false, aims);
        }
        if self.pointers.len() < POINTERS_MAX {
            let start = at;
            self.pointers.push(ActivePointer { id, start, at });
        }
        if self.pointers.len() > 1 {
            self.is_drag = true;
        }
        (!self.is_drag).then_some(GestureAction::Aim(at))
    }

    /// Handles a moved pointer, pressed or not.
    pub fn motion(&mut self, id: i32, at: CanvasPoint) -> Option<GestureAction> {
        let Some(index) = self.pointers.iter().position(|pointer| pointer.id == id) else {
            return self.pointers.is_empty().then_some(GestureAction::Aim(at));
        };
        if self.is_aim && !self.is_drag {
            return Some(GestureAction::Aim(at));
        }
        let before = self.pinch_distance();
        let pointer = &mut self.pointers[index];
        if !self.is_drag && distance(pointer.start, at) < DRAG_MIN {
            return None;
        }
        self.is_drag = true;
        let [x, y] = pointer.at;
        pointer.at = at;
        let delta = [at[0] - x, at[1] - y];
        match (before, self.pinch_distance()) {
            // Each of two fingers contributes half.
            (Some(before), Some(after)) if before > 0.0 => Some(GestureAction::Zoom(
                after / before,
                delta.map(|part| part / 2.0),
            )),
            (Some(_), _) => None,
            _ => Some(GestureAction::Drag(delta)),
        }
    }

    /// Handles a lifted finger or button.
    pub fn release(&mut self, id: i32, at: CanvasPoint) -> Option<GestureAction> {
        let is_tracked = self.pointers.iter().any(|pointer| pointer.id == id);
        self.cancel(id);
        (is_tracked && !self.is_drag).then_some(GestureAction::Drop(at))
    }

    /// Handles a pointer that the browser cancelled.
    pub fn cancel(&mut self, id: i32) {
        self.pointers.retain(|pointer| pointer.id != id);
    }

    /// Returns true while a pointer is pressed.
    #[must_use]
    pub fn is_pressed(&self) -> bool {
        !self.pointers.is_empty()
    }

    /// Distance between two fingers.
    fn pinch_distance(&self) -> Option<f32> {
        match self.pointers[..] {
            [first, second] => Some(distance(first.at, second.at)),
            _ => None,
        }
    }
}

fn distance(first: CanvasPoint, second: CanvasPoint) -> f32 {
    (first[0] - second[0]).hypot(first[1] - second[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    enum TestPointerEvent {
        Press(i32, CanvasPoint),
        Touch(i32, CanvasPoint),
        Motion(i32, CanvasPoint),
        Release(i32, CanvasPoint),
        Cancel(i32),
    }
    use TestPointerEvent::{Cancel, Motion, Press, Release, Touch};

    fn check(events: &[TestPointerEvent], expected: &[GestureAction]) {
        let mut gesture = Gesture::default();
        let actions: Vec<_> = events
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
        assert_eq!(actions, expected);
    }

    const A: CanvasPoint = [100.0, 100.0];
    const NEAR: CanvasPoint = [103.0, 104.0];
    const FAR: CanvasPoint = [140.0, 100.0];

    #[test]
    fn a_press_that_hardly_moves_drops() {
        check(
            &[Press(1, A), Motion(1, NEAR), Release(1, NEAR)],
            &[GestureAction::Aim(A), GestureAction::Drop(NEAR)],
        );
    }

    #[test]
    fn a_finger_on_the_board_aims_and_drops_where_it_is_lifted() {
        check(
            &[Touch(1, A), Motion(1, FAR), Release(1, FAR)],
            &[
                GestureAction::Aim(A),
                GestureAction::Aim(FAR),
                GestureAction::Drop(FAR),
            ],
        );
    }

    #[test]
    fn a_second_finger_turns_an_aim_into_a_zoom() {
        check(
            &[
                Touch(1, [0.0, 0.0]),
                Touch(2, [10.0, 0.0]),
                Motion(2, [10.0, 8.0]),
                Release(2, [10.0, 8.0]),
                Release(1, [0.0, 0.0]),
            ],
            &[
                GestureAction::Aim([0.0, 0.0]),
                GestureAction::Zoom((164.0_f32).sqrt() / 10.0, [0.0, 4.0]),
            ],
        );
    }

    #[test]
    fn a_pointer_that_hovers_aims() {
        check(
            &[Motion(1, A), Motion(1, FAR)],
            &[GestureAction::Aim(A), GestureAction::Aim(FAR)],
        );
    }

    #[test]
    fn a_drag_turns_and_drops_nothing() {
        check(
            &[Press(1, A), Motion(1, FAR), Motion(1, A), Release(1, A)],
            &[
                GestureAction::Aim(A),
                GestureAction::Drag([40.0, 0.0]),
                GestureAction::Drag([-40.0, 0.0]),
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
                GestureAction::Aim([0.0, 0.0]),
                GestureAction::Zoom(2.0, [5.0, 0.0]),
                GestureAction::Drag([1.0, 0.0]),
            ],
        );
    }

    #[test]
    fn a_cancelled_pointer_drops_nothing() {
        check(
            &[
                Press(1, A),
                Cancel(1),
                Release(1, A),
                Press(2, A),
                Release(2, A),
            ],
            &[
                GestureAction::Aim(A),
                GestureAction::Aim(A),
                GestureAction::Drop(A),
            ],
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
            &[GestureAction::Aim(A)],
        );
    }
}
