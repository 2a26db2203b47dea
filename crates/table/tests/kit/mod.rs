//! Starts and talk at random, and what must hold for every change of a table.

use std::collections::HashMap;

use foursight_core::{Disc, Ending, Fill, Game, Move, Ruleset, Space, Stock, Variant, WonBy};
use foursight_table::{
    By, ClockRule, Command, Consent, Entry, Event, Happened, Made, Offer, Point, Score, Seat,
    Shift, Spot, Start, Starts, Table, Who,
};
use proptest::prelude::*;

/// The increment and the time for a turn of the clocks below.
const INCREMENT_MS: u64 = 500;
const TURN_MS: u64 = 3_000;

/// Something said at a table, as numbers.
#[derive(Clone, Debug)]
pub(crate) struct Talk {
    what: u8,
    which: u8,
    by: u8,
    pub(crate) wait_ms: u64,
    pub(crate) set_back_ms: u64,
}

pub(crate) fn talks() -> impl Strategy<Value = Vec<Talk>> {
    let talk = (any::<u8>(), any::<u8>(), any::<u8>(), 0..700_u64, 0..3_u64);
    let talk = talk.prop_map(|(what, which, by, wait_ms, set_back_ms)| Talk {
        what,
        which,
        by,
        // Now and then somebody thinks for so long that a clock runs out.
        wait_ms: wait_ms.saturating_sub(200) * if which % 16 == 3 { 8 } else { 1 },
        set_back_ms,
    });
    prop::collection::vec(talk, 0..120)
}

/// Two people at one device.
pub(crate) fn people(ruleset: Ruleset) -> Start {
    Start::new(ruleset, ["Ada", "Charles"].map(|id| Who::Person(id.into())))
}

pub(crate) fn rulesets() -> impl Strategy<Value = Ruleset> {
    let power_up = Variant::PowerUp(Stock::of_each(3).expect("few enough"));
    let variants = vec![
        Variant::Standard,
        Variant::FiveInARow,
        Variant::PopOut(foursight_core::BothConnect::MoverWins),
        Variant::PopOut(foursight_core::BothConnect::OpponentWins),
        Variant::PopTen(Fill::Random(7)),
        Variant::PopTen(Fill::ByPlayers),
        power_up,
    ];
    let usual = prop::sample::select(variants).prop_map(Ruleset::usual);
    // On a small grid games end soon.
    let small = Ruleset::new(4, 4, 3, Variant::Standard).expect("a ruleset");
    let small_power = Ruleset::new(5, 4, 3, power_up).expect("a ruleset");
    prop_oneof![3 => usual, 1 => Just(small), 1 => Just(small_power)]
}

pub(crate) fn starts() -> impl Strategy<Value = Start> {
    let clocks = vec![
        ClockRule::None,
        ClockRule::Total {
            main_ms: 9_000,
            increment_ms: INCREMENT_MS,
        },
        ClockRule::PerTurn { turn_ms: TURN_MS },
    ];
    let consents = vec![Consent::Free, Consent::Agreement, Consent::NoTakeBack];
    let orders = vec![
        Starts::InTurn,
        Starts::Fixed(Seat::One),
        Starts::Fixed(Seat::Two),
    ];
    let choices = (
        rulesets(),
        prop::sample::select(clocks),
        prop::sample::select(consents),
        prop::sample::select(orders),
        any::<[bool; 2]>(),
        prop::collection::vec(any::<u8>(), 0..6),
    );
    choices.prop_map(|(ruleset, clock, consent, starts, bots, opening)| Start {
        clock,
        consent,
        starts,
        first: starts.first(),
        opening: opening_of(ruleset, &opening),
        seats: bots.map(|is_bot| {
            let who = if is_bot { Who::Bot } else { Who::Person };
            who("Ada".into())
        }),
        ..people(ruleset)
    })
}

/// Some legal moves from the start.
fn opening_of(ruleset: Ruleset, choices: &[u8]) -> Vec<Made> {
    let mut game = Game::new(ruleset);
    for choice in choices {
        if let Some(step) = chosen(&game.legal_moves(), *choice) {
            game.apply(step).expect("a legal move");
        }
    }
    game.moves().iter().copied().map(Made::from).collect()
}

