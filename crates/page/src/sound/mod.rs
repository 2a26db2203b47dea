//! Sound effects as notes: each effect is a few oscillators that sweep and fade.
//!
//! Pitch and stereo position of a drop follow its column, and a sweep during the fall ends with a
//! knock when the disc lands. This module produces no sound: `browser::Sound` plays notes with Web
//! Audio. The tests synthesise them in the same way and measure them: nothing clips, knocks are on
//! time, and all effects are about equally loud.

mod tone;

use crate::stage::motion::{fall_seconds, landing_seconds};

pub use tone::Tone;

/// Pitch of the leftmost column in hertz; each further column is a whole tone higher.
const LEFTMOST_HZ: f32 = 220.0;
const WHOLE_TONE: f32 = 1.122_462;
/// Height of a held disc above the topmost row, added to the height of its fall.
const HELD_DISC_HEIGHT: f32 = 0.28;

/// Waveform, from soft to sharp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wave {
    /// A single frequency.
    Sine,
    /// Slightly brighter.
    Triangle,
    /// Hollow, like wood.
    Square,
    /// Sharp.
    Saw,
}

/// An oscillator that sweeps from one pitch to another and fades out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Note {
    /// Waveform.
    pub wave: Wave,
    /// Pitch at the start, in hertz.
    pub from_hz: f32,
    /// Pitch at the end, in hertz.
    pub to_hz: f32,
    /// Start, in seconds from now.
    pub start: f32,
    /// Duration.
    pub seconds: f32,
    /// Stereo position from -1, left, to 1, right.
    pub pan: f32,
    /// Loudness relative to the whole effect.
    pub loudness: f32,
}

/// Duration of the attack; a shorter one would click.
pub const ATTACK_SECONDS: f32 = 0.004;
/// Gain of a note of share 1 at full volume. Three of them at once do not clip.
pub const FULL_GAIN: f32 = 0.3;
/// Gain to which a note has faded at its end.
pub const END_GAIN: f32 = 0.001;

/// Position of a sound: a column on a board of this width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SoundPosition {
    /// The column, from 0.
    pub column: usize,
    /// Number of columns.
    pub width: u8,
}

impl SoundPosition {
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
            start: at,
            seconds,
            pan,
            loudness: share,
        }
    }

    /// Knock of a landing disc.
    fn knock(self, at: f32, share: f32) -> [Note; 2] {
        let hertz = self.hertz();
        [
            self.note(Wave::Triangle, [hertz, hertz * 0.5], [at, 0.16], share),
            self.note(Wave::Square, [110.0, 60.0], [at, 0.05], 0.35 * share),
        ]
    }
}

/// Returns the notes of a tone. With reduced motion nothing falls, so knocks come at once.
#[must_use]
pub fn notes(tone: Tone, has_reduced_motion: bool) -> Vec<Note> {
    match tone {
        Tone::Drop(place, rows) => drop(place, rows, has_reduced_motion),
        Tone::Anvil(place, rows) => anvil(place, rows, has_reduced_motion),
        Tone::Bomb(place, rows) => bomb(place, rows, has_reduced_motion),
        Tone::Wall(place, rows) => wall(place, rows, has_reduced_motion),
        Tone::Double(place, rows) => double(place, rows, has_reduced_motion),
        Tone::Pop(place) => pop(place, has_reduced_motion),
        Tone::Strike(place) => strike(place, has_reduced_motion),
        Tone::TakeBack(place) => lift(place),
        Tone::Refused => rejected(),
        Tone::Won(rows) => won(landing_delay(rows, has_reduced_motion)),
        Tone::Draw(rows) => drawn(landing_delay(rows, has_reduced_motion)),
        Tone::Release => release(),
        Tone::Tick => tick(),
        Tone::Attention => notification(),
    }
}

/// Time in seconds until a disc that falls through this many rows lands; 0 with reduced motion.
#[must_use]
pub fn landing_delay(rows: usize, has_reduced_motion: bool) -> f32 {
    if has_reduced_motion {
        0.0
    } else {
        landing_seconds(rows as f32 + HELD_DISC_HEIGHT)
    }
}

