//! The teaching functions agree with the rules, on thousands of random games and on the examples of the
//! texts that the course goes back to.

use foursight_core::{Column, Direction, End, Game, Move, Player, Ruleset};
use foursight_lessons::teach::compare::costs;
use foursight_lessons::teach::fall::{Rows, drop_row, empty_rows};
use foursight_lessons::teach::layout::{flat_of, look_flat, look_nested};
use foursight_lessons::teach::reduce::{self, Action, State, did_win, shared};
use foursight_lessons::teach::runs::{on_drop, state_of, turns_of};
use foursight_lessons::teach::scan::{self, Branch, Way, find_adjacent, find_along};
use foursight_lessons::teach::turns::{Answer, Stage, Turns};
use foursight_lessons::teach::win::{counts, is_win};
use foursight_lessons::teach::{bits, forms, number, rows_from_bottom, rows_from_top};
use foursight_lessons::{Demo, Listing, Trace};

/// Games from this many seeds.
const GAMES: u64 = 3000;

/// A small generator of chance, good enough to vary games.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// Every position of random games: the game before a press, the column that is pressed (perhaps a full one),
/// and the game after it.
fn walk(see: impl FnMut(&Game, Column, &Game)) {
    walk_games(GAMES, see);
}

fn walk_games(games: u64, mut see: impl FnMut(&Game, Column, &Game)) {
    for seed in 0..games {
        let mut chance = Chance(seed);
        let mut game = Game::default();
        while game.end().is_none() {
            let column = Column::from_index(chance.below(7)).expect("in range");
            let next = game.drop_in(column).unwrap_or_else(|_| game.clone());
            see(&game, column, &next);
            game = next;
        }
    }
}

