//! Sounds, made by the browser's own synthesis: no files.
//!
//! A drop sweeps down for as long as the disc falls and ends in a knock. Its pitch tells the
//! column, and so does its place between left and right. A browser without synthesis is silent.

use std::cell::RefCell;

use wasm_bindgen::JsValue;
use web_sys::{AudioContext, OscillatorType};

/// How many seconds a disc falls through one row, and at least.
const FALL_S: (f64, f64) = (0.06, 0.08);
/// The pitch of the leftmost column, in hertz; each next is a whole tone higher.
const LEFTMOST_HZ: f32 = 262.0;
const WHOLE_TONE: f32 = 1.122_462;

/// Something to hear.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Tone {
    /// A disc falls into a column of a grid so wide, through so many rows.
    Drop {
        column: usize,
        width: u8,
        rows: usize,
    },
    /// A move was refused.
    Refused,
    /// Somebody won.
    Won,
    /// Nobody did.
    Tied,
    /// The grid is emptied.
    Release,
}

/// The synthesis, made at the first sound: browsers allow none before the person does something.
#[derive(Default)]
pub(crate) struct Sound(RefCell<Option<AudioContext>>);

impl Sound {
    /// Plays a tone at a volume from 0 to 1.
    pub(crate) fn play(&self, tone: Tone, volume: f32) {
        if volume <= 0.0 {
            return;
        }
        let mut context = self.0.borrow_mut();
        if context.is_none() {
            *context = AudioContext::new().ok();
        }
        if let Some(context) = context.as_ref() {
            // A sound that cannot be made is not missed.
            let _ = context.resume();
            let _ = sound(context, tone, volume);
        }
    }
}

fn sound(context: &AudioContext, tone: Tone, volume: f32) -> Result<(), JsValue> {
    let play = |note: &Note| note.play(context, volume);
    match tone {
        Tone::Drop {
            column,
            width,
            rows,
        } => fall(column, width, rows).iter().try_for_each(play),
        Tone::Refused => play(&Note::plain(110.0, 0.0, 0.18, OscillatorType::Sawtooth)),
        Tone::Won => [523.0, 659.0, 784.0, 1047.0]
            .iter()
            .enumerate()
            .try_for_each(|(n, hertz)| {
                play(&Note::plain(
                    *hertz,
                    0.13 * n as f64,
                    0.3,
                    OscillatorType::Triangle,
                ))
            }),
        Tone::Tied => [392.0, 392.0]
            .iter()
            .enumerate()
            .try_for_each(|(n, hertz)| {
                play(&Note::plain(
                    *hertz,
                    0.22 * n as f64,
                    0.2,
                    OscillatorType::Triangle,
                ))
            }),
        Tone::Release => (0..7_u8).try_for_each(|n| {
            let hertz = 180.0 + 37.0 * f32::from(n * 5 % 7);
            play(&Note::plain(
                hertz,
                0.05 * f64::from(n),
                0.07,
                OscillatorType::Square,
            ))
        }),
    }
}

/// A disc falls, and then knocks.
fn fall(column: usize, width: u8, rows: usize) -> [Note; 2] {
    let hertz = LEFTMOST_HZ * WHOLE_TONE.powi(column as i32);
    let pan = match width {
        0 | 1 => 0.0,
        _ => 2.0 * column as f32 / f32::from(width - 1) - 1.0,
    };
    let seconds = (FALL_S.0 * rows as f64).max(FALL_S.1);
    let fall = Note {
        kind: OscillatorType::Sine,
        from: hertz * 1.5,
        to: hertz,
        at: 0.0,
        seconds,
        pan,
        share: 0.25,
    };
    let knock = Note {
        kind: OscillatorType::Triangle,
        to: hertz * 0.5,
        from: hertz,
        at: seconds,
        seconds: 0.14,
        share: 1.0,
        ..fall
    };
    [fall, knock]
}

/// One oscillator that sweeps from a pitch to another and fades out.
#[derive(Clone, Copy)]
struct Note {
    kind: OscillatorType,
    from: f32,
    to: f32,
    at: f64,
    seconds: f64,
    pan: f32,
    share: f32,
}

impl Note {
    const fn plain(hertz: f32, at: f64, seconds: f64, kind: OscillatorType) -> Self {
        Self {
            kind,
            from: hertz,
            to: hertz,
            at,
            seconds,
            pan: 0.0,
            share: 0.6,
        }
    }

    fn play(&self, context: &AudioContext, volume: f32) -> Result<(), JsValue> {
        const QUIET: f32 = 0.001;
        let start = context.current_time() + self.at;
        let end = start + self.seconds;
        let oscillator = context.create_oscillator()?;
        oscillator.set_type(self.kind);
        oscillator.frequency().set_value_at_time(self.from, start)?;
        oscillator
            .frequency()
            .exponential_ramp_to_value_at_time(self.to, end)?;
        let gain = context.create_gain()?;
        gain.gain()
            .set_value_at_time(0.3 * volume * self.share, start)?;
        gain.gain().exponential_ramp_to_value_at_time(QUIET, end)?;
        let place = context.create_stereo_panner()?;
        place.pan().set_value(self.pan * 0.7);
        oscillator.connect_with_audio_node(&gain)?;
        gain.connect_with_audio_node(&place)?;
        place.connect_with_audio_node(&context.destination())?;
        oscillator.start_with_when(start)?;
        oscillator.stop_with_when(end)
    }
}
