//! Values that views follow, whatever their type, behind one type.
//!
//! The framework compiles all that a signal can do anew for every type of value, and there are
//! dozens of them here, which made a third of the page. So a [`Source`] keeps its value behind a
//! pointer that is the same for all, and only looks it up by type. The functions that are marked
//! never to be inlined exist once.
//!
//! Always: a source or a derived value holds nothing but the type it was made with, because nothing
//! here lets another one in.

use std::any::Any;
use std::marker::PhantomData;
use std::sync::Arc;

use leptos::prelude::*;

/// A value of any type.
type Anything = Arc<dyn Any + Send + Sync>;

/// Whatever views can follow.
pub(crate) trait Value: Clone + Send + Sync + 'static {}

impl<T: Clone + Send + Sync + 'static> Value for T {}

/// A value that can be set.
pub(crate) struct Source<T>(RwSignal<Anything>, PhantomData<fn() -> T>);

impl<T> Clone for Source<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Source<T> {}

impl<T: Value> Source<T> {
    pub(crate) fn new(value: T) -> Self {
        Self::shared(Arc::new(value))
    }

    /// A source of a value that others hold as well.
    pub(crate) fn shared(value: Arc<T>) -> Self {
        Self(made(value), PhantomData)
    }

    /// The value; whoever asks follows it.
    pub(crate) fn get(self) -> T {
        self.with(T::clone)
    }

    /// The value as it is now.
    pub(crate) fn get_untracked(self) -> T {
        self.with_untracked(T::clone)
    }

    /// Reads the value; whoever asks follows it.
    pub(crate) fn with<R>(self, read: impl FnOnce(&T) -> R) -> R {
        read(known(&followed(self.0)))
    }

    /// Reads the value as it is now.
    pub(crate) fn with_untracked<R>(self, read: impl FnOnce(&T) -> R) -> R {
        read(known(&current(self.0)))
    }

    /// True as long as the view that made it is there.
    pub(crate) fn is_there(self) -> bool {
        !self.0.is_disposed()
    }

    /// Another value.
    pub(crate) fn set(self, value: T) {
        self.put(Arc::new(value));
    }

    /// Another value that others hold as well.
    pub(crate) fn put(self, value: Arc<T>) {
        put(self.0, value);
    }

    /// Changes the value.
    pub(crate) fn update(self, change: impl FnOnce(&mut T)) {
        let mut value = self.get_untracked();
        change(&mut value);
        self.set(value);
    }
}

/// A value that follows from others. Whoever follows it hears of it only if it differs.
pub(crate) struct Derived<T>(Memo<Anything>, PhantomData<fn() -> T>);

impl<T> Clone for Derived<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Derived<T> {}

impl<T: Value> Derived<T> {
    /// The value; whoever asks follows it.
    pub(crate) fn get(self) -> T {
        self.with(T::clone)
    }

    /// The value as it is now.
    pub(crate) fn get_untracked(self) -> T {
        known::<T>(&derived_now(self.0)).clone()
    }

    /// Reads the value; whoever asks follows it.
    pub(crate) fn with<R>(self, read: impl FnOnce(&T) -> R) -> R {
        read(known(&derived_followed(self.0)))
    }
}

/// What follows from other values.
pub(crate) fn derived<T: Value + PartialEq>(
    find: impl Fn() -> T + Send + Sync + 'static,
) -> Derived<T> {
    let find = move || -> Anything { Arc::new(find()) };
    Derived(memo(Box::new(find), differ::<T>), PhantomData)
}

/// Does something now, and again whenever a value that it asked for has changed.
pub(crate) fn follow(act: impl FnMut() + 'static) {
    effect(Box::new(act));
}

fn known<T: 'static>(value: &Anything) -> &T {
    let found = value.downcast_ref();
    found.expect("nothing but values of its own type get into one")
}

fn differ<T: PartialEq + 'static>(old: Option<&Anything>, new: Option<&Anything>) -> bool {
    old.map(known::<T>) != new.map(known::<T>)
}

#[inline(never)]
fn made(value: Anything) -> RwSignal<Anything> {
    RwSignal::new(value)
}

#[inline(never)]
fn followed(signal: RwSignal<Anything>) -> Anything {
    signal.get()
}

#[inline(never)]
fn current(signal: RwSignal<Anything>) -> Anything {
    signal.get_untracked()
}

#[inline(never)]
fn put(signal: RwSignal<Anything>, value: Anything) {
    signal.set(value);
}

#[inline(never)]
fn memo(
    find: Box<dyn Fn() -> Anything + Send + Sync>,
    differ: fn(Option<&Anything>, Option<&Anything>) -> bool,
) -> Memo<Anything> {
    Memo::new_with_compare(move |_| find(), differ)
}

#[inline(never)]
fn derived_followed(memo: Memo<Anything>) -> Anything {
    memo.get()
}

#[inline(never)]
fn derived_now(memo: Memo<Anything>) -> Anything {
    memo.get_untracked()
}

#[inline(never)]
fn effect(mut act: Box<dyn FnMut()>) {
    Effect::new(move |_| act());
}
