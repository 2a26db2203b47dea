//! The teaching functions agree with the rules, on thousands of random games and on the examples of
//! the lessons.

use foursight_core::{Column, Direction, End, Game, Move, Player, Ruleset};
use foursight_lessons::teach::compare::costs;
use foursight_lessons::teach::drop_trace::{state_of, trace_drop, turns_of};
use foursight_lessons::teach::fall::{Rows, drop_row, empty_rows};
use foursight_lessons::teach::layout::{flat_of, look_flat, look_nested};
use foursight_lessons::teach::reduce::{self, Action, State, did_win, shared};
use foursight_lessons::teach::scan::{self, ScanBranch, ScanDirection, find_adjacent, find_along};
use foursight_lessons::teach::turns::{Answer, FlowStage, Turns};
use foursight_lessons::teach::win::{counts, is_win};
use foursight_lessons::teach::{bits, forms, number, rows_from_bottom, rows_from_top};
use foursight_lessons::{Demo, Listing, Trace};

/// Number of random games, one per seed.
const GAMES: u64 = 3000;

/// A linear congruential generator, good enough to vary games.
struct LessonRng(u64);

impl LessonRng {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// Plays random games and visits every choice of a column, including full ones, with the games
/// before and after it.
fn walk(visit: impl FnMut(&Game, Column, &Game)) {
    walk_games(GAMES, visit);
}

fn walk_games(games: u64, mut visit: impl FnMut(&Game, Column, &Game)) {
    for seed in 0..games {
        let mut rng = LessonRng(seed);
        let mut game = Game::default();
        while game.end().is_none() {
            let column = Column::from_index(rng.below(7)).expect("in range");
            let next = game.drop_in(column).unwrap_or_else(|_| game.clone());
            visit(&game, column, &next);
            game = next;
        }
    }
}

/// A tracer that ignores all trace points.
fn no_trace(_: &foursight_lessons::TracePoint<'_>) {}

#[test]
fn a_disc_lands_as_in_the_rules() {
    walk(|before, column, _| {
        let board = before.position().board();
        let expected = board
            .landing(column)
            .map_or(-1, |cell| 5 - cell.row.index() as i32);
        assert_eq!(
            drop_row(&rows_from_top(&board), column.index(), &mut no_trace),
            expected
        );
    });
}

#[test]
fn lines_agree_with_the_rules() {
    walk(|before, column, after| {
        if after.moves().len() == before.moves().len() {
            return;
        }
        let is_won = matches!(after.end(), Some(End::Won(_)));
        let board = after.position().board();
        let (down, up) = (rows_from_top(&board), rows_from_bottom(&board));
        let row = 6 - board.stack(column).count();
        assert_eq!(is_win(&down, row, column.index(), &mut no_trace), is_won);
        let most = counts(&down, row, column.index()).into_iter().max();
        assert_eq!(most >= Some(4), is_won);
        let mover = before.position().to_move();
        let found = ScanDirection::ALL.map(|direction| {
            find_adjacent(&up, number(mover), direction.delta(), &mut no_trace).consecutive == 4
        });
        assert_eq!(found.contains(&true), is_won);
        assert_eq!(
            bits::has_line(board.bits(mover) as u64, &mut no_trace),
            is_won
        );
        let costs = costs(after).expect("the last move was a drop");
        assert_eq!(
            [costs.scan_found, costs.last_found, costs.bits_found],
            [is_won; 3]
        );
        assert!(costs.bits <= 16 && costs.last <= 20);
        // A scan is cheaper only if it finds a line near its start.
        assert!(is_won || costs.scan > costs.last);
    });
}

/// The scans of the rules and of the lesson find the same lines in each direction.
#[test]
fn scans_agree_with_the_rules() {
    let directions = [
        Direction::Vertical,
        Direction::Horizontal,
        Direction::Rising,
        Direction::Falling,
    ];
    walk(|_, _, after| {
        let board = after.position().board();
        let up = rows_from_bottom(&board);
        for player in Player::BOTH {
            for (scan_direction, direction) in ScanDirection::ALL.into_iter().zip(directions) {
                let found =
                    find_adjacent(&up, number(player), scan_direction.delta(), &mut no_trace);
                let run = board.scan(player, direction, 4);
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
fn turns_and_states_agree_with_the_rules() {
    for seed in 0..GAMES {
        let mut rng = LessonRng(seed);
        let (mut game, mut turns, mut state) =
            (Game::default(), Turns::new(7, 6), State::default());
        let mut moves = Vec::new();
        for _ in 0..60 {
            let index = rng.below(7);
            let column = Column::from_index(index).expect("in range");
            let next = game.drop_in(column);
            let before = state.clone();
            let after = reduce::reduce(&state, Action::Move(index), &mut no_trace);
            assert_eq!(state, before, "the old state is unchanged");
            let expected = match &next {
                Err(_) => Answer::Refused,
                Ok(next) => match next.end() {
                    Some(End::Won(winner)) => Answer::Won(number(winner)),
                    Some(End::Draw(_)) => Answer::Draw,
                    None => Answer::Next,
                },
            };
            assert_eq!(turns.make_move(index, &mut no_trace), expected);
            let is_shared = shared(&state, &after);
            match next {
                Ok(next) => {
                    assert_eq!(is_shared.iter().filter(|shared| !**shared).count(), 1);
                    assert!(!is_shared[index]);
                    moves.push(index);
                    game = next;
                }
                Err(_) => assert_eq!(is_shared, [true; 7], "an illegal move copies nothing"),
            }
            state = after;
            assert_eq!(turns.board, rows_from_top(&game.position().board()));
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
            reduce::reduce(&state, Action::Restart, &mut no_trace),
            State::default()
        );
    }
}

#[test]
fn drops_agree_in_all_five_forms() {
    walk(|before, column, after| {
        let (old, new) = (before.position().board(), after.position().board());
        let (disc, slot) = (number(before.position().to_move()), column.index());
        let is_full = old.landing(column).is_none();
        let moves = forms::drop_in_moves(disc, slot, &forms::moves_of(before), &mut no_trace);
        assert_eq!(moves, (!is_full).then(|| forms::moves_of(after)));
        let board = forms::drop_in_board(disc, slot, &rows_from_top(&old), &mut no_trace);
        assert_eq!(board, (!is_full).then(|| rows_from_top(&new)));
        let slots = forms::drop_in_slots(disc, slot, &forms::slots_of(&old), &mut no_trace);
        assert_eq!(slots, (!is_full).then(|| forms::slots_of(&new)));
        let stacks = forms::drop_in_stacks(disc, slot, &forms::stacks_of(&old), &mut no_trace);
        assert_eq!(stacks, (!is_full).then(|| forms::stacks_of(&new)));
        let picture = forms::drop_in_picture(disc, slot, &forms::picture_of(&old), &mut no_trace);
        assert_eq!(picture, (!is_full).then(|| forms::picture_of(&new)));
    });
}

#[test]
fn both_layouts_agree() {
    walk(|_, _, after| {
        let board = rows_from_bottom(&after.position().board());
        let flat = flat_of(&board);
        for y in -1..7 {
            for x in -1..8 {
                let flat = look_flat(&flat, (6, 7), (y, x), &mut no_trace);
                assert_eq!(flat, look_nested(&board, (y, x), &mut no_trace));
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

/// The example of the lesson `data`: six drops in five forms, and another one into slot D.
#[test]
fn the_example_of_the_five_forms() {
    let example = game(&[3, 3, 1, 2, 4, 2]);
    let board = example.position().board();
    let rows = rows_from_top(&board);
    assert_eq!(rows[4], [0, 0, 2, 2, 0, 0, 0]);
    assert_eq!(rows[5], [0, 1, 2, 1, 1, 0, 0]);
    assert!(rows[..4].iter().flatten().all(|cell| *cell == 0));
    let slots = forms::slots_of(&board);
    assert_eq!(slots[2], [2, 2, 0, 0, 0, 0]);
    assert_eq!(slots[3], [1, 2, 0, 0, 0, 0]);
    assert_eq!(
        forms::stacks_of(&board),
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
    let picture = forms::picture_of(&board);
    assert!(
        picture.ends_with("🟦 🟦 🟡 🟡 🟦 🟦 🟦\n🟦 🔴 🟡 🔴 🔴 🟦 🟦\n🔴 first"),
        "{picture}"
    );
    let next = forms::drop_in_picture(1, 3, &picture, &mut no_trace).expect("there is room");
    assert!(
        next.ends_with(
            "🟦 🟦 🟦 🔴 🟦 🟦 🟦\n🟦 🟦 🟡 🟡 🟦 🟦 🟦\n🟦 🔴 🟡 🔴 🔴 🟦 🟦\n🔴 first"
        ),
        "{next}"
    );
    assert_eq!(
        forms::drop_in_moves(1, 3, &[3, 3, 1, 2, 4, 2], &mut no_trace),
        Some(vec![3, 3, 1, 2, 4, 2, 3])
    );
}

/// `drop(slot, game)` finds out the disc by itself, in every game.
#[test]
fn the_shortest_head_agrees_with_the_turn() {
    walk(|before, column, after| {
        let old = forms::stacks_of(&before.position().board());
        let to_move = number(before.position().to_move());
        assert_eq!(forms::next_disc_to_drop(&old, &mut no_trace), to_move);
        let is_full = before.position().board().landing(column).is_none();
        let dropped = forms::drop(column.index(), &old, &mut no_trace);
        let expected = (!is_full).then(|| forms::stacks_of(&after.position().board()));
        assert_eq!(dropped, expected);
    });
}

/// The listings of the pipe and of the transposed drop run one after the other, and the column of
/// the lesson `actions` is drawn tile by tile.
#[test]
fn the_small_functions_are_traced_in_their_order() {
    let run = |names: &[&str]| {
        let listings: Vec<_> = names
            .iter()
            .map(|name| Listing::from_name(name).expect("a listing"))
            .collect();
        let column = Column::from_index(3).expect("in range");
        let steps = trace_drop(&listings, &game(&[3, 3, 1, 2, 4, 2]), column).0;
        let mut order: Vec<_> = steps.iter().map(|step| step.listing.name).collect();
        order.dedup();
        order
    };
    assert_eq!(
        run(&[
            "drop_in_slot",
            "remove_empty_cells",
            "append_disc",
            "pad_empty_cells"
        ]),
        [
            "drop_in_slot",
            "remove_empty_cells",
            "drop_in_slot",
            "append_disc",
            "drop_in_slot",
            "pad_empty_cells"
        ]
    );
    assert_eq!(
        run(&["transpose", "drop_in_board"]),
        [
            "drop_in_board",
            "transpose",
            "drop_in_board",
            "transpose",
            "drop_in_board"
        ]
    );
    assert_eq!(
        run(&["drop", "next_disc_to_drop"]),
        ["drop", "next_disc_to_drop", "drop"]
    );
    let tiles = reduce::column(&reduce::COLUMN_EXAMPLE, &mut no_trace);
    assert_eq!(tiles, ["[ ]", "[ ]", "[1]", "[2]", "[1]", "[2]"]);
    let lists = vec![vec![1, 2], vec![3, 4], vec![5, 6]];
    let turned = forms::transpose(&lists, &mut no_trace);
    assert_eq!(turned, [vec![1, 3, 5], vec![2, 4, 6]]);
    assert_eq!(forms::transpose(&turned, &mut no_trace), lists);
}

/// Examples of the lesson `actions`: the last empty cell of a column, three discs in a column above
/// another disc, and discs on both sides.
#[test]
fn the_examples_of_states_and_actions() {
    let mut state = State::default();
    state.columns[0] = vec![0, 0, 0, 1, 2, 1].into();
    let next = reduce::reduce(&state, Action::Move(0), &mut no_trace);
    assert_eq!(*next.columns[0], [0, 0, 1, 1, 2, 1]);
    assert_eq!((next.player, next.winner, next.is_over), (2, None, false));
    // Three discs of player 1 above one of player 2.
    let mut columns = State::default().columns;
    columns[0] = vec![0, 0, 1, 1, 1, 2].into();
    let mut most = 0;
    let mut trace = |point: &foursight_lessons::TracePoint<'_>| {
        let found = point.values.iter().find(|(name, _)| *name == "count");
        most = found.map_or(most, |(_, count)| *count);
    };
    assert!(!did_win(&columns, 2, 0, (1, 0), &mut trace));
    assert_eq!(most, 3);
    // The placed disc counts once: `1 1 X 1` are four, `1 1 X 1 1` are five.
    for (width, is_won) in [(3, false), (4, true), (5, true)] {
        let mut columns = State::default().columns;
        for column in columns.iter_mut().take(width) {
            *column = vec![0, 0, 0, 0, 0, 1].into();
        }
        assert_eq!(
            did_win(&columns, 5, 2, (0, 1), &mut no_trace),
            is_won,
            "{width}"
        );
    }
    // A drop into a full column returns an equal state.
    let mut full = State::default();
    full.columns[4] = vec![1, 2, 1, 2, 1, 2].into();
    assert_eq!(reduce::reduce(&full, Action::Move(4), &mut no_trace), full);
}

/// Parses a diagram of the lesson `scan`, whose bottom line is row 0.
fn diagram(lines: &[&str]) -> Rows {
    let row = |line: &&str| {
        let signs = line.split_whitespace();
        signs.map(|sign| sign.parse().unwrap_or(0)).collect()
    };
    lines.iter().rev().map(row).collect()
}

/// The small board of the lesson `scan`, step by step.
#[test]
fn the_small_example_of_the_scan() {
    let board = diagram(&["- - -", "- 1 -", "1 2 -"]);
    assert_eq!(board, scan::example_rows("small"));
    let steps = scan::steps(&board, 1, ScanDirection::DiagonalRight.delta());
    let step = |at: usize| {
        (
            steps[at].start,
            steps[at].consecutive,
            steps[at].target,
            steps[at].branch,
        )
    };
    assert_eq!(step(0), ((0, 0), 0, (0, 0), ScanBranch::DiscFound));
    assert_eq!(step(1), ((0, 0), 1, (1, 1), ScanBranch::DiscFound));
    assert_eq!(step(2), ((0, 0), 2, (2, 2), ScanBranch::NextStart));
    assert_eq!(step(3), ((0, 1), 0, (0, 1), ScanBranch::NextStart));
    let last = steps.last().expect("a step");
    assert_eq!((last.start, last.branch), ((2, 2), ScanBranch::End));
    assert!(steps.iter().any(|step| step.branch == ScanBranch::NextRow));
}

/// The large boards of the lesson `scan`: one that no game reaches, with a line in each direction,
/// and a game that First wins.
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
    assert_eq!(fictitious, scan::example_rows("fictitious"));
    let starts = [(2, (0, 6)), (2, (5, 3)), (1, (0, 0)), (1, (1, 3))];
    for (direction, (player, start)) in ScanDirection::ALL.into_iter().zip(starts) {
        let found = find_adjacent(&fictitious, player, direction.delta(), &mut no_trace);
        assert_eq!(
            (found.start, found.consecutive),
            (start, 4),
            "{direction:?}"
        );
    }
    let won = diagram(&[
        "- - - - - - -",
        "- - - - - - -",
        "- - - - 1 - -",
        "- - - 1 2 - -",
        "- - 1 1 2 - -",
        "- 1 2 2 2 1 -",
    ]);
    assert_eq!(won, scan::example_rows("won"));
    let found = find_adjacent(&won, 1, ScanDirection::DiagonalRight.delta(), &mut no_trace);
    assert_eq!((found.start, found.consecutive), ((0, 1), 4));
}

/// Examples of the lesson `how`: the lowest row has index 5, and a full column returns -1.
#[test]
fn the_examples_of_the_algorithms() {
    let board = rows_from_top(&game(&[2]).position().board());
    assert_eq!(board[5], [0, 0, 1, 0, 0, 0, 0]);
    assert_eq!(drop_row(&board, 0, &mut no_trace), 5);
    assert_eq!(drop_row(&board, 2, &mut no_trace), 4);
    let full = rows_from_top(&game(&[2; 6]).position().board());
    assert_eq!(drop_row(&full, 2, &mut no_trace), -1);
}

#[test]
fn paths_through_the_flow_chart_cover_all_stages() {
    let answers = [Answer::Refused, Answer::Won(1), Answer::Draw, Answer::Next];
    let mut visited = Vec::new();
    for answer in answers {
        let path = FlowStage::path(answer);
        assert_eq!(path[..2], [FlowStage::Choose, FlowStage::CheckMove]);
        visited.extend(path);
    }
    assert!(FlowStage::ALL.iter().all(|stage| visited.contains(stage)));
}

/// The last line of every trace is the result that the rules expect.
#[test]
fn every_trace_ends_with_the_expected_result() {
    let listing = |name: &str| Listing::from_name(name).expect("a listing");
    walk_games(GAMES / 2, |before, column, after| {
        let is_refused = after.moves().len() == before.moves().len();
        let is_won = matches!(after.end(), Some(End::Won(_)));
        let is_drawn = matches!(after.end(), Some(End::Draw(_)));
        let last = |name: &str| {
            let trace = trace_drop(&[listing(name)], before, column);
            trace.0.last().map(foursight_lessons::TraceStep::code)
        };
        let expected = match (is_refused, is_won, is_drawn) {
            (true, ..) => "return Answer::Refused;",
            (_, true, _) => "return Answer::Won(self.player);",
            (.., true) => "return Answer::Draw;",
            _ => "Answer::Next",
        };
        assert_eq!(last("make_move"), Some(expected));
        let expected = if is_refused {
            "return state.clone();"
        } else {
            "State {"
        };
        assert_eq!(last("reduce"), Some(expected));
        let expected = if is_refused {
            "-1"
        } else {
            "return row as i32;"
        };
        assert_eq!(last("drop_row"), Some(expected));
        for name in ["is_win", "has_line"] {
            let expected = if is_won { "return true;" } else { "false" };
            assert_eq!(last(name), (!is_refused).then_some(expected), "{name}");
        }
        assert_eq!(
            last("did_win"),
            (!is_refused).then_some("in_a_row >= CONNECT")
        );
        assert_eq!(last("last_empty"), (!is_refused).then_some("row"));
        let expected = if is_refused {
            "return None;"
        } else {
            "Some(next)"
        };
        assert_eq!(last("drop_in_stacks"), Some(expected));
        assert_eq!(turns_of(after).is_over, state_of(after).is_over);
    });
}

/// Traces of random games reach every condition, loop and return of the listings.
#[test]
fn traces_cover_every_branch() {
    let named = |name: &&str| Listing::from_name(name).expect("a listing");
    let all: Vec<_> = Demo::ALL
        .iter()
        .flat_map(|demo| demo.listings())
        .map(named)
        .collect();
    let mut covered = std::collections::BTreeSet::new();
    let mut record = |trace: &Trace| {
        let lines = trace.0.iter().map(|step| (step.listing.name, step.line));
        covered.extend(lines);
    };
    walk_games(GAMES / 4, |before, column, after| {
        record(&trace_drop(&all, before, column));
        let rows = rows_from_bottom(&after.position().board());
        if after.end().is_some() {
            let flat = flat_of(&rows);
            for at in [(0, 0), (5, 6), (0, 7)] {
                record(&Trace::record(&all, |trace| look_flat(&flat, (6, 7), at, trace)).0);
                record(&Trace::record(&all, |trace| look_nested(&rows, at, trace)).0);
            }
            for direction in ScanDirection::ALL {
                record(&Trace::record(&all, |trace| find_along(&rows, 1, direction, trace)).0);
            }
            record(&Trace::record(&all, |trace| empty_rows(7, 6, trace)).0);
        }
    });
    for listing in &all {
        for (at, (_, line)) in listing.lines.iter().enumerate() {
            let is_table = ["directions", "deltas"].contains(&listing.name);
            let branches: &[&str] = if is_table {
                &["(", "Self::"]
            } else {
                &["if ", "for ", "while ", "return ", "0 <="]
            };
            if branches.iter().any(|word| line.trim().starts_with(word)) {
                assert!(
                    covered.contains(&(listing.name, at)),
                    "{}: {line}",
                    listing.name
                );
            }
        }
    }
}
