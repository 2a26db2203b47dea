//! A tournament in English: the names of rounds and what a match says.

use foursight_tournament::{
    By, Decision, EntrantId, Form, Match, Phase, Place, Seeding, Side, Source, Stage, Tournament,
    score,
};
use unicode_width::UnicodeWidthStr as _;

/// The name of a round.
pub(super) fn stage(stage: Stage) -> String {
    match stage {
        Stage::Round(round) => format!("Round {round}"),
        Stage::Knockout { round, of } => match of - round {
            0 => "Final".to_owned(),
            1 => "Semi-finals".to_owned(),
            2 => "Quarter-finals".to_owned(),
            left => format!("Round of {}", 2_u32 << left),
        },
        Stage::ThirdPlace => "Third place".to_owned(),
        Stage::Winners { round, of } if round == of => "Winners' final".to_owned(),
        Stage::Winners { round, .. } => format!("Winners {round}"),
        Stage::Losers { round, of } if round == of => "Losers' final".to_owned(),
        Stage::Losers { round, .. } => format!("Losers {round}"),
        Stage::GrandFinal => "Grand final".to_owned(),
        Stage::Reset => "Grand final again".to_owned(),
    }
}

/// Who a side is waiting for.
pub(super) fn source(source: Source) -> String {
    match source {
        Source::WinnerOf(id) => format!("winner of {}", id.0 + 1),
        Source::LoserOf(id) => format!("loser of {}", id.0 + 1),
        Source::Seed(seed) => format!("seed {}", seed + 1),
        Source::Pairing => "not paired".to_owned(),
    }
}

pub(super) fn name(tournament: &Tournament, id: EntrantId) -> &str {
    tournament.entrant(id).map_or("?", |entrant| &entrant.name)
}

/// Who takes a side.
pub(super) fn side(tournament: &Tournament, found: &Match, side: Side) -> String {
    match found.places[side.index()] {
        Place::Taken(id) => name(tournament, id).to_owned(),
        Place::Free => "bye".to_owned(),
        Place::Open => source(found.sources[side.index()]),
    }
}

/// A match in one sentence.
pub(super) fn match_line(tournament: &Tournament, found: &Match) -> String {
    let [upper, lower] = Side::BOTH.map(|which| side(tournament, found, which));
    let [high, low] = Side::BOTH.map(|which| score(found, which));
    let result = |winner: Side| match winner {
        Side::Upper => format!("{upper} beat {lower} {high} to {low}"),
        Side::Lower => format!("{lower} beat {upper} {low} to {high}"),
    };
    let pick = |winner: Side| match winner {
        Side::Upper => (&upper, &lower),
        Side::Lower => (&lower, &upper),
    };
    match found.decision {
        None if found.is_due() && found.games.is_empty() => format!("{upper} against {lower}"),
        None if found.is_due() => format!("{upper} against {lower}, {high} to {low}"),
        None => format!("{upper} or {lower}: not yet known"),
        Some(Decision::Tied) => format!("{upper} and {lower} tied, {high} each"),
        Some(Decision::BothLost) => format!("{upper} and {lower}: neither came"),
        Some(Decision::NotNeeded) => "not needed".to_owned(),
        Some(Decision::Won { winner, by }) => match by {
            By::Games => result(winner),
            By::ShorterWin => format!(
                "{} beat {} by the shorter win, after {high} to {low}",
                pick(winner).0,
                pick(winner).1
            ),
            By::Lots => format!(
                "{} beat {} by the drawn lot, after {high} to {low}",
                pick(winner).0,
                pick(winner).1
            ),
            By::Walkover => format!("{} wins: {} did not play", pick(winner).0, pick(winner).1),
            By::Bye => format!("{} has a bye", pick(winner).0),
        },
    }
}

/// What the score of a match does not say, for a picture.
pub(super) fn note(tournament: &Tournament, found: &Match) -> Option<String> {
    let (winner, by) = match found.decision? {
        Decision::Won { winner, by } => (winner, by),
        Decision::BothLost => return Some("neither came".to_owned()),
        Decision::Tied | Decision::NotNeeded => return None,
    };
    let loser = found.places[winner.opposite().index()].entrant();
    match by {
        By::ShorterWin => Some("level: the shorter win".to_owned()),
        By::Lots => Some("level: drawn by lot".to_owned()),
        By::Walkover => Some(format!("{} did not play", name(tournament, loser?))),
        By::Games if found.games.len() > usize::from(tournament.setup().best_of) => {
            Some("after further games".to_owned())
        }
        By::Games | By::Bye => None,
    }
}