/// A disc falls through this many rows, knocks, and bounces once.
#[must_use]
pub fn drop(place: SoundPosition, rows: usize, has_reduced_motion: bool) -> Vec<Note> {
    let (hertz, landing_time) = (place.hertz(), landing_delay(rows, has_reduced_motion));
    let mut notes = place.knock(landing_time, 1.0).to_vec();
    if !has_reduced_motion {
        let sweep = [hertz * 2.0, hertz * 1.2];
        notes.push(place.note(Wave::Sine, sweep, [0.0, landing_time], 0.1));
        let rest = fall_seconds(rows as f32 + HELD_DISC_HEIGHT) - landing_time;
        notes.extend(place.knock(landing_time + rest * 0.8, 0.18));
    }
    notes
}

/// A disc is popped, and the stack above it falls by a row.
#[must_use]
pub fn pop(place: SoundPosition, has_reduced_motion: bool) -> Vec<Note> {
    let hertz = place.hertz();
    let mut notes = vec![
        place.note(Wave::Triangle, [hertz * 1.5, hertz * 0.4], [0.0, 0.22], 0.9),
        place.note(Wave::Square, [160.0, 70.0], [0.0, 0.06], 0.3),
    ];
    notes.extend(place.knock(landing_delay(1, has_reduced_motion), 0.45));
    notes
}

/// An anvil falls through a whole column.
#[must_use]
pub fn anvil(place: SoundPosition, rows: usize, has_reduced_motion: bool) -> Vec<Note> {
    let landing_time = landing_delay(rows, has_reduced_motion);
    vec![
        place.note(
            Wave::Sine,
            [420.0, 90.0],
            [0.0, landing_time.max(0.05)],
            0.12,
        ),
        place.note(Wave::Square, [82.0, 41.0], [landing_time, 0.34], 0.42),
        place.note(Wave::Triangle, [622.0, 618.0], [landing_time, 0.7], 0.3),
        place.note(Wave::Triangle, [933.0, 925.0], [landing_time, 0.5], 0.2),
    ]
}

/// A bomb falls with its fuse lit, and lands with a thud.
#[must_use]
pub fn bomb(place: SoundPosition, rows: usize, has_reduced_motion: bool) -> Vec<Note> {
    let landing_time = landing_delay(rows, has_reduced_motion);
    let mut notes = vec![
        place.note(Wave::Triangle, [130.0, 65.0], [landing_time, 0.3], 0.75),
        place.note(Wave::Square, [98.0, 49.0], [landing_time, 0.12], 0.28),
    ];
    if !has_reduced_motion {
        notes.push(place.note(Wave::Saw, [3200.0, 2400.0], [0.0, landing_time], 0.08));
    }
    notes
}

/// A bomb removes a disc from the bottom row.
#[must_use]
pub fn strike(place: SoundPosition, has_reduced_motion: bool) -> Vec<Note> {
    let mut notes = vec![
        place.note(Wave::Saw, [240.0, 30.0], [0.0, 0.45], 0.45),
        place.note(Wave::Square, [95.0, 24.0], [0.0, 0.6], 0.36),
    ];
    notes.extend(place.knock(landing_delay(1, has_reduced_motion), 0.4));
    notes
}

/// A wall lands, brick by brick.
#[must_use]
pub fn wall(place: SoundPosition, rows: usize, has_reduced_motion: bool) -> Vec<Note> {
    let landing_time = landing_delay(rows, has_reduced_motion);
    let brick = |n: u8| {
        let at = landing_time + 0.07 * f32::from(n);
        let hertz = 150.0 - 18.0 * f32::from(n);
        place.note(Wave::Square, [hertz, hertz * 0.6], [at, 0.1], 0.7)
    };
    (0..3).map(brick).collect()
}

/// A double disc, which gives another turn, knocks twice.
#[must_use]
pub fn double(place: SoundPosition, rows: usize, has_reduced_motion: bool) -> Vec<Note> {
    let landing_time = landing_delay(rows, has_reduced_motion);
    let knocks = [
        place.knock(landing_time, 0.9),
        place.knock(landing_time + 0.12, 0.9),
    ];
    knocks.concat()
}

