//! History of the actions of a learner, with the states between them.

use foursight_core::Game;

use crate::teach::forms;
use crate::teach::reduce::{Action, State, reduce, view};
use crate::{Listing, Trace, Tracer};

/// The actions so far, the states between them, and the current index in this history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionHistory {
    actions: Vec<Action>,
    /// One more than `actions`.
    states: Vec<State>,
    /// Index of the current state.
    at: usize,
}

impl ActionHistory {
    /// Creates the history of the drops of a game, at the last of them.
    #[must_use]
    pub fn from_game(game: &Game) -> Self {
        let mut history = Self {
            actions: Vec::new(),
            states: vec![State::default()],
            at: 0,
        };
        for slot in forms::moves_of(game) {
            history.dispatch(Action::Move(slot));
        }
        history
    }

    /// Returns all actions, including those after the current state.
    #[must_use]
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// Returns the number of actions before the current state.
    #[must_use]
    pub const fn index(&self) -> usize {
        self.at
    }

    /// Returns the current state.
    #[must_use]
    pub fn current(&self) -> &State {
        &self.states[self.at]
    }

    /// Returns the action that led to the current state and the state before it, or `None` at the
    /// start.
    #[must_use]
    pub fn last_transition(&self) -> Option<(Action, &State)> {
        let before = self.at.checked_sub(1)?;
        Some((self.actions[before], &self.states[before]))
    }

    /// Applies an action to the current state and drops the later history.
    pub fn dispatch(&mut self, action: Action) {
        self.actions.truncate(self.at);
        self.states.truncate(self.at + 1);
        let next = reduce(self.current(), action, &mut |_| ());
        self.actions.push(action);
        self.states.push(next);
        self.at += 1;
    }

    /// Moves to the state after this number of actions, or to the last state.
    pub fn go_to(&mut self, at: usize) {
        self.at = at.min(self.actions.len());
    }

    /// Renders the current state as text.
    #[must_use]
    pub fn render(&self) -> String {
        view(self.current(), &mut |_| ()).join("\n")
    }

    /// Traces some listings during the last action and the rendering of its result.
    #[must_use]
    pub fn trace(&self, listings: &[&'static Listing]) -> Trace {
        let run = |(action, state)| {
            let reduce_and_view = |trace: Tracer<'_>| view(&reduce(state, action, trace), trace);
            Trace::record(listings, reduce_and_view).0
        };
        self.last_transition().map_or_else(Trace::default, run)
    }
}

#[cfg(test)]
mod tests {
    use foursight_core::Ruleset;

    use super::*;

    #[test]
    fn an_action_in_the_past_drops_the_later_history() {
        let mut history = ActionHistory::from_game(&Game::new(Ruleset::STANDARD));
        assert_eq!((history.index(), history.last_transition()), (0, None));
        for slot in [3, 3, 1] {
            history.dispatch(Action::Move(slot));
        }
        let after_two = history.states[2].clone();
        history.go_to(9);
        assert_eq!(history.index(), 3);
        history.go_to(2);
        assert_eq!(history.current(), &after_two);
        history.dispatch(Action::Restart);
        let remaining = [Action::Move(3), Action::Move(3), Action::Restart];
        assert_eq!(history.actions(), remaining);
        assert_eq!(
            history.last_transition(),
            Some((Action::Restart, &after_two))
        );
        assert_eq!(history.current(), &State::default());
    }

    /// The heading appears only after a win, and the button only after the end.
    #[test]
    fn the_screen_follows_from_the_state() {
        let mut history = ActionHistory::from_game(&Game::new(Ruleset::STANDARD));
        for slot in [3, 4, 3, 4, 3, 4] {
            history.dispatch(Action::Move(slot));
        }
        let lines = |history: &ActionHistory| {
            history
                .render()
                .lines()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        let before = lines(&history);
        assert_eq!(before.len(), 7);
        assert_eq!(before[3], "column 3: [ ] [ ] [ ] [1] [1] [1]");
        history.dispatch(Action::Move(3));
        let after = lines(&history);
        assert_eq!(after.first().map(String::as_str), Some("Player 1 wins"));
        assert_eq!(after.last().map(String::as_str), Some("[Restart]"));
        assert_eq!(after.len(), 9);
        let listing = Listing::from_name("view").expect("a listing");
        let winner =
            |history: &ActionHistory, at: usize| history.trace(&[listing]).0[at].value("winner");
        assert_eq!(winner(&history, 1), Some(1), "inside the `if`");
        history.dispatch(Action::Restart);
        assert_eq!(winner(&history, 0), None, "no winner");
        assert_eq!(history.render().lines().count(), 7);
    }
}
