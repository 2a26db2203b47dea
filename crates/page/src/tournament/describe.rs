//! Texts about a tournament: pairings, results, standings.

use foursight_tournament::{
    DueGame, EntrantId, Match, MatchId, MatchResult, MatchSide, MatchSlot, MatchStage,
    ResultReason, SlotSource, Standing, SvgLabels, SvgPalette, Tournament, TournamentEvent,
    TournamentFormat, TournamentPhase, render_svg, score_text,
};

use super::LocalTournament;
use crate::text::{Text, UiMessage as M};
use crate::wording::ruleset_names;

/// Returns the name of a round.
#[must_use]
pub fn stage(text: Text, stage: MatchStage) -> String {
    let numbered = |message, round: u16| text.with(message, &[("round", &round)]);
    let message = match stage {
        MatchStage::Round(round) => return numbered(M::CupRound, round),
        MatchStage::Knockout { round, of } => match of - round {
            0 => M::CupFinal,
            1 => M::CupSemi,
            2 => M::CupQuarter,
            left => return text.with(M::CupRoundOf, &[("count", &(2_u32 << left))]),
        },
        MatchStage::ThirdPlace => M::CupThird,
        MatchStage::Winners { round, of } if round == of => M::CupWinnersFinal,
        MatchStage::Winners { round, .. } => return numbered(M::CupWinners, round),
        MatchStage::Losers { round, of } if round == of => M::CupLosersFinal,
        MatchStage::Losers { round, .. } => return numbered(M::CupLosers, round),
        MatchStage::GrandFinal => M::CupGrandFinal,
        MatchStage::Reset => M::CupReset,
    };
    text.get(message).to_owned()
}

/// Returns the name of an entrant.
#[must_use]
pub fn name(tournament: &Tournament, id: EntrantId) -> &str {
    tournament.entrant(id).map_or("", |entrant| &entrant.name)
}

/// Names the two possible entrants of an open side, once their match is known.
fn source(text: Text, tournament: &Tournament, source: SlotSource) -> String {
    let pair = match source {
        SlotSource::WinnerOf(id) | SlotSource::LoserOf(id) => {
            tournament.find_match(id).and_then(Match::pair)
        }
        SlotSource::Seed(_) | SlotSource::Pairing => None,
    };
    match pair.map(|pair| pair.map(|id| name(tournament, id))) {
        Some([one, two]) => text.with(M::CupEither, &[("one", &one), ("two", &two)]),
        None => text.get(M::CupOpen).to_owned(),
    }
}

/// Returns the name for a side of a match.
#[must_use]
pub fn side(text: Text, tournament: &Tournament, matchup: &Match, side: MatchSide) -> String {
    match matchup.slots[side.index()] {
        MatchSlot::Filled(id) => name(tournament, id).to_owned(),
        MatchSlot::Empty => text.get(M::CupBye).to_owned(),
        MatchSlot::Undecided => source(text, tournament, matchup.sources[side.index()]),
    }
}

/// Describes a match in a sentence.
#[must_use]
pub fn match_summary(text: Text, tournament: &Tournament, matchup: &Match) -> String {
    let sentence = |message, first: MatchSide| {
        let [one, two] = [first, first.opposite()];
        let [high, low] = [one, two].map(|which| score_text(matchup, which));
        let [one, two] = [one, two].map(|which| side(text, tournament, matchup, which));
        text.with(
            message,
            &[("one", &one), ("two", &two), ("high", &high), ("low", &low)],
        )
    };
    match matchup.result {
        None if matchup.is_due() && matchup.games.is_empty() => {
            sentence(M::CupMeets, MatchSide::Upper)
        }
        None if matchup.is_due() => sentence(M::CupMeetsAt, MatchSide::Upper),
        None => sentence(M::CupNotKnown, MatchSide::Upper),
        Some(MatchResult::Draw) => sentence(M::CupDraw, MatchSide::Upper),
        Some(MatchResult::BothLost) => sentence(M::CupNeitherPlayed, MatchSide::Upper),
        Some(MatchResult::NotNeeded) => text.get(M::CupNotNeeded).to_owned(),
        Some(MatchResult::Won { winner, reason: by }) => {
            let message = match by {
                ResultReason::Games => M::CupBeat,
                ResultReason::FasterWin => M::CupFaster,
                ResultReason::CoinToss => M::CupCoinToss,
                ResultReason::Walkover => M::CupWalkover,
                ResultReason::Bye => M::CupHasBye,
            };
            sentence(message, winner)
        }
    }
}

