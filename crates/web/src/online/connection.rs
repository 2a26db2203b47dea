//! The socket of the page and its [`OnlineClient`], shared by all online pages.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use foursight_page::links::Route;
use foursight_page::online::{CommandSink, LiveGame, OnlineClient, OnlineDelegate, OnlineEffect};
use foursight_page::play::{DelegateStatus, Message};
use foursight_page::sound::Tone;
use foursight_page::text::Text;
use foursight_protocol::online::ClientMessage;
use foursight_table::{Command, Seat};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{MessageEvent, RequestInit, WebSocket};

use super::notifications;
use crate::browser;
use crate::shell::Ui;
use crate::shell::signals::ErasedSignal;
use crate::views::online;

/// Prefix of the storage keys for unconfirmed commands; the id of their game follows.
const PENDING_KEY: &str = "foursight.online.";
/// Storage key of the open invitation's secret.
const INVITATION_KEY: &str = "foursight.invitation";
/// Storage key of the game on the page.
const GAME_KEY: &str = "foursight.online-game";
/// Clocks and absences advance without messages.
const TICK_INTERVAL: Duration = Duration::from_secs(1);

type SharedConnection = RefCell<Option<OnlineConnection>>;

thread_local! {
    static CONNECTION: SharedConnection = SharedConnection::default();
}

/// The client and its socket.
#[derive(Clone)]
pub(crate) struct OnlineConnection {
    /// The client, published to views.
    pub(crate) client: ErasedSignal<OnlineClient>,
    ui: Ui,
    inner: Rc<RefCell<ConnectionInner>>,
}

#[derive(Default)]
struct ConnectionInner {
    client: OnlineClient,
    socket: Option<WebSocket>,
    /// Number of the current attempt to connect; events of earlier ones are ignored.
    attempt: u32,
    /// A player who is away is being notified.
    is_calling: bool,
    /// An invitation was requested and is not shown yet.
    is_inviting: bool,
}

impl OnlineConnection {
    /// Returns the connection of this page, created on first use.
    pub(crate) fn get(ui: Ui, text: Text) -> Self {
        let wire =
            CONNECTION.with_borrow_mut(|wire| wire.get_or_insert_with(|| Self::new(ui)).clone());
        wire.inner.borrow_mut().client.text = text;
        wire
    }

    fn new(ui: Ui) -> Self {
        // The connection outlives every view, and a new root would replace the owner of the calling
        // view.
        let current = Owner::current();
        let owner = Owner::new_root(None);
        let mut first = OnlineClient::default();
        first.invitation = browser::load_raw(INVITATION_KEY);
        first.last_game = browser::load_raw(GAME_KEY);
        let client = owner.with(|| ErasedSignal::new(first.clone()));
        std::mem::forget(owner);
        if let Some(current) = current {
            current.set();
        }
        let wire = Self {
            client,
            ui,
            inner: Rc::new(RefCell::new(ConnectionInner {
                client: first,
                ..ConnectionInner::default()
            })),
        };
        let ticking = wire.clone();
        let tick = move || {
            let effects = ticking.inner.borrow_mut().client.tick(now_ms());
            if effects.is_empty() {
                ticking.publish_status();
            } else {
                ticking.update(|_| effects);
            }
        };
        set_interval(tick, TICK_INTERVAL);
        let (lost, restored) = (wire.clone(), wire.clone());
        notifications::on_network(move |is_online| {
            if is_online {
                restored.update(OnlineClient::on_network_restored);
            } else {
                lost.update(OnlineClient::on_network_lost);
            }
        });
        let visible = wire.clone();
        notifications::on_visibility_change(move |is_away| {
            if !is_away {
                visible.inner.borrow_mut().is_calling = false;
                notifications::clear_badge();
            }
            visible.update(|client| client.set_away(is_away));
        });
        wire
    }

    /// Sends a request to the server.
    pub(crate) fn request(&self, ask: ClientMessage) {
        if matches!(ask, ClientMessage::Invite { .. }) {
            self.inner.borrow_mut().is_inviting = true;
        }
        self.update(|client| client.ask(ask));
    }

