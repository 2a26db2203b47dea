//! The bus on real NATS servers.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use nkeys::KeyPair;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::nats::NatsClient;
use super::{BusError, BusEvent, INCOMING_QUEUE_MAX};
use crate::services::certificates::{Certificates, HOST};
use crate::services::database::free_port;
use crate::services::nats::Nats;

/// Timeout of all waits.
const TEST_TIMEOUT: Duration = Duration::from_mins(1);
/// Interval at which a condition is checked.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// A node on the bus.
struct Node {
    client: NatsClient,
    events: mpsc::Receiver<BusEvent>,
}

impl Node {
    async fn try_join(address: &str) -> Result<Self, BusError> {
        let (sender, events) = mpsc::channel(INCOMING_QUEUE_MAX);
        let address = address.parse().expect("an address");
        let client = NatsClient::start(&address, sender).await?;
        Ok(Self { client, events })
    }

    async fn join(address: &str) -> Self {
        Self::try_join(address).await.expect("usable options")
    }

    async fn wait_until_up(&self, is_up: bool) {
        wait_for("the connection", || self.client.is_up() == is_up).await;
    }

    /// Waits for a failure to connect, and returns its causes.
    async fn failure(&self) -> String {
        wait_for("a failure", || self.client.log.last_failure().is_some()).await;
        assert!(!self.client.is_up());
        self.client.log.last_failure().clone().unwrap_or_default()
    }

    async fn next(&mut self) -> BusEvent {
        let event = tokio::time::timeout(TEST_TIMEOUT, self.events.recv()).await;
        event.expect("an event in time").expect("an open channel")
    }

