//! The techniques of the search, and how to enable or disable them.
//!
//! Each can be disabled individually, to prove by test that it is sound and by benchmark that it
//! pays. The fast path costs nothing for that: it is compiled with [`AllTechniques`], whose answers are
//! constants, while [`SelectedTechniques`] tests a set at run time.

/// A technique that never changes a verdict, only the work to reach it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Technique {
    /// Claimeven (Allis 1988): Second answers above every disc of First; see the `zugzwang` module.
    ClaimEven,
    /// Zugzwang control: First keeps an odd threat until Second must play below it.
    OddThreat,
    /// Counts the odd threat also in columns with an even number of empty cells.
    OddThreatAnyColumn,
    /// A line that needs two cells directly below threats of the opponent is worthless.
    PoisonedPairs,
    /// Two odd threats of Second in different columns win like an even one.
    TwoOddThreats,
    /// Baseinverse (Allis 1988): splits two playable cells that all remaining lines of the opponent
    /// need.
    BaseInverse,
    /// A player who loses zugzwang control eventually may keep it until the deadline; see
    /// `zugzwang::hold_out`.
    HoldOut,
    /// Decides positions close to the window's deadline by a small search of their own.
    DeadlineLeaves,
    /// Extends a child with a single non-losing reply immediately.
    ForcedReplies,
    /// Probes the transposition table for all children before searching any of them.
    ChildProbes,
    /// Orders children by open lines as well as by threats.
    LineOrdering,
    /// Orders children by the history heuristic as well; see the `history` module.
    History,
    /// A position and its mirror image share one table entry.
    Mirror,
}

impl Technique {
    /// All techniques, in the order in which the search applies them.
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
    /// All techniques enabled: the only fast choice.
    pub const ALL: Self = Self((1 << Technique::ALL.len()) - 1);
    /// All techniques disabled: a plain null-window search with a transposition table.
    pub const NONE: Self = Self(0);

    /// Returns the set with `technique` added.
    #[must_use]
    pub const fn with(self, technique: Technique) -> Self {
        Self(self.0 | 1 << technique as u32)
    }

    /// Returns the set without `technique`.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Self {
        Self(self.0 & !(1 << technique as u32))
    }

    /// Returns whether `technique` is in the set.
    #[must_use]
    pub const fn has(self, technique: Technique) -> bool {
        self.0 & (1 << technique as u32) != 0
    }
}

/// Tells the search which techniques are enabled.
pub(crate) trait TechniqueSwitch: Copy + Send + Sync + 'static {
    fn enabled(self, technique: Technique) -> bool;
}

/// All techniques enabled, known at compile time.
#[derive(Clone, Copy)]
pub(crate) struct AllTechniques;

impl TechniqueSwitch for AllTechniques {
    #[inline(always)]
    fn enabled(self, _: Technique) -> bool {
        true
    }
}

/// A selection made at run time.
#[derive(Clone, Copy)]
pub(crate) struct SelectedTechniques(pub(crate) Techniques);

impl TechniqueSwitch for SelectedTechniques {
    #[inline(always)]
    fn enabled(self, technique: Technique) -> bool {
        self.0.has(technique)
    }
}