fn quiet(_: &foursight_lessons::Mark<'_>) {}

#[test]
fn a_disc_falls_where_the_rules_say() {
    walk(|before, column, _| {
        let grid = before.position().grid();
        let expected = grid
            .landing(column)
            .map_or(-1, |space| 5 - space.row.index() as i32);
        assert_eq!(
            drop_row(&rows_from_top(&grid), column.index(), &mut quiet),
            expected
        );
    });
}

#[test]
fn a_line_is_found_where_the_rules_say() {
    walk(|before, column, after| {
        if after.moves().len() == before.moves().len() {
            return;
        }
        let is_won = matches!(after.end(), Some(End::Won(_)));
        let grid = after.position().grid();
        let (down, up) = (rows_from_top(&grid), rows_from_bottom(&grid));
        let row = 6 - grid.stack(column).count();
        assert_eq!(is_win(&down, row, column.index(), &mut quiet), is_won);
        let most = counts(&down, row, column.index()).into_iter().max();
        assert_eq!(most >= Some(4), is_won);
        let mover = before.position().to_move();
        let found = Way::ALL
            .map(|way| find_adjacent(&up, number(mover), way.delta(), &mut quiet).consecutive == 4);
        assert_eq!(found.contains(&true), is_won);
        assert_eq!(bits::has_line(grid.word(mover) as u64, &mut quiet), is_won);
        let costs = costs(after).expect("the last move was a drop");
        assert_eq!(
            [costs.scan_found, costs.last_found, costs.bits_found],
            [is_won; 3]
        );
        assert!(costs.bits <= 16 && costs.last <= 20);
        // Only a scan that is lucky at its very start ends sooner.
        assert!(is_won || costs.scan > costs.last);
    });
}

/// The whole-grid scan of the rules, direction by direction, agrees with the one of the lesson.
#[test]
fn the_scan_starts_where_the_rules_find_a_line() {
    let directions = [
        Direction::Vertical,
        Direction::Horizontal,
        Direction::Rising,
        Direction::Falling,
    ];
    walk(|_, _, after| {
        let grid = after.position().grid();
        let up = rows_from_bottom(&grid);
        for player in Player::BOTH {
            for (way, direction) in Way::ALL.into_iter().zip(directions) {
                let found = find_adjacent(&up, number(player), way.delta(), &mut quiet);
                let run = grid.scan(player, direction, 4);
                let start = (i32::from(run.start.y), i32::from(run.start.x));
                assert_eq!(
                    (found.start, found.consecutive == 4),
                    (start, run.count == 4)
                );
            }
        }
    });
}

#[test]
fn turns_and_states_go_as_the_rules_say() {
    for seed in 0..GAMES {
        let mut chance = Chance(seed);
        let (mut game, mut turns, mut state) =
            (Game::default(), Turns::new(7, 6), State::default());
        let mut moves = Vec::new();
        for _ in 0..60 {
            let index = chance.below(7);
            let column = Column::from_index(index).expect("in range");
            let next = game.drop_in(column);
            let before = state.clone();
            let after = reduce::reduce(&state, Action::Move(index), &mut quiet);
            assert_eq!(state, before, "the old state stays");
            let expected = match &next {
                Err(_) => Answer::Refused,
                Ok(next) => match next.end() {
                    Some(End::Won(winner)) => Answer::Won(number(winner)),
                    Some(End::Tied(_)) => Answer::Tied,
                    None => Answer::Next,
                },
            };
            assert_eq!(turns.make_move(index, &mut quiet), expected);
            let same = shared(&state, &after);
            match next {
                Ok(next) => {
                    assert_eq!(same.iter().filter(|is| !**is).count(), 1);
                    assert!(!same[index]);
                    moves.push(index);
                    game = next;
                }
                Err(_) => assert_eq!(same, [true; 7], "a refused move copies nothing"),
            }
            state = after;
            assert_eq!(turns.grid, rows_from_top(&game.position().grid()));
            assert_eq!(turns.is_over, game.end().is_some());
            assert_eq!(state.is_over, game.end().is_some());
            let winner = match game.end() {
                Some(End::Won(winner)) => Some(number(winner)),
                _ => None,
            };
            assert_eq!(state.winner, winner);
            if let Some(player) = game.to_move() {
                assert_eq!(
                    (turns.player, state.player),
                    (number(player), number(player))
                );
            }
        }
        assert_eq!(forms::moves_of(&game), moves);
        assert_eq!(
            reduce::reduce(&state, Action::Restart, &mut quiet),
            State::default()
        );
    }
}

#[test]
fn all_five_forms_drop_alike() {
    walk(|before, column, after| {
        let (old, new) = (before.position().grid(), after.position().grid());
        let (disc, slot) = (number(before.position().to_move()), column.index());
        let is_full = old.landing(column).is_none();
        let moves = forms::drop_in_moves(disc, slot, &forms::moves_of(before), &mut quiet);
        assert_eq!(moves, (!is_full).then(|| forms::moves_of(after)));
        let grid = forms::drop_in_grid(disc, slot, &rows_from_top(&old), &mut quiet);
        assert_eq!(grid, (!is_full).then(|| rows_from_top(&new)));
        let slots = forms::drop_in_slots(disc, slot, &forms::slots_of(&old), &mut quiet);
        assert_eq!(slots, (!is_full).then(|| forms::slots_of(&new)));
        let stacks = forms::drop_in_stacks(disc, slot, &forms::stacks_of(&old), &mut quiet);
        assert_eq!(stacks, (!is_full).then(|| forms::stacks_of(&new)));
        let picture = forms::drop_in_picture(disc, slot, &forms::picture_of(&old), &mut quiet);
        assert_eq!(picture, (!is_full).then(|| forms::picture_of(&new)));
    });
}

#[test]
fn both_layouts_hold_the_same() {
    walk(|_, _, after| {
        let grid = rows_from_bottom(&after.position().grid());
        let flat = flat_of(&grid);
        for y in -1..7 {
            for x in -1..8 {
                let flat = look_flat(&flat, (6, 7), (y, x), &mut quiet);
                assert_eq!(flat, look_nested(&grid, (y, x), &mut quiet));
            }
        }
    });
}

fn game(slots: &[usize]) -> Game {
    let moves = slots
        .iter()
        .map(|slot| Move::Drop(Column::from_index(*slot).expect("in range")));
    Game::from_moves(Ruleset::STANDARD, moves).expect("a legal game")
}

/// Document 001: six drops in five forms, and the next one into slot D.
#[test]
fn the_example_of_the_five_forms() {
    let example = game(&[3, 3, 1, 2, 4, 2]);
    let grid = example.position().grid();
    let rows = rows_from_top(&grid);
    assert_eq!(rows[4], [0, 0, 2, 2, 0, 0, 0]);
    assert_eq!(rows[5], [0, 1, 2, 1, 1, 0, 0]);
    assert!(rows[..4].iter().flatten().all(|space| *space == 0));
    let slots = forms::slots_of(&grid);
    assert_eq!(slots[2], [2, 2, 0, 0, 0, 0]);
    assert_eq!(slots[3], [1, 2, 0, 0, 0, 0]);
    assert_eq!(
        forms::stacks_of(&grid),
        [
            vec![],
            vec![1],
            vec![2, 2],
            vec![1, 2],
            vec![1],
            vec![],
            vec![]
        ]
    );
    let picture = forms::picture_of(&grid);
    assert!(
        picture.ends_with("🟦 🟦 🟡 🟡 🟦 🟦 🟦\n🟦 🔴 🟡 🔴 🔴 🟦 🟦\n🔴 first"),
        "{picture}"
    );
    let next = forms::drop_in_picture(1, 3, &picture, &mut quiet).expect("there is room");
    assert!(
        next.ends_with(
            "🟦 🟦 🟦 🔴 🟦 🟦 🟦\n🟦 🟦 🟡 🟡 🟦 🟦 🟦\n🟦 🔴 🟡 🔴 🔴 🟦 🟦\n🔴 first"
        ),
        "{next}"
    );
    assert_eq!(
        forms::drop_in_moves(1, 3, &[3, 3, 1, 2, 4, 2], &mut quiet),
        Some(vec![3, 3, 1, 2, 4, 2, 3])
    );
}

/// Document 000: the last empty space of a column, three in a column over another disc, and discs on both sides.
#[test]
fn the_examples_of_states_and_actions() {
    let mut state = State::default();
    state.columns[0] = vec![0, 0, 0, 1, 2, 1].into();
    let next = reduce::reduce(&state, Action::Move(0), &mut quiet);
    assert_eq!(*next.columns[0], [0, 0, 1, 1, 2, 1]);
    assert_eq!((next.player, next.winner, next.is_over), (2, None, false));
    // Three of player 1 on a disc of player 2.
    let mut columns = State::default().columns;
    columns[0] = vec![0, 0, 1, 1, 1, 2].into();
    let mut most = 0;
    let mut see = |mark: &foursight_lessons::Mark<'_>| {
        let found = mark.values.iter().find(|(name, _)| *name == "count");
        most = found.map_or(most, |(_, count)| *count);
    };
    assert!(!did_win(&columns, 2, 0, (1, 0), &mut see));
    assert_eq!(most, 3);
    // `1 1 X 1`: the placed disc counts once, so that these are four. `1 1 X 1 1` are five.
    for (width, is_won) in [(3, false), (4, true), (5, true)] {
        let mut columns = State::default().columns;
        for column in columns.iter_mut().take(width) {
            *column = vec![0, 0, 0, 0, 0, 1].into();
        }
        assert_eq!(
            did_win(&columns, 5, 2, (0, 1), &mut quiet),
            is_won,
            "{width}"
        );
    }
    // A full column is refused, and the very same state comes back.
    let mut full = State::default();
    full.columns[4] = vec![1, 2, 1, 2, 1, 2].into();
    assert_eq!(reduce::reduce(&full, Action::Move(4), &mut quiet), full);
}

