//! What is told of each disc, where the grid alone does not show it.

use foursight_core::{BothConnect, Fill, Move, Player, PowerDisc, Row, Ruleset, Space, Variant};
use foursight_table::{By, ClockRule, Command, Consent, Ply, Spot, Start};

use crate::{column, drop_in, make, open, people, play, power_up};

fn bottom(number: usize) -> Spot {
    let (column, row) = (column(number), Row::BOTTOM);
    Spot::At(Space { column, row })
}

fn ways(ply: &Ply) -> Vec<(Spot, Spot)> {
    ply.shifts
        .iter()
        .map(|shift| (shift.from, shift.to))
        .collect()
}

fn rules(variant: Variant) -> Start {
    Start {
        ruleset: Ruleset::usual(variant),
        ..people(Consent::Free)
    }
}

#[test]
fn a_ply_has_its_number_and_landing_also_when_it_is_taken_back() {
    let mut table = open(people(Consent::Free));
    play(&mut table, "44");
    let made = make(&mut table, drop_in(1)).plies;
    let undo = Command::TakeBack(table.point());
    let undone = table.act(&undo, By::Shared, table.at_ms());
    let undone = undone.expect("they may").expect("a new event").plies;
    for plies in [made, undone] {
        assert_eq!(plies.len(), 1);
        assert_eq!((plies[0].number, plies[0].player), (3, Player::First));
        assert_eq!(plies[0].landing().map(Spot::At), Some(bottom(1)));
    }
}

#[test]
fn a_disc_that_is_popped_out_leaves_through_the_bottom() {
    let mut table = open(rules(Variant::PopOut(BothConnect::MoverWins)));
    play(&mut table, "41");
    let popped = make(&mut table, Move::Pop(column(4)));
    let out = Spot::Below(column(4));
    assert_eq!(ways(&popped.plies[0]), [(bottom(4), out)]);
    assert_eq!(popped.plies[0].landing(), None);
}

#[test]
fn a_disc_that_a_bomb_strikes_is_gone() {
    let mut table = open(power_up(ClockRule::None));
    play(&mut table, "11");
    play(&mut table, "42");
    make(&mut table, Move::Power(PowerDisc::Bomb, column(7)));
    let struck = make(&mut table, Move::Strike(column(2)));
    assert_eq!(ways(&struck.plies[0]), [(bottom(2), Spot::Gone)]);
}

#[test]
fn in_pop_ten_a_disc_out_of_a_line_is_set_aside_and_another_is_put_back() {
    let mut seen = [false; 2];
    for seed in 0..20 {
        let table = open(rules(Variant::PopTen(Fill::Random(seed))));
        for step in table.game().legal_moves() {
            let Move::Pop(column) = step else { continue };
            let mut table = table.clone();
            let popped = make(&mut table, step);
            let aside = table.game().position().set_aside(Player::First);
            let out = popped.plies[0].shifts[0].to;
            if aside == 1 {
                assert_eq!(out, Spot::Aside(1));
            } else {
                assert_eq!(out, Spot::Below(column));
            }
            seen[usize::from(aside)] = true;
        }
    }
    assert_eq!(seen, [true; 2], "both kinds of pops came up");
}
