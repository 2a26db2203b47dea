//! What is heard, as notes: each sound of the set is a few oscillators that sweep and fade.
//!
//! The pitch of a drop tells its column, and so does its place between left and right; how long it
//! falls is heard before the knock, which comes at the moment of landing. Nothing here makes a
//! sound: `browser::Sound` plays notes with the browser's synthesis. The tests render them the same
//! way and measure them: nothing is clipped, knocks come on time, all are about equally loud.

use crate::model::Tone;
use crate::scene::motion::{fall_seconds, landing_seconds};

/// The pitch of the leftmost column, in hertz; each next is a whole tone higher.
const LEFTMOST_HZ: f32 = 220.0;
const WHOLE_TONE: f32 = 1.122_462;
/// A disc is held so far above the row that counts as the height of its fall.
const HELD: f32 = 0.28;

/// The shape of a wave, from soft to sharp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wave {
    /// One frequency alone.
    Sine,
    /// A little brighter.
    Triangle,
    /// Hollow, like wood.
    Square,
    /// Sharp.
    Saw,
}

/// One oscillator that sweeps from a pitch to another and fades out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Note {
    /// The shape of its wave.
    pub wave: Wave,
    /// Its pitch at the start, in hertz.
    pub from_hz: f32,
    /// Its pitch at the end.
    pub to_hz: f32,
    /// When it starts, in seconds from now.
    pub at: f32,
    /// How long it lasts.
    pub seconds: f32,
    /// From -1, left, to 1, right.
    pub pan: f32,
    /// How loud it is, of the whole sound.
    pub share: f32,
}

/// How long a note takes from silence to its full strength: less would click.
pub const ATTACK_SECONDS: f32 = 0.004;
/// How strong a note of share 1 is at full volume. Three of them at once are not clipped.
pub const STRENGTH: f32 = 0.3;
/// What a note has faded to at its end.
pub const QUIET: f32 = 0.001;

/// Where a sound comes from: a column of a grid so wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The column, from 0.
    pub column: usize,
    /// How many there are.
    pub width: u8,
}

impl Place {
    fn hertz(self) -> f32 {
        let steps = self.column.min(18) as i32;
        LEFTMOST_HZ * WHOLE_TONE.powi(steps)
    }

    fn pan(self) -> f32 {
        match self.width {
            0 | 1 => 0.0,
            width => 2.0 * self.column as f32 / f32::from(width - 1) - 1.0,
        }
    }

    fn note(
        self,
        wave: Wave,
        [from_hz, to_hz]: [f32; 2],
        [at, seconds]: [f32; 2],
        share: f32,
    ) -> Note {
        let pan = self.pan();
        Note {
            wave,
            from_hz,
            to_hz,
            at,
            seconds,
            pan,
            share,
        }
    }

    /// The knock of a disc that lands.
    fn knock(self, at: f32, share: f32) -> [Note; 2] {
        let hertz = self.hertz();
        [
            self.note(Wave::Triangle, [hertz, hertz * 0.5], [at, 0.16], share),
            self.note(Wave::Square, [110.0, 60.0], [at, 0.05], 0.35 * share),
        ]
    }
}

/// The notes of a tone, where things move or stay still.
#[must_use]
pub fn notes(tone: Tone, is_still: bool) -> Vec<Note> {
    match tone {
        Tone::Drop(place, rows) => drop(place, rows, is_still),
        Tone::Anvil(place, rows) => anvil(place, rows, is_still),
        Tone::Bomb(place, rows) => bomb(place, rows, is_still),
        Tone::Wall(place, rows) => wall(place, rows, is_still),
        Tone::Double(place, rows) => double(place, rows, is_still),
        Tone::Pop(place) => pop(place, is_still),
        Tone::Strike(place) => strike(place, is_still),
        Tone::Lift(place) => lift(place),
        Tone::Refused => refused(),
        Tone::Won(rows) => won(landing(rows, is_still)),
        Tone::Tied(rows) => tied(landing(rows, is_still)),
        Tone::Release => release(),
        Tone::Tick => tick(),
        Tone::Call => call(),
    }
}

/// How long a disc falls through so many rows before it lands; no time at all where nothing moves.
#[must_use]
pub fn landing(rows: usize, is_still: bool) -> f32 {
    if is_still {
        0.0
    } else {
        landing_seconds(rows as f32 + HELD)
    }
}

