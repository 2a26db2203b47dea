//! Help text of line mode, and the commands that a tournament game rejects.

use super::parser::LineInput;
use crate::session::TournamentGameMode;

const HELP: &str = "\
4 or D      drop a disc into column 4; capital letters are columns
P4 or PD    pop column 4 (Pop Out, Pop Ten)
A4 B4 W4 D4 drop an anvil, bomb, wall or double into column 4 (Power Up)
T4          the bomb removes the bottom disc of column 4 (Power Up)
pass or -   pass, where the rules allow it
u, U        undo, redo
hint        a good move (h)
verdict     the result of each column with perfect play, and why (e)
threats     the cells that would complete a line (t)
show        draw the board
read        read the board column by column; r4 reads column 4 from the bottom up
rows        read the board row by row (g)
last        read the last move (l)
moves       the moves so far and the legal moves now
rules       the rules in force
save FILE   save the game; save! FILE overwrites another file
load FILE   continue a saved game
new         start again with the same rules
quit        leave; so does the end of input (Ctrl-D)";

/// Prefixes of the help lines that a tournament game omits.
const TOURNAMENT_HIDDEN_HELP: [&str; 6] = ["u, U", "hint", "verdict", "threats", "load", "new"];

/// Returns the reason why a tournament game rejects this input.
pub(super) const fn tournament_refusal(input: &LineInput) -> Option<&'static str> {
    match input {
        LineInput::Undo | LineInput::Redo => Some(TournamentGameMode::NO_UNDO_REASON),
        LineInput::Hint | LineInput::Verdict | LineInput::Threats => {
            Some(TournamentGameMode::NO_HELP_REASON)
        }
        LineInput::New | LineInput::Load(_) => Some(TournamentGameMode::NO_OTHER_GAME_REASON),
        _ => None,
    }
}

/// Lists the commands, without those that a tournament rejects.
pub(super) fn help_text(is_tournament_game: bool) -> String {
    let is_offered = |line: &&str| {
        let is_hidden = TOURNAMENT_HIDDEN_HELP
            .iter()
            .any(|word| line.starts_with(word));
        !is_tournament_game || !is_hidden
    };
    HELP.lines()
        .filter(is_offered)
        .collect::<Vec<_>>()
        .join("\n")
}
