//! Metrics of a node.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Interval at which metrics are read again.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Requests the value of a metric without labels.
pub(crate) async fn metric(address: SocketAddr, name: &str) -> Option<f64> {
    let mut stream = TcpStream::connect(address).await.ok()?;
    let request = format!("GET /metrics HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut text = String::new();
    stream.read_to_string(&mut text).await.ok()?;
    value_in(&text, name)
}

fn value_in(text: &str, name: &str) -> Option<f64> {
    let mut lines = text.lines();
    let value = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?;
    value.trim().parse().ok()
}

/// Waits until a node has unloaded all games.
pub(crate) async fn wait_for_no_games(address: SocketAddr) {
    while metric(address, "foursight_tables").await != Some(0.0) {
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_are_found_by_their_whole_name() {
        let text = "# HELP foursight_tables games\nfoursight_tables_max 9\nfoursight_tables 3\n";
        assert_eq!(value_in(text, "foursight_tables"), Some(3.0));
        assert_eq!(value_in(text, "foursight_sockets"), None);
        assert_eq!(value_in("foursight_tables x", "foursight_tables"), None);
    }
}
