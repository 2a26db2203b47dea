//! A tournament in the language of the page: who meets whom, who is through, who has won.

use foursight_tournament::{
    By, Decision, DueGame, EntrantId, Event, Form, Labels, Match, MatchId, Palette, Phase, Place,
    Side, Source, Stage, Standing, Tournament, score, svg,
};

use super::Held;
use crate::called;
use crate::text::{Message as M, Text};

/// The name of a round.
#[must_use]
pub fn stage(text: Text, stage: Stage) -> String {
    let numbered = |message, round: u16| text.with(message, &[("round", &round)]);
    let message = match stage {
        Stage::Round(round) => return numbered(M::CupRound, round),
        Stage::Knockout { round, of } => match of - round {
            0 => M::CupFinal,
            1 => M::CupSemi,
            2 => M::CupQuarter,
            left => return text.with(M::CupRoundOf, &[("count", &(2_u32 << left))]),
        },
        Stage::ThirdPlace => M::CupThird,
        Stage::Winners { round, of } if round == of => M::CupWinnersFinal,
        Stage::Winners { round, .. } => return numbered(M::CupWinners, round),
        Stage::Losers { round, of } if round == of => M::CupLosersFinal,
        Stage::Losers { round, .. } => return numbered(M::CupLosers, round),
        Stage::GrandFinal => M::CupGrandFinal,
        Stage::Reset => M::CupReset,
    };
    text.get(message).to_owned()
}

/// What an entrant is called.
#[must_use]
pub fn name(tournament: &Tournament, id: EntrantId) -> &str {
    tournament.entrant(id).map_or("", |entrant| &entrant.name)
}

/// Who a side is waiting for: one of two, if they are known.
fn source(text: Text, tournament: &Tournament, source: Source) -> String {
    let pair = match source {
        Source::WinnerOf(id) | Source::LoserOf(id) => tournament.find(id).and_then(Match::pair),
        Source::Seed(_) | Source::Pairing => None,
    };
    match pair.map(|pair| pair.map(|id| name(tournament, id))) {
        Some([one, two]) => text.with(M::CupEither, &[("one", &one), ("two", &two)]),
        None => text.get(M::CupOpen).to_owned(),
    }
}

/// Who takes a side of a match.
#[must_use]
pub fn side(text: Text, tournament: &Tournament, found: &Match, side: Side) -> String {
    match found.places[side.index()] {
        Place::Taken(id) => name(tournament, id).to_owned(),
        Place::Free => text.get(M::CupBye).to_owned(),
        Place::Open => source(text, tournament, found.sources[side.index()]),
    }
}

/// A match in a sentence.
#[must_use]
pub fn match_line(text: Text, tournament: &Tournament, found: &Match) -> String {
    let told = |message, first: Side| {
        let [one, two] = [first, first.opposite()];
        let [high, low] = [one, two].map(|which| score(found, which));
        let [one, two] = [one, two].map(|which| side(text, tournament, found, which));
        text.with(
            message,
            &[("one", &one), ("two", &two), ("high", &high), ("low", &low)],
        )
    };
    match found.decision {
        None if found.is_due() && found.games.is_empty() => told(M::CupMeets, Side::Upper),
        None if found.is_due() => told(M::CupMeetsAt, Side::Upper),
        None => told(M::CupNotKnown, Side::Upper),
        Some(Decision::Tied) => told(M::CupTied, Side::Upper),
        Some(Decision::BothLost) => told(M::CupNobody, Side::Upper),
        Some(Decision::NotNeeded) => text.get(M::CupNotNeeded).to_owned(),
        Some(Decision::Won { winner, by }) => {
            let message = match by {
                By::Games => M::CupBeat,
                By::ShorterWin => M::CupShorter,
                By::Lots => M::CupLots,
                By::Walkover => M::CupWalkover,
                By::Bye => M::CupHasBye,
            };
            told(message, winner)
        }
    }
}

