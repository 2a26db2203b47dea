//! A test server, and test clients that use nothing but the documented protocol.

use std::net::SocketAddr;
use std::time::Duration;

use foursight_server::{
    BusConfig, OnlineConfig, OnlineLimits, ServerConfig, StoreLocation, WallClock, serve,
};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Timeout of all waits in tests.
pub(crate) const TEST_TIMEOUT: Duration = Duration::from_secs(30);
/// Initial time of manual clocks.
pub(crate) const START_MS: u64 = 1_700_000_000_000;

/// A node.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    pub(crate) clock: WallClock,
    end: Option<oneshot::Sender<()>>,
    task: Option<JoinHandle<std::io::Result<()>>>,
}

impl TestServer {
    pub(crate) async fn start(store: &StoreLocation, bus: BusConfig) -> Self {
        Self::start_with(
            store,
            bus,
            WallClock::manual(START_MS),
            OnlineLimits::unlimited(),
        )
        .await
    }

    pub(crate) async fn start_with(
        store: &StoreLocation,
        bus: BusConfig,
        clock: WallClock,
        limits: OnlineLimits,
    ) -> Self {
        let online = OnlineConfig {
            store: store.clone(),
            bus,
            limits,
            clock: clock.clone(),
        };
        Self::serve(
            ServerConfig {
                online: Some(online),
                ..ServerConfig::default()
            },
            clock,
        )
        .await
    }

    pub(crate) async fn serve(config: ServerConfig, clock: WallClock) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (end, ended) = oneshot::channel();
        let task = tokio::spawn(serve(listener, config, async move { drop(ended.await) }));
        Self {
            address,
            clock,
            end: Some(end),
            task: Some(task),
        }
    }

    /// Starts a node in a thread and runtime of its own, like a program.
    pub(crate) fn start_in_thread(store: &StoreLocation) -> (Self, std::thread::JoinHandle<()>) {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        listener
            .set_nonblocking(true)
            .expect("as the runtime wants it");
        let address = listener.local_addr().expect("an address");
        let (end, ended) = oneshot::channel();
        let clock = WallClock::system();
        let online = OnlineConfig {
            store: store.clone(),
            bus: BusConfig::Local,
            limits: OnlineLimits::unlimited(),
            clock: clock.clone(),
        };
        let config = ServerConfig {
            online: Some(online),
            ..ServerConfig::default()
        };
        let program = std::thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().expect("threads");
            runtime.block_on(async {
                let listener = TcpListener::from_std(listener).expect("a listener");
                let end = async move { drop(ended.await) };
                serve(listener, config, end).await.expect("it serves");
            });
        });
        let server = Self {
            address,
            clock,
            end: Some(end),
            task: None,
        };
        (server, program)
    }

    /// Shuts the node down gracefully.
    pub(crate) async fn stop(mut self) {
        drop(self.end.take());
        if let Some(task) = self.task.take() {
            task.await.expect("no panic").expect("it served");
        }
    }

    /// Sends an HTTP request and returns the response.
    pub(crate) async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> TestResponse {
        let mut stream = TcpStream::connect(self.address).await.expect("it listens");
        let host = self.address;
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
             Content-Length: {length}\r\n{headers}\r\n{body}"
        );
        stream.write_all(request.as_bytes()).await.expect("sent");
        let mut text = Vec::new();
        stream.read_to_end(&mut text).await.expect("it answers");
        let text = String::from_utf8_lossy(&text).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").expect("an empty line");
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        TestResponse {
            status: status.expect("a status"),
            head: head.to_owned(),
            body: body.to_owned(),
        }
    }

    /// Returns the origin header of a browser on a page of this server.
    pub(crate) fn origin(&self) -> String {
        format!("Origin: http://{}\r\n", self.address)
    }

    /// Connects a new guest with a token.
    pub(crate) async fn guest(&self) -> TestClient {
        let token = self.token().await;
        self.connect(&token).await
    }

    pub(crate) async fn token(&self) -> String {
        let response = self.send("POST", "/api/token", "", "").await;
        assert_eq!(response.status, 200, "{response:?}");
        let token = response.json()["token"].as_str().map(str::to_owned);
        token.expect("a token")
    }

    pub(crate) async fn connect(&self, token: &str) -> TestClient {
        let header = format!("Bearer {token}");
        let mut client = TestClient::open(self.address, &[("authorization", &header)])
            .await
            .expect("it lets us in");
        client
            .send_message(json!({"type": "hello", "proto": 1}))
            .await;
        let welcome = client.receive("welcome").await;
        client.id = welcome["you"]["id"].as_str().unwrap_or_default().to_owned();
        client.welcome = welcome;
        client
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        if let Some(task) = self.task.take() {
            task.abort();
        }
    }
}

/// An HTTP response.
#[derive(Debug)]
pub(crate) struct TestResponse {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl TestResponse {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    pub(crate) fn code(&self) -> String {
        let code = self.json()["error"]["code"].as_str().map(str::to_owned);
        code.unwrap_or_default()
    }