fn chosen<T: Copy>(all: &[T], choice: u8) -> Option<T> {
    all.get(usize::from(choice).checked_rem(all.len())?)
        .copied()
}

/// Who speaks: mostly the seat to move.
pub(crate) fn speaker(table: &Table, talk: &Talk) -> By {
    let others = [
        By::Seat(Seat::One),
        By::Seat(Seat::Two),
        By::Shared,
        By::Host,
    ];
    let turn = table.to_move().map_or(By::Shared, By::Seat);
    let by = others.get(usize::from(talk.by % 12));
    by.copied().unwrap_or(turn)
}

/// A command, mostly a legal move; some are about a point that is past or to come.
pub(crate) fn command(table: &Table, talk: &Talk) -> Command {
    let Point { branch, ply } = table.point();
    let at = match talk.which % 16 {
        0 => Point {
            branch: branch - 1,
            ply,
        },
        1 => Point {
            branch,
            ply: ply + 1,
        },
        _ => table.point(),
    };
    let legal = table.game().legal_moves();
    let step = chosen(&legal, talk.which).unwrap_or(Move::Pass);
    let standing = Seat::BOTH.into_iter().find_map(|seat| table.offer_of(seat));
    let offer = standing.unwrap_or(Offer::Draw);
    let rare = [
        Command::Resign(at),
        Command::Abort,
        Command::Left(Seat::Two),
        Command::Pause,
        Command::ResetScore,
        Command::Open(Box::new(Start {
            opening: table.made().to_vec(),
            ..table.start().clone()
        })),
    ];
    let some = [
        Command::TakeBack(at),
        Command::TakeBack(at),
        Command::Redo(at),
        Command::Redo(at),
        Command::Draw(at),
        Command::Next,
        Command::Accept(offer),
        Command::Accept(offer),
        Command::Decline(offer),
        Command::Flag,
        Command::Resume,
        Command::Credit(talk.which.into()),
        rare[usize::from(talk.which) % rare.len()].clone(),
    ];
    let other = some.get(usize::from(talk.what % 40)).cloned();
    other.unwrap_or(Command::Move { at, step })
}

pub(crate) fn discs(table: &Table) -> HashMap<Space, Disc> {
    let grid = table.game().position().grid();
    let mut found = HashMap::new();
    for column in grid.columns() {
        for row in grid.rows() {
            let space = Space { column, row };
            found.extend(grid.disc_at(space).map(|disc| (space, disc)));
        }
    }
    found
}

/// What holds for every table.
pub(crate) fn check_table(table: &Table) {
    let moves = table.made().iter().chain(table.undone().iter().rev());
    let moves: Vec<_> = moves.map(|made| made.step).collect();
    assert!(Game::from_moves(table.start().ruleset, moves).is_ok());
    let made: Vec<_> = table.made().iter().map(|made| made.step).collect();
    assert_eq!(made, table.game().moves());
    let goes_on = !table.is_over() && !table.is_paused() && table.have_both_moved();
    let has_clock = table.clocks().rule() != ClockRule::None;
    let running = table.to_move().filter(|_| goes_on && has_clock);
    assert_eq!(table.clocks().running(), running);
    assert!(!table.is_paused() || !table.is_over());
    for offer in Seat::BOTH
        .into_iter()
        .filter_map(|seat| table.offer_of(seat))
    {
        assert_eq!(offer == Offer::Rematch, table.is_over());
    }
}

/// The shifts lead from one grid to the next, and lines are told when a line has won.
pub(crate) fn check_shifts(before: &Table, happened: &Happened, after: &Table) {
    if let Event::Started(_) = happened.entry.event {
        assert!(happened.plies.is_empty());
        return;
    }
    let mut grid = discs(before);
    for Shift { disc, from, to } in happened.plies.iter().flat_map(|ply| &ply.shifts) {
        if let Spot::At(space) = from {
            assert_eq!(grid.remove(space), Some(*disc));
        }
        if let Spot::At(space) = to {
            assert_eq!(grid.insert(*space, *disc), None);
        }
    }
    assert_eq!(grid, discs(after), "{:?}", happened.entry.event);
    let moved = happened.plies.len();
    assert_eq!(moved, before.plies().abs_diff(after.plies()));
}