    /// Returns true once after an invitation was requested.
    pub(crate) fn take_invitation_request(&self) -> bool {
        std::mem::take(&mut self.inner.borrow_mut().is_inviting)
    }

    /// Sends a command at the table.
    pub(crate) fn command(&self, command: &Command) {
        self.update(|client| client.command(command));
    }

    /// Opens a game.
    pub(crate) fn open_game(&self, game: &str) {
        let saved = browser::load_raw(&format!("{PENDING_KEY}{game}"));
        self.update(|client| client.open_game(game, saved.as_deref()));
    }

    /// Leaves the game, unless the page is still at its address.
    pub(crate) fn leave_game(&self, game: &str) {
        if self.ui.route.get_untracked() != Route::Online(game.to_owned()) {
            let status = DelegateStatus::default();
            self.ui.send(Message::SetDelegateStatus(status));
            self.update(OnlineClient::leave_game);
        }
    }

    /// Reconnects after signing in or out.
    pub(crate) fn switch_account(&self) {
        if let Some(socket) = self.inner.borrow_mut().socket.take() {
            // The socket may be closed already.
            let _ = socket.close();
        }
        self.update(OnlineClient::switch_account);
    }

    fn update(&self, change: impl FnOnce(&mut OnlineClient) -> Vec<OnlineEffect>) {
        let (effects, client) = {
            let client = &mut self.inner.borrow_mut().client;
            (change(client), client.clone())
        };
        self.client.set(client);
        for effect in effects {
            self.perform(effect);
        }
        self.publish_status();
    }

    fn perform(&self, effect: OnlineEffect) {
        match effect {
            OnlineEffect::Connect(delay_ms) => self.connect(delay_ms),
            OnlineEffect::Send(text) => {
                if let Some(socket) = &self.inner.borrow().socket {
                    // A closing socket raises its event, and unconfirmed commands are sent again.
                    let _ = socket.send_with_str(&text);
                }
            }
            OnlineEffect::ShowTable(table, seat) => {
                let game = self
                    .inner
                    .borrow()
                    .client
                    .live
                    .as_ref()
                    .map(|live| live.game.clone());
                let route = self.ui.route.get_untracked();
                if game.is_some_and(|game| route == Route::Online(game)) {
                    let delegate = OnlineDelegate::new(seat, Rc::new(self.clone()));
                    self.ui.panel.set(Some(online::ONLINE_PANEL));
                    self.ui
                        .send(Message::ShowDelegated(table, Box::new(delegate)));
                } else {
                    // The user left before the table arrived.
                    self.update(OnlineClient::leave_game);
                }
            }
            OnlineEffect::ApplyEntries(entries) => self.ui.send(Message::ApplyEntries(entries)),
            OnlineEffect::ReplaceTable(table) => self.ui.send(Message::ReplaceTable(table)),
            OnlineEffect::Announce(words) => self.ui.notify(words),
            OnlineEffect::OpenGame(game) => browser::navigate(&format!("#/online/{game}")),
            OnlineEffect::PlaySignal => {
                // A player who is away gets the sound of the notification.
                if !notifications::is_away() {
                    self.ui.play_signal(Tone::Attention);
                }
            }
            OnlineEffect::NotifyAway(words) => {
                if notifications::is_away() {
                    self.inner.borrow_mut().is_calling = true;
                    self.ui.play_signal(Tone::Attention);
                    notifications::notify_player(&words);
                }
            }
            OnlineEffect::SavePending(game, text) => {
                browser::save_raw(&format!("{PENDING_KEY}{game}"), text.as_deref());
            }
            OnlineEffect::SaveInvitation(secret) => {
                browser::save_raw(INVITATION_KEY, secret.as_deref());
            }
            OnlineEffect::SaveGame(game) => browser::save_raw(GAME_KEY, game.as_deref()),
        }
    }