/// A text with spaces behind it, as wide on the screen as asked for.
pub(super) fn padded(text: &str, width: usize) -> String {
    let gap = width.saturating_sub(text.width());
    format!("{text}{}", " ".repeat(gap))
}

/// What decides where results do not.
pub(super) const fn tie_rule(form: Form) -> &'static str {
    if form.is_knock_out() {
        "A level match has two more games with the seats swapped; then the shorter win decides, then a lot."
    } else {
        "Level in points: head to head, Buchholz, Sonneborn-Berger, then wins decide; else the place is shared."
    }
}

/// Who is seeded where, if it is not as listed.
pub(super) fn seeds(tournament: &Tournament) -> Option<String> {
    let how = match tournament.setup().seeding {
        Seeding::Order => return None,
        Seeding::Rating => "by rating",
        Seeding::Drawn => "as drawn",
    };
    let entrants = tournament.entrants().iter().enumerate();
    let mut seeded: Vec<(usize, &str)> = entrants
        .filter_map(|(place, entrant)| {
            let seed = tournament.seed_of(EntrantId(place as u16))?;
            Some((seed, &*entrant.name))
        })
        .collect();
    seeded.sort_unstable();
    let listed: Vec<String> = seeded
        .iter()
        .map(|(seed, name)| format!("{seed} {name}"))
        .collect();
    Some(format!("Seeds {how}: {}.", listed.join(", ")))
}

/// The name of a form, as `--form` takes it.
pub(super) const fn form_name(form: Form) -> &'static str {
    match form {
        Form::SingleElimination { .. } => "knock-out",
        Form::DoubleElimination => "double-elimination",
        Form::RoundRobin { .. } => "round-robin",
        Form::Swiss { .. } => "swiss",
    }
}

/// The form and the matches in one line.
pub(super) fn summary(tournament: &Tournament) -> String {
    let setup = tournament.setup();
    let form = match setup.form {
        Form::SingleElimination { third_place: false } => "knock-out".to_owned(),
        Form::SingleElimination { third_place: true } => {
            "knock-out with a match for the third place".to_owned()
        }
        Form::DoubleElimination => "double elimination".to_owned(),
        Form::RoundRobin { double: false } => "round robin".to_owned(),
        Form::RoundRobin { double: true } => "double round robin".to_owned(),
        Form::Swiss { rounds: 1 } => "Swiss, 1 round".to_owned(),
        Form::Swiss { rounds } => format!("Swiss, {rounds} rounds"),
    };
    let best_of = match setup.best_of {
        1 => "one game a match".to_owned(),
        2 => "two games a match, seats swap".to_owned(),
        games => format!("best of {games}, seats swap"),
    };
    let openings = match setup.opening_plies {
        0 => String::new(),
        1 => ", 1 drawn move first".to_owned(),
        plies => format!(", {plies} drawn moves first"),
    };
    let count = tournament.entrants().len();
    format!(
        "{}: {count} players, {form}, {best_of}{openings}, {}, seed {}",
        setup.name, setup.rules, setup.seed
    )
}

/// How far it is, or who has won.
pub(super) fn state(tournament: &Tournament) -> String {
    let (done, planned) = tournament.games_done_and_planned();
    match tournament.phase() {
        Phase::Entering => "Not begun.".to_owned(),
        Phase::Running | Phase::BetweenRounds => {
            let more = if tournament.setup().form.is_knock_out() {
                "; a level match adds two"
            } else {
                ""
            };
            format!("{done} of at most {planned} games are over{more}.")
        }
        Phase::Over => {
            let winners = tournament.winners();
            let names: Vec<&str> = winners.iter().map(|id| name(tournament, *id)).collect();
            match &names[..] {
                [] => "Nobody has won.".to_owned(),
                [one] => format!("{one} has won the tournament."),
                many => format!("{} share the first place.", many.join(" and ")),
            }
        }
    }
}
