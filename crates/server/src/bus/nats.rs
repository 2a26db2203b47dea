//! The bus over NATS: an adapter of the `async-nats` client.
//!
//! The client reconnects by itself, renews its subscriptions, and notices half-open connections.
//! The adapter adds what the bus promises: publishing never waits, because a full queue drops the
//! message; no subscription is lost, because [`DesiredSubjects`] holds those that the queue has no
//! room for yet; and after any loss of messages subscribers learn that they must re-read the store.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_nats::connection::State;

use async_nats::{Client, ClientError, ConnectOptions, Event, Server, Subscriber};
use futures_util::{FutureExt, StreamExt};
use nkeys::KeyPair;
use tokio::sync::{Notify, mpsc};
use tokio::task::{AbortHandle, JoinSet, unconstrained};

use super::nats_address::{NatsAddress, NatsCredentials};
use super::{BusError, BusEvent};
use crate::tls;

/// Prefix of all our subjects, so that the NATS server can be shared.
const PREFIX: &str = "foursight.";
/// Capacity of the command queue; when it is full, messages are dropped and subscriptions wait.
const COMMAND_QUEUE_MAX: usize = 10_000;
/// Capacity of the queue of one subject; when it is full, its messages are dropped.
const SUBJECT_QUEUE_MAX: usize = 1_000;
/// Timeout for connecting, handshakes included.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Interval of pings while the server is silent. When the third is due and none was answered, the
/// client reconnects, so a half-open connection lasts three intervals.
const PING_INTERVAL: Duration = Duration::from_secs(2);
/// Delay before the second attempt to reconnect; it doubles with each attempt …
const RECONNECT_DELAY_MIN: Duration = Duration::from_millis(100);
/// … up to this one.
const RECONNECT_DELAY_MAX: Duration = Duration::from_secs(2);

/// A connection to the bus.
pub(crate) struct NatsClient {
    client: Client,
    subjects: Arc<DesiredSubjects>,
    #[cfg(test)]
    pub(super) log: Arc<ConnectionLog>,
    /// Ends the tasks when it is dropped.
    _tasks: JoinSet<()>,
}

impl NatsClient {
    /// Starts to connect. An unreachable server is no error: the client tries again for ever.
    ///
    /// # Errors
    ///
    /// [`BusError`] if a file named in the address cannot be used.
    pub(super) async fn start(
        address: &NatsAddress,
        events: mpsc::Sender<BusEvent>,
    ) -> Result<Self, BusError> {
        tls::install_crypto_provider();
        let log = Arc::new(ConnectionLog::new(address));
        let lost_messages = Arc::new(Notify::new());
        let options = ConnectOptions::new()
            .name("foursight")
            .no_echo()
            .retry_on_initial_connect()
            // Otherwise credentials would be sent to servers that the operator did not name.
            .ignore_discovered_servers()
            .require_tls(address.requires_tls())
            .connection_timeout(CONNECT_TIMEOUT)
            .ping_interval(PING_INTERVAL)
            .reconnect_delay_callback(reconnect_delay)
            .client_capacity(COMMAND_QUEUE_MAX)
            .subscription_capacity(SUBJECT_QUEUE_MAX);
        let options = with_files_of(address, options)?;
        let options = with_logging(options, &log, &lost_messages);
        let client = options
            .connect(address.servers.as_slice())
            .await
            .map_err(|error| BusError::InvalidOptions(error.to_string()))?;
        let subjects = Arc::new(DesiredSubjects::default());
        let mut tasks = JoinSet::new();
        tasks.spawn(sync_subscriptions(
            client.clone(),
            Arc::clone(&subjects),
            events.clone(),
        ));
        tasks.spawn(report_losses(client.clone(), lost_messages, events));
        Ok(Self {
            client,
            subjects,
            #[cfg(test)]
            log,
            _tasks: tasks,
        })
    }

    pub(super) fn publish(&self, subject: &str, body: &str) {
        if !self.is_up() {
            return;
        }
        let body = body.to_owned().into();
        let publishing = self.client.publish(format!("{PREFIX}{subject}"), body);
        // Constrained, a task that has used up its budget would seem to meet a full queue.
        match unconstrained(publishing).now_or_never() {
            Some(Ok(())) => {}
            Some(Err(error)) => tracing::warn!(%error, "cannot publish to NATS"),
            None => tracing::warn!("the NATS queue is full: dropping a message"),
        }
    }

