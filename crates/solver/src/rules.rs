//! Which techniques of the search are switched on.
//!
//! Each can be switched off alone, to prove by test that it is right and by benchmark that it is
//! worth having. The fast path pays nothing for that: it is compiled with [`Every`], whose answers
//! are constants, while [`Chosen`] asks a set at run time.

/// A technique that never changes a verdict, only the work to reach it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Technique {
    /// Second answers above every disc of First; see the `zugzwang` module.
    ClaimEven,
    /// First waits with an odd threat until Second must play below it.
    OddThreat,
    /// The odd threat counts also in columns with an even number of empty spaces.
    OddThreatAnyColumn,
    /// A line that needs two spaces directly below threats of the opponent is worthless.
    PoisonedPairs,
    /// Two odd threats of Second in different columns win like an even one.
    TwoOddThreats,
    /// Two playable spaces that all remaining lines of the opponent need are split.
    BaseInverse,
    /// Who cannot keep control for ever may keep it until the deadline; see `zugzwang::hold_out`.
    HoldOut,
    /// Positions close to the window's deadline are decided by a tiny search of their own.
    DeadlineLeaves,
    /// A child with one sensible reply is played on at once.
    ForcedReplies,
    /// Children are looked up in the memo before any of them is searched.
    ChildProbes,
    /// Children are ordered by open lines as well as by threats.
    LineOrdering,
    /// Children are ordered by what answered similar questions as well; see the `history` module.
    History,
    /// A position and its mirror image share one memo entry.
    Mirror,
}

impl Technique {
    /// All techniques, in the order the search meets them.
    pub const ALL: [Self; 13] = [
        Self::ClaimEven,
        Self::OddThreat,
        Self::OddThreatAnyColumn,
        Self::PoisonedPairs,
        Self::TwoOddThreats,
        Self::BaseInverse,
        Self::HoldOut,
        Self::DeadlineLeaves,
        Self::ForcedReplies,
        Self::ChildProbes,
        Self::LineOrdering,
        Self::History,
        Self::Mirror,
    ];
}

/// A set of [`Technique`]s.
///
/// # Examples
///
/// ```
/// use foursight_solver::{Technique, Techniques};
///
/// let ablated = Techniques::ALL.without(Technique::ClaimEven);
/// assert!(!ablated.has(Technique::ClaimEven));
/// assert!(ablated.has(Technique::OddThreat));
/// assert_eq!(ablated.with(Technique::ClaimEven), Techniques::ALL);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Techniques(u32);

impl Techniques {
    /// Everything on: the only fast choice.
    pub const ALL: Self = Self((1 << Technique::ALL.len()) - 1);
    /// Everything off: a plain null-window search with a memo.
    pub const NONE: Self = Self(0);

    /// The set with `technique` added.
    #[must_use]
    pub const fn with(self, technique: Technique) -> Self {
        Self(self.0 | 1 << technique as u32)
    }

    /// The set with `technique` taken out.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Self {
        Self(self.0 & !(1 << technique as u32))
    }

    /// Whether `technique` is in the set.
    #[must_use]
    pub const fn has(self, technique: Technique) -> bool {
        self.0 & (1 << technique as u32) != 0
    }
}

/// What the search asks before it uses a technique.
pub(crate) trait Switches: Copy + Send + Sync + 'static {
    fn on(self, technique: Technique) -> bool;
}

/// Everything on, known when the search is compiled.
#[derive(Clone, Copy)]
pub(crate) struct Every;

impl Switches for Every {
    #[inline(always)]
    fn on(self, _: Technique) -> bool {
        true
    }
}

/// Whatever was chosen at run time.
#[derive(Clone, Copy)]
pub(crate) struct Chosen(pub(crate) Techniques);

impl Switches for Chosen {
    #[inline(always)]
    fn on(self, technique: Technique) -> bool {
        self.0.has(technique)
    }
}
