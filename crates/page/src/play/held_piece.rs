//! Commands that choose the held piece.

use super::Model;
use crate::hand::{Hand, available_hands, hand_description, hand_name};

impl Model {
    /// Takes a piece into the hand and announces it.
    pub(super) fn set_hand(&mut self, hand: Hand) {
        self.hand.set(hand);
        let text = self.text();
        let name = text.get(hand_name(hand));
        let description = hand_description(hand).map_or("", |about| text.get(about));
        let message = format!("{name}. {description}");
        self.notify(message.trim_end().to_owned());
    }

    /// Takes the next available piece into the hand and announces it. Returns false if there is no
    /// choice.
    pub(super) fn cycle_hand(&mut self) -> bool {
        let hands = available_hands(self.play.game());
        if hands.len() < 2 || !self.play.may_move() {
            return false;
        }
        let index = hands.iter().position(|hand| *hand == *self.hand);
        let next = hands[index.map_or(0, |index| (index + 1) % hands.len())];
        self.set_hand(next);
        true
    }
}