/// No clock grows but by what the event allows, and a turn costs what it is charged.
pub(crate) fn check_clocks(before: &Table, entry: &Entry, after: &Table) {
    let is_out = before
        .clocks()
        .out_at_ms()
        .is_some_and(|out| out <= entry.at_ms);
    let is_told = matches!(
        entry.event,
        Event::Credited(_) | Event::Ended(Ending::Won(_, WonBy::Time))
    );
    assert!(!is_out || is_told, "time is out: {:?}", entry.event);
    let allowed_ms = match (&entry.event, after.clocks().rule()) {
        (Event::Started(_), _) => return,
        (Event::Credited(ms), _) => *ms,
        (Event::Moved { .. }, ClockRule::Total { .. }) => INCREMENT_MS,
        (
            Event::Moved { .. } | Event::TakenBack(_) | Event::Redone(_),
            ClockRule::PerTurn { .. },
        ) => TURN_MS,
        _ => 0,
    };
    for seat in Seat::BOTH {
        let was_ms = before.clocks().left_ms(seat, before.at_ms());
        let left_ms = after.clocks().left_ms(seat, after.at_ms());
        assert!(left_ms <= was_ms + allowed_ms, "{:?}", entry.event);
    }
    let Event::Moved { spent_ms, .. } = &entry.event else {
        return;
    };
    if let (Some(seat), ClockRule::Total { .. }) =
        (before.clocks().running(), before.clocks().rule())
    {
        // A game that ends on the first of two plies has no seat to move, yet the turn was not over.
        let [was, is] = [before, after].map(|table| table.game().position().to_move());
        let ends_turn = was != is;
        let increment_ms = if ends_turn { INCREMENT_MS } else { 0 };
        let was_ms = before.clocks().left_ms(seat, before.at_ms());
        let left_ms = after.clocks().left_ms(seat, after.at_ms());
        let expected_ms = was_ms - (spent_ms - (before.at_ms() - since(before))) + increment_ms;
        assert_eq!(left_ms, expected_ms);
    }
}

/// When the running clock was started.
fn since(table: &Table) -> u64 {
    let seat = table.clocks().running().expect("a clock that runs");
    let out_ms = table.clocks().out_at_ms().expect("a clock that runs");
    out_ms - table.clocks().left_ms(seat, 0)
}

/// Each move that was made has its time, and others keep theirs.
pub(crate) fn check_times(before: &Table, happened: &Happened, after: &Table) {
    match &happened.entry.event {
        Event::Moved { step, spent_ms } => {
            let (last, earlier) = after.made().split_last().expect("a move was made");
            assert_eq!(last.step, *step);
            assert!(last.took_ms.expect("a time") >= *spent_ms);
            assert_eq!(earlier, before.made());
        }
        Event::TakenBack(to) => assert_eq!(after.made(), &before.made()[..*to]),
        Event::Redone(to) => {
            let again = before.undone().iter().rev();
            let whole: Vec<_> = before.made().iter().chain(again).copied().collect();
            assert_eq!(after.made(), &whole[..*to]);
        }
        _ => {}
    }
}

/// An end is told when it comes, once as the first, and counts once in the score.
pub(crate) fn check_end(before: &Table, happened: &Happened, after: &Table) {
    if let Event::Started(start) = &happened.entry.event {
        assert_eq!(happened.ended, None);
        let same = start.seats == before.start().seats;
        let carried = if same {
            before.score()
        } else {
            Score::default()
        };
        assert_eq!(start.score, carried);
        return;
    }
    let is_new = after.is_over() && !before.is_over();
    assert_eq!(happened.ended, after.ending().filter(|_| is_new));
    assert_eq!(happened.is_first_end, is_new && !before.start().has_ended);
    assert!(!after.is_over() || after.start().has_ended);
    assert!(happened.lines.is_empty() || happened.ended.is_some());
    if let Some(foursight_core::Outcome::Won { lines, .. }) = after.game().outcome() {
        assert!(!is_new || happened.lines == lines);
    }
    let games = |score: Score| score.wins[0] + score.wins[1] + score.ties;
    let counts = after.start().is_counted
        && after
            .ending()
            .is_some_and(|ending| ending != foursight_core::Ending::Aborted);
    let base = games(after.start().score);
    assert_eq!(games(after.score()), base + u32::from(counts));
}
