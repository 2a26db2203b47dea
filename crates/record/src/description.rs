//! Descriptions of a game in words, for blind players.
//!
//! [`describe`] returns values in reading order, which a message catalogue can render in any
//! language; [`alt`] renders them in English.

use foursight_core::{
    Column, Disc, DiscKind, DrawRule, Game, Line, Outcome, PendingTurn, Player, PowerDisc, Ruleset,
    Variant,
};

/// One fact of the description of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DescriptionFact {
    /// The ruleset.
    Rules(Ruleset),
    /// The number of moves made.
    Moves(usize),
    /// The player to move.
    ToMove(Player),
    /// The rest of an unfinished turn.
    Pending(PendingTurn),
    /// The game was won.
    Won {
        /// The winner.
        winner: Player,
        /// All lines of the winner; empty in Pop Ten.
        lines: Vec<Line>,
    },
    /// The game was drawn, for this reason.
    Draw(DrawRule),
    /// The board is empty.
    EmptyBoard,
    /// The discs of a column from the bottom up.
    Stack {
        /// The column.
        column: Column,
        /// Its discs; never empty.
        discs: Vec<Disc>,
    },
    /// Columns without a disc; never empty.
    EmptyColumns(Vec<Column>),
    /// Discs that a player has set aside (Pop Ten).
    SetAside {
        /// The player.
        player: Player,
        /// Number of discs.
        count: u8,
    },
    /// Power discs that a player still holds (Power Up).
    PowerDiscs {
        /// The player.
        player: Player,
        /// Count of every kind, including 0.
        counts: [(PowerDisc, u8); 4],
    },
}

/// Describes a game as facts, in reading order.
#[must_use]
pub fn describe(game: &Game) -> Vec<DescriptionFact> {
    let position = game.position();
    let board = position.board();
    let mut facts = vec![
        DescriptionFact::Rules(game.ruleset()),
        DescriptionFact::Moves(game.moves().len()),
    ];
    facts.push(match game.outcome() {
        None => DescriptionFact::ToMove(position.to_move()),
        Some(Outcome::Won { winner, lines }) => DescriptionFact::Won { winner, lines },
        Some(Outcome::Draw(draw)) => DescriptionFact::Draw(draw),
    });
    if game.end().is_none() {
        facts.extend(position.pending().map(DescriptionFact::Pending));
    }
    if board.discs() == 0 {
        facts.push(DescriptionFact::EmptyBoard);
    } else {
        let mut empty = Vec::new();
        for column in board.columns() {
            let discs: Vec<_> = board.stack(column).collect();
            if discs.is_empty() {
                empty.push(column);
            } else {
                facts.push(DescriptionFact::Stack { column, discs });
            }
        }
        if !empty.is_empty() {
            facts.push(DescriptionFact::EmptyColumns(empty));
        }
    }
    for player in Player::BOTH {
        match game.ruleset().variant() {
            Variant::PopTen(_) => facts.push(DescriptionFact::SetAside {
                player,
                count: position.set_aside(player),
            }),
            Variant::PowerUp(_) => facts.push(DescriptionFact::PowerDiscs {
                player,
                counts: PowerDisc::ALL.map(|disc| (disc, position.power_discs(player, disc))),
            }),
            _ => {}
        }
    }
    facts
}

/// Describes a game in English sentences, as the text alternative of a picture.
///
/// ```
/// use foursight_core::Ruleset;
/// use foursight_record::{Emoji, alt_text, read};
///
/// # let emoji = Emoji { empty: '.', first: 'x', second: 'o' };
/// let game = read("4545454", Ruleset::default(), &emoji)?;
/// assert_eq!(
///     alt_text(&game),
///     "Four in a row, standard rules, 7 columns by 6 rows, a line of 4 wins. 7 moves made. \
///      First has won with the line d1-d4. \
///      Column 4: First, First, First, First. Column 5: Second, Second, Second. \
///      Columns 1, 2, 3, 6 and 7 are empty.",
/// );
/// # Ok::<_, foursight_record::ReadError>(())
/// ```
#[must_use]
pub fn alt_text(game: &Game) -> String {
    let sentences: Vec<_> = describe(game).iter().map(sentence).collect();
    sentences.join(" ")
}

