//! A tournament in English: names of rounds, matches and forms.

use foursight_tournament::{
    EntrantId, Match, MatchResult, MatchSide, MatchSlot, MatchStage, ResultReason, Seeding,
    SlotSource, Tournament, TournamentFormat, TournamentPhase, score_text,
};
use unicode_width::UnicodeWidthStr as _;

/// Returns the name of a round.
pub(super) fn stage(stage: MatchStage) -> String {
    match stage {
        MatchStage::Round(round) => format!("Round {round}"),
        MatchStage::Knockout { round, of } => match of - round {
            0 => "Final".to_owned(),
            1 => "Semi-finals".to_owned(),
            2 => "Quarter-finals".to_owned(),
            left => format!("Round of {}", 2_u32 << left),
        },
        MatchStage::ThirdPlace => "Third place".to_owned(),
        MatchStage::Winners { round, of } if round == of => "Winners' final".to_owned(),
        MatchStage::Winners { round, .. } => format!("Winners {round}"),
        MatchStage::Losers { round, of } if round == of => "Losers' final".to_owned(),
        MatchStage::Losers { round, .. } => format!("Losers {round}"),
        MatchStage::GrandFinal => "Grand final".to_owned(),
        MatchStage::Reset => "Grand final again".to_owned(),
    }
}

/// Describes the source of a side that is still open.
pub(super) fn source(source: SlotSource) -> String {
    match source {
        SlotSource::WinnerOf(id) => format!("winner of {}", id.0 + 1),
        SlotSource::LoserOf(id) => format!("loser of {}", id.0 + 1),
        SlotSource::Seed(seed) => format!("seed {}", seed + 1),
        SlotSource::Pairing => "not paired".to_owned(),
    }
}

pub(super) fn name(tournament: &Tournament, id: EntrantId) -> &str {
    tournament.entrant(id).map_or("?", |entrant| &entrant.name)
}

/// Returns the player of a side, or where the player comes from.
pub(super) fn side(tournament: &Tournament, match_: &Match, side: MatchSide) -> String {
    match match_.slots[side.index()] {
        MatchSlot::Filled(id) => name(tournament, id).to_owned(),
        MatchSlot::Empty => "bye".to_owned(),
        MatchSlot::Undecided => source(match_.sources[side.index()]),
    }
}

/// Describes a match in one sentence.
pub(super) fn match_sentence(tournament: &Tournament, match_: &Match) -> String {
    let [upper, lower] = MatchSide::BOTH.map(|which| side(tournament, match_, which));
    let [high, low] = MatchSide::BOTH.map(|which| score_text(match_, which));
    let result = |winner: MatchSide| match winner {
        MatchSide::Upper => format!("{upper} beat {lower} {high} to {low}"),
        MatchSide::Lower => format!("{lower} beat {upper} {low} to {high}"),
    };
    let pick = |winner: MatchSide| match winner {
        MatchSide::Upper => (&upper, &lower),
        MatchSide::Lower => (&lower, &upper),
    };
    match match_.result {
        None if match_.is_due() && match_.games.is_empty() => format!("{upper} against {lower}"),
        None if match_.is_due() => format!("{upper} against {lower}, {high} to {low}"),
        None => format!("{upper} or {lower}: not yet known"),
        Some(MatchResult::Draw) => format!("{upper} and {lower} drew, {high} each"),
        Some(MatchResult::BothLost) => format!("{upper} and {lower}: neither played"),
        Some(MatchResult::NotNeeded) => "not needed".to_owned(),
        Some(MatchResult::Won { winner, reason: by }) => match by {
            ResultReason::Games => result(winner),
            ResultReason::FasterWin => format!(
                "{} beat {} by the faster win, after {high} to {low}",
                pick(winner).0,
                pick(winner).1
            ),
            ResultReason::CoinToss => format!(
                "{} beat {} by a coin toss, after {high} to {low}",
                pick(winner).0,
                pick(winner).1
            ),
            ResultReason::Walkover => {
                format!("{} wins: {} did not play", pick(winner).0, pick(winner).1)
            }
            ResultReason::Bye => format!("{} has a bye", pick(winner).0),
        },
    }
}

