//! Random starts and commands, and the invariants of every change of a table.

use std::collections::HashMap;

use foursight_core::{Cell, Disc, Ending, Fill, Game, Move, Ruleset, Stock, Variant, WinReason};
use foursight_table::{
    Actor, AppliedEvent, Command, Consent, DiscMotion, DiscPlace, Entry, Event, GameStart,
    MatchScore, Occupant, Offer, Point, Seat, StartPolicy, Table, TimeControl, TimedMove,
};
use proptest::prelude::*;

/// Increment and turn time of the clocks below.
const INCREMENT_MS: u64 = 500;
const TURN_MS: u64 = 3_000;

/// Random numbers from which a command and its actor are chosen.
#[derive(Clone, Debug)]
pub(crate) struct RandomInput {
    kind: u8,
    choice: u8,
    actor: u8,
    pub(crate) wait_ms: u64,
    pub(crate) set_back_ms: u64,
}

pub(crate) fn random_inputs() -> impl Strategy<Value = Vec<RandomInput>> {
    let input = (any::<u8>(), any::<u8>(), any::<u8>(), 0..700_u64, 0..3_u64);
    let input = input.prop_map(|(kind, choice, actor, wait_ms, set_back_ms)| RandomInput {
        kind,
        choice,
        actor,
        // Occasionally a seat thinks so long that its clock expires.
        wait_ms: wait_ms.saturating_sub(200) * if choice % 16 == 3 { 8 } else { 1 },
        set_back_ms,
    });
    prop::collection::vec(input, 0..120)
}

/// Two people sharing one device.
pub(crate) fn people(ruleset: Ruleset) -> GameStart {
    GameStart::new(
        ruleset,
        ["Ada", "Charles"].map(|id| Occupant::Person(id.into())),
    )
}

pub(crate) fn rulesets() -> impl Strategy<Value = Ruleset> {
    let power_up = Variant::PowerUp(Stock::of_each(3).expect("few enough"));
    let variants = vec![
        Variant::Standard,
        Variant::FiveInARow,
        Variant::PopOut(foursight_core::BothConnectRule::MoverWins),
        Variant::PopOut(foursight_core::BothConnectRule::OpponentWins),
        Variant::PopTen(Fill::Random(7)),
        Variant::PopTen(Fill::ByPlayers),
        power_up,
    ];
    let usual = prop::sample::select(variants).prop_map(Ruleset::default_for);
    // On a small board games end soon.
    let small = Ruleset::new(4, 4, 3, Variant::Standard).expect("a ruleset");
    let small_power = Ruleset::new(5, 4, 3, power_up).expect("a ruleset");
    prop_oneof![3 => usual, 1 => Just(small), 1 => Just(small_power)]
}

pub(crate) fn starts() -> impl Strategy<Value = GameStart> {
    let clocks = vec![
        TimeControl::Unlimited,
        TimeControl::Fischer {
            main_ms: 9_000,
            increment_ms: INCREMENT_MS,
        },
        TimeControl::PerTurn { turn_ms: TURN_MS },
    ];
    let consents = vec![Consent::Free, Consent::Agreement, Consent::NoTakeBack];
    let start_policies = vec![
        StartPolicy::Alternate,
        StartPolicy::Fixed(Seat::One),
        StartPolicy::Fixed(Seat::Two),
    ];
    let choices = (
        rulesets(),
        prop::sample::select(clocks),
        prop::sample::select(consents),
        prop::sample::select(start_policies),
        any::<[bool; 2]>(),
        prop::collection::vec(any::<u8>(), 0..6),
    );
    choices.prop_map(
        |(ruleset, clock, consent, starts, bots, opening)| GameStart {
            time_control: clock,
            consent,
            start_policy: starts,
            first: starts.first(),
            opening: opening_of(ruleset, &opening),
            seats: bots.map(|is_bot| {
                let occupant = if is_bot {
                    Occupant::Bot
                } else {
                    Occupant::Person
                };
                occupant("Ada".into())
            }),
            ..people(ruleset)
        },
    )
}

/// Returns some legal moves from the start.
fn opening_of(ruleset: Ruleset, choices: &[u8]) -> Vec<TimedMove> {
    let mut game = Game::new(ruleset);
    for choice in choices {
        if let Some(mv) = pick(&game.legal_moves(), *choice) {
            game.apply(mv).expect("a legal move");
        }
    }
    game.moves().iter().copied().map(TimedMove::from).collect()
}