/// Explains what the score of a match does not show: the draw-break, or who did not play.
#[must_use]
pub fn decision_note(text: Text, tournament: &Tournament, matchup: &Match) -> Option<String> {
    let has_extra_games = matchup.games.len() > usize::from(tournament.setup().best_of);
    let (winner, by) = match matchup.result {
        Some(MatchResult::Won { winner, reason: by }) => (winner, by),
        Some(MatchResult::BothLost) => return Some(text.get(M::CupWhyNeither).to_owned()),
        None if needs_extra_games(tournament, matchup) => {
            return Some(text.get(M::CupWhyLevel).to_owned());
        }
        None | Some(MatchResult::Draw | MatchResult::NotNeeded) => return None,
    };
    let high = score_text(matchup, winner);
    match by {
        ResultReason::Games if has_extra_games => Some(text.get(M::CupWhyMore).to_owned()),
        ResultReason::Games | ResultReason::Bye => None,
        ResultReason::FasterWin => Some(text.with(M::CupWhyFaster, &[("high", &high)])),
        ResultReason::CoinToss => Some(text.with(M::CupWhyCoinToss, &[("high", &high)])),
        ResultReason::Walkover => {
            let loser = matchup.slots[winner.opposite().index()].entrant()?;
            let message = if has_withdrawn(tournament, loser) {
                M::CupWhyLeft
            } else {
                M::CupWhyAbsent
            };
            Some(text.with(message, &[("name", &name(tournament, loser))]))
        }
    }
}

/// Returns true for an undecided knock-out match that was level after its regular games.
fn needs_extra_games(tournament: &Tournament, matchup: &Match) -> bool {
    let usual = usize::from(tournament.setup().best_of);
    matchup.result.is_none() && matchup.games.len() >= usual
}

/// Describes the score of a match after a game, and what follows.
#[must_use]
pub fn after_game(text: Text, local: &LocalTournament, id: MatchId) -> Option<String> {
    let tournament = &local.tournament;
    let matchup = tournament.find_match(id)?;
    let line = match_summary(text, tournament, matchup);
    let Some(due) = local.due_game(id) else {
        let stage = stage(text, matchup.stage);
        return Some(text.with(M::CupAfterOver, &[("stage", &stage), ("match", &line)]));
    };
    if matchup.games.len() == usize::from(tournament.setup().best_of) {
        return Some(text.with(M::CupAfterLevel, &[("match", &line)]));
    }
    let (game, games) = (due.game + 1, matchup.games_max(tournament.setup()));
    Some(text.with(
        M::CupAfterGame,
        &[("match", &line), ("game", &game), ("games", &games)],
    ))
}

/// Describes how a tournament file diverges from the local tournament that started like it.
#[must_use]
pub fn divergence(text: Text, here: &LocalTournament, file: &LocalTournament) -> Option<String> {
    let same = here.diverges_at(file)?;
    let events = here.tournament.events()[..same].iter();
    let count = events
        .filter(|event| matches!(event, TournamentEvent::Played { .. }))
        .count();
    let [name, new] = [here, file].map(|local| &local.tournament.setup().name);
    let [there, here] = [here, file].map(|local| event_or_next(text, local, same));
    let parts: [(&str, &dyn std::fmt::Display); 5] = [
        ("name", name),
        ("count", &count),
        ("there", &there),
        ("here", &here),
        ("new", new),
    ];
    Some(text.with(M::CupParted, &parts))
}

