//! The socket of the page and its [`OnlineClient`], shared by all online pages.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use foursight_page::online::{OnlineClient, OnlineDelegate, OnlineEffect, OnlineMessage};
use foursight_page::play::Message;
use foursight_page::sound::Tone;
use foursight_protocol::online::ClientMessage;
use foursight_table::Command;
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

/// The client of this page, and a way to send it messages. Cheap to copy.
#[derive(Clone, Copy)]
pub(crate) struct OnlineConnection {
    /// The client, published to views.
    pub(crate) client: ErasedSignal<OnlineClient>,
    ui: Ui,
}

/// The socket of the page.
#[derive(Default)]
struct SocketSlot {
    socket: Option<WebSocket>,
    /// Number of the current attempt to connect; events of earlier ones are ignored.
    attempt: u32,
}

type SharedSocket = Rc<RefCell<SocketSlot>>;

impl OnlineConnection {
    /// Returns the connection of this page. The first call starts online play.
    pub(crate) fn get(ui: Ui) -> Self {
        let connection = Self {
            client: ui.feature(),
            ui,
        };
        if !ui.has_feature::<OnlineClient>() {
            connection.start();
        }
        connection
    }

    fn start(self) {
        let socket = SharedSocket::default();
        self.ui.perform_features(move |effect| {
            if let Some(effect) = effect.get() {
                self.perform(&socket, effect);
            }
        });
        self.send(OnlineMessage::Start {
            invitation: browser::load_raw(INVITATION_KEY),
            last_game: browser::load_raw(GAME_KEY),
            is_away: notifications::is_away(),
        });
        set_interval(move || self.send(OnlineMessage::Tick), TICK_INTERVAL);
        notifications::on_network(move |is_online| {
            self.send(OnlineMessage::NetworkChanged(is_online));
        });
        notifications::on_visibility_change(move |is_away| {
            if !is_away {
                notifications::clear_badge();
            }
            self.send(OnlineMessage::SetAway(is_away));
        });
    }

    fn send(self, message: OnlineMessage) {
        self.ui.send(message.into());
    }

    /// Sends a request to the server.
    pub(crate) fn request(self, request: ClientMessage) {
        self.send(OnlineMessage::Request(request));
    }

    /// Returns true once after an invitation was requested.
    pub(crate) fn take_invitation_request(self) -> bool {
        let is_inviting = self.client.with_untracked(|client| client.is_inviting);
        if is_inviting {
            self.send(OnlineMessage::InvitationShown);
        }
        is_inviting
    }

    /// Sends a command at the table.
    pub(crate) fn command(self, command: &Command) {
        self.send(OnlineMessage::Command(command.clone()));
    }

    /// Opens a game.
    pub(crate) fn open_game(self, game: &str) {
        let saved = browser::load_raw(&format!("{PENDING_KEY}{game}"));
        self.send(OnlineMessage::OpenGame(game.to_owned(), saved));
    }

    /// Leaves the game, unless the page is still at its address.
    pub(crate) fn leave_game(self, game: &str) {
        self.send(OnlineMessage::LeaveGame(game.to_owned()));
    }

    /// Reconnects after signing in or out.
    pub(crate) fn switch_account(self) {
        self.send(OnlineMessage::SwitchAccount);
    }

    fn perform(self, socket: &SharedSocket, effect: &OnlineEffect) {
        match effect {
            OnlineEffect::Connect(delay_ms) => self.connect(socket, *delay_ms),
            OnlineEffect::Send(text) => {
                if let Some(socket) = &socket.borrow().socket {
                    // A closing socket raises its event, and unconfirmed commands are sent again.
                    let _ = socket.send_with_str(text);
                }
            }
            OnlineEffect::ShowTable(table, seat) => {
                let delegate = Box::new(OnlineDelegate::new(*seat));
                self.ui.panel.set(Some(online::ONLINE_PANEL));
                self.ui
                    .send(Message::ShowDelegated(table.clone(), delegate));
            }
            OnlineEffect::OpenGame(game) => browser::navigate(&format!("#/online/{game}")),
            OnlineEffect::PlaySignal => self.ui.play_signal(Tone::Attention),
            OnlineEffect::NotifyAway(text) => {
                self.ui.play_signal(Tone::Attention);
                notifications::notify_player(text);
            }
            OnlineEffect::SavePending(game, text) => {
                browser::save_raw(&format!("{PENDING_KEY}{game}"), text.as_deref());
            }
            OnlineEffect::SaveInvitation(secret) => {
                browser::save_raw(INVITATION_KEY, secret.as_deref());
            }
            OnlineEffect::SaveGame(game) => browser::save_raw(GAME_KEY, game.as_deref()),
            // The model has applied them.
            OnlineEffect::ApplyEntries(_)
            | OnlineEffect::ReplaceTable(_)
            | OnlineEffect::Announce(_) => {}
        }
    }

    /// Opens a socket after a delay with up to 50 % jitter, so that clients disconnected together
    /// do not reconnect together.
    fn connect(self, socket: &SharedSocket, delay_ms: u32) {
        let (attempt, old) = {
            let mut slot = socket.borrow_mut();
            slot.attempt += 1;
            (slot.attempt, slot.socket.take())
        };
        if let Some(old) = old {
            // The socket may be closed already.
            let _ = old.close();
        }
        let socket = Rc::clone(socket);
        let factor = 1.0 - js_sys::Math::random() / 2.0;
        let delay_ms = (f64::from(delay_ms) * factor) as u64;
        set_timeout(
            move || spawn_local(async move { self.open(&socket, attempt).await }),
            Duration::from_millis(delay_ms),
        );
    }

    async fn open(self, slot: &SharedSocket, attempt: u32) {
        // Creates a guest session if there is none.
        let session = ensure_session().await;
        if slot.borrow().attempt != attempt {
            return;
        }
        let socket = session.and_then(|()| WebSocket::new(&socket_url()));
        let Ok(socket) = socket else {
            return self.send(OnlineMessage::Closed);
        };
        let listen = |name: &str, message: fn(JsValue) -> Option<OnlineMessage>| {
            let slot = Rc::clone(slot);
            let closure = Closure::wrap(Box::new(move |event| {
                if slot.borrow().attempt == attempt
                    && let Some(message) = message(event)
                {
                    self.send(message);
                }
            }) as Box<dyn Fn(JsValue)>);
            let target: &web_sys::EventTarget = socket.as_ref();
            // The event name is valid, so this cannot fail.
            let _ = target.add_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
            // The listener lives as long as the socket.
            closure.forget();
        };
        listen("open", |_| Some(OnlineMessage::Opened));
        listen("close", |_| Some(OnlineMessage::Closed));
        listen("message", |event| {
            let data = event.unchecked_into::<MessageEvent>().data();
            data.as_string().map(OnlineMessage::Received)
        });
        slot.borrow_mut().socket = Some(socket);
    }
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