/// A move is taken back: its disc is lifted out.
#[must_use]
pub fn lift(place: SoundPosition) -> Vec<Note> {
    let hertz = place.hertz();
    vec![
        place.note(Wave::Triangle, [hertz, hertz * 2.0], [0.0, 0.2], 0.8),
        place.note(Wave::Sine, [hertz, hertz * 2.0], [0.0, 0.2], 0.3),
    ]
}

/// A move was rejected.
#[must_use]
pub fn rejected() -> Vec<Note> {
    let low_note = |at: f32, hertz: f32| constant_note(Wave::Saw, hertz, at, 0.14, 0.9);
    vec![low_note(0.0, 147.0), low_note(0.1, 110.0)]
}

/// A player won: three notes, starting after this many seconds.
#[must_use]
pub fn won(delay: f32) -> Vec<Note> {
    vec![
        constant_note(Wave::Triangle, 523.25, delay, 0.25, 0.7),
        constant_note(Wave::Triangle, 659.25, delay + 0.14, 0.25, 0.7),
        constant_note(Wave::Triangle, 783.99, delay + 0.28, 0.9, 0.7),
        constant_note(Wave::Sine, 1567.98, delay + 0.28, 0.9, 0.2),
    ]
}

/// The game is a draw.
#[must_use]
pub fn drawn(delay: f32) -> Vec<Note> {
    vec![
        constant_note(Wave::Triangle, 392.0, delay, 0.25, 0.9),
        constant_note(Wave::Triangle, 329.63, delay + 0.22, 0.5, 0.9),
    ]
}

/// A notification from elsewhere: two notes, the second a fourth higher.
#[must_use]
pub fn notification() -> Vec<Note> {
    vec![
        constant_note(Wave::Triangle, 587.33, 0.0, 0.2, 0.7),
        constant_note(Wave::Triangle, 783.99, 0.16, 0.45, 0.7),
    ]
}

/// The board is emptied: the slider opens, and the discs clatter out.
#[must_use]
pub fn release() -> Vec<Note> {
    let clack = |n: u8| {
        let hertz = 190.0 + 41.0 * f32::from(n * 5 % 11);
        let at = 0.08 + 0.045 * f32::from(n) + 0.012 * f32::from(n * 7 % 3);
        let note = constant_note(Wave::Triangle, hertz, at, 0.09, 0.8);
        Note {
            to_hz: hertz * 0.6,
            pan: f32::from(n % 5) / 2.0 - 1.0,
            ..note
        }
    };
    let slider = Note {
        to_hz: 140.0,
        ..constant_note(Wave::Saw, 90.0, 0.0, 0.16, 0.2)
    };
    (0..14).map(clack).chain([slider]).collect()
}

/// One of the last ten seconds of a clock.
#[must_use]
pub fn tick() -> Vec<Note> {
    vec![constant_note(Wave::Square, 1100.0, 0.0, 0.06, 0.75)]
}

const fn constant_note(wave: Wave, hertz: f32, at: f32, seconds: f32, share: f32) -> Note {
    Note {
        wave,
        from_hz: hertz,
        to_hz: hertz,
        start: at,
        seconds,
        pan: 0.0,
        loudness: share,
    }
}

#[cfg(test)]
mod tests {
    use std::f32::consts::TAU;

    use super::*;

    /// Sample rate in hertz.
    const SAMPLE_RATE: f32 = 24_000.0;
    const MIDDLE: SoundPosition = SoundPosition {
        column: 3,
        width: 7,
    };

