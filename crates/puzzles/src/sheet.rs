//! Sheets of puzzles to print: boards with a blank for the answer, and a page of answers at the end.
//!
//! Discs differ by shape and not by colour: First is a filled disc, Second a ring with a cross, so
//! that any printer will do. Lengths are millimetres on paper of A4 size.

use std::fmt::Write as _;

use foursight_core::{Cell, Game, Player, PowerDisc};
use foursight_phrases::{Language, Phrase};

use crate::puzzle::{Puzzle, PuzzleAnswer};
use crate::text::{NO_WIN, move_name, question, theme_title};

/// Size of a page.
const PAGE: (f64, f64) = (210.0, 297.0);
/// Margin of a page.
const MARGIN: f64 = 12.0;
/// Boards side by side, and one below the other.
const COLUMNS: usize = 3;
const ROWS: usize = 4;
/// Answers below each other on a page.
const ANSWERS_PER_COLUMN: usize = 40;
/// Height of the title of a page.
const TITLE_HEIGHT: f64 = 12.0;
/// Width of the place of a board, and its height with question and blank.
const PLACE: (f64, f64) = (
    (PAGE.0 - 2.0 * MARGIN) / COLUMNS as f64,
    (PAGE.1 - 2.0 * MARGIN - TITLE_HEIGHT) / ROWS as f64,
);
/// Width of the largest board in its place.
const BOARD_WIDTH: f64 = 46.0;
/// Size of the letters.
const FONT: f64 = 3.1;

/// Most puzzles of a sheet.
pub const SHEET_PUZZLES_MAX: usize = 600;

const TITLE: Phrase = Phrase(["Four in a row: puzzles", "Vier in einer Reihe: Rätsel"]);
const ANSWERS: Phrase = Phrase(["Answers", "Lösungen"]);
const TO_MOVE: Phrase = Phrase(["to move", "am Zug"]);
const ANSWER: Phrase = Phrase(["Answer:", "Lösung:"]);
const POWER_DISCS: Phrase = Phrase(["in hand:", "im Vorrat:"]);

/// Puzzles to print.
///
/// ```
/// use foursight_phrases::Language;
/// use foursight_puzzles::{PuzzleSet, PuzzleSheet, PuzzleTheme};
///
/// let puzzles = PuzzleSet::shipped().of_theme(Some(PuzzleTheme::Fork)).take(12).collect();
/// let sheet = PuzzleSheet::new(puzzles, Language::English);
/// assert_eq!(sheet.svg().matches("<g class=\"board\"").count(), 12);
/// ```
#[derive(Clone, Debug)]
pub struct PuzzleSheet<'a> {
    puzzles: Vec<&'a Puzzle>,
    language: Language,
}

impl<'a> PuzzleSheet<'a> {
    /// Creates a sheet of at most [`SHEET_PUZZLES_MAX`] puzzles.
    #[must_use]
    pub fn new(mut puzzles: Vec<&'a Puzzle>, language: Language) -> Self {
        puzzles.truncate(SHEET_PUZZLES_MAX);
        Self { puzzles, language }
    }