/// What the score of a match does not say: what decided it, or who did not play.
#[must_use]
pub fn why(text: Text, tournament: &Tournament, found: &Match) -> Option<String> {
    let is_beyond = found.games.len() > usize::from(tournament.setup().best_of);
    let (winner, by) = match found.decision {
        Some(Decision::Won { winner, by }) => (winner, by),
        Some(Decision::BothLost) => return Some(text.get(M::CupWhyNeither).to_owned()),
        None if needs_more(tournament, found) => return Some(text.get(M::CupWhyLevel).to_owned()),
        None | Some(Decision::Tied | Decision::NotNeeded) => return None,
    };
    let high = score(found, winner);
    match by {
        By::Games if is_beyond => Some(text.get(M::CupWhyMore).to_owned()),
        By::Games | By::Bye => None,
        By::ShorterWin => Some(text.with(M::CupWhyShorter, &[("high", &high)])),
        By::Lots => Some(text.with(M::CupWhyLots, &[("high", &high)])),
        By::Walkover => {
            let loser = found.places[winner.opposite().index()].entrant()?;
            let message = if has_left(tournament, loser) {
                M::CupWhyLeft
            } else {
                M::CupWhyAbsent
            };
            Some(text.with(message, &[("name", &name(tournament, loser))]))
        }
    }
}

/// True for a match of a knock-out that was level after its usual games and goes on.
fn needs_more(tournament: &Tournament, found: &Match) -> bool {
    let usual = usize::from(tournament.setup().best_of);
    found.decision.is_none() && found.games.len() >= usual
}

/// How a match stands after a game of it, and what follows.
#[must_use]
pub fn after_game(text: Text, held: &Held, id: MatchId) -> Option<String> {
    let tournament = &held.tournament;
    let found = tournament.find(id)?;
    let line = match_line(text, tournament, found);
    let Some(due) = held.due(id) else {
        let stage = stage(text, found.stage);
        return Some(text.with(M::CupAfterOver, &[("stage", &stage), ("match", &line)]));
    };
    if found.games.len() == usize::from(tournament.setup().best_of) {
        return Some(text.with(M::CupAfterLevel, &[("match", &line)]));
    }
    let (game, games) = (due.game + 1, found.games_planned(tournament.setup()));
    Some(text.with(
        M::CupAfterGame,
        &[("match", &line), ("game", &game), ("games", &games)],
    ))
}

/// What sets a tournament of a file apart from the one on this device that began like it.
#[must_use]
pub fn parted(text: Text, here: &Held, file: &Held) -> Option<String> {
    let same = here.parts_from(file)?;
    let events = here.tournament.events()[..same].iter();
    let count = events
        .filter(|event| matches!(event, Event::Played { .. }))
        .count();
    let [name, new] = [here, file].map(|held| &held.tournament.setup().name);
    let [there, here] = [here, file].map(|held| way(text, held, same));
    let parts: [(&str, &dyn std::fmt::Display); 5] = [
        ("name", name),
        ("count", &count),
        ("there", &there),
        ("here", &here),
        ("new", new),
    ];
    Some(text.with(M::CupParted, &parts))
}

/// Where a tournament went after so many events: what happened then, or else what is next.
fn way(text: Text, held: &Held, events: usize) -> String {
    let tournament = &held.tournament;
    match tournament.events().get(events) {
        Some(Event::Played { match_id, .. } | Event::Absent { match_id, .. }) => {
            let found = tournament.find(*match_id);
            return found.map_or_else(String::new, |found| match_line(text, tournament, found));
        }
        Some(Event::Withdrew(id)) => {
            return text.with(M::CupWhyLeft, &[("name", &name(tournament, *id))]);
        }
        Some(Event::Entered { name, .. }) => {
            return text.with(M::CupComes, &[("name", name)]);
        }
        _ => {}
    }
    match held.next() {
        Some(due) => {
            let line = due_line(text, tournament, due);
            let moves = held.game(due).moves().len();
            text.with(M::CupMovesIn, &[("match", &line), ("moves", &moves)])
        }
        None => progress(text, tournament),
    }
}

/// From when a late entrant plays.
#[must_use]
pub fn entered(text: Text, tournament: &Tournament, id: EntrantId) -> String {
    let name = name(tournament, id);
    let matches = tournament.matches().iter();
    let mut own = matches.filter(|found| found.side_of(id).is_some() && found.is_due());
    if let Some(found) = own.next() {
        let line = match_line(text, tournament, found);
        return text.with(M::CupEntered, &[("name", &name), ("match", &line)]);
    }
    let round = tournament.rounds_paired() + 1;
    text.with(M::CupEnteredFrom, &[("name", &name), ("round", &round)])
}