    /// Synthesises both channels, as the browser does at full volume.
    fn render(notes: &[Note]) -> [Vec<f32>; 2] {
        let end = notes
            .iter()
            .map(|note| note.start + note.seconds)
            .fold(0.0, f32::max);
        let mut channels = [0, 1].map(|_| vec![0.0; (end * SAMPLE_RATE) as usize + 1]);
        for note in notes {
            let mut phase = 0.0_f32;
            let start = (note.start * SAMPLE_RATE).round() as usize;
            for sample_index in 0..(note.seconds * SAMPLE_RATE) as usize {
                let time = sample_index as f32 / SAMPLE_RATE;
                let share = time / note.seconds;
                phase = (phase
                    + note.from_hz * (note.to_hz / note.from_hz).powf(share) / SAMPLE_RATE)
                    .fract();
                let wave = match note.wave {
                    Wave::Sine => (phase * TAU).sin(),
                    Wave::Triangle => 1.0 - 4.0 * (phase - 0.5).abs(),
                    Wave::Square => (0.5 - phase).signum(),
                    Wave::Saw => 2.0 * phase - 1.0,
                };
                let peak_gain = FULL_GAIN * note.loudness;
                let fade = peak_gain * (END_GAIN / peak_gain).powf(share);
                let gain = fade * (time / ATTACK_SECONDS).min(1.0);
                // Equal-power panning: a quarter circle from left to right.
                let angle = (note.pan * 0.7 + 1.0) * TAU / 8.0;
                for (channel, channel_gain) in channels.iter_mut().zip([angle.cos(), angle.sin()]) {
                    if let Some(sample) = channel.get_mut(start + sample_index) {
                        *sample += wave * gain * channel_gain;
                    }
                }
            }
        }
        channels
    }

    fn all_effects() -> Vec<(&'static str, Vec<Note>)> {
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
            ("rejected", rejected()),
            ("won", won(0.0)),
            ("tied", drawn(0.0)),
            ("release", release()),
            ("notification", notification()),
            ("tick", tick()),
        ]
    }

    fn peak(channels: &[Vec<f32>; 2]) -> f32 {
        let samples = channels.iter().flatten();
        samples.fold(0.0, |peak, sample| sample.abs().max(peak))
    }

    /// RMS of the loudest twentieth of a second, both channels together.
    fn loudness(channels: &[Vec<f32>; 2]) -> f32 {
        let window = (SAMPLE_RATE / 20.0) as usize;
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
    fn nothing_clips() {
        for (name, notes) in all_effects() {
            let peak = peak(&render(&notes));
            assert!(peak < 0.9, "{name}: {peak}");
        }
        // The fanfare starts while the winning disc still sounds.
        let mut both = drop(MIDDLE, 6, false);
        both.extend(won(landing_delay(6, false)));
        let peak = peak(&render(&both));
        assert!(peak < 0.95, "{peak}");
    }

    #[test]
    fn all_effects_are_about_equally_loud() {
        let drop = loudness(&render(&drop(MIDDLE, 6, false)));
        let level = |notes: &[Note]| 20.0 * (loudness(&render(notes)) / drop).log10();
        let levels: Vec<_> = all_effects()
            .iter()
            .map(|(name, notes)| (*name, level(notes)))
            .collect();
        let is_alike = |(_, decibels): &(&str, f32)| (-3.0..=3.0).contains(decibels);
        assert!(levels.iter().all(is_alike), "in decibels: {levels:.1?}");
    }

    #[test]
    fn knocks_sound_when_discs_land() {
        for rows in 1..=12 {
            let channels = render(&drop(MIDDLE, rows, false));
            let onset = channels[0].iter().position(|sample| sample.abs() > 0.12);
            let onset = onset.expect("a knock") as f32 / SAMPLE_RATE;
            let landing_time = landing_seconds(rows as f32 + HELD_DISC_HEIGHT);
            assert!(
                (onset - landing_time).abs() < 0.01,
                "{rows} rows: {onset} {landing_time}"
            );
        }
    }

    #[test]
    fn every_kind_of_disc_has_a_distinct_sound() {
        let tones = [
            Tone::Drop,
            Tone::Anvil,
            Tone::Bomb,
            Tone::Wall,
            Tone::Double,
        ];
        for has_reduced_motion in [false, true] {
            let sounds = tones.map(|tone| notes(tone(MIDDLE, 3), has_reduced_motion));
            for (at, sound) in sounds.iter().enumerate() {
                assert!(!sounds[..at].contains(sound), "{at}: {sound:?}");
            }
        }
    }

    #[test]
    fn columns_have_distinct_pitch_and_pan() {
        let at = |column| SoundPosition { column, width: 7 };
        for column in 0..6 {
            assert!(at(column).hertz() * 1.05 < at(column + 1).hertz());
            assert!(at(column).pan() < at(column + 1).pan());
        }
        let single_column = SoundPosition {
            column: 0,
            width: 1,
        };
        assert!(single_column.pan().abs() < f32::EPSILON);
    }
}
