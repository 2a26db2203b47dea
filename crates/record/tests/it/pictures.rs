//! SVG and GIF pictures show the position of a game.

use std::collections::BTreeSet;

use ::gif::{ColorOutput, DecodeOptions};
use foursight_core::{Board, Cell, DiscKind, Game, Line, Move, Outcome, Player, Row, Ruleset};
use foursight_record::{
    GIF_FALL_FRAMES, GIF_SINK_FRAMES, GifError, GifOptions, Rgb, gif, gif_still, read, svg,
};
use proptest::prelude::*;

use crate::generators::{EMOJI, PALETTE, games};

const SIDE: u16 = 24;

/// Checks that the tags of an SVG are nested correctly.
fn check_well_formed(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    for tag in text.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').expect("every tag ends");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{text}");
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap_or(tag));
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "quotes in {tag}");
    }
    assert!(open.is_empty(), "{open:?} stay open");
}

fn marks(text: &str, names: [&str; 2]) -> usize {
    let count = |name: &str| text.matches(&format!("<use href=\"#{name}-")).count();
    names.map(count).iter().sum()
}

/// Returns the cells with discs of a player, as columns and rows from the top left.
fn expected_places(board: &Board, player: Player) -> BTreeSet<(usize, usize)> {
    let owned = |cell: &Cell| board.disc_at(*cell).is_some_and(|d| d.owner == player);
    cells(board)
        .filter(owned)
        .map(|cell| {
            let from_top = usize::from(board.height()) - 1 - cell.row.index();
            (cell.column.index(), from_top)
        })
        .collect()
}

/// Returns the cells in which an SVG shows discs of a class. A cell measures 100 units, and the
/// margin and the frame come before the first.
fn rendered_places(text: &str, class: &str) -> BTreeSet<(usize, usize)> {
    let start = format!("<g class=\"{class}\" transform=\"translate(");
    let number = |text: &str| text.parse::<usize>().expect("a whole number") / 100;
    text.split(&start)
        .skip(1)
        .map(|rest| {
            let (place, _) = rest.split_once(')').expect("a closed bracket");
            let (x, y) = place.split_once(' ').expect("two numbers");
            (number(x), number(y))
        })
        .collect()
}

/// Returns the cells of all winning lines, each once.
fn winning_cells(game: &Game) -> Vec<Cell> {
    let Some(Outcome::Won { lines, .. }) = game.outcome() else {
        return Vec::new();
    };
    let mut cells: Vec<Cell> = lines.iter().flat_map(Line::cells).collect();
    cells.sort();
    cells.dedup();
    cells
}

proptest! {
    #[test]
    fn an_svg_has_every_disc_in_its_place(game in games()) {
        let text = svg(&game, &PALETTE);
        check_well_formed(&text);
        prop_assert!(!text.contains('\n'));
        let board = game.position().board();
        prop_assert_eq!(marks(&text, ["ring", "hoop"]), board.discs_of(Player::First));
        prop_assert_eq!(marks(&text, ["cross", "ticks"]), board.discs_of(Player::Second));
        prop_assert_eq!(rendered_places(&text, "first"), expected_places(&board, Player::First));
        prop_assert_eq!(rendered_places(&text, "second"), expected_places(&board, Player::Second));
        // Each rim appears twice, as shade and as highlight.
        let rims = text.matches("r=\"43\"/>").count();
        prop_assert_eq!(rims, 2 * winning_cells(&game).len());
    }
}

#[test]
fn an_svg_has_column_numbers_and_a_description() {
    let game = read("standard 16x7/4 aabbcc", Ruleset::default(), &EMOJI).expect("legal moves");
    let text = svg(&game, &PALETTE);
    for number in 1..=16 {
        assert!(
            text.contains(&format!(">{number}</text>")),
            "column {number}"
        );
    }
    assert!(text.contains("role=\"img\""));
    assert!(text.contains("<title>4 in a row on 16 by 7: First is to move</title>"));
    assert!(text.contains("<desc>Four in a row, standard rules, 16 columns by 7 rows"));
}

#[test]
fn an_svg_marks_power_discs_by_letter() {
    let game = read("power-up 4B4T4W3-", Ruleset::default(), &EMOJI).expect("legal moves");
    let text = svg(&game, &PALETTE);
    assert_eq!(
        (
            marks(&text, ["hoop", "ring"]),
            marks(&text, ["ticks", "cross"])
        ),
        (1, 1)
    );
    assert!(text.contains(">W</text>") && text.contains(">B</text>"));
}

/// The last image of an animation, composed of its frames.
struct DecodedGif {
    width: usize,
    height: usize,
    frames: usize,
    pixels: Vec<Rgb>,
    last_delay: u16,
}

fn decode(bytes: &[u8]) -> DecodedGif {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).expect("a GIF");
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut animation = DecodedGif {
        width,
        height,
        frames: 0,
        pixels: vec![Rgb(0, 0, 0); width * height],
        last_delay: 0,
    };
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        animation.frames += 1;
        animation.last_delay = frame.delay;
        for (index, rgba) in frame.buffer.chunks(4).enumerate() {
            let across = usize::from(frame.left) + index % usize::from(frame.width);
            let down = usize::from(frame.top) + index / usize::from(frame.width);
            animation.pixels[down * width + across] = Rgb(rgba[0], rgba[1], rgba[2]);
        }
    }
    animation
}