/// What a file of a tournament is called, without its ending: by its name and a day such as `2026-11-17`.
#[must_use]
pub fn file_name(tournament: &Tournament, day: &str) -> String {
    let mut file = String::new();
    for letter in tournament.setup().name.chars() {
        match letter {
            letter if letter.is_alphanumeric() => file.extend(letter.to_lowercase()),
            _ if file.is_empty() || file.ends_with('-') => {}
            _ => file.push('-'),
        }
    }
    format!("{}-{day}", file.trim_end_matches('-'))
        .trim_start_matches('-')
        .to_owned()
}

/// A game that can be played: its round, and who meets whom.
#[must_use]
pub fn due_line(text: Text, tournament: &Tournament, due: DueGame) -> String {
    let found = tournament.find(due.match_id);
    let round = found.map_or_else(String::new, |found| stage(text, found.stage));
    let [first, second] = [due.first, due.second].map(|id| name(tournament, id));
    text.with(
        M::CupNextGame,
        &[("stage", &round), ("first", &first), ("second", &second)],
    )
}

/// Which game of its match it is; nothing if the match has one.
#[must_use]
pub fn game_of(text: Text, tournament: &Tournament, due: DueGame) -> Option<String> {
    let found = tournament.find(due.match_id)?;
    let games = found.games_planned(tournament.setup());
    (games > 1).then(|| {
        let game = due.game + 1;
        text.with(M::CupGameOf, &[("game", &game), ("games", &games)])
    })
}

/// The name of a form.
#[must_use]
pub fn form(text: Text, form: Form) -> String {
    let message = match form {
        Form::SingleElimination { third_place: false } => M::CupKnockOut,
        Form::SingleElimination { third_place: true } => M::CupThirdPlace,
        Form::DoubleElimination => M::CupDouble,
        Form::RoundRobin { double: false } => M::CupRoundRobin,
        Form::RoundRobin { double: true } => M::CupTwice,
        Form::Swiss { rounds } => return text.with(M::CupSwissRounds, &[("rounds", &rounds)]),
    };
    text.get(message).to_owned()
}

/// How many games a match has.
#[must_use]
pub fn games(text: Text, best_of: u8) -> String {
    match best_of {
        1 => text.get(M::CupOneGame).to_owned(),
        count => text.with(M::CupGames, &[("count", &count)]),
    }
}

/// Everything that was chosen, in a line.
#[must_use]
pub fn summary(text: Text, held: &Held) -> String {
    let setup = held.tournament.setup();
    let ruleset = held.ruleset();
    let size = match ruleset.connect() {
        4 => format!("{} × {}", ruleset.width(), ruleset.height()),
        _ => called::size(text, ruleset),
    };
    let rules = format!(
        "{} {size}",
        text.get(called::variant_name(ruleset.variant()))
    );
    text.with(
        M::CupSummary,
        &[
            ("count", &held.tournament.entrants().len()),
            ("form", &form(text, setup.form)),
            ("games", &games(text, setup.best_of)),
            ("rules", &rules),
        ],
    )
}

/// Who is next, or who has won.
#[must_use]
pub fn state(text: Text, held: &Held) -> String {
    let tournament = &held.tournament;
    if tournament.phase() == Phase::Over {
        return winner(text, tournament);
    }
    match held.next() {
        Some(due) => {
            let line = due_line(text, tournament, due);
            text.with(M::CupNext, &[("match", &line)])
        }
        None => text.get(M::CupNoWinner).to_owned(),
    }
}

/// Who has won.
#[must_use]
pub fn winner(text: Text, tournament: &Tournament) -> String {
    let winners = tournament.winners();
    let names: Vec<&str> = winners.iter().map(|id| name(tournament, *id)).collect();
    match &names[..] {
        [] => text.get(M::CupNoWinner).to_owned(),
        [one] => text.with(M::CupWinner, &[("name", one)]),
        many => text.with(M::CupShared, &[("names", &text.list(many))]),
    }
}

