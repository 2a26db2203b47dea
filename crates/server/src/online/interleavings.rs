//! Model checking of two nodes that serve one game: explores every interleaving of their steps,
//! over the real table.
//!
//! A node accepts a command, commits the resulting event, and publishes it; the other node receives
//! it in any order or never, or reads the log; and either may crash at any point, after which the
//! client sends its command again. In no interleaving is a confirmed move lost, duplicated or
//! reordered. With the invariant broken, so that a node confirms before it commits, the exploration
//! finds a lost move.

use std::collections::HashSet;

use foursight_core::{Column, Move, Ruleset};
use foursight_table::{Actor, Command, Entry, Event, GameStart, Occupant, Point, Seat, Table};

use super::pending_command::{NextAction, PendingCommand, apply_new};

/// The phase of a node.
#[derive(Clone, Debug)]
enum NodePhase {
    Idle,
    /// It has decided on an entry for this command.
    Decided(usize, Entry),
    /// The entry is in the log.
    Committed(usize, Entry),
    /// Another entry has its number.
    Conflict(usize),
}

#[derive(Clone, Debug)]
struct ModelNode {
    table: Table,
    phase: NodePhase,
    /// Indices of commands in the queue.
    queue: Vec<usize>,
    received: Vec<Entry>,
}

#[derive(Clone, Debug)]
struct ModelState {
    log: Vec<Entry>,
    nodes: [ModelNode; 2],
    /// Confirmations sent to clients: the command and the number of its event.
    confirmed: Vec<(usize, u64)>,
    crashes: u8,
}

struct ScheduleExplorer {
    commands: Vec<PendingCommand>,
    is_invariant_kept: bool,
    visited: HashSet<String>,
    faults: Vec<String>,
}

/// An action of a node.
#[derive(Clone, Copy, Debug)]
enum ModelAction {
    Advance,
    Receive(usize),
    Lose(usize),
    Crash,
}

fn drop_in(column: usize, ply: usize, seat: Seat) -> PendingCommand {
    let mv = Move::Drop(Column::from_number(column).expect("in range"));
    let at = Point { branch: 1, ply };
    PendingCommand {
        command: Command::PlayMove { at, mv },
        by: Actor::Seat(seat),
        at_ms: 10,
        lag_ms: 0,
    }
}

fn state(queue: [Vec<usize>; 2]) -> ModelState {
    let seats = ["a", "b"].map(|id| Occupant::Person(id.to_owned()));
    let start = GameStart::new(Ruleset::STANDARD, seats);
    let log = vec![Entry {
        seq: 1,
        at_ms: 0,
        event: Event::GameStarted(Box::new(start)),
    }];
    let table = Table::from_log(&log).expect("a start");
    let nodes = queue.map(|queue| ModelNode {
        table: table.clone(),
        phase: NodePhase::Idle,
        queue,
        received: Vec::new(),
    });
    ModelState {
        log,
        nodes,
        confirmed: Vec::new(),
        crashes: 1,
    }
}

impl ScheduleExplorer {
    fn explore(&mut self, state: &ModelState) {
        if !self.faults.is_empty() || !self.visited.insert(format!("{state:?}")) {
            return;
        }
        self.check(state);
        for node in 0..2 {
            for action in actions(state, node) {
                let mut next = state.clone();
                self.step(&mut next, node, action);
                self.explore(&next);
            }
        }
    }

    fn step(&self, state: &mut ModelState, number: usize, action: ModelAction) {
        let log = state.log.clone();
        let node = &mut state.nodes[number];
        match action {
            ModelAction::Advance => self.advance(state, number),
            ModelAction::Receive(at) => {
                let entry = node.received.remove(at);
                // After a gap the node reads the log.
                if apply_new(&mut node.table, vec![entry]).is_err() {
                    apply_new(&mut node.table, log).expect("the log can be followed");
                }
            }
            ModelAction::Lose(at) => drop(node.received.remove(at)),
            ModelAction::Crash => {
                state.crashes -= 1;
                // The client gets no response and sends the command again; the node restarts from
                // the log.
                match node.phase {
                    NodePhase::Decided(command, _)
                    | NodePhase::Committed(command, _)
                    | NodePhase::Conflict(command) => {
                        node.queue.insert(0, command);
                    }
                    NodePhase::Idle => {}
                }
                node.phase = NodePhase::Idle;
                node.table = Table::from_log(&log).expect("the log can be followed");
                node.received.clear();
            }
        }
    }