/// Explains a decision that the score does not show, for a picture.
pub(super) fn note(tournament: &Tournament, match_: &Match) -> Option<String> {
    let (winner, by) = match match_.result? {
        MatchResult::Won { winner, reason: by } => (winner, by),
        MatchResult::BothLost => return Some("neither played".to_owned()),
        MatchResult::Draw | MatchResult::NotNeeded => return None,
    };
    let loser = match_.slots[winner.opposite().index()].entrant();
    match by {
        ResultReason::FasterWin => Some("level: the faster win".to_owned()),
        ResultReason::CoinToss => Some("level: coin toss".to_owned()),
        ResultReason::Walkover => Some(format!("{} did not play", name(tournament, loser?))),
        ResultReason::Games if match_.games.len() > usize::from(tournament.setup().best_of) => {
            Some("after further games".to_owned())
        }
        ResultReason::Games | ResultReason::Bye => None,
    }
}

/// Pads a text with spaces to a width on the screen.
pub(super) fn pad(text: &str, width: usize) -> String {
    let gap = width.saturating_sub(text.width());
    format!("{text}{}", " ".repeat(gap))
}

/// Explains what breaks draws.
pub(super) const fn tie_break_rule(form: TournamentFormat) -> &'static str {
    if form.is_knock_out() {
        "A level match has two more games with the seats swapped; then the faster win decides, then a coin toss."
    } else {
        "Level on points: head to head, Buchholz, Sonneborn-Berger, then wins decide; else the place is shared."
    }
}

/// Lists the seeds, unless they are in the order given.
pub(super) fn seeds(tournament: &Tournament) -> Option<String> {
    let order = match tournament.setup().seeding {
        Seeding::Order => return None,
        Seeding::Rating => "by rating",
        Seeding::Random => "at random",
    };
    let entrants = tournament.entrants().iter().enumerate();
    let mut seeded: Vec<(usize, &str)> = entrants
        .filter_map(|(place, entrant)| {
            let seed = tournament.seed_of(EntrantId(place as u16))?;
            Some((seed, &*entrant.name))
        })
        .collect();
    seeded.sort_unstable();
    let entries: Vec<String> = seeded
        .iter()
        .map(|(seed, name)| format!("{seed} {name}"))
        .collect();
    Some(format!("Seeds {order}: {}.", entries.join(", ")))
}

/// Returns the name of a form, as `--form` takes it.
pub(super) const fn form_name(form: TournamentFormat) -> &'static str {
    match form {
        TournamentFormat::SingleElimination { .. } => "knock-out",
        TournamentFormat::DoubleElimination => "double-elimination",
        TournamentFormat::RoundRobin { .. } => "round-robin",
        TournamentFormat::Swiss { .. } => "swiss",
    }
}

/// Summarises form and matches on one line.
pub(super) fn summary(tournament: &Tournament) -> String {
    let setup = tournament.setup();
    let form = match setup.format {
        TournamentFormat::SingleElimination { third_place: false } => "knock-out".to_owned(),
        TournamentFormat::SingleElimination { third_place: true } => {
            "knock-out with a match for third place".to_owned()
        }
        TournamentFormat::DoubleElimination => "double elimination".to_owned(),
        TournamentFormat::RoundRobin { double: false } => "round robin".to_owned(),
        TournamentFormat::RoundRobin { double: true } => "double round robin".to_owned(),
        TournamentFormat::Swiss { rounds: 1 } => "Swiss, 1 round".to_owned(),
        TournamentFormat::Swiss { rounds } => format!("Swiss, {rounds} rounds"),
    };
    let best_of = match setup.best_of {
        1 => "one game a match".to_owned(),
        2 => "two games a match, seats swap".to_owned(),
        games => format!("best of {games}, seats swap"),
    };
    let openings = match setup.opening_plies {
        0 => String::new(),
        1 => ", 1 random move first".to_owned(),
        plies => format!(", {plies} random moves first"),
    };
    let count = tournament.entrants().len();
    format!(
        "{}: {count} players, {form}, {best_of}{openings}, {}, seed {}",
        setup.name, setup.rules, setup.seed
    )
}

/// Describes the progress, or the winner.
pub(super) fn state(tournament: &Tournament) -> String {
    let (done, planned) = tournament.games_done_and_max();
    match tournament.phase() {
        TournamentPhase::Entering => "Not started.".to_owned(),
        TournamentPhase::Running | TournamentPhase::BetweenRounds => {
            let more = if tournament.setup().format.is_knock_out() {
                "; a level match adds two"
            } else {
                ""
            };
            format!("{done} of at most {planned} games played{more}.")
        }
        TournamentPhase::Over => {
            let winners = tournament.winners();
            let names: Vec<&str> = winners.iter().map(|id| name(tournament, *id)).collect();
            match &names[..] {
                [] => "There is no winner.".to_owned(),
                [one] => format!("{one} has won the tournament."),
                many => format!("{} share the first place.", many.join(" and ")),
            }
        }
    }
}
