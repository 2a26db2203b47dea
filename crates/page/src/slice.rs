//! Change tracking for parts of the model.
//!
//! Views subscribe to each slice independently. A slice knows if it has changed since it was last
//! published, so nothing compares two games to find out what to render, and a change costs at most
//! one copy.

use std::ops::Deref;
use std::sync::Arc;

/// A value of the model with a change flag.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slice<T> {
    value: Arc<T>,
    is_changed: bool,
}

impl<T: Clone> Slice<T> {
    /// Wraps a value as unchanged.
    pub fn new(value: T) -> Self {
        Self {
            value: Arc::new(value),
            is_changed: false,
        }
    }

    /// Returns the value for a change, and sets the flag.
    pub fn get_mut(&mut self) -> &mut T {
        self.is_changed = true;
        Arc::make_mut(&mut self.value)
    }

    /// Replaces the value, and sets the flag if it differs.
    pub fn set(&mut self, value: T)
    where
        T: PartialEq,
    {
        if *self.value != value {
            self.value = Arc::new(value);
            self.is_changed = true;
        }
    }

    /// True if the value has changed since it was last taken.
    #[must_use]
    pub const fn is_changed(&self) -> bool {
        self.is_changed
    }

    /// Returns the value if it has changed, and clears the flag.
    pub fn take_changed(&mut self) -> Option<Arc<T>> {
        std::mem::take(&mut self.is_changed).then(|| Arc::clone(&self.value))
    }

    /// Returns a shared reference to the value.
    #[must_use]
    pub fn shared(&self) -> Arc<T> {
        Arc::clone(&self.value)
    }
}

impl<T> Deref for Slice<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_changed_values_are_taken_and_only_once() {
        let mut slice = Slice::new(4);
        assert_eq!(slice.take_changed(), None);
        slice.set(4);
        assert!(!slice.is_changed());
        slice.set(5);
        assert_eq!(slice.take_changed().as_deref(), Some(&5));
        assert_eq!(slice.take_changed(), None);
        *slice.get_mut() += 1;
        let taken = slice.take_changed();
        *slice.get_mut() += 1;
        // A reference to the old value stays valid.
        assert_eq!((taken.as_deref(), *slice), (Some(&6), 7));
    }
}