/// Who came second and third, each as a sentence.
#[must_use]
pub fn runners_up(text: Text, tournament: &Tournament) -> Vec<String> {
    let standings = tournament.standings();
    let ranked = |rank: usize, message| {
        let rows = standings.iter().filter(|row| row.rank == rank);
        let names: Vec<&str> = rows.map(|row| name(tournament, row.entrant)).collect();
        (!names.is_empty()).then(|| text.with(message, &[("names", &text.list(&names))]))
    };
    let [second, third] = [ranked(2, M::CupSecond), ranked(3, M::CupThirdIs)];
    second.into_iter().chain(third).collect()
}

/// How many games are over. A level match of a knock-out has more than are planned.
#[must_use]
pub fn progress(text: Text, tournament: &Tournament) -> String {
    let (done, all) = tournament.games_done_and_planned();
    if tournament.phase() == Phase::Over {
        return text.count(M::CupPlayedOne, M::CupPlayedMany, done);
    }
    let message = if tournament.setup().form.is_knock_out() {
        M::CupDoneMore
    } else {
        M::CupDone
    };
    text.with(message, &[("done", &done), ("all", &all)])
}

/// How many take part, and how it is played.
#[must_use]
pub fn about(text: Text, tournament: &Tournament) -> String {
    let count = tournament.entrants().len();
    let form = form(text, tournament.setup().form);
    text.with(M::CupAbout, &[("count", &count), ("form", &form)])
}

/// The headings of the standings: those of a knock-out, or those of a table.
#[must_use]
pub fn headings(tournament: &Tournament) -> &'static [M] {
    if tournament.setup().form.is_knock_out() {
        return &[
            M::CupRank,
            M::CupPlayer,
            M::CupWon,
            M::CupTiedGames,
            M::CupLost,
            M::CupPerformance,
            M::CupState,
        ];
    }
    &[
        M::CupRank,
        M::CupPlayer,
        M::CupPoints,
        M::CupHead,
        M::CupBuchholz,
        M::CupSonneborn,
        M::CupWins,
        M::CupPerformance,
    ]
}

/// True for somebody who has left the tournament.
#[must_use]
pub fn has_left(tournament: &Tournament, id: EntrantId) -> bool {
    tournament.entrant(id).is_some_and(|it| it.has_withdrawn)
}

/// What has become of somebody in a knock-out.
#[must_use]
pub fn fate(tournament: &Tournament, row: &Standing) -> M {
    let is_over = tournament.phase() == Phase::Over;
    match row.rank {
        _ if has_left(tournament, row.entrant) => M::CupLeft,
        _ if tournament.winners().contains(&row.entrant) => M::CupChampion,
        2 if is_over => M::CupStateSecond,
        3 if is_over => M::CupStateThird,
        _ if row.is_out => M::CupOut,
        _ => M::CupIn,
    }
}

/// The picture of it, perhaps with words above.
#[must_use]
pub fn picture(
    text: Text,
    tournament: &Tournament,
    palette: &Palette<'_>,
    heading: &[String],
) -> String {
    let title = format!(
        "{}. {}",
        tournament.setup().name,
        progress(text, tournament)
    );
    let columns = [
        text.get(M::CupRank),
        text.get(M::CupPlayer),
        text.get(M::CupPoints),
        text.get(M::CupHead),
        text.get(M::CupBuchholz),
        "S.-B.",
        text.get(M::CupWins),
    ];
    let labels = Labels {
        stage: &|of| stage(text, of),
        source: &|of| source(text, tournament, of),
        bye: text.get(M::CupBye),
        title: &title,
        heading,
        note: &|found| why(text, tournament, found),
        left: text.get(M::CupLeft),
        columns,
    };
    svg(tournament, palette, &labels)
}

/// What stands above a picture that is shared: the name with a day, and who has won or is next.
#[must_use]
pub fn picture_heading(text: Text, held: &Held, day: &str) -> Vec<String> {
    let mut lines = vec![
        format!("{}, {day}", held.tournament.setup().name),
        state(text, held),
    ];
    if held.tournament.phase() == Phase::Over {
        lines.extend(runners_up(text, &held.tournament));
    }
    lines
}