    /// Publishes the texts below the names, the ending, and a pending notification to the play
    /// view.
    fn publish_status(&self) {
        let beside = {
            let inner = self.inner.borrow();
            let server_ms = inner.client.server_ms(now_ms());
            let live = inner.client.live.as_ref();
            let status = |live: &LiveGame| {
                Seat::BOTH.map(|seat| live.seat_status(seat, server_ms, inner.client.connection))
            };
            DelegateStatus {
                seats: live.map(status).unwrap_or_default(),
                ending: live.map(LiveGame::ending_text).unwrap_or_default(),
                is_calling: inner.is_calling,
            }
        };
        if self
            .ui
            .delegate_status
            .with_untracked(|known| *known != beside)
        {
            self.ui.send(Message::SetDelegateStatus(beside));
        }
    }

    /// Opens a socket after a delay with up to 50 % jitter, so that clients disconnected together
    /// do not reconnect together.
    fn connect(&self, delay_ms: u32) {
        let (attempt, old) = {
            let mut inner = self.inner.borrow_mut();
            inner.attempt += 1;
            (inner.attempt, inner.socket.take())
        };
        if let Some(old) = old {
            // The socket may be closed already.
            let _ = old.close();
        }
        let wire = self.clone();
        let factor = 1.0 - js_sys::Math::random() / 2.0;
        let delay_ms = (f64::from(delay_ms) * factor) as u64;
        set_timeout(
            move || spawn_local(async move { wire.open(attempt).await }),
            Duration::from_millis(delay_ms),
        );
    }

    /// Changes the client, unless a later attempt to connect has begun.
    fn update_if_current(
        &self,
        attempt: u32,
        change: impl FnOnce(&mut OnlineClient) -> Vec<OnlineEffect>,
    ) {
        if self.inner.borrow().attempt == attempt {
            self.update(change);
        }
    }

    async fn open(self, attempt: u32) {
        // Creates a guest session if there is none.
        let session = ensure_session().await;
        if self.inner.borrow().attempt != attempt {
            return;
        }
        let socket = session.and_then(|()| WebSocket::new(&socket_url()));
        let Ok(socket) = socket else {
            return self.update_if_current(attempt, OnlineClient::on_close);
        };
        let listen = |name: &str, act: Box<dyn Fn(JsValue)>| {
            let closure = Closure::wrap(act);
            let target: &web_sys::EventTarget = socket.as_ref();
            // The event name is valid, so this cannot fail.
            let _ = target.add_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
            // The listener lives as long as the socket.
            closure.forget();
        };
        let wire = self.clone();
        listen(
            "open",
            Box::new(move |_| wire.update_if_current(attempt, OnlineClient::on_open)),
        );
        let wire = self.clone();
        listen(
            "close",
            Box::new(move |_| wire.update_if_current(attempt, OnlineClient::on_close)),
        );
        let wire = self.clone();
        listen(
            "message",
            Box::new(move |event| {
                let data = event.unchecked_into::<MessageEvent>().data();
                if let Some(text) = data.as_string() {
                    wire.update_if_current(attempt, |client| {
                        client.handle_message(&text, now_ms())
                    });
                }
            }),
        );
        self.inner.borrow_mut().socket = Some(socket);
    }
}

impl CommandSink for OnlineConnection {
    fn command(&self, command: &Command) {
        Self::command(self, command);
    }
}

fn now_ms() -> u64 {
    browser::now_ms() as u64
}

/// `POST /api/guest`, which sets the session cookie.
async fn ensure_session() -> Result<(), JsValue> {
    let window = browser::window().ok_or(JsValue::NULL)?;
    let options = RequestInit::new();
    options.set_method("POST");
    let response = window.fetch_with_str_and_init("api/guest", &options);
    let response: web_sys::Response = JsFuture::from(response).await?.dyn_into()?;
    response.ok().then_some(()).ok_or(JsValue::NULL)
}

/// Returns the URL of the socket, relative to the page.
fn socket_url() -> String {
    let base = browser::base();
    let folder = base.rsplit_once('/').map_or("", |(folder, _)| folder);
    // `http` becomes `ws`, `https` becomes `wss`.
    format!("{}/api/socket", folder.replacen("http", "ws", 1))
}
