//! Two nodes serve one game: every order of their steps is tried, over the real table.
//!
//! A node accepts a command, commits what it leads to, and publishes it; the other hears of it in any
//! order or never, or reads the log; and either may crash at any moment, which makes the client ask again.
//! In no order is a confirmed move lost, doubled or at another place. With the one rule broken, so that a
//! node confirms before it commits, an order is found in which one is lost.

use std::collections::HashSet;

use foursight_core::{Column, Move, Ruleset};
use foursight_table::{By, Command, Entry, Event, Point, Seat, Start, Table, Who};

use super::turn::{Step, Turn, learn};

/// What a node is at.
#[derive(Clone, Debug)]
enum At {
    Rest,
    /// It has decided on an entry for this question.
    Decided(usize, Entry),
    /// The entry is in the log.
    Committed(usize, Entry),
    /// Somebody else had the number.
    Beaten(usize),
}

#[derive(Clone, Debug)]
struct Node {
    table: Table,
    at: At,
    /// Questions that wait, by their numbers.
    waiting: Vec<usize>,
    heard: Vec<Entry>,
}

#[derive(Clone, Debug)]
struct World {
    log: Vec<Entry>,
    nodes: [Node; 2],
    /// What clients were told: the question and the number of the event.
    confirmed: Vec<(usize, u64)>,
    crashes: u8,
}

struct Explorer {
    asked: Vec<Turn>,
    is_rule_kept: bool,
    seen: HashSet<String>,
    faults: Vec<String>,
}

/// One step of a node.
#[derive(Clone, Copy, Debug)]
enum Act {
    GoOn,
    Hear(usize),
    Lose(usize),
    Crash,
}

fn drop_in(column: usize, ply: usize, seat: Seat) -> Turn {
    let step = Move::Drop(Column::from_number(column).expect("in range"));
    let at = Point { branch: 1, ply };
    Turn {
        command: Command::Move { at, step },
        by: By::Seat(seat),
        at_ms: 10,
    }
}

fn world(waiting: [Vec<usize>; 2]) -> World {
    let seats = ["a", "b"].map(|id| Who::Person(id.to_owned()));
    let start = Start::new(Ruleset::STANDARD, seats);
    let log = vec![Entry {
        seq: 1,
        at_ms: 0,
        event: Event::Started(Box::new(start)),
    }];
    let table = Table::from_log(&log).expect("a start");
    let nodes = waiting.map(|waiting| Node {
        table: table.clone(),
        at: At::Rest,
        waiting,
        heard: Vec::new(),
    });
    World {
        log,
        nodes,
        confirmed: Vec::new(),
        crashes: 1,
    }
}

impl Explorer {
    fn explore(&mut self, world: &World) {
        if !self.faults.is_empty() || !self.seen.insert(format!("{world:?}")) {
            return;
        }
        self.check(world);
        for node in 0..2 {
            for act in acts(world, node) {
                let mut next = world.clone();
                self.step(&mut next, node, act);
                self.explore(&next);
            }
        }
    }

    fn step(&self, world: &mut World, number: usize, act: Act) {
        let log = world.log.clone();
        let node = &mut world.nodes[number];
        match act {
            Act::GoOn => self.go_on(world, number),
            Act::Hear(at) => {
                let entry = node.heard.remove(at);
                // A gap sends the node to the log.
                if learn(&mut node.table, vec![entry]).is_err() {
                    learn(&mut node.table, log).expect("the log can be followed");
                }
            }
            Act::Lose(at) => drop(node.heard.remove(at)),
            Act::Crash => {
                world.crashes -= 1;
                // The client gets no answer and asks again, the node begins from the log.
                match node.at {
                    At::Decided(asked, _) | At::Committed(asked, _) | At::Beaten(asked) => {
                        node.waiting.insert(0, asked);
                    }
                    At::Rest => {}
                }
                node.at = At::Rest;
                node.table = Table::from_log(&log).expect("the log can be followed");
                node.heard.clear();
            }
        }
    }