    pub(super) fn subscribe(&self, subject: &str) {
        self.subjects.insert(subject);
    }

    pub(super) fn unsubscribe(&self, subject: &str) {
        self.subjects.remove(subject);
    }

    pub(super) fn is_up(&self) -> bool {
        self.client.connection_state() == State::Connected
    }
}

/// Adds the certificate authorities and the credentials, which may be in files.
fn with_files_of(
    address: &NatsAddress,
    mut options: ConnectOptions,
) -> Result<ConnectOptions, BusError> {
    let unusable = |path: &Path, reason: String| BusError::UnusableFile {
        path: path.to_owned(),
        reason,
    };
    let read = |path: &Path| {
        std::fs::read_to_string(path).map_err(|error| unusable(path, error.to_string()))
    };
    if let Some(path) = &address.ca_file {
        // The client reads the file at each connection; here its errors end the start.
        tls::read_ca_file(path).map_err(|reason| unusable(path, reason))?;
        options = options.add_root_certificates(path.clone());
    }
    Ok(match &address.credentials {
        NatsCredentials::None => options,
        NatsCredentials::Password { user, password } => {
            options.user_and_password(user.clone(), password.clone())
        }
        NatsCredentials::Token(token) => options.token(token.clone()),
        NatsCredentials::NkeyFile(path) => {
            let seed = read(path)?;
            let seed = seed.trim();
            KeyPair::from_seed(seed).map_err(|_| {
                unusable(path, "it does not contain the seed of an nkey".to_owned())
            })?;
            options.nkey(seed.to_owned())
        }
        NatsCredentials::CredentialsFile(path) => options
            .credentials(&read(path)?)
            .map_err(|error| unusable(path, error.to_string()))?,
    })
}

/// Registers what happens on events of the connection.
fn with_logging(
    options: ConnectOptions,
    log: &Arc<ConnectionLog>,
    lost_messages: &Arc<Notify>,
) -> ConnectOptions {
    let (event_log, lost_messages) = (Arc::clone(log), Arc::clone(lost_messages));
    let failure_log = Arc::clone(log);
    options
        .event_callback(move |event| {
            handle_event(&event, &event_log, &lost_messages);
            std::future::ready(())
        })
        // Called before each round of attempts, with the failures of the last one. Events lack
        // their causes.
        .reconnect_to_server_callback(move |servers, _| {
            failure_log.report_servers(&servers);
            std::future::ready(None)
        })
}

fn handle_event(event: &Event, log: &ConnectionLog, lost_messages: &Notify) {
    match event {
        Event::Connected => {
            log.report_connected();
            lost_messages.notify_one();
        }
        Event::Disconnected => tracing::warn!(bus = log.bus, "lost the connection to NATS"),
        Event::SlowConsumer(_) => lost_messages.notify_one(),
        Event::ServerError(error) => tracing::warn!(%error, bus = log.bus, "an error of NATS"),
        // The client records no failure of a server whose name it cannot resolve.
        Event::ClientError(ClientError::Other(error)) if error.starts_with("DNS") => {
            log.report_failure(error.clone());
        }
        event => tracing::debug!(%event, "NATS"),
    }
}

fn reconnect_delay(attempts: usize) -> Duration {
    let Some(doublings) = attempts.checked_sub(2) else {
        return Duration::ZERO;
    };
    let factor = 1_u32.checked_shl(doublings as u32).unwrap_or(u32::MAX);
    let delay = RECONNECT_DELAY_MIN.saturating_mul(factor);
    delay.min(RECONNECT_DELAY_MAX)
}

/// Logs why the bus cannot be reached: each cause once, until it changes or the bus is reached.
pub(super) struct ConnectionLog {
    bus: String,
    last_failure: Mutex<Option<String>>,
}

impl ConnectionLog {
    fn new(address: &NatsAddress) -> Self {
        Self {
            bus: address.to_string(),
            last_failure: Mutex::default(),
        }
    }

    pub(super) fn last_failure(&self) -> MutexGuard<'_, Option<String>> {
        // No statement leaves it inconsistent, so a poisoned lock is fine.
        self.last_failure
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn report_servers(&self, servers: &[Server]) {
        let failures = servers.iter().filter_map(|server| {
            let (host, port) = (server.addr.host(), server.addr.port());
            Some(format!("{host}:{port}: {}", server.last_error.as_ref()?))
        });
        let failures: Vec<String> = failures.collect();
        if !failures.is_empty() {
            self.report_failure(failures.join("; "));
        }
    }

