//! Plays notes with the Web Audio API, without sound files. Silent in browsers that lack it.

use std::cell::RefCell;

use foursight_page::sound::{ATTACK_SECONDS, END_GAIN, FULL_GAIN, Note, Wave};
use wasm_bindgen::JsValue;
use web_sys::{AudioContext, OscillatorType};

/// The audio context, created with the first sound: browsers forbid it before a user gesture.
#[derive(Default)]
pub(crate) struct AudioPlayer(RefCell<Option<AudioContext>>);

impl AudioPlayer {
    /// Plays notes at a volume from 0 to 1.
    pub(crate) fn play(&self, notes: &[Note], volume: f32) {
        let mut context = self.0.borrow_mut();
        if context.is_none() {
            *context = AudioContext::new().ok();
        }
        if let Some(context) = context.as_ref() {
            // A sound that fails is skipped.
            let _ = context.resume();
            for note in notes {
                let _ = play(context, note, volume);
            }
        }
    }
}

fn play(context: &AudioContext, note: &Note, volume: f32) -> Result<(), JsValue> {
    let start = context.current_time() + f64::from(note.start);
    let end = start + f64::from(note.seconds);
    let oscillator = context.create_oscillator()?;
    oscillator.set_type(match note.wave {
        Wave::Sine => OscillatorType::Sine,
        Wave::Triangle => OscillatorType::Triangle,
        Wave::Square => OscillatorType::Square,
        Wave::Saw => OscillatorType::Sawtooth,
    });
    let pitch = oscillator.frequency();
    pitch.set_value_at_time(note.from_hz, start)?;
    pitch.exponential_ramp_to_value_at_time(note.to_hz, end)?;
    let gain = context.create_gain()?;
    let strength = gain.gain();
    strength.set_value_at_time(0.0, start)?;
    let full = start + f64::from(ATTACK_SECONDS);
    strength.linear_ramp_to_value_at_time(FULL_GAIN * volume * note.loudness, full)?;
    strength.exponential_ramp_to_value_at_time(END_GAIN, end)?;
    let place = context.create_stereo_panner()?;
    place.pan().set_value(note.pan * 0.7);
    oscillator.connect_with_audio_node(&gain)?;
    gain.connect_with_audio_node(&place)?;
    place.connect_with_audio_node(&context.destination())?;
    oscillator.start_with_when(start)?;
    oscillator.stop_with_when(end)
}
