//! Offers: making, answering, limits and expiry.

use foursight_core::{DrawReason, Ending};
use foursight_table::{
    Actor, Command, CommandError, Consent, DRAW_OFFERS_MAX, Event, Offer, REMATCH_OFFERS_MAX, Seat,
    TAKE_BACK_OFFERS_MAX, Table,
};

use crate::{ONE, TWELVE_QUIET_MOVES, TWO, against_a_bot, execute, open, people, play, played};

const DRAWN: Result<Event, CommandError> =
    Ok(Event::GameEnded(Ending::Draw(DrawReason::Agreement)));

/// Two people online in mid-game, with seat one to move.
fn online() -> Table {
    played(people(Consent::Agreement), "4433")
}

#[test]
fn a_draw_needs_both_seats() {
    let mut table = online();
    let draw = Command::OfferDraw(table.point());
    let offered = Ok(Event::OfferMade(Seat::One, Offer::Draw));
    assert_eq!(execute(&mut table, ONE, &draw), offered);
    assert_eq!(table.offer_of(Seat::One), Some(Offer::Draw));
    assert!(!table.is_over());
    let accept = Command::Accept(Offer::Draw);
    assert_eq!(
        execute(&mut table, ONE, &accept),
        Err(CommandError::NoOffer)
    );
    assert_eq!(execute(&mut table.clone(), TWO, &accept), DRAWN);
    // The same offer by the other seat is an acceptance too.
    assert_eq!(execute(&mut table, TWO, &draw), DRAWN);
}

#[test]
fn only_the_open_offer_can_be_accepted() {
    let mut table = online();
    let draw = Command::OfferDraw(table.point());
    assert!(execute(&mut table, ONE, &draw).is_ok());
    for other in [Offer::TakeBack { to: 2 }, Offer::Rematch] {
        let accepted = execute(&mut table, TWO, &Command::Accept(other));
        assert_eq!(accepted, Err(CommandError::NoOffer));
        let declined = execute(&mut table, TWO, &Command::Decline(other));
        assert_eq!(declined, Err(CommandError::NoOffer));
    }
}

#[test]
fn a_closed_offer_cannot_be_repeated_before_a_move() {
    for actor in [ONE, TWO] {
        let mut table = online();
        let draw = Command::OfferDraw(table.point());
        assert!(execute(&mut table, ONE, &draw).is_ok());
        let decline = Command::Decline(Offer::Draw);
        assert_eq!(
            execute(&mut table, actor, &decline),
            Ok(Event::OfferClosed(Seat::One))
        );
        assert_eq!(table.offer_of(Seat::One), None);
        assert_eq!(
            execute(&mut table, ONE, &draw),
            Err(CommandError::AlreadyOffered)
        );
        play(&mut table, "1");
        let draw = Command::OfferDraw(table.point());
        assert!(execute(&mut table, ONE, &draw).is_ok());
    }
}

#[test]
fn a_take_back_needs_both_seats() {
    let mut table = online();
    let undo = Command::TakeBack(table.point());
    let offer = Offer::TakeBack { to: 2 };
    assert_eq!(
        execute(&mut table, ONE, &undo),
        Ok(Event::OfferMade(Seat::One, offer))
    );
    assert_eq!(table.plies(), 4);
    let accept = Command::Accept(offer);
    assert_eq!(
        execute(&mut table, TWO, &accept),
        Ok(Event::MovesTakenBack(2))
    );
    // One seat cannot redo what both agreed to take back.
    let redo = Command::Redo(table.point());
    assert_eq!(
        execute(&mut table, ONE, &redo),
        Err(CommandError::NotAllowed)
    );
}

#[test]
fn an_offer_does_not_outlive_a_take_back() {
    let mut table = online();
    let point = table.point();
    assert!(execute(&mut table, TWO, &Command::OfferDraw(point)).is_ok());
    assert!(execute(&mut table, ONE, &Command::TakeBack(point)).is_ok());
    let accept = Command::Accept(Offer::TakeBack { to: 2 });
    assert!(execute(&mut table, TWO, &accept).is_ok());
    assert_eq!(Seat::BOTH.map(|seat| table.offer_of(seat)), [None; 2]);
    let accept = Command::Accept(Offer::Draw);
    assert_eq!(
        execute(&mut table, ONE, &accept),
        Err(CommandError::NoOffer)
    );
}

