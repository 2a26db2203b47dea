//! The example in Python, which was written from the documentation alone, plays every variant.

use std::path::Path;
use std::process::Command;

use foursight_server::BusConfig;

use super::client::TestServer;
use super::file;

#[tokio::test(flavor = "multi_thread")]
async fn the_python_client_plays_every_variant() {
    let (store, _folder) = file();
    let server = TestServer::start(&store, BusConfig::Local).await;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/online_client.py");
    let address = server.address.to_string();
    let run = tokio::task::spawn_blocking(move || {
        let output = Command::new("python3").arg(script).arg(address).output();
        output.expect("this test needs python3")
    });
    let output = run.await.expect("no panic");
    let printed = String::from_utf8_lossy(&output.stdout);
    let failed = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{printed}\n{failed}");
    for variant in [
        "standard",
        "pop-out",
        "pop-ten",
        "five-in-a-row",
        "power-up",
    ] {
        assert!(printed.contains(variant), "{printed}");
    }
    assert_eq!(printed.lines().count(), 6, "{printed}");
    server.stop().await;
}