    /// Renders the pages below each other as one SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        let pages = self.pages();
        let height = PAGE.1 * pages.len() as f64;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}mm\" height=\"{height}mm\" \
             viewBox=\"0 0 {} {height}\" font-family=\"sans-serif\">\n\
             <title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
            PAGE.0,
            PAGE.0,
            TITLE.get(self.language)
        );
        for (page, number) in pages.iter().zip(0_u16..) {
            let top = PAGE.1 * f64::from(number);
            append(
                &mut svg,
                format_args!("<g transform=\"translate(0 {top})\">\n{page}</g>\n"),
            );
        }
        svg + "</svg>\n"
    }

    /// Renders a page of HTML that a browser prints, or saves as PDF, with one sheet of paper a page.
    #[must_use]
    pub fn html(&self) -> String {
        let (code, title) = (self.language.code(), TITLE.get(self.language));
        let mut html = format!(
            "<!doctype html>\n<html lang=\"{code}\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
             <style>\n@page {{ size: A4; margin: 0 }}\nbody {{ margin: 0; background: #fff }}\n\
             svg {{ display: block; width: 210mm; max-width: 100%; height: auto; margin: 0 auto; \
             break-after: page }}\n</style>\n"
        );
        html.extend(self.page_svgs());
        html + "</html>\n"
    }

    /// Renders each page as an SVG of its own, for pages of HTML.
    #[must_use]
    pub fn page_svgs(&self) -> Vec<String> {
        let title = TITLE.get(self.language);
        let svg = |page: String| {
            format!(
                "<svg viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" role=\"img\" \
                 aria-label=\"{title}\">\n{page}</svg>\n",
                PAGE.0, PAGE.1
            )
        };
        self.pages().into_iter().map(svg).collect()
    }

    /// Renders the contents of each page.
    fn pages(&self) -> Vec<String> {
        let mut pages = Vec::new();
        for (puzzles, page) in self.puzzles.chunks(COLUMNS * ROWS).zip(0..) {
            let mut content = heading(TITLE.get(self.language));
            for (puzzle, place) in puzzles.iter().zip(0..) {
                let x = MARGIN + PLACE.0 * (place % COLUMNS) as f64;
                let y = MARGIN + TITLE_HEIGHT + PLACE.1 * (place / COLUMNS) as f64;
                let number = page * COLUMNS * ROWS + place + 1;
                self.render_puzzle(&mut content, puzzle, number, (x, y));
            }
            pages.push(content);
        }
        let answers: Vec<_> = self.puzzles.iter().zip(1..).collect();
        for answers in answers.chunks(COLUMNS * ANSWERS_PER_COLUMN) {
            let mut content = heading(ANSWERS.get(self.language));
            for ((puzzle, number), place) in answers.iter().zip(0..) {
                let answer = match puzzle.answer {
                    PuzzleAnswer::Move(mv) => move_name(self.language, mv),
                    PuzzleAnswer::NoWin => NO_WIN.get(self.language).to_owned(),
                };
                let x = MARGIN + PLACE.0 * (place / ANSWERS_PER_COLUMN) as f64;
                let row = (place % ANSWERS_PER_COLUMN) as f64;
                let y = MARGIN + TITLE_HEIGHT + 4.0 + row * 6.4;
                text(&mut content, (x, y), FONT, &format!("{number}. {answer}"));
            }
            pages.push(content);
        }
        pages
    }

    fn render_puzzle(&self, svg: &mut String, puzzle: &Puzzle, number: usize, at: (f64, f64)) {
        let (x, y) = at;
        let position = puzzle.game.position();
        let theme = theme_title(puzzle.theme).get(self.language);
        text(svg, (x, y + 3.0), FONT, &format!("{number}. {theme}"));
        let ruleset = position.ruleset();
        let size = BOARD_WIDTH / f64::from(ruleset.width()).max(f64::from(ruleset.height()));
        let board_top = y + 5.0;
        render_board(svg, &puzzle.game, (x, board_top), size);
        let mut line = board_top + size * f64::from(ruleset.height()) + FONT + 4.4;
        let mover = position.to_move();
        render_disc(svg, mover, (x + 2.0, line - 1.1), 1.7);
        let stock = self.stock_text(puzzle, mover);
        let to_move = format!("{}{stock}", TO_MOVE.get(self.language));
        text(svg, (x + 5.0, line), FONT, &to_move);
        line += 4.2;
        for part in wrapped(&question(self.language, puzzle.goal)) {
            text(svg, (x, line), FONT * 0.9, &part);
            line += 3.6;
        }
        text(svg, (x, line + 0.6), FONT * 0.9, ANSWER.get(self.language));
        append(
            svg,
            format_args!(
                "<path d=\"M{} {}h{}\" stroke=\"#000\" stroke-width=\".25\"/>\n",
                x + 13.0,
                line + 1.0,
                BOARD_WIDTH - 13.0
            ),
        );
    }

    /// Lists the power discs in hand, if the variant has any.
    fn stock_text(&self, puzzle: &Puzzle, mover: Player) -> String {
        let letters = [
            (PowerDisc::Anvil, 'A'),
            (PowerDisc::Bomb, 'B'),
            (PowerDisc::Wall, 'W'),
            (PowerDisc::Double, 'D'),
        ];
        let position = puzzle.game.position();
        let held: String = letters
            .into_iter()
            .filter(|(disc, _)| position.power_discs(mover, *disc) > 0)
            .map(|(_, letter)| letter)
            .collect();
        if held.is_empty() {
            return String::new();
        }
        format!(", {} {held}", POWER_DISCS.get(self.language))
    }
}

/// Renders a board with its column numbers. `at` is its upper left corner.
fn render_board(svg: &mut String, game: &Game, at: (f64, f64), size: f64) {
    let position = game.position();
    let board = position.board();
    let (x, y) = at;
    let (width, height) = (
        f64::from(board.width()) * size,
        f64::from(board.height()) * size,
    );
    append(
        svg,
        format_args!(
            "<g class=\"board\"><rect x=\"{x}\" y=\"{y}\" width=\"{width:.2}\" \
             height=\"{height:.2}\" rx=\"1.2\" fill=\"none\" stroke=\"#000\" \
             stroke-width=\".4\"/>\n"
        ),
    );
    for column in board.columns() {
        let centre_x = x + size * (column.index() as f64 + 0.5);
        for row in board.rows() {
            let centre = (centre_x, y + height - size * (row.index() as f64 + 0.5));
            match board.disc_at(Cell { column, row }) {
                Some(disc) => render_disc(svg, disc.owner, centre, size * 0.4),
                None => append(
                    svg,
                    format_args!(
                        "<circle cx=\"{:.2}\" cy=\"{:.2}\" r=\".35\" fill=\"#999\"/>\n",
                        centre.0, centre.1
                    ),
                ),
            }
        }
        append(
            svg,
            format_args!(
                "<text x=\"{centre_x:.2}\" y=\"{:.2}\" font-size=\"2.6\" \
                 text-anchor=\"middle\">{column}</text>\n",
                y + height + 3.0
            ),
        );
    }
    svg.push_str("</g>\n");
}

fn render_disc(svg: &mut String, player: Player, centre: (f64, f64), radius: f64) {
    let (x, y) = centre;
    let fill = if player == Player::First {
        "#000"
    } else {
        "#fff"
    };
    append(
        svg,
        format_args!(
            "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\" fill=\"{fill}\" stroke=\"#000\" \
             stroke-width=\".35\"/>"
        ),
    );
    if player == Player::Second {
        let arm = radius * 0.45;
        append(
            svg,
            format_args!(
                "<path d=\"M{:.2} {:.2}l{:.2} {:.2}m0 {:.2}l{:.2} {:.2}\" stroke=\"#000\" \
                 stroke-width=\".35\"/>",
                x - arm,
                y - arm,
                2.0 * arm,
                2.0 * arm,
                -2.0 * arm,
                -2.0 * arm,
                2.0 * arm
            ),
        );
    }
    svg.push('\n');
}

fn heading(title: &str) -> String {
    let mut svg = String::new();
    text(&mut svg, (MARGIN, MARGIN + 5.0), 5.0, title);
    svg
}

fn text(svg: &mut String, at: (f64, f64), size: f64, content: &str) {
    let escaped = content.replace('&', "&amp;").replace('<', "&lt;");
    append(
        svg,
        format_args!(
            "<text x=\"{:.2}\" y=\"{:.2}\" font-size=\"{size:.2}\">{escaped}</text>\n",
            at.0, at.1
        ),
    );
}

/// Breaks a question into lines that fit below a board.
fn wrapped(question: &str) -> Vec<String> {
    /// Characters of a line.
    const LINE_CHARS: usize = 36;
    let mut lines: Vec<String> = Vec::new();
    for word in question.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= LINE_CHARS => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn append(svg: &mut String, part: std::fmt::Arguments<'_>) {
    svg.write_fmt(part).expect("memory does not fail");
}