    /// Publishes until the other node has received a message, because a subscription takes effect
    /// some time after the call.
    async fn reach(&self, other: &mut Self, subject: &str) {
        let body = format!("to {subject}");
        let expected = BusEvent::Message {
            subject: subject.to_owned(),
            body: body.clone(),
        };
        let receive = async { while other.next().await != expected {} };
        let publish = async {
            loop {
                self.client.publish(subject, &body);
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        };
        tokio::select! {
            () = receive => {}
            () = publish => {}
        }
    }
}

async fn wait_for(what: &str, is_met: impl Fn() -> bool) {
    let waiting = async {
        while !is_met() {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    };
    let waited = tokio::time::timeout(TEST_TIMEOUT, waiting).await;
    assert!(waited.is_ok(), "timed out waiting for {what}");
}

/// Checks that two nodes reach each other by this address, and a node does not hear itself.
async fn check_pair(address: &str) {
    let (mut one, mut two) = (Node::join(address).await, Node::join(address).await);
    one.client.subscribe("game.x");
    two.client.subscribe("game.x");
    one.reach(&mut two, "game.x").await;
    two.reach(&mut one, "game.x").await;
    assert!(one.client.is_up() && two.client.is_up());
    assert!(one.client.log.last_failure().is_none());
}

/// Checks that the bus refuses this address, for this reason, which names the server.
async fn check_failure(address: &str, reason: &str) {
    let node = Node::join(address).await;
    let failure = node.failure().await;
    assert!(failure.contains(reason), "{failure}");
    assert!(failure.contains(':'), "no server in {failure}");
    assert!(!failure.contains("secret"), "{failure}");
}

fn signal(nats: &Nats, signal: &str) {
    let pid = nats.child.id().to_string();
    let status = Command::new("kill").args([signal, &pid]).status();
    assert!(status.expect("kill starts").success());
}

#[tokio::test]
async fn nodes_reach_each_other_and_not_themselves() {
    let nats = Nats::start();
    let (mut one, mut two) = (Node::join(&nats.url()).await, Node::join(&nats.url()).await);
    assert_eq!(one.next().await, BusEvent::MessagesLost);
    for node in [&one, &two] {
        node.client.subscribe("lobby");
    }
    one.reach(&mut two, "lobby").await;
    two.reach(&mut one, "lobby").await;
    // Only messages of the other node have arrived.
    while let Ok(event) = one.events.try_recv() {
        assert!(matches!(event, BusEvent::Message { .. }), "{event:?}");
    }
    two.client.unsubscribe("lobby");
    two.client.subscribe("game.last");
    one.reach(&mut two, "game.last").await;
    one.client.publish("lobby", "unheard");
    one.reach(&mut two, "game.last").await;
    while let Ok(event) = two.events.try_recv() {
        assert!(!format!("{event:?}").contains("unheard"), "{event:?}");
    }
}

#[tokio::test]
async fn subscriptions_outlive_the_server() {
    let mut nats = Nats::start();
    let (one, mut two) = (Node::join(&nats.url()).await, Node::join(&nats.url()).await);
    two.client.subscribe("game.before");
    one.reach(&mut two, "game.before").await;
    let port = nats.port();
    drop(nats);
    one.wait_until_up(false).await;
    two.wait_until_up(false).await;
    two.client.subscribe("game.meanwhile");
    one.client.publish("game.before", "lost");
    nats = Nats::start_at(port);
    two.wait_until_up(true).await;
    while two.next().await != BusEvent::MessagesLost {}
    one.reach(&mut two, "game.before").await;
    one.reach(&mut two, "game.meanwhile").await;
    drop(nats);
}

#[tokio::test]
async fn a_frozen_server_is_noticed_while_the_node_publishes() {
    let nats = Nats::start();
    let (one, mut two) = (Node::join(&nats.url()).await, Node::join(&nats.url()).await);
    two.client.subscribe("game.x");
    one.reach(&mut two, "game.x").await;
    signal(&nats, "-STOP");
    // More than the buffers of the socket hold, so that writes block.
    let publish = async {
        loop {
            one.client.publish("game.y", &"x".repeat(10_000));
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::select! {
        () = one.wait_until_up(false) => {}
        () = publish => {}
    }
    two.wait_until_up(false).await;
    signal(&nats, "-CONT");
    one.reach(&mut two, "game.x").await;
}

#[tokio::test]
async fn a_full_queue_loses_messages_and_no_subscription() {
    const SUBJECTS: usize = 25_000;
    let port = free_port();
    let address = format!("nats://127.0.0.1:{port}");
    let mut node = Node::join(&address).await;
    // The client's queue holds 10,000 commands, and nothing empties it without a server.
    for number in 0..SUBJECTS {
        node.client.subscribe(&format!("game.{number}"));
    }
    let _nats = Nats::start_at(port);
    let other = Node::join(&address).await;
    for number in [0, SUBJECTS / 2, SUBJECTS - 1] {
        other.reach(&mut node, &format!("game.{number}")).await;
    }
    // Every subject has arrived at the server: each message comes once.
    let mut is_missing = vec![true; SUBJECTS];
    let mut missing = SUBJECTS;
    wait_for("an empty queue", || node.client.is_up()).await;
    while missing > 0 {
        for number in (0..SUBJECTS)
            .filter(|number| is_missing[*number])
            .take(5_000)
        {
            other.client.publish(&format!("game.{number}"), "all");
        }
        tokio::time::sleep(POLL_INTERVAL).await;
        while let Ok(event) = node.events.try_recv() {
            if let BusEvent::Message { subject, .. } = event {
                let number = subject.strip_prefix("game.").and_then(|n| n.parse().ok());
                let number: usize = number.expect("a subject of this test");
                missing -= usize::from(std::mem::take(&mut is_missing[number]));
            }
        }
    }
}

#[tokio::test]
async fn the_next_server_takes_over() {
    let (first, second) = (Nats::start(), Nats::start());
    let both = format!("{},{}", first.url(), second.url());
    let node = Node::join(&both).await;
    node.wait_until_up(true).await;
    drop(first);
    let mut other = Node::join(&second.url()).await;
    other.client.subscribe("game.x");
    node.reach(&mut other, "game.x").await;
}

#[tokio::test]
async fn tls_checks_authority_and_host_name() {
    let (certificates, others) = (Certificates::create(), Certificates::create());
    let tls = format!(
        "tls {{ cert_file: {:?}, key_file: {:?} }}",
        certificates.server(),
        certificates.key()
    );
    let nats = Nats::start_with(free_port(), &tls);
    let port = nats.port();
    let address = |scheme: &str, host: &str, authority: &Path| {
        format!("{scheme}://{host}:{port}?ca={}", authority.display())
    };
    check_pair(&address("tls", HOST, &certificates.authority())).await;
    // The server demands TLS, whatever the address says.
    check_pair(&address("nats", HOST, &certificates.authority())).await;
    let wrong_authority = address("tls", HOST, &others.authority());
    check_failure(&wrong_authority, "UnknownIssuer").await;
    let wrong_host = address("tls", "127.0.0.1", &certificates.authority());
    check_failure(&wrong_host, "not valid for").await;
    // Without ca the authorities of the system count.
    check_failure(&format!("tls://{HOST}:{port}"), "UnknownIssuer").await;
}

#[tokio::test]
async fn a_server_without_tls_is_refused() {
    let nats = Nats::start();
    check_failure(&format!("tls://{HOST}:{}", nats.port()), HOST).await;
}

#[tokio::test]
async fn unreachable_servers_are_named_with_the_cause() {
    let port = free_port();
    let address = format!("127.0.0.1:{port}");
    check_failure(&format!("nats://u:secret@{address}"), &address).await;
    check_failure(&format!("nats://{address}"), "refused").await;
    let node = Node::join("nats://nothing.invalid").await;
    assert!(node.failure().await.contains("DNS"));
}

#[tokio::test]
async fn users_passwords_and_tokens() {
    let config = "authorization { user: ada, password: \"p@s,s/w%rd\" }";
    let nats = Nats::start_with(free_port(), config);
    let at = format!("127.0.0.1:{}", nats.port());
    check_pair(&format!("nats://ada:p%40s%2Cs%2Fw%25rd@{at}")).await;
    check_failure(&format!("nats://ada:secret@{at}"), "authorization").await;
    check_failure(&format!("nats://{at}"), "authorization").await;

    let nats = Nats::start_with(free_port(), "authorization { token: \"t/o:k\" }");
    let at = format!("127.0.0.1:{}", nats.port());
    check_pair(&format!("nats://t%2Fo%3Ak@{at}")).await;
    check_failure(&format!("nats://secret@{at}"), "authorization").await;
}

#[tokio::test]
async fn nkeys() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let (own, other) = (KeyPair::new_user(), KeyPair::new_user());
    let config = format!(
        "authorization {{ users: [{{ nkey: {} }}] }}",
        own.public_key()
    );
    let nats = Nats::start_with(free_port(), &config);
    let write = |name: &str, text: String| {
        let file = folder.path().join(name);
        std::fs::write(&file, text).expect("the directory is ours");
        format!("nats://127.0.0.1:{}?nkey={}", nats.port(), file.display())
    };
    let seed = |pair: &KeyPair| pair.seed().expect("a pair with its seed");
    check_pair(&write("own", format!("{}\n", seed(&own)))).await;
    check_failure(&write("other", seed(&other)), "authorization").await;
    for (address, reason) in [
        (write("no-seed", "SUsecret".to_owned()), "seed of an nkey"),
        ("nats://x?nkey=/nothing/here".to_owned(), "/nothing/here"),
    ] {
        let refused = Node::try_join(&address).await.err().expect("refused");
        let refused = refused.to_string();
        assert!(refused.contains(reason), "{refused}");
        assert!(!refused.contains("secret"), "{refused}");
    }
}

/// Returns a token of NATS: claims signed by the issuer, in the second version of its format.
fn token(issuer: &KeyPair, subject: &str, nats: &Value) -> String {
    let encode = |value: &Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
    let header = json!({"typ": "JWT", "alg": "ed25519-nkey"});
    let claims = json!({
        "jti": subject, "iat": 1_700_000_000, "iss": issuer.public_key(), "name": "test",
        "sub": subject, "nats": nats,
    });
    let text = format!("{}.{}", encode(&header), encode(&claims));
    let signature = issuer.sign(text.as_bytes()).expect("a pair with its seed");
    format!("{text}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature))
}

#[tokio::test]
async fn credentials_files() {
    let operator = KeyPair::new_operator();
    let (account, user) = (KeyPair::new_account(), KeyPair::new_user());
    let unlimited = json!({
        "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": true,
        "conn": -1, "leaf": -1,
    });
    let key = operator.public_key();
    let of_operator = token(&operator, &key, &json!({"type": "operator", "version": 2}));
    let key = account.public_key();
    let rights = json!({"type": "account", "version": 2, "limits": unlimited});
    let of_account = token(&operator, &key, &rights);
    let rights = json!({"type": "user", "version": 2, "subs": -1, "data": -1, "payload": -1});
    let of_user = token(&account, &user.public_key(), &rights);
    let config = format!(
        "operator: {of_operator}\nresolver: MEMORY\nresolver_preload: {{ {key}: {of_account} }}\n"
    );
    let nats = Nats::start_with(free_port(), &config);

    let folder = tempfile::tempdir().expect("a temporary directory");
    let seed = user.seed().expect("a pair with its seed");
    let line = "-----";
    let file = folder.path().join("user.creds");
    let text = format!(
        "{line}BEGIN NATS USER JWT{line}\n{of_user}\n{line}-END NATS USER JWT{line}-\n\n\
         {line}BEGIN USER NKEY SEED{line}\n{seed}\n{line}-END USER NKEY SEED{line}-\n"
    );
    std::fs::write(&file, text).expect("the directory is ours");
    let at = format!("nats://127.0.0.1:{}", nats.port());
    check_pair(&format!("{at}?creds={}", file.display())).await;
    check_failure(&at, "authorization").await;
    let empty = folder.path().join("empty");
    std::fs::write(&empty, "").expect("the directory is ours");
    let refused = Node::try_join(&format!("{at}?creds={}", empty.display())).await;
    let refused = refused.err().expect("refused").to_string();
    assert!(refused.contains("user JWT"), "{refused}");
}
