//! A server, and clients that speak with it as strangers would: JSON over real sockets.

use std::net::SocketAddr;
use std::time::Duration;

use foursight_server::{BusAt, Clock, Config, Online, OnlineLimits, StoreAt, serve};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A test that waits longer than this has failed.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);
/// When standing clocks begin.
pub(crate) const START_MS: u64 = 1_700_000_000_000;

/// A node.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) clock: Clock,
    end: Option<oneshot::Sender<()>>,
    task: Option<JoinHandle<std::io::Result<()>>>,
}

impl Server {
    pub(crate) async fn start(store: &StoreAt, bus: BusAt) -> Self {
        Self::start_with(store, bus, Clock::standing(START_MS), OnlineLimits::none()).await
    }

    pub(crate) async fn start_with(
        store: &StoreAt,
        bus: BusAt,
        clock: Clock,
        limits: OnlineLimits,
    ) -> Self {
        let online = Online {
            store: store.clone(),
            bus,
            limits,
            clock: clock.clone(),
        };
        Self::serve(
            Config {
                online: Some(online),
                ..Config::default()
            },
            clock,
        )
        .await
    }

    pub(crate) async fn serve(config: Config, clock: Clock) -> Self {
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

    /// One in a thread and runtime of its own, as a program has them: both end with it.
    pub(crate) fn alone(store: &StoreAt) -> (Self, std::thread::JoinHandle<()>) {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        listener
            .set_nonblocking(true)
            .expect("as the runtime wants it");
        let address = listener.local_addr().expect("an address");
        let (end, ended) = oneshot::channel();
        let clock = Clock::system();
        let online = Online {
            store: store.clone(),
            bus: BusAt::Local,
            limits: OnlineLimits::none(),
            clock: clock.clone(),
        };
        let config = Config {
            online: Some(online),
            ..Config::default()
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

    /// Ends it in peace.
    pub(crate) async fn stop(mut self) {
        drop(self.end.take());
        if let Some(task) = self.task.take() {
            task.await.expect("no panic").expect("it served");
        }
    }

    /// Sends a request; the status, the head and the body.
    pub(crate) async fn send(&self, method: &str, path: &str, headers: &str, body: &str) -> Heard {
        let mut stream = TcpStream::connect(self.address).await.expect("it listens");
        let host = self.address;
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
             Content-Length: {length}\r\n{headers}\r\n{body}"
        );
        stream
            .write_all(request.as_bytes())
            .await
            .expect("it hears");
        let mut text = Vec::new();
        stream.read_to_end(&mut text).await.expect("it answers");
        let text = String::from_utf8_lossy(&text).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").expect("an empty line");
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        Heard {
            status: status.expect("a status"),
            head: head.to_owned(),
            body: body.to_owned(),
        }
    }

    /// The header of a browser whose page is this server's.
    pub(crate) fn origin(&self) -> String {
        format!("Origin: http://{}\r\n", self.address)
    }

    /// A guest with a token, connected.
    pub(crate) async fn guest(&self) -> Client {
        let token = self.token().await;
        self.connect(&token).await
    }

    pub(crate) async fn token(&self) -> String {
        let heard = self.send("POST", "/api/token", "", "").await;
        assert_eq!(heard.status, 200, "{heard:?}");
        let token = heard.json()["token"].as_str().map(str::to_owned);
        token.expect("a token")
    }

    pub(crate) async fn connect(&self, token: &str) -> Client {
        let header = format!("Bearer {token}");
        let mut client = Client::open(self.address, &[("authorization", &header)])
            .await
            .expect("it lets us in");
        client.ask(json!({"type": "hello", "proto": 1})).await;
        let welcome = client.hear("welcome").await;
        client.id = welcome["you"]["id"].as_str().unwrap_or_default().to_owned();
        client.welcome = welcome;
        client
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(task) = self.task.take() {
            task.abort();
        }
    }
}

/// An answer over HTTP.
#[derive(Debug)]
pub(crate) struct Heard {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Heard {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    pub(crate) fn code(&self) -> String {
        let code = self.json()["error"]["code"].as_str().map(str::to_owned);
        code.unwrap_or_default()
    }

    /// The cookie that was set, as it is sent back.
    pub(crate) fn cookie(&self) -> Option<String> {
        let mut lines = self.head.lines();
        let line = lines.find_map(|line| line.strip_prefix("set-cookie: "))?;
        let pair = line.split(';').next()?;
        Some(format!("Cookie: {pair}\r\n"))
    }
}

/// A client.
pub(crate) struct Client {
    pub(crate) id: String,
    pub(crate) welcome: Value,
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    last_cid: u64,
}

impl Client {
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

    /// Asks something; its number.
    pub(crate) async fn ask(&mut self, mut message: Value) -> u64 {
        self.last_cid += 1;
        message["cid"] = json!(self.last_cid);
        let text = message.to_string();
        self.send(Message::text(text)).await.expect("it is sent");
        self.last_cid
    }

    /// The next message; none at the end.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            let next = tokio::time::timeout(PATIENCE, self.socket.next()).await;
            match next.expect("somebody says something") {
                Some(Ok(Message::Text(text))) => {
                    return Some(serde_json::from_str(&text).expect("JSON"));
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message of this type; others are passed over.
    pub(crate) async fn hear(&mut self, kind: &str) -> Value {
        self.hear_that(|message| message["type"] == kind).await
    }

    pub(crate) async fn hear_that(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.next().await.expect("the server is still there");
            if is_wanted(&message) {
                return message;
            }
        }
    }

    /// The answer to what was asked.
    pub(crate) async fn answer(&mut self, cid: u64) -> Value {
        self.hear_that(|message| message["cid"] == cid).await
    }

    /// Asks, and hears the answer.
    pub(crate) async fn get(&mut self, message: Value) -> Value {
        let cid = self.ask(message).await;
        self.answer(cid).await
    }

    /// Looks at a game from the start.
    pub(crate) async fn watch(&mut self, game: &str) -> Value {
        let table = self.get(json!({"type": "watch", "game": game})).await;
        assert_eq!(table["type"], "table", "{table}");
        table
    }

    /// Does something at a table.
    pub(crate) async fn act(&mut self, game: &str, command: Value) -> Value {
        self.get(json!({"type": "do", "game": game, "command": command}))
            .await
    }

    /// Moves at a point of the first game, if nothing was taken back.
    pub(crate) async fn drop_in(&mut self, game: &str, ply: usize, column: &str) -> Value {
        let at = json!({"branch": 1, "ply": ply});
        self.act(game, json!({"kind": "move", "at": at, "move": column}))
            .await
    }

    /// The next entry of a game.
    pub(crate) async fn entry(&mut self) -> Value {
        self.hear("entry").await["entry"].clone()
    }
}

/// Standard rules without a clock; the host moves first.
pub(crate) fn terms() -> Value {
    json!({"rules": "standard 7x6/4", "first": "host"})
}

/// A game between two guests on these terms; the host moves first if they say so.
pub(crate) async fn begin(host: &mut Client, guest: &mut Client, terms: Value) -> String {
    let invited = host.get(json!({"type": "invite", "terms": terms})).await;
    let secret = invited["secret"].as_str().expect("a secret").to_owned();
    let started = guest.get(json!({"type": "join", "secret": secret})).await;
    assert_eq!(started["type"], "started", "{started}");
    let told = host.hear("started").await;
    assert_eq!(told["game"], started["game"]);
    let game = started["game"].as_str().expect("a game").to_owned();
    host.watch(&game).await;
    guest.watch(&game).await;
    game
}

/// The second of two players looks elsewhere, and the first has heard of it.
pub(crate) async fn leave([first, second]: [&mut Client; 2], game: &str) {
    let is_here = |told: &Value| told["seats"][1]["presence"] == "here";
    first.hear_that(is_here).await;
    second.ask(json!({"type": "leave", "game": game})).await;
    let is_gone = |told: &Value| told["seats"][1]["presence"]["gone"].is_object();
    first.hear_that(is_gone).await;
}