/// A disc falls through so many rows, knocks, and bounces once more.
#[must_use]
pub fn drop(place: Place, rows: usize, is_still: bool) -> Vec<Note> {
    let (hertz, lands) = (place.hertz(), landing(rows, is_still));
    let mut notes = place.knock(lands, 1.0).to_vec();
    if !is_still {
        let sweep = [hertz * 2.0, hertz * 1.2];
        notes.push(place.note(Wave::Sine, sweep, [0.0, lands], 0.1));
        let rest = fall_seconds(rows as f32 + HELD) - lands;
        notes.extend(place.knock(lands + rest * 0.8, 0.18));
    }
    notes
}

/// A disc is drawn out below, and the stack above it falls by a row.
#[must_use]
pub fn pop(place: Place, is_still: bool) -> Vec<Note> {
    let hertz = place.hertz();
    let mut notes = vec![
        place.note(Wave::Triangle, [hertz * 1.5, hertz * 0.4], [0.0, 0.22], 0.9),
        place.note(Wave::Square, [160.0, 70.0], [0.0, 0.06], 0.3),
    ];
    notes.extend(place.knock(landing(1, is_still), 0.45));
    notes
}

/// An anvil comes down through a whole column.
#[must_use]
pub fn anvil(place: Place, rows: usize, is_still: bool) -> Vec<Note> {
    let lands = landing(rows, is_still);
    vec![
        place.note(Wave::Sine, [420.0, 90.0], [0.0, lands.max(0.05)], 0.12),
        place.note(Wave::Square, [82.0, 41.0], [lands, 0.34], 0.42),
        place.note(Wave::Triangle, [622.0, 618.0], [lands, 0.7], 0.3),
        place.note(Wave::Triangle, [933.0, 925.0], [lands, 0.5], 0.2),
    ]
}

/// A bomb falls with its fuse lit, and lands dully.
#[must_use]
pub fn bomb(place: Place, rows: usize, is_still: bool) -> Vec<Note> {
    let lands = landing(rows, is_still);
    let mut notes = vec![
        place.note(Wave::Triangle, [130.0, 65.0], [lands, 0.3], 0.75),
        place.note(Wave::Square, [98.0, 49.0], [lands, 0.12], 0.28),
    ];
    if !is_still {
        notes.push(place.note(Wave::Saw, [3200.0, 2400.0], [0.0, lands], 0.08));
    }
    notes
}

/// A bomb takes a disc out of the bottom row.
#[must_use]
pub fn strike(place: Place, is_still: bool) -> Vec<Note> {
    let mut notes = vec![
        place.note(Wave::Saw, [240.0, 30.0], [0.0, 0.45], 0.45),
        place.note(Wave::Square, [95.0, 24.0], [0.0, 0.6], 0.36),
    ];
    notes.extend(place.knock(landing(1, is_still), 0.4));
    notes
}

/// A wall of bricks lands, one after the other.
#[must_use]
pub fn wall(place: Place, rows: usize, is_still: bool) -> Vec<Note> {
    let lands = landing(rows, is_still);
    let brick = |n: u8| {
        let at = lands + 0.07 * f32::from(n);
        let hertz = 150.0 - 18.0 * f32::from(n);
        place.note(Wave::Square, [hertz, hertz * 0.6], [at, 0.1], 0.7)
    };
    (0..3).map(brick).collect()
}

/// A disc that gives another turn knocks twice.
#[must_use]
pub fn double(place: Place, rows: usize, is_still: bool) -> Vec<Note> {
    let lands = landing(rows, is_still);
    let twice = [place.knock(lands, 0.9), place.knock(lands + 0.12, 0.9)];
    twice.concat()
}

/// A disc goes up and out: a move is taken back.
#[must_use]
pub fn lift(place: Place) -> Vec<Note> {
    let hertz = place.hertz();
    vec![
        place.note(Wave::Triangle, [hertz, hertz * 2.0], [0.0, 0.2], 0.8),
        place.note(Wave::Sine, [hertz, hertz * 2.0], [0.0, 0.2], 0.3),
    ]
}