#[test]
fn rated_and_finished_games_allow_no_take_back() {
    let mut table = played(people(Consent::NoTakeBack), "4433");
    let undo = Command::TakeBack(table.point());
    assert_eq!(
        execute(&mut table, ONE, &undo),
        Err(CommandError::NotAllowed)
    );
    let mut table = online();
    let resign = Command::Resign(table.point());
    assert!(execute(&mut table, ONE, &resign).is_ok());
    let undo = Command::TakeBack(table.point());
    assert_eq!(execute(&mut table, ONE, &undo), Err(CommandError::GameOver));
}

/// Lets seat one make an offer before each of its moves, which seat two declines. Returns the
/// number of offers before the first rejection, and its error.
fn offers_in_a_game(offer: impl Fn(&Table) -> Command) -> (usize, CommandError) {
    let mut table = played(people(Consent::Agreement), "77");
    for (count, numbers) in ["11", "11", "11", "22", "22", "22"].into_iter().enumerate() {
        let command = offer(&table);
        match execute(&mut table, ONE, &command) {
            Ok(Event::OfferMade(Seat::One, offered)) => {
                assert!(execute(&mut table, TWO, &Command::Decline(offered)).is_ok());
                play(&mut table, numbers);
            }
            Ok(event) => panic!("no offer: {event:?}"),
            Err(error) => {
                assert!(
                    execute(&mut table, TWO, &command).is_ok(),
                    "each seat has its own limit"
                );
                return (count, error);
            }
        }
    }
    panic!("there is no limit");
}

#[test]
fn a_declined_rematch_can_be_offered_again_a_few_times() {
    let mut table = online();
    let resign = Command::Resign(table.point());
    assert!(execute(&mut table, ONE, &resign).is_ok());
    for _ in 0..REMATCH_OFFERS_MAX {
        assert!(execute(&mut table, ONE, &Command::NextGame).is_ok());
        let again = execute(&mut table, ONE, &Command::NextGame);
        assert_eq!(again, Err(CommandError::AlreadyOffered));
        let decline = Command::Decline(Offer::Rematch);
        assert!(execute(&mut table, TWO, &decline).is_ok());
    }
    let again = execute(&mut table, ONE, &Command::NextGame);
    assert_eq!(again, Err(CommandError::TooManyOffers));
    // The other seat can still offer it.
    assert!(execute(&mut table, TWO, &Command::NextGame).is_ok());
    let accept = Command::Accept(Offer::Rematch);
    assert!(execute(&mut table, ONE, &accept).is_ok());
}

#[test]
fn offers_have_a_limit_for_each_seat_and_game() {
    let draws = offers_in_a_game(|table| Command::OfferDraw(table.point()));
    assert_eq!(draws, (DRAW_OFFERS_MAX.into(), CommandError::TooManyOffers));
    let take_backs = offers_in_a_game(|table| Command::TakeBack(table.point()));
    assert_eq!(
        take_backs,
        (TAKE_BACK_OFFERS_MAX.into(), CommandError::TooManyOffers)
    );
}

#[test]
fn a_rematch_is_offered_after_the_end_and_needs_both_seats() {
    let mut table = online();
    assert_eq!(
        execute(&mut table, ONE, &Command::NextGame),
        Err(CommandError::NotOver)
    );
    let resign = Command::Resign(table.point());
    assert!(execute(&mut table, ONE, &resign).is_ok());
    let offered = Ok(Event::OfferMade(Seat::Two, Offer::Rematch));
    assert_eq!(execute(&mut table, TWO, &Command::NextGame), offered);
    assert!(table.is_over());
    let started = execute(&mut table, ONE, &Command::NextGame);
    assert!(matches!(started, Ok(Event::GameStarted(_))), "{started:?}");
    assert_eq!((table.plies(), table.is_over()), (0, false));
}

#[test]
fn people_sharing_a_device_draw_at_once_but_a_bot_gets_an_offer() {
    let mut table = played(people(Consent::Free), TWELVE_QUIET_MOVES);
    let draw = Command::OfferDraw(table.point());
    assert_eq!(execute(&mut table, Actor::SharedDevice, &draw), DRAWN);
    let mut table = open(against_a_bot());
    let draw = Command::OfferDraw(table.point());
    let offered = Ok(Event::OfferMade(Seat::One, Offer::Draw));
    assert_eq!(execute(&mut table, Actor::SharedDevice, &draw), offered);
    assert_eq!(
        execute(&mut table, TWO, &Command::Accept(Offer::Draw)),
        DRAWN
    );
}
