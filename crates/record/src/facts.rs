//! A game in words, for people who do not see it.
//!
//! [`facts`] are values in the order in which they are told, so that message catalogues can
//! tell them in any language; [`alt`] tells them in English.

use foursight_core::{
    Column, Disc, DiscKind, Game, Line, Outcome, Pending, Player, PowerDisc, Ruleset, Tie, Variant,
};

/// One thing to say about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fact {
    /// What is played.
    Rules(Ruleset),
    /// How many moves have been made.
    Moves(usize),
    /// Who is to move.
    ToMove(Player),
    /// What the player to move still has to do, or may do, in the same turn.
    Pending(Pending),
    /// Who won, and through which lines; none in Pop Ten.
    Won {
        /// Who.
        winner: Player,
        /// All their lines.
        lines: Vec<Line>,
    },
    /// Nobody won, and why.
    Tied(Tie),
    /// No disc is in the grid.
    EmptyGrid,
    /// The discs of a column from the bottom up.
    Stack {
        /// Which column.
        column: Column,
        /// Its discs; never none.
        discs: Vec<Disc>,
    },
    /// Columns without a disc; never none.
    EmptyColumns(Vec<Column>),
    /// Discs that a player has set aside (Pop Ten).
    SetAside {
        /// Who.
        player: Player,
        /// How many.
        count: u8,
    },
    /// Power discs that a player still holds (Power Up), of each kind how many.
    PowerDiscs {
        /// Who.
        player: Player,
        /// Every kind with its number, also 0.
        counts: [(PowerDisc, u8); 4],
    },
}

/// What there is to say about a game, in the order in which to say it.
#[must_use]
pub fn facts(game: &Game) -> Vec<Fact> {
    let position = game.position();
    let grid = position.grid();
    let mut facts = vec![Fact::Rules(game.ruleset()), Fact::Moves(game.moves().len())];
    facts.push(match game.outcome() {
        None => Fact::ToMove(position.to_move()),
        Some(Outcome::Won { winner, lines }) => Fact::Won { winner, lines },
        Some(Outcome::Tied(tie)) => Fact::Tied(tie),
    });
    if game.end().is_none() {
        facts.extend(position.pending().map(Fact::Pending));
    }
    if grid.discs() == 0 {
        facts.push(Fact::EmptyGrid);
    } else {
        let mut empty = Vec::new();
        for column in grid.columns() {
            let discs: Vec<_> = grid.stack(column).collect();
            if discs.is_empty() {
                empty.push(column);
            } else {
                facts.push(Fact::Stack { column, discs });
            }
        }
        if !empty.is_empty() {
            facts.push(Fact::EmptyColumns(empty));
        }
    }
    for player in Player::BOTH {
        match game.ruleset().variant() {
            Variant::PopTen(_) => facts.push(Fact::SetAside {
                player,
                count: position.set_aside(player),
            }),
            Variant::PowerUp(_) => facts.push(Fact::PowerDiscs {
                player,
                counts: PowerDisc::ALL.map(|disc| (disc, position.power_discs(player, disc))),
            }),
            _ => {}
        }
    }
    facts
}

/// The game in English sentences, for the text alternative of a picture.
///
/// ```
/// use foursight_core::Ruleset;
/// use foursight_record::{Emoji, alt, read};
///
/// # let emoji = Emoji { empty: '.', first: 'x', second: 'o' };
/// let game = read("4545454", Ruleset::default(), &emoji)?;
/// assert_eq!(
///     alt(&game),
///     "Four in a row, standard rules, 7 columns by 6 rows, a line of 4 wins. 7 moves made. \
///      First has won with the line d1-d4. \
///      Column 4: First, First, First, First. Column 5: Second, Second, Second. \
///      Columns 1, 2, 3, 6 and 7 are empty.",
/// );
/// # Ok::<_, foursight_record::ReadError>(())
/// ```
#[must_use]
pub fn alt(game: &Game) -> String {
    let sentences: Vec<_> = facts(game).iter().map(sentence).collect();
    sentences.join(" ")
}