/// A move was refused.
#[must_use]
pub fn refused() -> Vec<Note> {
    let low = |at: f32, hertz: f32| plain(Wave::Saw, hertz, at, 0.14, 0.9);
    vec![low(0.0, 147.0), low(0.1, 110.0)]
}

/// Somebody won: three notes, so long from now.
#[must_use]
pub fn won(after: f32) -> Vec<Note> {
    vec![
        plain(Wave::Triangle, 523.25, after, 0.25, 0.7),
        plain(Wave::Triangle, 659.25, after + 0.14, 0.25, 0.7),
        plain(Wave::Triangle, 783.99, after + 0.28, 0.9, 0.7),
        plain(Wave::Sine, 1567.98, after + 0.28, 0.9, 0.2),
    ]
}

/// Nobody won.
#[must_use]
pub fn tied(after: f32) -> Vec<Note> {
    vec![
        plain(Wave::Triangle, 392.0, after, 0.25, 0.9),
        plain(Wave::Triangle, 329.63, after + 0.22, 0.5, 0.9),
    ]
}

/// Somebody elsewhere wants something: two notes, the second a fourth higher.
#[must_use]
pub fn call() -> Vec<Note> {
    vec![
        plain(Wave::Triangle, 587.33, 0.0, 0.2, 0.7),
        plain(Wave::Triangle, 783.99, 0.16, 0.45, 0.7),
    ]
}

/// The grid is emptied: the slider opens, and the discs clatter out.
#[must_use]
pub fn release() -> Vec<Note> {
    let clack = |n: u8| {
        let hertz = 190.0 + 41.0 * f32::from(n * 5 % 11);
        let at = 0.08 + 0.045 * f32::from(n) + 0.012 * f32::from(n * 7 % 3);
        let note = plain(Wave::Triangle, hertz, at, 0.09, 0.8);
        Note {
            to_hz: hertz * 0.6,
            pan: f32::from(n % 5) / 2.0 - 1.0,
            ..note
        }
    };
    let slider = Note {
        to_hz: 140.0,
        ..plain(Wave::Saw, 90.0, 0.0, 0.16, 0.2)
    };
    (0..14).map(clack).chain([slider]).collect()
}

/// One of the last ten seconds of a clock.
#[must_use]
pub fn tick() -> Vec<Note> {
    vec![plain(Wave::Square, 1100.0, 0.0, 0.06, 0.75)]
}

const fn plain(wave: Wave, hertz: f32, at: f32, seconds: f32, share: f32) -> Note {
    Note {
        wave,
        from_hz: hertz,
        to_hz: hertz,
        at,
        seconds,
        pan: 0.0,
        share,
    }
}

#[cfg(test)]
mod tests {
    use std::f32::consts::TAU;

    use super::*;

    /// Samples a second.
    const RATE: f32 = 24_000.0;
    const MIDDLE: Place = Place {
        column: 3,
        width: 7,
    };

    /// Both channels, as the browser would make them at full volume.
    fn render(notes: &[Note]) -> [Vec<f32>; 2] {
        let end = notes
            .iter()
            .map(|note| note.at + note.seconds)
            .fold(0.0, f32::max);
        let mut channels = [0, 1].map(|_| vec![0.0; (end * RATE) as usize + 1]);
        for note in notes {
            let mut phase = 0.0_f32;
            let start = (note.at * RATE).round() as usize;
            for step in 0..(note.seconds * RATE) as usize {
                let time = step as f32 / RATE;
                let share = time / note.seconds;
                phase =
                    (phase + note.from_hz * (note.to_hz / note.from_hz).powf(share) / RATE).fract();
                let wave = match note.wave {
                    Wave::Sine => (phase * TAU).sin(),
                    Wave::Triangle => 1.0 - 4.0 * (phase - 0.5).abs(),
                    Wave::Square => (0.5 - phase).signum(),
                    Wave::Saw => 2.0 * phase - 1.0,
                };
                let full = STRENGTH * note.share;
                let fade = full * (QUIET / full).powf(share);
                let gain = fade * (time / ATTACK_SECONDS).min(1.0);
                // Equal power: turned from the left to the right by a quarter of a circle.
                let angle = (note.pan * 0.7 + 1.0) * TAU / 8.0;
                for (channel, side) in channels.iter_mut().zip([angle.cos(), angle.sin()]) {
                    if let Some(sample) = channel.get_mut(start + step) {
                        *sample += wave * gain * side;
                    }
                }
            }
        }
        channels
    }