/// Describes the event at this index of the log, or else the next game.
fn event_or_next(text: Text, local: &LocalTournament, events: usize) -> String {
    let tournament = &local.tournament;
    match tournament.events().get(events) {
        Some(
            TournamentEvent::Played { match_id, .. } | TournamentEvent::Absent { match_id, .. },
        ) => {
            let matchup = tournament.find_match(*match_id);
            return matchup.map_or_else(String::new, |matchup| {
                match_summary(text, tournament, matchup)
            });
        }
        Some(TournamentEvent::Withdrew(id)) => {
            return text.with(M::CupWhyLeft, &[("name", &name(tournament, *id))]);
        }
        Some(TournamentEvent::Entered { name, .. }) => {
            return text.with(M::CupComes, &[("name", name)]);
        }
        _ => {}
    }
    match local.next_game() {
        Some(due) => {
            let line = due_game(text, tournament, due);
            let moves = local.game(due).moves().len();
            text.with(M::CupMovesIn, &[("match", &line), ("moves", &moves)])
        }
        None => progress(text, tournament),
    }
}

/// Says when a late entrant plays first.
#[must_use]
pub fn entered(text: Text, tournament: &Tournament, id: EntrantId) -> String {
    let name = name(tournament, id);
    let matches = tournament.matches().iter();
    let mut own = matches.filter(|matchup| matchup.side_of(id).is_some() && matchup.is_due());
    if let Some(matchup) = own.next() {
        let line = match_summary(text, tournament, matchup);
        return text.with(M::CupEntered, &[("name", &name), ("match", &line)]);
    }
    let round = tournament.rounds_paired() + 1;
    text.with(M::CupEnteredFrom, &[("name", &name), ("round", &round)])
}

/// Returns the file name of a tournament without its extension: its name and a day such as
/// `2026-11-17`.
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

/// Describes a due game: its round and both players, in the order of the bracket.
#[must_use]
pub fn due_game(text: Text, tournament: &Tournament, due: DueGame) -> String {
    let matchup = tournament.find_match(due.match_id);
    let round = matchup.map_or_else(String::new, |matchup| stage(text, matchup.stage));
    let pair = matchup.and_then(Match::pair);
    let pair = pair.unwrap_or([due.first, due.second]);
    let [first, second] = pair.map(|id| name(tournament, id));
    text.with(
        M::CupNextGame,
        &[("stage", &round), ("first", &first), ("second", &second)],
    )
}

/// Numbers a due game within its match. Returns `None` for single-game matches.
#[must_use]
pub fn game_number(text: Text, tournament: &Tournament, due: DueGame) -> Option<String> {
    let matchup = tournament.find_match(due.match_id)?;
    let games = matchup.games_max(tournament.setup());
    (games > 1).then(|| {
        let game = due.game + 1;
        text.with(M::CupGameOf, &[("game", &game), ("games", &games)])
    })
}

/// Returns the name of a format.
#[must_use]
pub fn form(text: Text, form: TournamentFormat) -> String {
    let message = match form {
        TournamentFormat::SingleElimination { third_place: false } => M::CupKnockOut,
        TournamentFormat::SingleElimination { third_place: true } => M::CupThirdPlace,
        TournamentFormat::DoubleElimination => M::CupDouble,
        TournamentFormat::RoundRobin { double: false } => M::CupRoundRobin,
        TournamentFormat::RoundRobin { double: true } => M::CupTwice,
        TournamentFormat::Swiss { rounds } => {
            return text.with(M::CupSwissRounds, &[("rounds", &rounds)]);
        }
    };
    text.get(message).to_owned()
}

/// Says how many games a match has.
#[must_use]
pub fn games(text: Text, best_of: u8) -> String {
    match best_of {
        1 => text.get(M::CupOneGame).to_owned(),
        count => text.with(M::CupGames, &[("count", &count)]),
    }
}

