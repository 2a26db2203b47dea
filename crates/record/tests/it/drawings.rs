//! Pictures show what the game says.

use std::collections::BTreeSet;

use ::gif::{ColorOutput, DecodeOptions};
use foursight_core::{DiscKind, Game, Grid, Line, Move, Outcome, Player, Row, Ruleset, Space};
use foursight_record::{
    GIF_FALL_FRAMES, GIF_SINK_FRAMES, GifError, GifOptions, Rgb, gif, gif_still, read, svg,
};
use proptest::prelude::*;

use crate::kit::{EMOJI, PALETTE, games};

const SIDE: u16 = 24;

/// The tags of an SVG must close in the order in which they opened.
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

/// Where the discs of a player must be drawn, as columns and rows from the top left.
fn places(grid: &Grid, player: Player) -> BTreeSet<(usize, usize)> {
    let owned = |space: &Space| grid.disc_at(*space).is_some_and(|d| d.owner == player);
    spaces(grid)
        .filter(owned)
        .map(|space| {
            let from_top = usize::from(grid.height()) - 1 - space.row.index();
            (space.column.index(), from_top)
        })
        .collect()
}

/// Where the discs of a class are drawn. A space measures 100 units, and margin and frame lie
/// before the first.
fn drawn_places(text: &str, class: &str) -> BTreeSet<(usize, usize)> {
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

/// The spaces of all winning lines, each once.
fn winning_spaces(game: &Game) -> Vec<Space> {
    let Some(Outcome::Won { lines, .. }) = game.outcome() else {
        return Vec::new();
    };
    let mut spaces: Vec<Space> = lines.iter().flat_map(Line::spaces).collect();
    spaces.sort();
    spaces.dedup();
    spaces
}

proptest! {
    #[test]
    fn an_svg_has_every_disc_in_its_place(game in games()) {
        let text = svg(&game, &PALETTE);
        check_well_formed(&text);
        prop_assert!(!text.contains('\n'));
        let grid = game.position().grid();
        prop_assert_eq!(marks(&text, ["ring", "hoop"]), grid.discs_of(Player::First));
        prop_assert_eq!(marks(&text, ["cross", "ticks"]), grid.discs_of(Player::Second));
        prop_assert_eq!(drawn_places(&text, "first"), places(&grid, Player::First));
        prop_assert_eq!(drawn_places(&text, "second"), places(&grid, Player::Second));
        // The rims are drawn twice, as shade and as light.
        let rims = text.matches("r=\"43\"/>").count();
        prop_assert_eq!(rims, 2 * winning_spaces(&game).len());
    }
}

#[test]
fn an_svg_names_every_column_and_carries_words() {
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

/// The last image of an animation, put together from its frames, and how many they were.
struct Played {
    width: usize,
    height: usize,
    frames: usize,
    pixels: Vec<Rgb>,
    last_delay: u16,
}

fn play(bytes: &[u8]) -> Played {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).expect("a GIF");
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut played = Played {
        width,
        height,
        frames: 0,
        pixels: vec![Rgb(0, 0, 0); width * height],
        last_delay: 0,
    };
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        played.frames += 1;
        played.last_delay = frame.delay;
        for (index, rgba) in frame.buffer.chunks(4).enumerate() {
            let across = usize::from(frame.left) + index % usize::from(frame.width);
            let down = usize::from(frame.top) + index / usize::from(frame.width);
            played.pixels[down * width + across] = Rgb(rgba[0], rgba[1], rgba[2]);
        }
    }
    played
}

impl Played {
    /// The colour at a distance from the centre of a space, in hundredths of a space.
    fn at(&self, game: &Game, space: Space, right: usize) -> Rgb {
        let side = usize::from(SIDE);
        let from_top = usize::from(game.ruleset().height()) - 1 - space.row.index();
        // Frame and background take half a space on each side.
        let across = side / 2 + space.column.index() * side + side / 2 + right * side / 100;
        let down = side / 2 + from_top * side + side / 2;
        self.pixels[down * self.width + across]
    }
}

/// Each movement is followed by a frame in which everything rests.
fn frames(step: Move) -> usize {
    match step {
        Move::Drop(_) | Move::Power(..) => GIF_FALL_FRAMES + 1,
        Move::Pop(_) | Move::Strike(_) => GIF_SINK_FRAMES + 1,
        Move::Pass => 0,
    }
}