fn pick<T: Copy>(all: &[T], choice: u8) -> Option<T> {
    all.get(usize::from(choice).checked_rem(all.len())?)
        .copied()
}

/// Chooses an actor, mostly the seat to move.
pub(crate) fn actor(table: &Table, input: &RandomInput) -> Actor {
    let others = [
        Actor::Seat(Seat::One),
        Actor::Seat(Seat::Two),
        Actor::SharedDevice,
        Actor::Host,
    ];
    let turn = table.to_move().map_or(Actor::SharedDevice, Actor::Seat);
    let other = others.get(usize::from(input.actor % 12));
    other.copied().unwrap_or(turn)
}

/// Chooses a command, mostly a legal move; some refer to a past or future point.
pub(crate) fn command(table: &Table, input: &RandomInput) -> Command {
    let Point { branch, ply } = table.point();
    let at = match input.choice % 16 {
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
    let mv = pick(&legal, input.choice).unwrap_or(Move::Pass);
    let standing = Seat::BOTH.into_iter().find_map(|seat| table.offer_of(seat));
    let offer = standing.unwrap_or(Offer::Draw);
    let rare = [
        Command::Resign(at),
        Command::Abort,
        Command::DeclareDeparted(Seat::Two),
        Command::Pause,
        Command::ResetScore,
        Command::OpenGame(Box::new(GameStart {
            opening: table.timed_moves().to_vec(),
            ..table.start().clone()
        })),
    ];
    let some = [
        Command::TakeBack(at),
        Command::TakeBack(at),
        Command::Redo(at),
        Command::Redo(at),
        Command::OfferDraw(at),
        Command::NextGame,
        Command::Accept(offer),
        Command::Accept(offer),
        Command::Decline(offer),
        Command::Flag,
        Command::Resume,
        Command::CreditTime(input.choice.into()),
        rare[usize::from(input.choice) % rare.len()].clone(),
    ];
    let other = some.get(usize::from(input.kind % 40)).cloned();
    other.unwrap_or(Command::PlayMove { at, mv })
}

pub(crate) fn discs(table: &Table) -> HashMap<Cell, Disc> {
    let board = table.game().position().board();
    let mut found = HashMap::new();
    for column in board.columns() {
        for row in board.rows() {
            let cell = Cell { column, row };
            found.extend(board.disc_at(cell).map(|disc| (cell, disc)));
        }
    }
    found
}

/// Checks the invariants of every table.
pub(crate) fn check_table(table: &Table) {
    let moves = table
        .timed_moves()
        .iter()
        .chain(table.undone().iter().rev());
    let moves: Vec<_> = moves.map(|timed_move| timed_move.mv).collect();
    assert!(Game::from_moves(table.start().ruleset, moves).is_ok());
    let played = table.timed_moves().iter().map(|timed_move| timed_move.mv);
    assert_eq!(played.collect::<Vec<_>>(), table.game().moves());
    let is_in_progress = !table.is_over() && !table.is_paused() && table.have_both_moved();
    let has_clock = table.clocks().time_control() != TimeControl::Unlimited;
    let running = table.to_move().filter(|_| is_in_progress && has_clock);
    assert_eq!(table.clocks().running(), running);
    assert!(!table.is_paused() || !table.is_over());
    for offer in Seat::BOTH
        .into_iter()
        .filter_map(|seat| table.offer_of(seat))
    {
        assert_eq!(offer == Offer::Rematch, table.is_over());
    }
}

/// Checks that the disc motions lead from one board to the next.
pub(crate) fn check_disc_motions(before: &Table, applied: &AppliedEvent, after: &Table) {
    if let Event::GameStarted(_) = applied.entry.event {
        assert!(applied.plies.is_empty());
        return;
    }
    let mut board = discs(before);
    for DiscMotion { disc, from, to } in applied.plies.iter().flat_map(|ply| &ply.motions) {
        if let DiscPlace::At(cell) = from {
            assert_eq!(board.remove(cell), Some(*disc));
        }
        if let DiscPlace::At(cell) = to {
            assert_eq!(board.insert(*cell, *disc), None);
        }
    }
    assert_eq!(board, discs(after), "{:?}", applied.entry.event);
    let moved = applied.plies.len();
    assert_eq!(moved, before.plies().abs_diff(after.plies()));
}

/// Checks that no clock gains more time than the event allows, and that a turn costs the time
/// charged for it.
pub(crate) fn check_clocks(before: &Table, entry: &Entry, after: &Table) {
    let is_expired = before
        .clocks()
        .expires_at_ms()
        .is_some_and(|expiry_ms| expiry_ms <= entry.at_ms);
    let allows_expired = matches!(
        entry.event,
        Event::TimeCredited(_) | Event::GameEnded(Ending::Won(_, WinReason::Time))
    );
    assert!(
        !is_expired || allows_expired,
        "time is out: {:?}",
        entry.event
    );
    let allowed_ms = match (&entry.event, after.clocks().time_control()) {
        (Event::GameStarted(_), _) => return,
        (Event::TimeCredited(ms), _) => *ms,
        (Event::MovePlayed { .. }, TimeControl::Fischer { .. }) => INCREMENT_MS,
        (
            Event::MovePlayed { .. } | Event::MovesTakenBack(_) | Event::MovesRedone(_),
            TimeControl::PerTurn { .. },
        ) => TURN_MS,
        _ => 0,
    };
    for seat in Seat::BOTH {
        let was_ms = before.clocks().remaining_ms(seat, before.at_ms());
        let left_ms = after.clocks().remaining_ms(seat, after.at_ms());
        assert!(left_ms <= was_ms + allowed_ms, "{:?}", entry.event);
    }
    let Event::MovePlayed { spent_ms, .. } = &entry.event else {
        return;
    };
    if let (Some(seat), TimeControl::Fischer { .. }) =
        (before.clocks().running(), before.clocks().time_control())
    {
        // A game that ends on the first of two plies has no seat to move, yet the turn was
        // unfinished.
        let [was, is] = [before, after].map(|table| table.game().position().to_move());
        let ends_turn = was != is;
        let increment_ms = if ends_turn { INCREMENT_MS } else { 0 };
        let was_ms = before.clocks().remaining_ms(seat, before.at_ms());
        let left_ms = after.clocks().remaining_ms(seat, after.at_ms());
        let expected_ms =
            was_ms - (spent_ms - (before.at_ms() - clock_started_at_ms(before))) + increment_ms;
        assert_eq!(left_ms, expected_ms);
    }
}

/// Returns the time at which the running clock was started.
fn clock_started_at_ms(table: &Table) -> u64 {
    let seat = table.clocks().running().expect("a clock that runs");
    let out_ms = table.clocks().expires_at_ms().expect("a clock that runs");
    out_ms - table.clocks().remaining_ms(seat, 0)
}

/// Checks that a played move has its time and that the other moves keep theirs.
pub(crate) fn check_times(before: &Table, applied: &AppliedEvent, after: &Table) {
    match &applied.entry.event {
        Event::MovePlayed { mv, spent_ms } => {
            let (last, earlier) = after.timed_moves().split_last().expect("a move was made");
            assert_eq!(last.mv, *mv);
            assert!(last.thinking_ms.expect("a time") >= *spent_ms);
            assert_eq!(earlier, before.timed_moves());
        }
        Event::MovesTakenBack(to) => assert_eq!(after.timed_moves(), &before.timed_moves()[..*to]),
        Event::MovesRedone(to) => {
            let undone = before.undone().iter().rev();
            let all: Vec<_> = before.timed_moves().iter().chain(undone).copied().collect();
            assert_eq!(after.timed_moves(), &all[..*to]);
        }
        _ => {}
    }
}

/// Checks that an end is reported when it occurs, once as the first, and counts once in the score.
pub(crate) fn check_end(before: &Table, applied: &AppliedEvent, after: &Table) {
    if let Event::GameStarted(start) = &applied.entry.event {
        assert_eq!(applied.ending, None);
        let same = start.seats == before.start().seats;
        let expected = if same {
            before.score()
        } else {
            MatchScore::default()
        };
        assert_eq!(start.score, expected);
        return;
    }
    let is_new = after.is_over() && !before.is_over();
    assert_eq!(applied.ending, after.ending().filter(|_| is_new));
    assert_eq!(applied.is_first_end, is_new && !before.start().has_ended);
    assert!(!after.is_over() || after.start().has_ended);
    assert!(applied.lines.is_empty() || applied.ending.is_some());
    if let Some(foursight_core::Outcome::Won { lines, .. }) = after.game().outcome() {
        assert!(!is_new || applied.lines == lines);
    }
    let games = |score: MatchScore| score.wins[0] + score.wins[1] + score.draws;
    let counts = after.start().is_counted
        && after
            .ending()
            .is_some_and(|ending| ending != foursight_core::Ending::Aborted);
    let base = games(after.start().score);
    assert_eq!(games(after.score()), base + u32::from(counts));
}
