//! A node for tests that control the time: its store is in memory and fails on demand.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::State;
use foursight_protocol::online::GameTerms;

use super::outbox::Outbox;
use super::{OnlineConfig, OnlineLimits, ServerNode, WallClock, ready};
use crate::bus::{BusConfig, LocalBus};
use crate::store::{EventRecord, FailingStore, GameProgress, Person, Store, StoreLocation};

/// Faults of a store, which tests switch on and off.
#[derive(Default)]
pub(crate) struct TestFaults {
    is_failing: AtomicBool,
    delay_ms: AtomicU64,
    event_reads: AtomicU64,
}

impl TestFaults {
    /// Lets all operations fail, or succeed again.
    pub(crate) fn fail(&self, is_failing: bool) {
        self.is_failing.store(is_failing, Ordering::SeqCst);
    }

    pub(crate) fn is_failing(&self) -> bool {
        self.is_failing.load(Ordering::SeqCst)
    }

    /// Delays the next write by this time.
    pub(crate) fn delay_next_write(&self, delay: Duration) {
        let delay_ms = delay.as_millis() as u64;
        self.delay_ms.store(delay_ms, Ordering::SeqCst);
    }

    pub(crate) fn take_delay(&self) -> Duration {
        Duration::from_millis(self.delay_ms.swap(0, Ordering::SeqCst))
    }

    pub(crate) fn count_event_read(&self) {
        self.event_reads.fetch_add(1, Ordering::SeqCst);
    }

    /// Returns the number of times that a log was read.
    pub(crate) fn reads_of_events(&self) -> u64 {
        self.event_reads.load(Ordering::SeqCst)
    }
}

/// A node with a store in memory.
pub(super) struct TestNode {
    pub(super) node: Arc<ServerNode>,
    pub(super) faults: Arc<TestFaults>,
}

impl TestNode {
    pub(super) const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    pub(super) async fn start() -> Self {
        let (store, faults) = FailingStore::open();
        Self::start_on(store, faults, BusConfig::Local).await
    }

    /// Starts two nodes with one store and one bus.
    pub(super) async fn pair(bus: &LocalBus) -> [Self; 2] {
        let (store, faults) = FailingStore::open();
        let node = || {
            let (store, faults) = (store.clone(), Arc::clone(&faults));
            Self::start_on(store, faults, BusConfig::Shared(bus.clone()))
        };
        [node().await, node().await]
    }

    async fn start_on(store: Store, faults: Arc<TestFaults>, bus: BusConfig) -> Self {
        let config = OnlineConfig {
            store: StoreLocation::File("unused".into()),
            bus,
            limits: OnlineLimits::unlimited(),
            clock: WallClock::system(),
        };
        let node = ServerNode::start_on(store, config, None, false).await;
        let node = node.expect("the store is in memory");
        for id in ["ada", "bob", "eve"] {
            if node.store.person(id).await.expect("read").is_none() {
                let person = Self::person(id);
                let added = node.store.add_person(&person, node.clock.now_ms()).await;
                added.expect("added");
            }
        }
        Self { node, faults }
    }

    pub(super) fn person(id: &str) -> Person {
        Person {
            id: id.to_owned(),
            name: format!("name of {id}"),
            has_account: false,
        }
    }

    /// Connects a person without a socket.
    pub(super) fn connect(&self, person: &str) -> Outbox {
        let outbox = Outbox::default();
        let number = self.node.register_connection(person, "", &outbox);
        assert!(number.is_some());
        outbox
    }

    /// Starts a game between Ada, who moves first, and Bob.
    pub(super) async fn game(&self, terms: &GameTerms) -> String {
        let node = &self.node;
        let invited = node.invite(&Self::person("ada"), terms).await;
        let secret = invited.expect("a secret");
        node.join(&Self::person("bob"), &secret)
            .await
            .expect("a game")
    }

    /// Appends an event that this build may not know.
    pub(super) async fn append_raw(&self, game: &str, seq: u64, data: &str) {
        let record = EventRecord {
            seq,
            at_ms: self.node.clock.now_ms(),
            data: data.to_owned(),
        };
        let progress = GameProgress::default();
        let appended = self.node.store.append(game, &record, &progress).await;
        assert!(appended.expect("appended"));
    }

    /// Returns the status of `/readyz`.
    pub(super) async fn ready(&self) -> u16 {
        ready(State(Arc::clone(&self.node))).await.0.as_u16()
    }
}
