//! Online play in a browser: the socket, and notifications for players who are away. The client
//! itself is in `foursight_page::online`.

pub(crate) mod connection;
pub(crate) mod notifications;