    fn set() -> Vec<(&'static str, Vec<Note>)> {
        vec![
            ("drop", drop(MIDDLE, 6, false)),
            ("still drop", drop(MIDDLE, 6, true)),
            ("pop", pop(MIDDLE, false)),
            ("anvil", anvil(MIDDLE, 6, false)),
            ("bomb", bomb(MIDDLE, 3, false)),
            ("still bomb", bomb(MIDDLE, 3, true)),
            ("strike", strike(MIDDLE, false)),
            ("wall", wall(MIDDLE, 3, false)),
            ("double", double(MIDDLE, 3, false)),
            ("lift", lift(MIDDLE)),
            ("refused", refused()),
            ("won", won(0.0)),
            ("tied", tied(0.0)),
            ("release", release()),
            ("call", call()),
            ("tick", tick()),
        ]
    }

    fn peak(channels: &[Vec<f32>; 2]) -> f32 {
        let samples = channels.iter().flatten();
        samples.fold(0.0, |peak, sample| sample.abs().max(peak))
    }

    /// Of the loudest twentieth of a second, both channels together.
    fn loudness(channels: &[Vec<f32>; 2]) -> f32 {
        let window = (RATE / 20.0) as usize;
        let power = |start: usize| -> f32 {
            let part = |channel: &Vec<f32>| -> f32 {
                let end = (start + window).min(channel.len());
                channel[start..end]
                    .iter()
                    .map(|sample| sample * sample)
                    .sum()
            };
            channels.iter().map(part).sum::<f32>() / window as f32
        };
        let starts = (0..channels[0].len()).step_by(window / 4);
        starts.map(power).fold(0.0, f32::max).sqrt()
    }

    #[test]
    fn nothing_is_clipped() {
        for (name, notes) in set() {
            let peak = peak(&render(&notes));
            assert!(peak < 0.9, "{name}: {peak}");
        }
        // A win is heard while the disc that won still rings.
        let mut both = drop(MIDDLE, 6, false);
        both.extend(won(landing(6, false)));
        let peak = peak(&render(&both));
        assert!(peak < 0.95, "{peak}");
    }

    #[test]
    fn all_are_about_equally_loud() {
        let drop = loudness(&render(&drop(MIDDLE, 6, false)));
        let level = |notes: &[Note]| 20.0 * (loudness(&render(notes)) / drop).log10();
        let levels: Vec<_> = set()
            .iter()
            .map(|(name, notes)| (*name, level(notes)))
            .collect();
        let is_alike = |(_, decibels): &(&str, f32)| (-3.0..=3.0).contains(decibels);
        assert!(levels.iter().all(is_alike), "in decibels: {levels:.1?}");
    }

    #[test]
    fn knocks_come_when_discs_land() {
        for rows in 1..=12 {
            let channels = render(&drop(MIDDLE, rows, false));
            let onset = channels[0].iter().position(|sample| sample.abs() > 0.12);
            let onset = onset.expect("a knock") as f32 / RATE;
            let lands = landing_seconds(rows as f32 + HELD);
            assert!((onset - lands).abs() < 0.01, "{rows} rows: {onset} {lands}");
        }
    }

    #[test]
    fn every_disc_has_a_sound_of_its_own() {
        let tones = [
            Tone::Drop,
            Tone::Anvil,
            Tone::Bomb,
            Tone::Wall,
            Tone::Double,
        ];
        for is_still in [false, true] {
            let heard = tones.map(|tone| notes(tone(MIDDLE, 3), is_still));
            for (at, one) in heard.iter().enumerate() {
                assert!(!heard[..at].contains(one), "{at}: {one:?}");
            }
        }
    }

    #[test]
    fn columns_are_told_apart() {
        let at = |column| Place { column, width: 7 };
        for column in 0..6 {
            assert!(at(column).hertz() * 1.05 < at(column + 1).hertz());
            assert!(at(column).pan() < at(column + 1).pan());
        }
        let alone = Place {
            column: 0,
            width: 1,
        };
        assert!(alone.pan().abs() < f32::EPSILON);
    }
}
