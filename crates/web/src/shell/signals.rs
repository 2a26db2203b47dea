//! Type-erased signals.
//!
//! The framework monomorphises the whole signal machinery for every value type, and the dozens of
//! types here made up a third of the page. A [`ErasedSignal`] therefore stores its value behind one
//! type-erased pointer and downcasts it on access. The functions marked `inline(never)` exist once.
//!
//! Invariant: a signal or memo contains only values of the type it was created with, because
//! nothing here can store another type.

use std::any::Any;
use std::marker::PhantomData;
use std::sync::Arc;

use leptos::prelude::*;

/// A type-erased value.
type ErasedValue = Arc<dyn Any + Send + Sync>;

/// A value that signals can carry.
pub(crate) trait SignalValue: Clone + Send + Sync + 'static {}

impl<T: Clone + Send + Sync + 'static> SignalValue for T {}

/// A type-erased signal.
pub(crate) struct ErasedSignal<T>(RwSignal<ErasedValue>, PhantomData<fn() -> T>);

impl<T> Clone for ErasedSignal<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for ErasedSignal<T> {}

impl<T: SignalValue> ErasedSignal<T> {
    pub(crate) fn new(value: T) -> Self {
        Self::shared(Arc::new(value))
    }

    /// Wraps a signal, which must hold a value of this type.
    pub(super) fn of(signal: RwSignal<ErasedValue>) -> Self {
        Self(signal, PhantomData)
    }

    /// Creates a signal with a shared value.
    pub(crate) fn shared(value: Arc<T>) -> Self {
        Self(new_signal(value), PhantomData)
    }

    /// Returns the value. Tracked by the calling view.
    pub(crate) fn get(self) -> T {
        self.with(T::clone)
    }

    /// Returns the value, untracked.
    pub(crate) fn get_untracked(self) -> T {
        self.with_untracked(T::clone)
    }

    /// Reads the value. Tracked by the calling view.
    pub(crate) fn with<R>(self, read: impl FnOnce(&T) -> R) -> R {
        read(downcast(&get_tracked(self.0)))
    }

    /// Reads the value, untracked.
    pub(crate) fn with_untracked<R>(self, read: impl FnOnce(&T) -> R) -> R {
        read(downcast(&get_untracked_value(self.0)))
    }

    /// Sets the value.
    pub(crate) fn set(self, value: T) {
        self.set_shared(Arc::new(value));
    }

    /// Sets a shared value.
    pub(crate) fn set_shared(self, value: Arc<T>) {
        set_signal(self.0, value);
    }

    /// Changes the value in place.
    pub(crate) fn update(self, change: impl FnOnce(&mut T)) {
        let mut value = self.get_untracked();
        change(&mut value);
        self.set(value);
    }
}

/// A type-erased memo: a derived value that notifies its subscribers only if it differs.
pub(crate) struct ErasedMemo<T>(Memo<ErasedValue>, PhantomData<fn() -> T>);

impl<T> Clone for ErasedMemo<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for ErasedMemo<T> {}

impl<T: SignalValue> ErasedMemo<T> {
    /// Returns the value. Tracked by the calling view.
    pub(crate) fn get(self) -> T {
        self.with(T::clone)
    }

    /// Returns the value, untracked.
    pub(crate) fn get_untracked(self) -> T {
        downcast::<T>(&memo_get_untracked(self.0)).clone()
    }

    /// Reads the value. Tracked by the calling view.
    pub(crate) fn with<R>(self, read: impl FnOnce(&T) -> R) -> R {
        read(downcast(&memo_get(self.0)))
    }
}

/// Creates a memo.
pub(crate) fn erased_memo<T: SignalValue + PartialEq>(
    compute: impl Fn() -> T + Send + Sync + 'static,
) -> ErasedMemo<T> {
    let compute = move || -> ErasedValue { Arc::new(compute()) };
    ErasedMemo(new_memo(Box::new(compute), differ::<T>), PhantomData)
}

/// Runs an effect now, and again whenever a signal it reads changes.
pub(crate) fn effect(run: impl FnMut() + 'static) {
    new_effect(Box::new(run));
}

fn downcast<T: 'static>(value: &ErasedValue) -> &T {
    let value = value.downcast_ref();
    value.expect("a signal holds only values of its own type")
}

fn differ<T: PartialEq + 'static>(old: Option<&ErasedValue>, new: Option<&ErasedValue>) -> bool {
    old.map(downcast::<T>) != new.map(downcast::<T>)
}

#[inline(never)]
fn new_signal(value: ErasedValue) -> RwSignal<ErasedValue> {
    RwSignal::new(value)
}

#[inline(never)]
fn get_tracked(signal: RwSignal<ErasedValue>) -> ErasedValue {
    signal.get()
}

#[inline(never)]
fn get_untracked_value(signal: RwSignal<ErasedValue>) -> ErasedValue {
    signal.get_untracked()
}

#[inline(never)]
fn set_signal(signal: RwSignal<ErasedValue>, value: ErasedValue) {
    signal.set(value);
}

#[inline(never)]
fn new_memo(
    compute: Box<dyn Fn() -> ErasedValue + Send + Sync>,
    differ: fn(Option<&ErasedValue>, Option<&ErasedValue>) -> bool,
) -> Memo<ErasedValue> {
    Memo::new_with_compare(move |_| compute(), differ)
}

#[inline(never)]
fn memo_get(memo: Memo<ErasedValue>) -> ErasedValue {
    memo.get()
}

#[inline(never)]
fn memo_get_untracked(memo: Memo<ErasedValue>) -> ErasedValue {
    memo.get_untracked()
}

#[inline(never)]
fn new_effect(mut run: Box<dyn FnMut()>) {
    Effect::new(move |_| run());
}
