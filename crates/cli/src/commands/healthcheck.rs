//! `foursight healthcheck`: one request to a server on this machine, for containers, whose images
//! have no other client.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use foursight_terminal::output::CliOutput;

use crate::exit::{CliError, Exit};
use crate::server_args::{HealthcheckArgs, ServerFlags};
use crate::server_settings::ServerSettings;
use crate::settings::CliSettings;

/// Timeout for connecting, and again for the response.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Delay before asking again a server that is not healthy yet.
const RETRY_DELAY: Duration = Duration::from_millis(100);
/// Maximum length of the status line that is read.
const LINE_BYTES_MAX: u64 = 1_000;

pub(crate) fn run(
    args: &HealthcheckArgs,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let flags = ServerFlags {
        addr: args.addr,
        ..ServerFlags::default()
    };
    let address = ServerSettings::resolve(&flags, settings)?.addr;
    let path = if args.ready { "/readyz" } else { "/healthz" };
    let unhealthy = |reason: String| CliError::WithMessage {
        exit: Exit::No,
        message: format!("the server at {address} is not healthy: {reason}"),
    };
    let give_up_at = Instant::now() + Duration::from_secs(args.wait.into());
    loop {
        let reason = match status_of(connectable(address), path) {
            Ok(status) if status.contains(" 200 ") => {
                writeln!(out, "healthy")?;
                return Ok(Exit::Done);
            }
            Ok(status) => format!("{path} responds {}", status.trim()),
            Err(error) => error.to_string(),
        };
        if Instant::now() >= give_up_at {
            return Err(unhealthy(reason));
        }
        thread::sleep(RETRY_DELAY);
    }
}

/// Returns the address by which this machine reaches a server that listens on all of its addresses.
fn connectable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(match address.ip() {
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    address
}

/// Sends a request, and returns the status line.
fn status_of(address: SocketAddr, path: &str) -> io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    )?;
    let mut status = String::new();
    BufReader::new(stream.take(LINE_BYTES_MAX)).read_line(&mut status)?;
    if status.is_empty() {
        return Err(io::Error::other("it closed the connection"));
    }
    Ok(status)
}
