//! Tests of the camera in windows of many shapes.

use super::*;

const SIZES: [[f32; 2]; 5] = [
    [1280.0, 800.0],
    [320.0, 568.0],
    [568.0, 320.0],
    [500.0, 500.0],
    [1920.0, 400.0],
];

fn camera(columns: u8, rows: u8, size: [f32; 2], turns: &[CameraStep]) -> Camera {
    let mut camera = Camera::new(columns, rows);
    camera.set_size(size[0], size[1]);
    for step in turns {
        camera.apply_step(*step);
    }
    camera.advance(0.0, true);
    camera
}

/// Every column is picked where it is projected, from every side.
#[test]
fn columns_are_picked_where_they_are_projected() {
    for (columns, rows) in [(4, 4), (7, 6), (10, 10), (10, 4), (4, 10)] {
        for size in SIZES {
            for turns in [
                &[][..],
                &[CameraStep::Behind],
                &[CameraStep::Left, CameraStep::Up, CameraStep::In],
            ] {
                let camera = camera(columns, rows, size, turns);
                for column in 0..columns {
                    let [x, y] = camera.column_target(column);
                    assert_eq!(camera.pick(x, y), Some(column), "{size:?} {turns:?}");
                }
            }
        }
    }
}

#[test]
fn below_a_column_is_not_in_it() {
    for size in SIZES {
        let camera = camera(7, 6, size, &[]);
        for column in 0..7 {
            let below = -3.0 - 2.0 * PICK_MARGIN_BELOW;
            let [x, y] = camera.project(vec3(column_x(column, 7), below, camera.front_plate_z()));
            assert_eq!(camera.pick_below(x, y), Some(column), "{size:?}");
            assert_eq!(camera.pick(x, y), None, "{size:?}");
            let [x, y] = camera.column_target(column);
            assert_eq!(camera.pick_below(x, y), None, "{size:?}");
        }
    }
}

#[test]
fn everything_fits_into_any_picture() {
    for (columns, rows) in [(4, 4), (7, 6), (10, 10), (10, 4), (4, 10)] {
        for size in SIZES {
            let camera = camera(columns, rows, size, &[]);
            let top = f32::from(rows) / 2.0 + HELD_DISC_HEIGHT + DISC_RADIUS;
            for x in [-1.0, 1.0].map(|side| side * leg_x(columns)) {
                for y in [top, floor_height(rows)] {
                    let [right, down] = camera.project(vec3(x, y, 0.0));
                    assert!((0.0..=size[0]).contains(&right), "{right} of {size:?}");
                    assert!((0.0..=size[1]).contains(&down), "{down} of {size:?}");
                }
            }
        }
    }
}

#[test]
fn the_board_fills_most_of_wide_windows_and_phones() {
    // The stage of a window of 1440 by 900, with the line of the turn below it.
    let mut wide = Camera::new(7, 6);
    wide.set_size_and_cover(1020.0, 777.0, 68.0);
    let [left, right] = [-3.7, 3.7].map(|x| wide.project(vec3(x, 0.0, wide.front_plate_z()))[0]);
    assert!(right - left > 615.0, "{}", right - left);
    for x in [-1.0, 1.0].map(|side| side * leg_x(7)) {
        let [_, down] = wide.project(vec3(x, floor_height(6), 0.0));
        assert!(down <= 777.0 - 68.0, "{down}");
        let [_, tip] = wide.project(vec3(x, floor_height(6), leg_reach(6)));
        assert!(tip <= 777.0, "the feet are behind that line: {tip}");
    }
    // On an upright phone the posts reach the edges.
    let phone = camera(7, 6, [382.0, 480.0], &[]);
    let [left, right] = [-3.7, 3.7].map(|x| phone.project(vec3(x, 0.0, phone.front_plate_z()))[0]);
    assert!(right - left > 330.0, "{}", right - left);
}

#[test]
fn the_initial_view_is_slightly_from_above_and_in_front() {
    let camera = camera(7, 6, [900.0, 600.0], &[]);
    let [_, height] = camera.tangents();
    let degrees = 2.0 * height.atan().to_degrees();
    assert!((60.0..=75.0).contains(&degrees.round()), "{degrees}");
    let away = camera.eye() - camera.target();
    // [0, 3, 8] to [0, 2.5, 0]: one sixteenth up, and the turn is small.
    assert!((away.y / away.z - 0.5 / 8.0).abs() < 0.002, "{away:?}");
    let turn = (away.x / away.z).atan().to_degrees();
    assert!((5.0..=10.0).contains(&turn), "{turn}");
    assert!((7.0..=10.0).contains(&away.length()), "{}", away.length());
}

