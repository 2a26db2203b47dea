//! The timeline of one drop in picture and sound, from the key press on: fall, knock, bounce,
//! win.

use super::*;
use crate::sound::{Note, notes};
use crate::stage::animator::BoardAnimator;

/// Time between two frames, in milliseconds.
const FRAME_STEP_MS: f64 = 1.0;
/// Tolerance between sound and picture in seconds: one frame.
const FRAME: f32 = 0.017;

/// Returns the height of the last disc and the glow of its line, frame by frame.
fn frames(shows: &[BoardAnimation]) -> Vec<(f32, f32)> {
    let (last, before) = shows.split_last().expect("something is shown");
    let mut stage = BoardAnimator::default();
    for show in before {
        stage.show(show, 0.0);
        stage.frame_at(60_000.0);
    }
    stage.show(last, 60_000.0);
    let frame = |number: u32| {
        let scenery = stage.frame_at(60_000.0 + f64::from(number) * FRAME_STEP_MS);
        // Discs are in the order of their moves.
        let disc = scenery.discs.last().expect("a disc falls");
        (disc.centre[1], disc.glow)
    };
    (0..3000).map(frame).collect()
}

fn starts(notes: &[Note]) -> f32 {
    notes.iter().map(|note| note.start).fold(f32::MAX, f32::min)
}

#[test]
fn a_disc_falls_knocks_bounces_and_wins() {
    for keys in [WIN, "1122334", "12233434464"] {
        let mut tab = TestTab::with(people());
        tab.keys(&keys[..keys.len() - 1]);
        let mut shows = tab.animations();
        tab.keys(&keys[keys.len() - 1..]);
        let effects = tab.take_effects();
        let mut tones = Vec::new();
        for effect in effects {
            match effect {
                Effect::Animate(show) => shows.push(show),
                Effect::PlayTone(tone, _) => tones.push(tone),
                _ => {}
            }
        }
        let frames = frames(&shows);
        let ground = frames.last().expect("looked at").0;
        let landed = frames
            .iter()
            .position(|(height, _)| *height - ground < 1e-3);
        let landed = landed.expect("it lands");
        let seconds = landed as f32 * FRAME_STEP_MS as f32 / 1000.0;
        assert!((0.5..=0.8).contains(&seconds), "{keys}: falls {seconds} s");
        // It accelerates, and bounces only after the landing.
        let distance = |at: usize| frames[at].0 - frames[at + 10].0;
        assert!(distance(10) < distance(landed - 20), "{keys}");
        let is_falling = frames[..landed]
            .windows(2)
            .all(|pair| pair[1].0 <= pair[0].0);
        assert!(is_falling, "{keys}");
        let bounce = frames[landed..].iter().map(|(height, _)| height - ground);
        assert!(bounce.fold(0.0, f32::max) > 0.05, "{keys}");
        // The line lights up only after the landing.
        assert!(
            frames[..landed].iter().all(|(_, glow)| *glow <= 0.0),
            "{keys}"
        );
        assert!(frames[landed + 500].1 > 0.3, "{keys}");
        // The knock is simultaneous with the landing; the three notes of a win follow it.
        let [drop @ Tone::Drop(..), won @ Tone::Won(_)] = tones[..] else {
            panic!("{tones:?}");
        };
        let knock = notes(drop, false)[0].start;
        assert!((knock - seconds).abs() < FRAME, "{keys}: knocks at {knock}");
        assert!(starts(&notes(won, false)) > seconds - FRAME, "{keys}");
    }
}
