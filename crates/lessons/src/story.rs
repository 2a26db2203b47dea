//! The list of actions that a reader has done, and the states between them.

use foursight_core::Game;

use crate::teach::forms;
use crate::teach::reduce::{Action, State, reduce, view};
use crate::{Listing, See, Trace};

/// The actions so far, the states before and after each of them, and after how many of them the reader looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Story {
    actions: Vec<Action>,
    /// One more than actions.
    states: Vec<State>,
    at: usize,
}

impl Story {
    /// The drops of a game as actions, looked at after the last of them.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let mut story = Self {
            actions: Vec::new(),
            states: vec![State::default()],
            at: 0,
        };
        for slot in forms::moves_of(game) {
            story.act(Action::Move(slot));
        }
        story
    }

    /// All actions, also those after where the reader looks.
    #[must_use]
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// After how many actions the reader looks.
    #[must_use]
    pub const fn at(&self) -> usize {
        self.at
    }

    /// The state the reader looks at.
    #[must_use]
    pub fn now(&self) -> &State {
        &self.states[self.at]
    }

    /// The action that led to it, and the state before that one; none at the beginning.
    #[must_use]
    pub fn before(&self) -> Option<(Action, &State)> {
        let before = self.at.checked_sub(1)?;
        Some((self.actions[before], &self.states[before]))
    }

    /// Does something now: what came after where the reader looks is dropped.
    pub fn act(&mut self, action: Action) {
        self.actions.truncate(self.at);
        self.states.truncate(self.at + 1);
        let next = reduce(self.now(), action, &mut |_| ());
        self.actions.push(action);
        self.states.push(next);
        self.at += 1;
    }

    /// Looks at the state after this many actions, or after the last one.
    pub fn look(&mut self, at: usize) {
        self.at = at.min(self.actions.len());
    }

    /// What the screen shows now.
    #[must_use]
    pub fn screen(&self) -> String {
        view(self.now(), &mut |_| ()).join("\n")
    }

    /// What listings did with the action that led here, and then to show it.
    #[must_use]
    pub fn run(&self, listings: &[&'static Listing]) -> Trace {
        let run = |(action, state)| {
            let whole = |see: See<'_>| view(&reduce(state, action, see), see);
            Trace::of(listings, whole).0
        };
        self.before().map_or_else(Trace::default, run)
    }
}

#[cfg(test)]
mod tests {
    use foursight_core::Ruleset;

    use super::*;

    #[test]
    fn what_is_done_in_the_past_drops_what_came_after() {
        let mut story = Story::of(&Game::new(Ruleset::STANDARD));
        assert_eq!((story.at(), story.before()), (0, None));
        for slot in [3, 3, 1] {
            story.act(Action::Move(slot));
        }
        let after_two = story.states[2].clone();
        story.look(9);
        assert_eq!(story.at(), 3);
        story.look(2);
        assert_eq!(story.now(), &after_two);
        story.act(Action::Restart);
        let kept = [Action::Move(3), Action::Move(3), Action::Restart];
        assert_eq!(story.actions(), kept);
        assert_eq!(story.before(), Some((Action::Restart, &after_two)));
        assert_eq!(story.now(), &State::default());
    }

    /// A heading only if somebody has won, and a button only at the end.
    #[test]
    fn the_screen_follows_from_the_state() {
        let mut story = Story::of(&Game::new(Ruleset::STANDARD));
        for slot in [3, 4, 3, 4, 3, 4] {
            story.act(Action::Move(slot));
        }
        let lines = |story: &Story| {
            story
                .screen()
                .lines()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        let before = lines(&story);
        assert_eq!(before.len(), 7);
        assert_eq!(before[3], "column 3: [0, 0, 0, 1, 1, 1]");
        story.act(Action::Move(3));
        let after = lines(&story);
        assert_eq!(after.first().map(String::as_str), Some("Player 1 wins"));
        assert_eq!(after.last().map(String::as_str), Some("[Restart]"));
        assert_eq!(after.len(), 9);
        let listing = Listing::named("view").expect("it is shown");
        let winner = |story: &Story, at: usize| story.run(&[listing]).0[at].value("winner");
        assert_eq!(winner(&story, 1), Some(1), "inside the if");
        story.act(Action::Restart);
        assert_eq!(winner(&story, 0), None, "there is none to show");
        assert_eq!(story.screen().lines().count(), 7);
    }
}
