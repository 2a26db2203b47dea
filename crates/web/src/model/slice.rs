//! A part of the model that views follow by itself.
//!
//! It remembers whether it was changed since the shell last looked. So nothing has to compare two
//! games to find out what to show anew, and a change costs one copy at most.

use std::ops::Deref;
use std::sync::Arc;

/// A value of the model with a mark that says whether it was changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slice<T> {
    value: Arc<T>,
    is_changed: bool,
}

impl<T: Clone> Slice<T> {
    /// A value that was not changed.
    pub fn new(value: T) -> Self {
        Self {
            value: Arc::new(value),
            is_changed: false,
        }
    }

    /// The value to be changed, which marks it.
    pub fn get_mut(&mut self) -> &mut T {
        self.is_changed = true;
        Arc::make_mut(&mut self.value)
    }

    /// Another value. It is marked only if it differs.
    pub fn set(&mut self, value: T)
    where
        T: PartialEq,
    {
        if *self.value != value {
            self.value = Arc::new(value);
            self.is_changed = true;
        }
    }

    /// True if it was changed since the shell last looked.
    #[must_use]
    pub const fn is_changed(&self) -> bool {
        self.is_changed
    }

    /// The value if it was changed, which takes the mark away.
    pub fn take_changed(&mut self) -> Option<Arc<T>> {
        std::mem::take(&mut self.is_changed).then(|| Arc::clone(&self.value))
    }

    /// The value to be shared.
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
    fn only_what_was_changed_is_told_and_only_once() {
        let mut slice = Slice::new(4);
        assert_eq!(slice.take_changed(), None);
        slice.set(4);
        assert!(!slice.is_changed());
        slice.set(5);
        assert_eq!(slice.take_changed().as_deref(), Some(&5));
        assert_eq!(slice.take_changed(), None);
        *slice.get_mut() += 1;
        let told = slice.take_changed();
        *slice.get_mut() += 1;
        // Whoever holds the old value keeps it.
        assert_eq!((told.as_deref(), *slice), (Some(&6), 7));
    }
}
