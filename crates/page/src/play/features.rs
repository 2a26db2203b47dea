//! States of features whose code lies in lazy chunks: online play, tournaments, reviews.
//!
//! The model holds each state by its type without naming it, so the initial chunk contains none of
//! their code. A feature changes its state by messages of its own, each a [`FeatureMessage`].
//!
//! ```
//! use foursight_page::play::{
//!     FeatureMessage, Message, Model, StartupState, TimeAndSeed, update,
//! };
//!
//! #[derive(Clone, Debug, Default)]
//! struct Counter(u32);
//!
//! #[derive(Debug)]
//! struct Count;
//!
//! impl FeatureMessage for Count {
//!     fn apply(self: Box<Self>, model: &mut Model, _: TimeAndSeed) {
//!         model.update_feature(|counter: &mut Counter| counter.0 += 1);
//!     }
//! }
//!
//! let (mut model, _) = Model::restore(StartupState::default(), TimeAndSeed::default());
//! update(&mut model, Message::Feature(Box::new(Count)), TimeAndSeed::default());
//! assert_eq!(model.feature::<Counter>().map(|counter| counter.0), Some(1));
//! ```

use std::any::Any;
use std::fmt::{self, Debug};
use std::rc::Rc;
use std::sync::Arc;

use super::{Effect, Model, TimeAndSeed};

/// A message of a feature.
pub trait FeatureMessage: Debug {
    /// Changes the model.
    fn apply(self: Box<Self>, model: &mut Model, now: TimeAndSeed);
}

/// A type-erased state.
pub type ErasedState = Arc<dyn Any + Send + Sync>;

/// An effect of a feature, which its own code performs.
#[derive(Clone)]
pub struct FeatureEffect(Rc<dyn Any>);

impl FeatureEffect {
    /// Returns the effect, if it is of this type.
    #[must_use]
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.0.downcast_ref()
    }
}

impl Debug for FeatureEffect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FeatureEffect")
    }
}

/// Effects are equal only to their copies.
impl PartialEq for FeatureEffect {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for FeatureEffect {}

/// States by their type, at most one of each.
#[derive(Debug, Default)]
pub(super) struct FeatureStates(Vec<FeatureState>);

#[derive(Debug)]
struct FeatureState {
    value: ErasedState,
    is_changed: bool,
}

impl Model {
    /// Returns the state of a feature, or `None` before its first message.
    #[must_use]
    pub fn feature<T: Any>(&self) -> Option<&T> {
        let mut states = self.features.0.iter();
        states.find_map(|state| state.value.downcast_ref())
    }

    /// Changes the state of a feature and publishes it.
    pub fn update_feature<T, R>(&mut self, change: impl FnOnce(&mut T) -> R) -> R
    where
        T: Any + Clone + Default + Send + Sync,
    {
        self.update_feature_if(|state| (true, change(state)))
    }

    /// Changes the state of a feature, and publishes it if `change` returns true.
    pub fn update_feature_if<T, R>(&mut self, change: impl FnOnce(&mut T) -> (bool, R)) -> R
    where
        T: Any + Clone + Default + Send + Sync,
    {
        let mut states = self.features.0.iter();
        let index = states.position(|state| state.value.is::<T>());
        let index = index.unwrap_or_else(|| {
            self.features.0.push(FeatureState {
                value: Arc::new(T::default()),
                is_changed: false,
            });
            self.features.0.len() - 1
        });
        let state = &mut self.features.0[index];
        let shared = Arc::clone(&state.value).downcast::<T>();
        let Ok(mut value) = shared else {
            unreachable!("a state is found by its type");
        };
        // Without this copy of the pointer the value is changed in place.
        state.value = Arc::new(());
        let (is_changed, result) = change(Arc::make_mut(&mut value));
        state.value = value;
        state.is_changed |= is_changed;
        result
    }

    /// Requests an effect that the feature's own code performs.
    pub fn emit_feature<T: Any>(&mut self, effect: T) {
        self.emit(Effect::Feature(FeatureEffect(Rc::new(effect))));
    }

    /// Returns the states that have changed since the last call.
    pub fn take_changed_features(&mut self) -> Vec<ErasedState> {
        let states = self.features.0.iter_mut();
        let changed = states.filter_map(|state| {
            let is_changed = std::mem::take(&mut state.is_changed);
            is_changed.then(|| Arc::clone(&state.value))
        });
        changed.collect()
    }
}