    /// Returns the cookie that was set, as a request header.
    pub(crate) fn cookie(&self) -> Option<String> {
        let mut lines = self.head.lines();
        let line = lines.find_map(|line| line.strip_prefix("set-cookie: "))?;
        let pair = line.split(';').next()?;
        Some(format!("Cookie: {pair}\r\n"))
    }
}

/// A WebSocket client.
pub(crate) struct TestClient {
    pub(crate) id: String,
    pub(crate) welcome: Value,
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    last_cid: u64,
}

impl TestClient {
    pub(crate) async fn open(
        address: SocketAddr,
        headers: &[(&'static str, &str)],
    ) -> Result<Self, Error> {
        let mut request = format!("ws://{address}/api/socket").into_client_request()?;
        for (name, value) in headers {
            let value = value.parse().expect("a header");
            request.headers_mut().insert(*name, value);
        }
        let (socket, _) = connect_async(request).await?;
        Ok(Self {
            id: String::new(),
            welcome: Value::Null,
            socket,
            last_cid: 0,
        })
    }

    pub(crate) async fn send(&mut self, message: Message) -> Result<(), Error> {
        self.socket.send(message).await
    }

    /// Sends a message and returns its `cid`.
    pub(crate) async fn send_message(&mut self, mut message: Value) -> u64 {
        self.last_cid += 1;
        message["cid"] = json!(self.last_cid);
        let text = message.to_string();
        self.send(Message::text(text)).await.expect("it is sent");
        self.last_cid
    }

    /// Receives the next message; `None` at the end.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            let next = tokio::time::timeout(TEST_TIMEOUT, self.socket.next()).await;
            match next.expect("a message arrives") {
                Some(Ok(Message::Text(text))) => {
                    return Some(serde_json::from_str(&text).expect("JSON"));
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// Returns the code with which the server closes the WebSocket.
    pub(crate) async fn close_code(&mut self) -> Option<u16> {
        loop {
            let next = tokio::time::timeout(TEST_TIMEOUT, self.socket.next()).await;
            match next.expect("it ends") {
                Some(Ok(Message::Close(frame))) => return Some(frame?.code.into()),
                Some(Ok(_)) => {}
                _ => return None,
            }
        }
    }

    /// Receives the next message of this type, and skips others.
    pub(crate) async fn receive(&mut self, kind: &str) -> Value {
        self.receive_where(|message| message["type"] == kind).await
    }

    pub(crate) async fn receive_where(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.next().await.expect("the server is still there");
            if is_wanted(&message) {
                return message;
            }
        }
    }

    /// Receives the response to a message.
    pub(crate) async fn response_to(&mut self, cid: u64) -> Value {
        self.receive_where(|message| message["cid"] == cid).await
    }

    /// Sends a message and receives its response.
    pub(crate) async fn request(&mut self, message: Value) -> Value {
        let cid = self.send_message(message).await;
        self.response_to(cid).await
    }

    /// Subscribes to a game from the start of its log.
    pub(crate) async fn watch(&mut self, game: &str) -> Value {
        let table = self.request(json!({"type": "watch", "game": game})).await;
        assert_eq!(table["type"], "table", "{table}");
        table
    }

    /// Sends a command to a game.
    pub(crate) async fn act(&mut self, game: &str, command: Value) -> Value {
        self.request(json!({"type": "do", "game": game, "command": command}))
            .await
    }

    /// Drops a disc at a point of the first game, if no move was taken back.
    pub(crate) async fn drop_in(&mut self, game: &str, ply: usize, column: &str) -> Value {
        let at = json!({"branch": 1, "ply": ply});
        self.act(game, json!({"kind": "move", "at": at, "move": column}))
            .await
    }

    /// Receives the next entry of a game.
    pub(crate) async fn entry(&mut self) -> Value {
        self.receive("entry").await["entry"].clone()
    }
}

/// Returns terms with standard rules and no clock; the host moves first.
pub(crate) fn terms() -> Value {
    json!({"rules": "standard 7x6/4", "first": "host"})
}

/// Starts a game between two guests with these terms.
pub(crate) async fn start_game(
    host: &mut TestClient,
    guest: &mut TestClient,
    terms: Value,
) -> String {
    let invited = host
        .request(json!({"type": "invite", "terms": terms}))
        .await;
    let secret = invited["secret"].as_str().expect("a secret").to_owned();
    let started = guest
        .request(json!({"type": "join", "secret": secret}))
        .await;
    assert_eq!(started["type"], "started", "{started}");
    let message = host.receive("started").await;
    assert_eq!(message["game"], started["game"]);
    let game = started["game"].as_str().expect("a game").to_owned();
    host.watch(&game).await;
    guest.watch(&game).await;
    game
}

/// Unsubscribes the second of two players from a game, and waits until the first is notified.
pub(crate) async fn unwatch([first, second]: [&mut TestClient; 2], game: &str) {
    let is_here = |message: &Value| message["seats"][1]["presence"] == "here";
    first.receive_where(is_here).await;
    second
        .send_message(json!({"type": "leave", "game": game}))
        .await;
    let is_gone = |message: &Value| message["seats"][1]["presence"]["gone"].is_object();
    first.receive_where(is_gone).await;
}