/// A diagram as document 003 draws it: the bottom line is row 0.
fn diagram(lines: &[&str]) -> Rows {
    let row = |line: &&str| {
        let signs = line.split_whitespace();
        signs.map(|sign| sign.parse().unwrap_or(0)).collect()
    };
    lines.iter().rev().map(row).collect()
}

/// Document 003: the small grid, step by step.
#[test]
fn the_small_example_of_the_scan() {
    let grid = diagram(&["- - -", "- 1 -", "1 2 -"]);
    assert_eq!(grid, scan::example("small"));
    let steps = scan::steps(&grid, 1, Way::DiagonalRight.delta());
    let told = |at: usize| {
        (
            steps[at].start,
            steps[at].consecutive,
            steps[at].target,
            steps[at].branch,
        )
    };
    assert_eq!(told(0), ((0, 0), 0, (0, 0), Branch::OneMore));
    assert_eq!(told(1), ((0, 0), 1, (1, 1), Branch::OneMore));
    assert_eq!(told(2), ((0, 0), 2, (2, 2), Branch::NextStart));
    assert_eq!(told(3), ((0, 1), 0, (0, 1), Branch::NextStart));
    let last = steps.last().expect("it has steps");
    assert_eq!((last.start, last.branch), ((2, 2), Branch::End));
    assert!(steps.iter().any(|step| step.branch == Branch::NextRow));
}

/// Document 003: the grid that never was, with a line in each direction, and the game that First wins.
#[test]
fn the_large_examples_of_the_scan() {
    let fictitious = diagram(&[
        "- - - 2 2 2 2",
        "1 - - - - - -",
        "- 1 - 1 - - 2",
        "- - 1 - - - 2",
        "- 1 - 1 - - 2",
        "1 - - - - - 2",
    ]);
    assert_eq!(fictitious, scan::example("fictitious"));
    let starts = [(2, (0, 6)), (2, (5, 3)), (1, (0, 0)), (1, (1, 3))];
    for (way, (player, start)) in Way::ALL.into_iter().zip(starts) {
        let found = find_adjacent(&fictitious, player, way.delta(), &mut quiet);
        assert_eq!((found.start, found.consecutive), (start, 4), "{way:?}");
    }
    let won = diagram(&[
        "- - - - - - -",
        "- - - - - - -",
        "- - - - 1 - -",
        "- - - 1 2 - -",
        "- - 1 1 2 - -",
        "- 1 2 2 2 1 -",
    ]);
    assert_eq!(won, scan::example("won"));
    let found = find_adjacent(&won, 1, Way::DiagonalRight.delta(), &mut quiet);
    assert_eq!((found.start, found.consecutive), ((0, 1), 4));
}