/// The animation of a game must have a frame for everything that moves, and end with every space
/// as the position has it.
fn check_gif(game: &Game) -> Result<(), TestCaseError> {
    let options = GifOptions {
        space_pixels: SIDE,
        pause_ms: 100,
        hold_ms: 2000,
    };
    let bytes = gif(game, &PALETTE, &options).expect("an animation");
    let again = gif(game, &PALETTE, &options).expect("an animation");
    let still = play(&gif_still(game, &PALETTE, SIDE).expect("a picture"));
    prop_assert_eq!(still.frames, 1);
    prop_assert!(
        still.pixels == play(&bytes).pixels,
        "the last frame is the picture"
    );
    prop_assert!(bytes == again, "the same game gives the same bytes");
    let played = play(&bytes);
    let (width, height) = (game.ruleset().width(), game.ruleset().height());
    let side = usize::from(SIDE);
    prop_assert_eq!(played.width, (usize::from(width) + 1) * side);
    let labels = side * 6 / 10;
    prop_assert_eq!(played.height, (usize::from(height) + 1) * side + labels);
    prop_assert_eq!(played.last_delay, 200);

    let moving: usize = game.moves().iter().map(|step| frames(*step)).sum();
    let winning = winning_spaces(game);
    let expected = 1 + moving + usize::from(!winning.is_empty());
    prop_assert_eq!(played.frames, expected);

    let grid = game.position().grid();
    for space in spaces(&grid) {
        let disc = grid.disc_at(space);
        let face = match disc.map(|disc| disc.owner) {
            None => PALETTE.empty,
            Some(Player::First) => PALETTE.first,
            Some(Player::Second) => PALETTE.second,
        };
        let is_ordinary = disc.is_none_or(|disc| disc.kind == DiscKind::Ordinary);
        if is_ordinary {
            prop_assert_eq!(played.at(game, space, 29), face, "{}", space);
        }
        let is_bright = played.at(game, space, 42) == PALETTE.highlight;
        prop_assert_eq!(is_bright, winning.contains(&space), "{}", space);
    }
    Ok(())
}

fn spaces(grid: &Grid) -> impl Iterator<Item = Space> + use<> {
    let rows = grid.rows();
    grid.columns()
        .flat_map(move |column| rows.clone().map(move |row| Space { column, row }))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn a_gif_ends_with_the_position(game in games()) {
        check_gif(&game)?;
    }
}

#[test]
fn an_anvil_on_its_owners_anvil_comes_down() {
    let text = "power-up+anvil=2 A41A42";
    let game = read(text, Ruleset::default(), &EMOJI).expect("legal moves");
    check_gif(&game).expect("nothing hangs in the air");
    let game = game.undo().expect("there were moves");
    check_gif(&game).expect("nor in the last frame");
}

#[test]
fn discs_of_a_gif_differ_by_shape() {
    let game = read("45", Ruleset::default(), &EMOJI).expect("legal moves");
    let options = GifOptions {
        space_pixels: SIDE,
        ..GifOptions::default()
    };
    let played = play(&gif(&game, &PALETTE, &options).expect("an animation"));
    let grid = game.position().grid();
    let bottom = |index| Space {
        column: grid.columns().nth(index).expect("in the grid"),
        row: Row::BOTTOM,
    };
    // A ring is open in the middle, a cross is not.
    assert_eq!(played.at(&game, bottom(3), 0), PALETTE.first);
    assert_eq!(played.at(&game, bottom(4), 0), PALETTE.mark_second);
}

#[test]
fn gif_sizes_have_bounds() {
    let options = |space_pixels| GifOptions {
        space_pixels,
        ..GifOptions::default()
    };
    let answer = |pixels| gif(&Game::default(), &PALETTE, &options(pixels)).err();
    assert_eq!(answer(11), Some(GifError::SpacePixels(11)));
    assert_eq!(answer(97), Some(GifError::SpacePixels(97)));
    assert_eq!(answer(12), None);
    let text = GifError::SpacePixels(97).to_string();
    assert_eq!(text, "97 pixels a space are out of bounds: choose 12 to 96");
}
