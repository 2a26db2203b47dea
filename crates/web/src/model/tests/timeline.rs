//! The timeline of one drop, from a key to what is seen and heard: fall, knock, bounce, win.

use super::*;
use crate::scene::stage::Stage;
use crate::sound::{Note, notes};

/// Between two looks, in milliseconds.
const LOOK_MS: f64 = 1.0;
/// A frame: what is heard and what is seen may be so far apart, in seconds.
const FRAME: f32 = 0.017;

/// What is seen of the last disc, look by look: how high it is, and how strongly its line glows.
fn seen(shows: &[Show]) -> Vec<(f32, f32)> {
    let (last, before) = shows.split_last().expect("something is shown");
    let mut stage = Stage::default();
    for show in before {
        stage.show(show, 0.0);
        stage.scenery(60_000.0);
    }
    stage.show(last, 60_000.0);
    let look = |number: u32| {
        let scenery = stage.scenery(60_000.0 + f64::from(number) * LOOK_MS);
        // Discs lie in the order in which they came.
        let disc = scenery.discs.last().expect("a disc falls");
        (disc.place[1], disc.glow)
    };
    (0..3000).map(look).collect()
}

fn starts(notes: &[Note]) -> f32 {
    notes.iter().map(|note| note.at).fold(f32::MAX, f32::min)
}

#[test]
fn a_disc_falls_knocks_bounces_and_wins() {
    for keys in [WIN, "1122334", "12233434464"] {
        let mut tab = Tab::with(people());
        tab.keys(&keys[..keys.len() - 1]);
        let mut shows = tab.shows();
        tab.keys(&keys[keys.len() - 1..]);
        let done = tab.taken();
        let mut tones = Vec::new();
        for effect in done {
            match effect {
                Effect::Show(show) => shows.push(show),
                Effect::Play(tone, _) => tones.push(tone),
                _ => {}
            }
        }
        let seen = seen(&shows);
        let ground = seen.last().expect("looked at").0;
        let landed = seen.iter().position(|(height, _)| *height - ground < 1e-3);
        let landed = landed.expect("it lands");
        let seconds = landed as f32 * LOOK_MS as f32 / 1000.0;
        assert!((0.5..=0.8).contains(&seconds), "{keys}: falls {seconds} s");
        // It falls faster and faster, and bounces only after it has landed.
        let way = |at: usize| seen[at].0 - seen[at + 10].0;
        assert!(way(10) < way(landed - 20), "{keys}");
        let is_falling = seen[..landed].windows(2).all(|pair| pair[1].0 <= pair[0].0);
        assert!(is_falling, "{keys}");
        let bounce = seen[landed..].iter().map(|(height, _)| height - ground);
        assert!(bounce.fold(0.0, f32::max) > 0.05, "{keys}");
        // The line lights up after that, and not before.
        assert!(
            seen[..landed].iter().all(|(_, glow)| *glow <= 0.0),
            "{keys}"
        );
        assert!(seen[landed + 500].1 > 0.3, "{keys}");
        // The knock comes with the landing, the three notes of a win not before it.
        let [drop @ Tone::Drop(..), won @ Tone::Won(_)] = tones[..] else {
            panic!("{tones:?}");
        };
        let knock = notes(drop, false)[0].at;
        assert!((knock - seconds).abs() < FRAME, "{keys}: knocks at {knock}");
        assert!(starts(&notes(won, false)) > seconds - FRAME, "{keys}");
    }
}
