//! The outlines of the lessons on programming: demos, listings, exercises and key statements, in
//! order.

use foursight_lessons::{Block, Demo, Lesson, Listing, course};

#[test]
fn the_outline_of_how() {
    check_outline(
        "how",
        &[
            ("what", &[]),
            ("flow", &["demo flow"]),
            ("layers", &[]),
            ("data", &["demo array", "code empty_rows"]),
            ("fall", &["demo fall", "code drop_row"]),
            (
                "line",
                &[
                    "demo line",
                    "code is_win",
                    "code directions",
                    "code is_inside",
                ],
            ),
            ("turns", &["demo turns", "code make_move", "code turns"]),
            ("win", &["demo win", "code make_move"]),
            ("check", &[]),
            ("reflect", &["write"]),
        ],
    );
    let course = lesson("how");
    let takeaways = course
        .steps
        .iter()
        .flat_map(|step| &step.blocks)
        .filter(|block| matches!(block, Block::Takeaway(_)));
    assert_eq!(takeaways.count(), 5);
    assert!(course.minutes == 60 && course.audience.is_some() && course.aim.is_some());
}

#[test]
fn the_outline_of_data() {
    check_outline(
        "data",
        &[
            ("abstraction", &[]),
            ("forms", &["demo forms"]),
            (
                "drop",
                &[
                    "demo drops",
                    "code drop_in_moves",
                    "code drop_in_board",
                    "code drop_in_slots",
                    "code drop_in_stacks",
                    "code drop_in_picture",
                ],
            ),
            (
                "short",
                &["demo drops", "code drop", "code next_disc_to_drop"],
            ),
            (
                "pipe",
                &[
                    "demo drops",
                    "code drop_in_slot",
                    "code remove_empty_cells",
                    "code append_disc",
                    "code pad_empty_cells",
                    "code drop_in_slots",
                ],
            ),
            (
                "transpose",
                &["demo drops", "code drop_in_board", "code transpose"],
            ),
            ("names", &["exercise"]),
            ("valid", &["demo valid"]),
        ],
    );
}

#[test]
fn the_outlines_of_states_actions_and_scan() {
    check_outline(
        "states",
        &[
            ("machine", &["demo states"]),
            ("only-legal", &["demo states"]),
        ],
    );
    check_outline(
        "actions",
        &[
            (
                "actions",
                &[
                    "demo actions",
                    "code constants",
                    "code state",
                    "code empty_state",
                ],
            ),
            ("columns", &[]),
            ("gravity", &["demo actions", "code last_empty"]),
            ("reduce", &["demo actions", "code reduce"]),
            ("win", &["demo actions", "code did_win", "code cell"]),
            ("view", &["demo actions", "code view"]),
            ("tiles", &["demo tiles", "code column"]),
        ],
    );
    check_outline(
        "scan",
        &[
            ("axes", &["demo axes"]),
            ("deltas", &["demo scan fictitious", "code deltas"]),
            ("small", &["demo scan small"]),
            ("code", &["demo scan won", "code find_adjacent"]),
            (
                "layout",
                &[
                    "demo layout",
                    "code look_flat",
                    "code look_nested",
                    "code empty_rows",
                ],
            ),
            ("compare", &["demo compare", "code has_line"]),
        ],
    );
}

/// A demo of the same step traces each listing, except those that only declare data.
#[test]
fn every_executable_listing_is_traced() {
    let declarations = ["turns", "state", "empty_state", "constants"];
    for step in course().iter().flat_map(|lesson| &lesson.steps) {
        let is_traced = |listing: &Listing| {
            step.blocks.iter().any(|block| {
                matches!(block, Block::Demo(demo, _) if step.traced_listings(*demo).contains(&listing))
            })
        };
        for block in &step.blocks {
            if let Block::Code(listing) = block {
                assert_ne!(
                    is_traced(listing),
                    declarations.contains(&listing.name),
                    "{}: {}",
                    step.name,
                    listing.name
                );
            }
        }
    }
}

fn lesson(name: &str) -> &'static Lesson {
    course()
        .iter()
        .find(|lesson| lesson.name == name)
        .expect("a lesson of this name")
}

fn check_outline(name: &str, expected: &[(&str, &[&str])]) {
    let found: Vec<_> = lesson(name)
        .steps
        .iter()
        .map(|step| {
            let parts: Vec<String> = step
                .blocks
                .iter()
                .filter_map(|block| match block {
                    Block::Demo(demo, argument) if demo == &Demo::Scan => {
                        Some(format!("demo scan {argument}"))
                    }
                    Block::Demo(demo, _) => Some(format!("demo {}", demo.name())),
                    Block::Code(listing) => Some(format!("code {}", listing.name)),
                    Block::Write(_) => Some("write".to_owned()),
                    Block::Scene(scene) if scene.exercise.is_some() => Some("exercise".to_owned()),
                    _ => None,
                })
                .collect();
            (step.name.as_str(), parts)
        })
        .collect();
    let expected: Vec<_> = expected
        .iter()
        .map(|(step, parts)| {
            (
                *step,
                parts.iter().map(ToString::to_string).collect::<Vec<_>>(),
            )
        })
        .collect();
    assert_eq!(found, expected, "{name}");
}

/// The lessons contain these statements.
#[test]
fn key_statements() {
    for (name, step, statement) in [
        ("data", "short", "`drop(3, game)`"),
        ("data", "pipe", "a *pipe*"),
        ("data", "transpose", "*Transposing* turns rows into columns"),
        ("data", "drop", "strikes a balance"),
        ("data", "valid", "At most one player has a line"),
        ("actions", "actions", "from the inside out"),
        ("actions", "reduce", "an action it does not know"),
        ("actions", "win", "two `all`"),
        ("actions", "view", "a heading only if there is a winner"),
        ("scan", "layout", "`nil`, `0` or `1`"),
    ] {
        let found = lesson(name).steps.iter().find(|found| found.name == step);
        let text = format!("{:?}", found.map(|step| &step.blocks));
        assert!(text.contains(statement), "{name}/{step}: {text}");
    }
}
