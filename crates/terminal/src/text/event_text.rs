//! Events of a table as sentences. The caller supplies names: `First`, `First (hard)`, or `Ann`.

use foursight_core::{Move, POP_TEN_GOAL, Player, PowerDisc};
use foursight_phrases::Language;
use foursight_phrases::refusals::command_error_text;
use foursight_table::{CommandError, DiscPlace, Ply};

/// Describes the effect of a move, with these player names.
pub fn move_sentence(ply: &Ply, name_of: &dyn Fn(Player) -> String) -> String {
    let name = name_of(ply.player);
    let row = ply
        .landing()
        .map_or(String::new(), |cell| format!(", row {}", cell.row));
    match ply.mv {
        Move::Drop(column) => format!("{name}: column {column}{row}."),
        Move::Power(PowerDisc::Anvil, column) => {
            let count_text = match ply.motions.len() - 1 {
                0 => "there was nothing to remove".to_owned(),
                1 => "it removed the disc below it".to_owned(),
                removed => format!("it removed the {removed} discs below it"),
            };
            format!("{name}: anvil in column {column}{row}; {count_text}.")
        }
        Move::Power(disc, column) => {
            let target = if disc == PowerDisc::Bomb && ply.ends_turn {
                " It had no target."
            } else {
                ""
            };
            format!("{name}: {} in column {column}{row}.{target}", disc.name())
        }
        Move::Strike(column) => format!(
            "{name}: the bomb removes the disc of {} at the bottom of column {column}{}.",
            name_of(ply.player.opponent()),
            dropped_disc_text(ply)
        ),
        Move::Pop(column) => {
            let fell = dropped_disc_text(ply);
            format!("{name}: pops column {column}{fell}.{}", popped_text(ply))
        }
        Move::Pass => format!("{name}: passes."),
    }
}

/// Describes the fate of a popped disc.
fn popped_text(ply: &Ply) -> String {
    match ply.motions.first().map(|shift| shift.to) {
        Some(DiscPlace::Aside(count)) => {
            format!(" It was in a line and is set aside: {count} of {POP_TEN_GOAL}.")
        }
        // Only Pop Ten gives a player another move after a pop.
        Some(_) if !ply.ends_turn => " It was in no line and goes back in.".to_owned(),
        _ => String::new(),
    }
}

const fn dropped_disc_text(ply: &Ply) -> &'static str {
    if ply.motions.len() > 1 {
        "; the stack above falls one cell"
    } else {
        ""
    }
}

/// Explains why the table refused a command, as the end of a sentence.
#[must_use]
pub fn rejection_text(error: CommandError) -> String {
    let sentence = command_error_text(Language::English, error);
    let mut chars = sentence.trim_end_matches('.').chars();
    let first = chars.next().into_iter().flat_map(char::to_lowercase);
    first.chain(chars).collect()
}

#[cfg(test)]
mod tests {
    use foursight_core::{BothConnectRule, Fill, Game, Ruleset, Stock, Variant};
    use foursight_record::{Emoji, read};

    use super::*;

    const EMOJI: Emoji = Emoji {
        empty: '.',
        first: 'x',
        second: 'o',
    };

    /// Checks the sentence of the last move of a game.
    fn check(variant: Variant, moves: &str, expected: &str) {
        let game = read(moves, Ruleset::default_for(variant), &EMOJI).expect("a game");
        assert_eq!(last(&game), expected, "{moves}");
    }

    fn last(game: &Game) -> String {
        let number = game.moves().len();
        let before = game.at_ply(number - 1).expect("a move");
        let mv = game.moves()[number - 1];
        let ply = Ply::new(number, before.position(), mv, game.position());
        move_sentence(&ply, &|player| player.to_string())
    }

    #[test]
    fn every_kind_of_move_has_its_sentence() {
        let standard = Variant::Standard;
        check(standard, "44", "Second: column 4, row 2.");
        let pop_out = Variant::PopOut(BothConnectRule::default());
        check(
            pop_out,
            "44P4",
            "First: pops column 4; the stack above falls one cell.",
        );
        check(pop_out, "45P4", "First: pops column 4.");
        let power_up = Variant::PowerUp(Stock::default());
        check(
            power_up,
            "A4",
            "First: anvil in column 4, row 1; there was nothing to remove.",
        );
        check(
            power_up,
            "4A4",
            "Second: anvil in column 4, row 1; it removed the disc below it.",
        );
        check(
            power_up,
            "44A4",
            "First: anvil in column 4, row 1; it removed the 2 discs below it.",
        );
        check(
            power_up,
            "B4",
            "First: bomb in column 4, row 1. It had no target.",
        );
        check(power_up, "4B5", "Second: bomb in column 5, row 1.");
        check(
            power_up,
            "4B5T4",
            "Second: the bomb removes the disc of First at the bottom of column 4.",
        );
        let game = read("4B5T4", Ruleset::default_for(power_up), &EMOJI).expect("a game");
        let before = game.at_ply(2).expect("a bomb");
        let struck = Ply::new(3, before.position(), game.moves()[2], game.position());
        let name = |player| match player {
            Player::First => "Ann".to_owned(),
            Player::Second => "Ben".to_owned(),
        };
        assert_eq!(
            move_sentence(&struck, &name),
            "Ben: the bomb removes the disc of Ann at the bottom of column 4."
        );
        check(power_up, "W4", "First: wall in column 4, row 1.");
        check(power_up, "W4-", "First: passes.");
    }

    #[test]
    fn pop_ten_reports_the_fate_of_the_disc() {
        let (mut was_set_aside, mut returned) = (false, false);
        for seed in 1..20 {
            let mut game = Game::new(Ruleset::default_for(Variant::PopTen(Fill::Random(seed))));
            for turn in 0..40 {
                let legal = game.legal_moves();
                let Some(mv) = legal.get((turn * 5 + 1) % legal.len().max(1)) else {
                    break;
                };
                game.apply(*mv).expect("a legal move");
                let sentence = last(&game);
                was_set_aside |= sentence.contains("is set aside: ");
                returned |= sentence.ends_with("It was in no line and goes back in.");
            }
        }
        assert!(was_set_aside && returned, "both are announced");
    }
}
