//! Disc motions that the boards before and after do not show.

use foursight_core::{BothConnectRule, Cell, Fill, Move, Player, PowerDisc, Row, Ruleset, Variant};
use foursight_table::{Actor, Command, Consent, DiscPlace, GameStart, Ply, TimeControl};

use crate::{column, drop_in, open, people, play, play_move, power_up};

fn bottom(number: usize) -> DiscPlace {
    let (column, row) = (column(number), Row::BOTTOM);
    DiscPlace::At(Cell { column, row })
}

fn motions(ply: &Ply) -> Vec<(DiscPlace, DiscPlace)> {
    ply.motions
        .iter()
        .map(|motion| (motion.from, motion.to))
        .collect()
}

fn rules(variant: Variant) -> GameStart {
    GameStart {
        ruleset: Ruleset::default_for(variant),
        ..people(Consent::Free)
    }
}

#[test]
fn a_ply_taken_back_has_its_number_and_landing() {
    let mut table = open(people(Consent::Free));
    play(&mut table, "44");
    let played = play_move(&mut table, drop_in(1)).plies;
    let undo = Command::TakeBack(table.point());
    let undone = table.decide_and_apply(&undo, Actor::SharedDevice, table.at_ms());
    let undone = undone.expect("they may").expect("a new event").plies;
    for plies in [played, undone] {
        assert_eq!(plies.len(), 1);
        assert_eq!((plies[0].number, plies[0].player), (3, Player::First));
        assert_eq!(plies[0].landing().map(DiscPlace::At), Some(bottom(1)));
    }
}

#[test]
fn a_disc_that_is_popped_out_leaves_through_the_bottom() {
    let mut table = open(rules(Variant::PopOut(BothConnectRule::MoverWins)));
    play(&mut table, "41");
    let popped = play_move(&mut table, Move::Pop(column(4)));
    let below = DiscPlace::Below(column(4));
    assert_eq!(motions(&popped.plies[0]), [(bottom(4), below)]);
    assert_eq!(popped.plies[0].landing(), None);
}

#[test]
fn a_disc_that_a_bomb_strikes_is_gone() {
    let mut table = open(power_up(TimeControl::Unlimited));
    play(&mut table, "11");
    play(&mut table, "42");
    play_move(&mut table, Move::Power(PowerDisc::Bomb, column(7)));
    let struck = play_move(&mut table, Move::Strike(column(2)));
    assert_eq!(motions(&struck.plies[0]), [(bottom(2), DiscPlace::Removed)]);
}

#[test]
fn in_pop_ten_only_a_disc_out_of_a_line_is_set_aside() {
    let mut seen = [false; 2];
    for seed in 0..20 {
        let table = open(rules(Variant::PopTen(Fill::Random(seed))));
        for mv in table.game().legal_moves() {
            let Move::Pop(column) = mv else { continue };
            let mut table = table.clone();
            let popped = play_move(&mut table, mv);
            let aside = table.game().position().set_aside(Player::First);
            let destination = popped.plies[0].motions[0].to;
            if aside == 1 {
                assert_eq!(destination, DiscPlace::Aside(1));
            } else {
                assert_eq!(destination, DiscPlace::Below(column));
            }
            seen[usize::from(aside)] = true;
        }
    }
    assert_eq!(seen, [true; 2], "both kinds of pops came up");
}