fn sentence(fact: &Fact) -> String {
    match fact {
        Fact::Rules(ruleset) => format!(
            "Four in a row, {}, {} by {}, a line of {} {}.",
            variant_words(ruleset.variant()),
            counted(ruleset.width(), "column"),
            counted(ruleset.height(), "row"),
            ruleset.connect(),
            if matches!(ruleset.variant(), Variant::PopTen(_)) {
                "lets a disc be set aside"
            } else {
                "wins"
            },
        ),
        Fact::Moves(0) => "No move made yet.".to_owned(),
        Fact::Moves(1) => "1 move made.".to_owned(),
        Fact::Moves(count) => format!("{count} moves made."),
        Fact::ToMove(player) => format!("{player} is to move."),
        Fact::Pending(pending) => pending_words(*pending),
        Fact::Won { winner, lines } => match lines.as_slice() {
            [] => format!("{winner} has won."),
            [line] => format!("{winner} has won with the line {line}."),
            lines => format!("{winner} has won with the lines {}.", listed(lines)),
        },
        Fact::Tied(tie) => format!("The game is a tie: {}.", tie_words(*tie)),
        Fact::EmptyGrid => "The grid is empty.".to_owned(),
        Fact::Stack { column, discs } => {
            let discs: Vec<_> = discs.iter().map(|disc| disc_words(*disc)).collect();
            format!("Column {column}: {}.", discs.join(", "))
        }
        Fact::EmptyColumns(columns) => match columns.as_slice() {
            [column] => format!("Column {column} is empty."),
            columns => format!("Columns {} are empty.", listed(columns)),
        },
        Fact::SetAside { player, count: 1 } => format!("{player} has set 1 disc aside."),
        Fact::SetAside { player, count } => format!("{player} has set {count} discs aside."),
        Fact::PowerDiscs { player, counts } => {
            let held = counts.iter().filter(|(_, count)| *count > 0);
            let held: Vec<_> = held
                .map(|(disc, count)| format!("{count} {}", disc.name()))
                .collect();
            if held.is_empty() {
                format!("{player} holds no power disc.")
            } else {
                format!("{player} holds {}.", listed(&held))
            }
        }
    }
}

fn counted(count: u8, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

fn pending_words(pending: Pending) -> String {
    match pending {
        Pending::Strike => "The bomb has yet to remove a disc.".to_owned(),
        Pending::SecondTurn { may_connect: true } => {
            "A second disc may be dropped in the same turn.".to_owned()
        }
        Pending::SecondTurn { may_connect: false } => {
            "A second disc that completes no line may be dropped in the same turn.".to_owned()
        }
        Pending::Return { from } => {
            format!("The disc popped from column {from} has yet to go back in.")
        }
        _ => "The turn goes on.".to_owned(),
    }
}

fn variant_words(variant: Variant) -> &'static str {
    match variant {
        Variant::Standard => "standard rules",
        Variant::PopOut(_) => "Pop Out",
        Variant::PopTen(_) => "Pop Ten",
        Variant::FiveInARow => "Five-in-a-Row",
        Variant::PowerUp(_) => "Power Up",
    }
}

const fn tie_words(tie: Tie) -> &'static str {
    match tie {
        Tie::GridFull => "the grid is full",
        Tie::NoMoves => "there is no move left",
        Tie::Repetition => "the same position has come for the third time",
        Tie::TooLong => "it has gone on for too long",
        _ => "nobody can win",
    }
}

fn disc_words(disc: Disc) -> String {
    match disc.kind {
        DiscKind::Ordinary => disc.owner.to_string(),
        DiscKind::Power(power) => format!("{} ({})", disc.owner, power.name()),
    }
}

/// Things in one breath: `a`, `a and b`, `a, b and c`.
///
/// ```
/// assert_eq!(foursight_record::listed(&[1, 2, 7]), "1, 2 and 7");
/// ```
#[must_use]
pub fn listed<T: ToString>(items: &[T]) -> String {
    let words: Vec<_> = items.iter().map(ToString::to_string).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        Some((last, _)) => last.clone(),
        None => String::new(),
    }
}