fn sentence(fact: &DescriptionFact) -> String {
    match fact {
        DescriptionFact::Rules(ruleset) => format!(
            "Four in a row, {}, {} by {}, a line of {} {}.",
            variant_text(ruleset.variant()),
            count_text(ruleset.width(), "column"),
            count_text(ruleset.height(), "row"),
            ruleset.connect(),
            if matches!(ruleset.variant(), Variant::PopTen(_)) {
                "lets a disc be set aside"
            } else {
                "wins"
            },
        ),
        DescriptionFact::Moves(0) => "No move made yet.".to_owned(),
        DescriptionFact::Moves(1) => "1 move made.".to_owned(),
        DescriptionFact::Moves(count) => format!("{count} moves made."),
        DescriptionFact::ToMove(player) => format!("{player} is to move."),
        DescriptionFact::Pending(pending) => pending_text(*pending),
        DescriptionFact::Won { winner, lines } => match lines.as_slice() {
            [] => format!("{winner} has won."),
            [line] => format!("{winner} has won with the line {line}."),
            lines => format!("{winner} has won with the lines {}.", join_with_and(lines)),
        },
        DescriptionFact::Draw(draw) => format!("The game is a draw: {}.", draw_text(*draw)),
        DescriptionFact::EmptyBoard => "The board is empty.".to_owned(),
        DescriptionFact::Stack { column, discs } => {
            let discs: Vec<_> = discs.iter().map(|disc| disc_text(*disc)).collect();
            format!("Column {column}: {}.", discs.join(", "))
        }
        DescriptionFact::EmptyColumns(columns) => match columns.as_slice() {
            [column] => format!("Column {column} is empty."),
            columns => format!("Columns {} are empty.", join_with_and(columns)),
        },
        DescriptionFact::SetAside { player, count: 1 } => format!("{player} has set 1 disc aside."),
        DescriptionFact::SetAside { player, count } => {
            format!("{player} has set {count} discs aside.")
        }
        DescriptionFact::PowerDiscs { player, counts } => {
            let held = counts.iter().filter(|(_, count)| *count > 0);
            let held: Vec<_> = held
                .map(|(disc, count)| format!("{count} {}", disc.name()))
                .collect();
            if held.is_empty() {
                format!("{player} holds no power disc.")
            } else {
                format!("{player} holds {}.", join_with_and(&held))
            }
        }
    }
}

fn count_text(count: u8, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

fn pending_text(pending: PendingTurn) -> String {
    match pending {
        PendingTurn::Strike => "The bomb has yet to remove a disc.".to_owned(),
        PendingTurn::SecondTurn { may_connect: true } => {
            "A second disc may be dropped in the same turn.".to_owned()
        }
        PendingTurn::SecondTurn { may_connect: false } => {
            "A second disc that completes no line may be dropped in the same turn.".to_owned()
        }
        PendingTurn::Return { from } => {
            format!("The disc popped from column {from} has yet to go back in.")
        }
        _ => "The turn goes on.".to_owned(),
    }
}

fn variant_text(variant: Variant) -> &'static str {
    match variant {
        Variant::Standard => "standard rules",
        Variant::PopOut(_) => "Pop Out",
        Variant::PopTen(_) => "Pop Ten",
        Variant::FiveInARow => "Five-in-a-Row",
        Variant::PowerUp(_) => "Power Up",
    }
}

const fn draw_text(draw: DrawRule) -> &'static str {
    match draw {
        DrawRule::BoardFull => "the board is full",
        DrawRule::NoMoves => "there is no legal move",
        DrawRule::Repetition => "the same position occurred for the third time",
        DrawRule::TooLong => "the game reached the limit of moves",
        _ => "neither player can win",
    }
}

fn disc_text(disc: Disc) -> String {
    match disc.kind {
        DiscKind::Ordinary => disc.owner.to_string(),
        DiscKind::Power(power) => format!("{} ({})", disc.owner, power.name()),
    }
}

/// Joins items as in a sentence: `a`, `a and b`, `a, b and c`.
///
/// ```
/// assert_eq!(foursight_record::join_with_and(&[1, 2, 7]), "1, 2 and 7");
/// ```
#[must_use]
pub fn join_with_and<T: ToString>(items: &[T]) -> String {
    let words: Vec<_> = items.iter().map(ToString::to_string).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        Some((last, _)) => last.clone(),
        None => String::new(),
    }
}