    fn report_failure(&self, cause: String) {
        let mut last = self.last_failure();
        if last.as_ref() != Some(&cause) {
            tracing::warn!(bus = self.bus, cause, "cannot connect to NATS");
            *last = Some(cause);
        }
    }

    fn report_connected(&self) {
        *self.last_failure() = None;
        tracing::info!(bus = self.bus, "connected to NATS");
    }
}

/// The subjects that this node wants to be subscribed to, whatever the state of the connection.
#[derive(Default)]
struct DesiredSubjects {
    sets: Mutex<SubjectSets>,
    has_changed: Notify,
}

#[derive(Default)]
struct SubjectSets {
    desired: HashSet<String>,
    /// Subjects that were added or removed and not yet processed.
    changed: HashSet<String>,
}

impl DesiredSubjects {
    fn sets(&self) -> MutexGuard<'_, SubjectSets> {
        // No statement leaves the sets inconsistent, so a poisoned lock is fine.
        self.sets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn insert(&self, subject: &str) {
        let mut sets = self.sets();
        if sets.desired.insert(subject.to_owned()) {
            sets.changed.insert(subject.to_owned());
            self.has_changed.notify_one();
        }
    }

    fn remove(&self, subject: &str) {
        let mut sets = self.sets();
        if sets.desired.remove(subject) {
            sets.changed.insert(subject.to_owned());
            self.has_changed.notify_one();
        }
    }

    fn is_desired(&self, subject: &str) -> bool {
        self.sets().desired.contains(subject)
    }

    /// Waits for changes, and takes them.
    async fn take_changed(&self) -> HashSet<String> {
        self.has_changed.notified().await;
        std::mem::take(&mut self.sets().changed)
    }
}

/// Subscribes and unsubscribes the client until the subjects are those that are desired.
async fn sync_subscriptions(
    client: Client,
    subjects: Arc<DesiredSubjects>,
    events: mpsc::Sender<BusEvent>,
) {
    let mut active: HashMap<String, AbortHandle> = HashMap::new();
    let mut forwarding = JoinSet::new();
    loop {
        for subject in subjects.take_changed().await {
            match (subjects.is_desired(&subject), active.entry(subject)) {
                // Dropping the subscription unsubscribes.
                (false, Entry::Occupied(task)) => task.remove().abort(),
                (true, Entry::Vacant(entry)) => {
                    let subject = entry.key().clone();
                    // Waits while the queue is full.
                    match client.subscribe(format!("{PREFIX}{subject}")).await {
                        Ok(messages) => {
                            let forward = forward(messages, subject, events.clone());
                            entry.insert(forwarding.spawn(forward));
                        }
                        Err(error) => tracing::warn!(%error, "cannot subscribe to a NATS subject"),
                    }
                }
                _ => {}
            }
        }
        while forwarding.try_join_next().is_some() {}
    }
}

/// Forwards the messages of a subject. While the node is too slow they wait here, and the client
/// reports those that it drops.
async fn forward(mut messages: Subscriber, subject: String, events: mpsc::Sender<BusEvent>) {
    while let Some(message) = messages.next().await {
        // Nodes send text only.
        let Ok(body) = String::from_utf8(message.payload.into()) else {
            continue;
        };
        let subject = subject.clone();
        if events
            .send(BusEvent::Message { subject, body })
            .await
            .is_err()
        {
            return;
        }
    }
}

/// Reports that messages may have been lost, after connecting and after drops.
async fn report_losses(client: Client, lost_messages: Arc<Notify>, events: mpsc::Sender<BusEvent>) {
    loop {
        lost_messages.notified().await;
        // Fails if the connection is lost again. Otherwise the renewed subscriptions are on their
        // way before this node reads the store.
        let _ = client.flush().await;
        if events.send(BusEvent::MessagesLost).await.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reconnect_delays_double_up_to_a_maximum() {
        let delays =
            [1, 2, 3, 4, 5, 6, 7, 8, 1_000].map(|attempts| reconnect_delay(attempts).as_millis());
        assert_eq!(delays, [0, 100, 200, 400, 800, 1_600, 2_000, 2_000, 2_000]);
    }
}
