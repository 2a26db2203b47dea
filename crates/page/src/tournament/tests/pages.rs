//! The state of the tournament pages.

use foursight_tournament::EntrantId;

use super::*;
use crate::play::{Model, StartupState, TimeAndSeed, update};
use crate::tournament::{BotRunEvent, RosterResult};

const ID: u64 = 7;

/// A new model, and a function that applies a message and returns the state.
fn pages() -> impl FnMut(TournamentMessage) -> TournamentPages {
    let now = TimeAndSeed::default();
    let (mut model, _) = Model::restore(StartupState::default(), now);
    move |message| {
        update(&mut model, message.into(), now);
        model
            .feature::<TournamentPages>()
            .cloned()
            .expect("a state")
    }
}

/// Returns a tournament of this many bots.
fn with_bots(count: usize) -> LocalTournament {
    let draft = TournamentDraft {
        players: vec![DraftPlayer::bot(Level::Easy); count],
        form: FormatOption::RoundRobin,
        ..TournamentDraft::default()
    };
    let begun = draft.begin(TEXT, Ruleset::STANDARD, 7);
    LocalTournament::new(begun.expect("a good draft"))
}

fn boxed(local: &LocalTournament) -> Box<LocalTournament> {
    Box::new(local.clone())
}

#[test]
fn a_notice_waits_for_the_page_of_a_tournament() {
    let mut send = pages();
    let mut set =
        |notice: Option<&str>| send(TournamentMessage::SetNotice(notice.map(str::to_owned))).notice;
    assert_eq!(set(Some("Already here.")).as_deref(), Some("Already here."));
    assert_eq!(set(None), None);
    let mut send = pages();
    send(TournamentMessage::SetNotice(Some("Cut off.".to_owned())));
    let opened = send(TournamentMessage::Open(ID, boxed(&with_bots(3))));
    assert_eq!(opened.notice.as_deref(), Some("Cut off."));
}

#[test]
fn what_another_tab_stored_is_shown_if_it_is_the_same_tournament() {
    let local = with_bots(4);
    let mut later = local.clone();
    let event = TournamentEvent::Withdrew(EntrantId(3));
    later.apply(event).expect("a player may withdraw");
    let mut send = pages();
    let before = send(TournamentMessage::Stored(ID, boxed(&local)));
    assert_eq!(before.tournament(ID), None, "no page is open");
    send(TournamentMessage::Open(ID, boxed(&local)));
    let other = send(TournamentMessage::Stored(ID + 1, boxed(&later)));
    assert_eq!(other.tournament(ID), Some(&local));
    assert_eq!(other.tournament(ID + 1), None);
    let same = send(TournamentMessage::Stored(ID, boxed(&later)));
    assert_eq!(same.tournament(ID), Some(&later));
}

#[test]
fn the_run_of_bot_games_is_followed_in_words() {
    let local = with_bots(3);
    let due = local.next_bot_game().expect("bots are to play");
    let mut send = pages();
    send(TournamentMessage::Open(ID, boxed(&local)));
    let mut event = |event| {
        let pages = send(TournamentMessage::BotRun(event));
        (pages.is_running, pages.run_status)
    };
    assert_eq!(event(BotRunEvent::Started), (true, String::new()));
    let (is_running, status) = event(BotRunEvent::GameStarted(ID, boxed(&local), due));
    let line = describe::due_game(TEXT, &local.tournament, due);
    assert!(is_running && status.contains(&line), "{status}");
    assert_eq!(event(BotRunEvent::Stopped), (false, String::new()));
    let (is_running, failed) = event(BotRunEvent::Failed);
    assert!(!is_running && !failed.is_empty());
    let (is_running, done) = event(BotRunEvent::Finished);
    let state = describe::state(TEXT, &local);
    assert!(!is_running && done.contains(&state), "{done}");
}

#[test]
fn a_newly_opened_page_has_no_results_of_the_last_one() {
    let local = with_bots(3);
    assert_ne!(local.tournament.phase(), TournamentPhase::Over);
    let mut send = pages();
    send(TournamentMessage::Open(ID, boxed(&local)));
    send(TournamentMessage::BotRun(BotRunEvent::Failed));
    let result = RosterResult {
        error: "This name is taken.".to_owned(),
        done: String::new(),
    };
    let refused = send(TournamentMessage::ReportRoster(result.clone()));
    assert_eq!(refused.roster_result, result);
    let opened = send(TournamentMessage::Open(ID + 1, boxed(&local)));
    assert_eq!(opened.roster_result, RosterResult::default());
    assert!(opened.run_status.is_empty() && opened.tournament(ID).is_none());
}