/// Summarises the settings in one line.
#[must_use]
pub fn summary(text: Text, local: &LocalTournament) -> String {
    let setup = local.tournament.setup();
    let ruleset = local.ruleset();
    let size = match ruleset.connect() {
        4 => format!("{} × {}", ruleset.width(), ruleset.height()),
        _ => ruleset_names::size_text(text, ruleset),
    };
    let rules = format!(
        "{} {size}",
        text.get(ruleset_names::variant_name(ruleset.variant()))
    );
    text.with(
        M::CupSummary,
        &[
            ("count", &local.tournament.entrants().len()),
            ("form", &form(text, setup.format)),
            ("games", &games(text, setup.best_of)),
            ("rules", &rules),
        ],
    )
}

/// Names the next game, or the winner.
#[must_use]
pub fn state(text: Text, local: &LocalTournament) -> String {
    let tournament = &local.tournament;
    if tournament.phase() == TournamentPhase::Over {
        return winner(text, tournament);
    }
    match local.next_game() {
        Some(due) => {
            let line = due_game(text, tournament, due);
            text.with(M::CupNext, &[("match", &line)])
        }
        None => text.get(M::CupNoWinner).to_owned(),
    }
}

/// Names the winner.
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

/// Names the second and the third place, each in a sentence.
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

/// Says how many games are over. A level knock-out match adds games to the plan.
#[must_use]
pub fn progress(text: Text, tournament: &Tournament) -> String {
    let (done, all) = tournament.games_done_and_max();
    if tournament.phase() == TournamentPhase::Over {
        return text.count(M::CupPlayedOne, M::CupPlayedMany, done);
    }
    let message = if tournament.setup().format.is_knock_out() {
        M::CupDoneMore
    } else {
        M::CupDone
    };
    text.with(message, &[("done", &done), ("all", &all)])
}

/// Says how many players take part, and the format.
#[must_use]
pub fn about(text: Text, tournament: &Tournament) -> String {
    let count = tournament.entrants().len();
    let form = form(text, tournament.setup().format);
    text.with(M::CupAbout, &[("count", &count), ("form", &form)])
}

/// Returns the column headings of the standings, which differ between knock-outs and tables.
#[must_use]
pub fn headings(tournament: &Tournament) -> &'static [M] {
    if tournament.setup().format.is_knock_out() {
        return &[
            M::CupRank,
            M::CupPlayer,
            M::CupWon,
            M::CupDrawGames,
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

/// Returns true for an entrant who has withdrawn.
#[must_use]
pub fn has_withdrawn(tournament: &Tournament, id: EntrantId) -> bool {
    tournament
        .entrant(id)
        .is_some_and(|entrant| entrant.has_withdrawn)
}

/// Returns the status of an entrant in a knock-out.
#[must_use]
pub fn knockout_status(tournament: &Tournament, row: &Standing) -> M {
    let is_over = tournament.phase() == TournamentPhase::Over;
    match row.rank {
        _ if has_withdrawn(tournament, row.entrant) => M::CupLeft,
        _ if tournament.winners().contains(&row.entrant) => M::CupChampion,
        2 if is_over => M::CupStateSecond,
        3 if is_over => M::CupStateThird,
        _ if row.is_eliminated => M::CupOut,
        _ => M::CupIn,
    }
}

/// Renders the bracket or table as SVG, with optional lines above it.
#[must_use]
pub fn svg_image(
    text: Text,
    tournament: &Tournament,
    palette: &SvgPalette<'_>,
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
    let labels = SvgLabels {
        stage: &|of| stage(text, of),
        source: &|of| source(text, tournament, of),
        bye: text.get(M::CupBye),
        title: &title,
        heading,
        note: &|matchup| decision_note(text, tournament, matchup),
        withdrawn: text.get(M::CupLeft),
        columns,
    };
    render_svg(tournament, palette, &labels)
}

/// Returns the lines above a shared image: the name with a day, and the winner or the next game.
#[must_use]
pub fn image_heading(text: Text, local: &LocalTournament, day: &str) -> Vec<String> {
    let mut lines = vec![
        format!("{}, {day}", local.tournament.setup().name),
        state(text, local),
    ];
    if local.tournament.phase() == TournamentPhase::Over {
        lines.extend(runners_up(text, &local.tournament));
    }
    lines
}