#[test]
fn column_numbers_stand_above_their_columns() {
    for (columns, rows) in [(3, 3), (7, 6), (10, 10), (16, 7)] {
        for (size, turns) in SIZES
            .into_iter()
            .zip([&[][..], &[CameraStep::Behind]].into_iter().cycle())
        {
            let camera = camera(columns, rows, size, turns);
            let layout = camera.column_layout();
            let layout: Vec<_> = layout
                .iter()
                .map(|part| *part as f32 / 10_000.0 * size[0])
                .collect();
            assert_eq!(layout.len(), usize::from(columns) + 2);
            let mut edge = layout[0];
            for (column, width) in (0..columns).zip(&layout[2..]) {
                let place = vec3(
                    column_x(column, columns),
                    f32::from(rows) / 2.0 + HELD_DISC_HEIGHT,
                    0.0,
                );
                let [projected, _] = camera.project(place);
                let projected = if turns.is_empty() {
                    projected
                } else {
                    size[0] - projected
                };
                let error = (edge + width / 2.0 - projected).abs();
                assert!(error < width / 20.0 + 1.0, "{size:?} {column}: {error}");
                edge += width;
            }
            assert!((edge + layout[1] - size[0]).abs() < 2.0);
        }
    }
    // From the side, columns cannot be distinguished.
    let from_the_side = camera(7, 6, SIZES[0], &[CameraStep::Left; 6]);
    assert_eq!(from_the_side.column_layout().len(), 2);
}

#[test]
fn from_behind_the_first_column_is_on_the_right() {
    let camera = camera(7, 6, SIZES[0], &[CameraStep::Reset, CameraStep::Behind]);
    assert!(camera.is_behind());
    assert!(camera.column_target(0)[0] > camera.column_target(6)[0]);
    assert_eq!(camera.pick(0.0, 0.0), None);
}

#[test]
fn a_display_only_board_is_turned_and_fills_the_canvas() {
    for size in SIZES {
        let mut camera = camera(7, 6, size, &[]);
        let height = |camera: &Camera| {
            let [top, bottom] = [3.0, -3.0].map(|y| camera.project(vec3(0.0, y, 0.0))[1]);
            bottom - top
        };
        let playable = height(&camera);
        camera.set_display_only();
        assert_eq!(camera.current, camera.home());
        // No disc is held above it, but its feet are visible to their tips.
        assert!(height(&camera) >= 0.8 * playable, "{size:?}");
        for (x, y, z) in [
            (-3.7, 3.2, 0.27),
            (3.7, 3.2, 0.27),
            (3.7, -3.8, 1.5),
            (-3.7, -3.8, 1.5),
        ] {
            let [across, down] = camera.project(vec3(x, y, z));
            assert!((0.0..=size[0]).contains(&across), "{size:?} {across}");
            assert!((0.0..=size[1]).contains(&down), "{size:?} {down}");
        }
    }
}

#[test]
fn pitch_and_zoom_stay_in_range() {
    let mut camera = camera(7, 6, SIZES[0], &[]);
    for down in [-1e5_f32, 1e5] {
        camera.drag(0.0, down);
        assert!(camera.eye().y > floor_height(6));
        assert!(PITCH_RANGE[0] <= camera.current.pitch && camera.current.pitch <= PITCH_RANGE[1]);
    }
    for factor in [1e9, 1e-9, f32::NAN, 0.0, -1.0, f32::INFINITY] {
        camera.zoom(factor);
        assert!(ZOOM_RANGE[0] <= camera.current.zoom && camera.current.zoom <= ZOOM_RANGE[1]);
    }
}

#[test]
fn steps_arrive_and_reset_returns_to_the_initial_view() {
    let mut camera = camera(7, 6, SIZES[0], &[]);
    let home = camera.clone();
    camera.apply_step(CameraStep::Right);
    assert!(camera.advance(0.01, false));
    let frames = (0..1000)
        .take_while(|_| camera.advance(0.016, false))
        .count();
    assert!((5..200).contains(&frames), "{frames}");
    camera.drag(1e4, 50.0);
    camera.apply_step(CameraStep::Reset);
    assert!((camera.current.yaw - HOME_ORBIT.yaw).abs() <= PI + 1e-3);
    camera.advance(0.0, true);
    assert_eq!(camera.goal, home.goal);
    assert!(!camera.advance(0.016, false));
}