    fn go_on(&self, world: &mut World, number: usize) {
        let log = world.log.clone();
        let node = &mut world.nodes[number];
        match std::mem::replace(&mut node.at, At::Rest) {
            At::Rest => {
                let asked = node.waiting.remove(0);
                self.decide(world, number, asked);
            }
            At::Decided(asked, entry) => {
                if entry.seq == log.len() as u64 + 1 {
                    world.log.push(entry.clone());
                    world.nodes[number].at = At::Committed(asked, entry);
                } else {
                    node.at = At::Beaten(asked);
                }
            }
            At::Committed(asked, entry) => {
                node.table.apply(&entry).expect("it was decided here");
                world.confirmed.push((asked, entry.seq));
                world.nodes[1 - number].heard.push(entry);
            }
            At::Beaten(asked) => {
                learn(&mut node.table, log).expect("the log can be followed");
                self.decide(world, number, asked);
            }
        }
    }

    fn decide(&self, world: &mut World, number: usize, asked: usize) {
        let node = &mut world.nodes[number];
        match self.asked[asked].step(&node.table) {
            Step::Commit(entry) => {
                if !self.is_rule_kept {
                    world.confirmed.push((asked, entry.seq));
                }
                node.at = At::Decided(asked, entry);
            }
            Step::Known(seq) => world.confirmed.push((asked, seq)),
            Step::Refuse(_) => {}
        }
    }

    fn check(&mut self, world: &World) {
        for (asked, seq) in &world.confirmed {
            let entry = world.log.get(*seq as usize - 1);
            let Command::Move { step, at } = &self.asked[*asked].command else {
                continue;
            };
            let is_there = entry.is_some_and(
                |entry| matches!(&entry.event, Event::Moved { step: made, .. } if made == step),
            );
            if !is_there || *seq != at.ply as u64 + 2 {
                self.faults
                    .push(format!("lost: {asked} as {seq} in {world:?}"));
            }
        }
        let numbers: Vec<_> = world.log.iter().map(|entry| entry.seq).collect();
        if numbers != (1..=world.log.len() as u64).collect::<Vec<_>>() {
            self.faults.push(format!("a gap: {world:?}"));
        }
        for node in &world.nodes {
            let known = &world.log[..node.table.seq() as usize];
            if Table::from_log(known) != Ok(node.table.clone()) {
                self.faults.push(format!("not as the log: {world:?}"));
            }
        }
    }
}

fn acts(world: &World, number: usize) -> Vec<Act> {
    let node = &world.nodes[number];
    let mut acts = Vec::new();
    if !matches!(node.at, At::Rest) || !node.waiting.is_empty() {
        acts.push(Act::GoOn);
    }
    // A task hears what other nodes say between two commands.
    if matches!(node.at, At::Rest) {
        acts.extend((0..node.heard.len()).flat_map(|at| [Act::Hear(at), Act::Lose(at)]));
    }
    if world.crashes > 0 {
        acts.push(Act::Crash);
    }
    acts
}

/// Ada asks both nodes for the same drop and for another one; Bob answers through both.
fn explored(is_rule_kept: bool) -> (usize, Vec<String>) {
    let asked = vec![
        drop_in(4, 0, Seat::One),
        drop_in(5, 0, Seat::One),
        drop_in(4, 1, Seat::Two),
    ];
    let mut explorer = Explorer {
        asked,
        is_rule_kept,
        seen: HashSet::new(),
        faults: Vec::new(),
    };
    explorer.explore(&world([vec![0, 2, 1], vec![1, 0, 2]]));
    (explorer.seen.len(), explorer.faults)
}

#[test]
fn no_order_of_steps_loses_doubles_or_reorders_a_move() {
    let (states, faults) = explored(true);
    assert_eq!(faults, [""; 0]);
    assert!(states > 1_000, "{states} states: too few to mean anything");
}

#[test]
fn with_the_rule_broken_a_lost_move_is_found() {
    let (_, faults) = explored(false);
    assert!(
        faults.iter().any(|fault| fault.starts_with("lost")),
        "{faults:?}"
    );
}