/// Document 002: the lowest row is the fifth, and a full column is answered by -1.
#[test]
fn the_examples_of_the_algorithms() {
    let grid = rows_from_top(&game(&[2]).position().grid());
    assert_eq!(grid[5], [0, 0, 1, 0, 0, 0, 0]);
    assert_eq!(drop_row(&grid, 0, &mut quiet), 5);
    assert_eq!(drop_row(&grid, 2, &mut quiet), 4);
    let full = rows_from_top(&game(&[2; 6]).position().grid());
    assert_eq!(drop_row(&full, 2, &mut quiet), -1);
}

#[test]
fn every_way_through_the_chart_begins_with_a_choice_and_ends_with_an_answer() {
    let answers = [Answer::Refused, Answer::Won(1), Answer::Tied, Answer::Next];
    let mut seen = Vec::new();
    for answer in answers {
        let path = Stage::path(answer);
        assert_eq!(path[..2], [Stage::Choose, Stage::May]);
        seen.extend(path);
    }
    assert!(Stage::ALL.iter().all(|stage| seen.contains(stage)));
}

/// The last line that ran says what the function answered, and that is what the rules say.
#[test]
fn every_run_ends_with_the_answer_of_the_rules() {
    let listing = |name: &str| Listing::named(name).expect("it is shown in a lesson");
    walk_games(GAMES / 2, |before, column, after| {
        let is_refused = after.moves().len() == before.moves().len();
        let is_won = matches!(after.end(), Some(End::Won(_)));
        let is_tied = matches!(after.end(), Some(End::Tied(_)));
        let last = |name: &str| {
            let trace = on_drop(&[listing(name)], before, column);
            trace.0.last().map(foursight_lessons::Moment::code)
        };
        let told = match (is_refused, is_won, is_tied) {
            (true, ..) => "return Answer::Refused;",
            (_, true, _) => "return Answer::Won(self.player);",
            (.., true) => "return Answer::Tied;",
            _ => "Answer::Next",
        };
        assert_eq!(last("make_move"), Some(told));
        let told = if is_refused {
            "return state.clone();"
        } else {
            "State {"
        };
        assert_eq!(last("reduce"), Some(told));
        let told = if is_refused {
            "-1"
        } else {
            "return row as i32;"
        };
        assert_eq!(last("drop_row"), Some(told));
        for name in ["is_win", "has_line"] {
            let told = if is_won { "return true;" } else { "false" };
            assert_eq!(last(name), (!is_refused).then_some(told), "{name}");
        }
        assert_eq!(
            last("did_win"),
            (!is_refused).then_some("in_a_row >= CONNECT")
        );
        assert_eq!(last("last_empty"), (!is_refused).then_some("row"));
        let told = if is_refused {
            "return None;"
        } else {
            "Some(next)"
        };
        assert_eq!(last("drop_in_stacks"), Some(told));
        assert_eq!(turns_of(after).is_over, state_of(after).is_over);
    });
}

/// Whatever can be stepped through lights every one of its questions, loops and answers in some game.
#[test]
fn every_line_that_decides_is_lit() {
    let named = |name: &&str| Listing::named(name).expect("a listing");
    let all: Vec<_> = Demo::ALL
        .iter()
        .flat_map(|demo| demo.listings())
        .map(named)
        .collect();
    let mut lit = std::collections::BTreeSet::new();
    let mut see = |trace: &Trace| {
        let lines = trace
            .0
            .iter()
            .map(|moment| (moment.listing.name, moment.line));
        lit.extend(lines);
    };
    walk_games(GAMES / 4, |before, column, after| {
        see(&on_drop(&all, before, column));
        let rows = rows_from_bottom(&after.position().grid());
        if after.end().is_some() {
            let flat = flat_of(&rows);
            for at in [(0, 0), (5, 6), (0, 7)] {
                see(&Trace::of(&all, |see| look_flat(&flat, (6, 7), at, see)).0);
                see(&Trace::of(&all, |see| look_nested(&rows, at, see)).0);
            }
            for way in Way::ALL {
                see(&Trace::of(&all, |see| find_along(&rows, 1, way, see)).0);
            }
            see(&Trace::of(&all, |see| empty_rows(7, 6, see)).0);
        }
    });
    for listing in &all {
        for (at, (_, line)) in listing.lines.iter().enumerate() {
            let is_table = ["directions", "deltas"].contains(&listing.name);
            let decides: &[&str] = if is_table {
                &["(", "Self::"]
            } else {
                &["if ", "for ", "while ", "return ", "0 <="]
            };
            if decides.iter().any(|word| line.trim().starts_with(word)) {
                assert!(
                    lit.contains(&(listing.name, at)),
                    "{}: {line}",
                    listing.name
                );
            }
        }
    }
}