    fn advance(&self, state: &mut ModelState, number: usize) {
        let log = state.log.clone();
        let node = &mut state.nodes[number];
        match std::mem::replace(&mut node.phase, NodePhase::Idle) {
            NodePhase::Idle => {
                let command = node.queue.remove(0);
                self.decide(state, number, command);
            }
            NodePhase::Decided(command, entry) => {
                if entry.seq == log.len() as u64 + 1 {
                    state.log.push(entry.clone());
                    state.nodes[number].phase = NodePhase::Committed(command, entry);
                } else {
                    node.phase = NodePhase::Conflict(command);
                }
            }
            NodePhase::Committed(command, entry) => {
                node.table.apply(&entry).expect("it was decided here");
                state.confirmed.push((command, entry.seq));
                state.nodes[1 - number].received.push(entry);
            }
            NodePhase::Conflict(command) => {
                apply_new(&mut node.table, log).expect("the log can be followed");
                self.decide(state, number, command);
            }
        }
    }

    fn decide(&self, state: &mut ModelState, number: usize, command: usize) {
        let node = &mut state.nodes[number];
        match self.commands[command].next_action(&node.table) {
            NextAction::Commit(entry) => {
                if !self.is_invariant_kept {
                    state.confirmed.push((command, entry.seq));
                }
                node.phase = NodePhase::Decided(command, entry);
            }
            NextAction::AlreadyDone(seq) => state.confirmed.push((command, seq)),
            NextAction::Refuse(_) => {}
        }
    }

    fn check(&mut self, state: &ModelState) {
        for (command, seq) in &state.confirmed {
            let entry = state.log.get(*seq as usize - 1);
            let Command::PlayMove { mv, at } = &self.commands[*command].command else {
                continue;
            };
            let is_available = entry.is_some_and(
                |entry| matches!(&entry.event, Event::MovePlayed { mv: played, .. } if played == mv),
            );
            if !is_available || *seq != at.ply as u64 + 2 {
                self.faults
                    .push(format!("lost: {command} as {seq} in {state:?}"));
            }
        }
        let numbers: Vec<_> = state.log.iter().map(|entry| entry.seq).collect();
        if numbers != (1..=state.log.len() as u64).collect::<Vec<_>>() {
            self.faults.push(format!("a gap: {state:?}"));
        }
        for node in &state.nodes {
            let known = &state.log[..node.table.seq() as usize];
            if Table::from_log(known) != Ok(node.table.clone()) {
                self.faults.push(format!("not as the log: {state:?}"));
            }
        }
    }
}

fn actions(state: &ModelState, number: usize) -> Vec<ModelAction> {
    let node = &state.nodes[number];
    let mut actions = Vec::new();
    if !matches!(node.phase, NodePhase::Idle) || !node.queue.is_empty() {
        actions.push(ModelAction::Advance);
    }
    // An actor handles messages of other nodes between two commands.
    if matches!(node.phase, NodePhase::Idle) {
        actions.extend(
            (0..node.received.len())
                .flat_map(|at| [ModelAction::Receive(at), ModelAction::Lose(at)]),
        );
    }
    if state.crashes > 0 {
        actions.push(ModelAction::Crash);
    }
    actions
}

/// Ada sends the same move and a different one to both nodes; Bob responds through both.
fn explore_all(is_invariant_kept: bool) -> (usize, Vec<String>) {
    let commands = vec![
        drop_in(4, 0, Seat::One),
        drop_in(5, 0, Seat::One),
        drop_in(4, 1, Seat::Two),
    ];
    let mut explorer = ScheduleExplorer {
        commands,
        is_invariant_kept,
        visited: HashSet::new(),
        faults: Vec::new(),
    };
    explorer.explore(&state([vec![0, 2, 1], vec![1, 0, 2]]));
    (explorer.visited.len(), explorer.faults)
}

#[test]
fn no_interleaving_loses_duplicates_or_reorders_a_move() {
    let (states, faults) = explore_all(true);
    assert_eq!(faults, [""; 0]);
    assert!(states > 1_000, "{states} states: too few to mean anything");
}

#[test]
fn with_the_invariant_broken_a_lost_move_is_found() {
    let (_, faults) = explore_all(false);
    assert!(
        faults.iter().any(|fault| fault.starts_with("lost")),
        "{faults:?}"
    );
}
