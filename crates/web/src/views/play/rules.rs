//! The rules of a variant: one picture and a few sentences.

use foursight_core::{
    BothConnectRule, Column, Disc, Fill, Game, Player, PowerDisc, Ruleset, Variant,
};
use foursight_page::hand::drop_preview::DropPreview;
use foursight_page::hand::{Hand, hand_description};
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::themes::EMOJI;
use foursight_page::wording::game_text;
use foursight_page::wording::ruleset_names::{size_text, variant_name};
use foursight_record::read;
use leptos::prelude::*;

use super::flat_board::{self, FlatBoardLayout};
use super::hands::coin;
use crate::views::{context, dynamic_view};

/// Height above the frame of a picture, for the disc that is about to fall.
const ROOM_ABOVE: i32 = 104;
/// Height below the frame, for the arrow of a pop.
const ROOM_BELOW: i32 = 70;

/// An example in the picture of a variant: a game, and the move that is about to be made in it.
struct RulesExample {
    game: &'static str,
    hand: Hand,
    /// Number of the column, from 1.
    column: Option<usize>,
    lesson: &'static str,
}

/// Returns the example of a variant.
const fn example(variant: Variant) -> RulesExample {
    let (game, hand, column, lesson) = match variant {
        Variant::Standard => ("4455667", Hand::Drop, None, "rules"),
        // The pop lets three discs sink beside the fourth.
        Variant::PopOut(_) => ("pop-out 7x6/4 45465633", Hand::Pop, Some(4), "pop-out"),
        Variant::PopTen(_) => (
            "pop-ten 7x6/4 123456723456717123456234567134567121234567",
            Hand::Pop,
            Some(1),
            "pop-ten",
        ),
        Variant::FiveInARow => ("five-in-a-row 9x6/5 223344556", Hand::Drop, None, "five"),
        Variant::PowerUp(_) => (
            "power-up 7x6/4 4434455",
            Hand::Power(PowerDisc::Anvil),
            Some(4),
            "power-up",
        ),
    };
    RulesExample {
        game,
        hand,
        column,
        lesson,
    }
}

/// The rules of the game in the play view.
pub(crate) fn rules() -> AnyView {
    let (ui, text) = context();
    dynamic_view(move || {
        let ruleset = ui.with_play(|play| play.game().ruleset());
        rules_of(text, ruleset)
    })
    .into_any()
}

fn rules_of(text: Text, ruleset: Ruleset) -> AnyView {
    let variant = ruleset.variant();
    let name = text.get(variant_name(variant));
    let sentences = sentences(text, ruleset);
    let powers = matches!(variant, Variant::PowerUp(_)).then(|| {
        let power = |disc: PowerDisc| {
            let about = hand_description(Hand::Power(disc));
            view! {
                <li>
                    {coin(Disc::power(Player::First, disc))}
                    <span><b>{text.get(game_text::power_name(disc))}</b>{about.map(|about| text.get(about))}</span>
                </li>
            }
        };
        view! { <ul class="powers">{PowerDisc::ALL.map(power).collect_view()}</ul> }
    });
    // The dialog closes with the change of the address.
    let lesson = format!("#/learn/{}", example(variant).lesson);
    view! {
        <div class="rules-of" data-testid="rules-of">
            {picture(text, variant)}
            <div>
                <p><b>{name}</b>", "{size_text(text, ruleset)}</p>
                <ul>{sentences.into_iter().map(|line| view! { <li>{line}</li> }).collect_view()}</ul>
                {powers}
                <p><a class="button" href=lesson>{text.get(M::RulesLesson)}</a></p>
            </div>
        </div>
    }
    .into_any()
}

/// Returns the rules in a few sentences.
fn sentences(text: Text, ruleset: Ruleset) -> Vec<String> {
    let get = |message: M| text.get(message).to_owned();
    let win = text.with(M::RulesWin, &[("line", &ruleset.connect())]);
    match ruleset.variant() {
        Variant::Standard => vec![get(M::RulesTurn), win, get(M::RulesFull)],
        Variant::FiveInARow => vec![get(M::RulesTurn), win, get(M::RulesFive), get(M::RulesFull)],
        Variant::PopOut(both) => {
            let both = match both {
                BothConnectRule::MoverWins => M::RulesBothMover,
                BothConnectRule::OpponentWins => M::RulesBothOpponent,
            };
            vec![
                get(M::RulesTurn),
                get(M::RulesPopOut),
                win,
                get(both),
                get(M::RulesPopOutFull),
            ]
        }
        Variant::PopTen(fill) => {
            let fill = match fill {
                Fill::ByPlayers => M::RulesPopTenFill,
                Fill::Random(_) => M::RulesPopTenFilled,
            };
            vec![
                get(fill),
                get(M::RulesPopTenPop),
                get(M::RulesPopTenBack),
                get(M::RulesPopTenWin),
            ]
        }
        Variant::PowerUp(_) => vec![get(M::RulesTurn), win, get(M::RulesPower)],
    }
}

/// The picture of a variant: a board with a line, or with a move about to be made.
fn picture(text: Text, variant: Variant) -> AnyView {
    let RulesExample {
        game, hand, column, ..
    } = example(variant);
    let ruleset = Ruleset::default_for(variant);
    let game = read(game, ruleset, &EMOJI).unwrap_or_else(|_| Game::new(ruleset));
    let column = column.and_then(Column::from_number);
    let preview = DropPreview {
        targets: Vec::new(),
        ..DropPreview::of(&game, hand, column, None)
    };
    let layout = FlatBoardLayout {
        width: ruleset.width().into(),
        height: ruleset.height().into(),
    };
    let label = text.with(
        M::RulesPicture,
        &[("variant", &text.get(variant_name(variant)))],
    );
    let view_box = format!(
        "-2 {} {} {}",
        -ROOM_ABOVE,
        layout.frame_width() + 4,
        layout.frame_height() + ROOM_ABOVE + ROOM_BELOW
    );
    view! {
        <svg class="flat rules-picture" viewBox=view_box role="img" aria-label=label>
            {flat_board::still_board(layout, &game, &preview)}
            {(hand == Hand::Pop).then(|| column.map(|column| flat_board::pop_arrow(layout, column)))}
        </svg>
    }
    .into_any()
}