impl DecodedGif {
    /// Returns the colour right of the centre of a cell; the distance is in hundredths of a cell.
    fn at(&self, game: &Game, cell: Cell, right: usize) -> Rgb {
        let side = usize::from(SIDE);
        let from_top = usize::from(game.ruleset().height()) - 1 - cell.row.index();
        // Frame and background take half a cell on each side.
        let across = side / 2 + cell.column.index() * side + side / 2 + right * side / 100;
        let down = side / 2 + from_top * side + side / 2;
        self.pixels[down * self.width + across]
    }
}

/// Returns the number of frames of a move: its motion and a frame at rest.
fn frames(mv: Move) -> usize {
    match mv {
        Move::Drop(_) | Move::Power(..) => GIF_FALL_FRAMES + 1,
        Move::Pop(_) | Move::Strike(_) => GIF_SINK_FRAMES + 1,
        Move::Pass => 0,
    }
}

/// Checks that the animation of a game has the expected number of frames and ends with the
/// position.
fn check_gif(game: &Game) -> Result<(), TestCaseError> {
    let options = GifOptions {
        cell_pixels: SIDE,
        move_delay_ms: 100,
        final_delay_ms: 2000,
    };
    let bytes = gif(game, &PALETTE, &options).expect("an animation");
    let again = gif(game, &PALETTE, &options).expect("an animation");
    let still = decode(&gif_still(game, &PALETTE, SIDE).expect("a picture"));
    prop_assert_eq!(still.frames, 1);
    prop_assert!(
        still.pixels == decode(&bytes).pixels,
        "the last frame is the picture"
    );
    prop_assert!(bytes == again, "the same game gives the same bytes");
    let animation = decode(&bytes);
    let (width, height) = (game.ruleset().width(), game.ruleset().height());
    let side = usize::from(SIDE);
    prop_assert_eq!(animation.width, (usize::from(width) + 1) * side);
    let labels = side * 6 / 10;
    prop_assert_eq!(animation.height, (usize::from(height) + 1) * side + labels);
    prop_assert_eq!(animation.last_delay, 200);

    let motion: usize = game.moves().iter().map(|mv| frames(*mv)).sum();
    let winning = winning_cells(game);
    let expected = 1 + motion + usize::from(!winning.is_empty());
    prop_assert_eq!(animation.frames, expected);

    let board = game.position().board();
    for cell in cells(&board) {
        let disc = board.disc_at(cell);
        let face = match disc.map(|disc| disc.owner) {
            None => PALETTE.empty,
            Some(Player::First) => PALETTE.first,
            Some(Player::Second) => PALETTE.second,
        };
        let is_ordinary = disc.is_none_or(|disc| disc.kind == DiscKind::Ordinary);
        if is_ordinary {
            prop_assert_eq!(animation.at(game, cell, 29), face, "{}", cell);
        }
        let is_bright = animation.at(game, cell, 42) == PALETTE.highlight;
        prop_assert_eq!(is_bright, winning.contains(&cell), "{}", cell);
    }
    Ok(())
}

fn cells(board: &Board) -> impl Iterator<Item = Cell> + use<> {
    let rows = board.rows();
    board
        .columns()
        .flat_map(move |column| rows.clone().map(move |row| Cell { column, row }))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn a_gif_ends_with_the_position(game in games()) {
        check_gif(&game)?;
    }
}

#[test]
fn an_anvil_that_replaces_an_anvil_lands() {
    let text = "power-up+anvil=2 A41A42";
    let game = read(text, Ruleset::default(), &EMOJI).expect("legal moves");
    check_gif(&game).expect("the anvil lands");
    let game = game.undo().expect("there were moves");
    check_gif(&game).expect("the anvil lands in the last frame");
}

#[test]
fn discs_of_a_gif_differ_by_shape() {
    let game = read("45", Ruleset::default(), &EMOJI).expect("legal moves");
    let options = GifOptions {
        cell_pixels: SIDE,
        ..GifOptions::default()
    };
    let animation = decode(&gif(&game, &PALETTE, &options).expect("an animation"));
    let board = game.position().board();
    let bottom = |index| Cell {
        column: board.columns().nth(index).expect("in the board"),
        row: Row::BOTTOM,
    };
    // A ring is open in the middle, a cross is not.
    assert_eq!(animation.at(&game, bottom(3), 0), PALETTE.first);
    assert_eq!(animation.at(&game, bottom(4), 0), PALETTE.mark_second);
}

#[test]
fn gif_sizes_have_bounds() {
    let options = |cell_pixels| GifOptions {
        cell_pixels,
        ..GifOptions::default()
    };
    let error = |pixels| gif(&Game::default(), &PALETTE, &options(pixels)).err();
    assert_eq!(error(11), Some(GifError::CellPixels(11)));
    assert_eq!(error(97), Some(GifError::CellPixels(97)));
    assert_eq!(error(12), None);
    let text = GifError::CellPixels(97).to_string();
    assert_eq!(text, "97 pixels a cell are out of bounds: choose 12 to 96");
}
