//! A `PostgreSQL` server for tests, on a free port, deleted afterwards.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub(crate) fn free_port() -> u16 {
    let free = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
    free.expect("a free port").port()
}

/// A database that runs until dropped.
pub(crate) struct Database {
    pub(crate) folder: tempfile::TempDir,
    programs: PathBuf,
    pub(crate) port: u16,
}

impl Database {
    pub(crate) fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts a server with these files in its data directory: names and contents.
    pub(crate) fn start_with(files: &[(&str, String)]) -> Self {
        let programs = programs().expect(
            "this test needs PostgreSQL: install it (Debian: apt-get install postgresql), or set \
             POSTGRES_BIN to the directory of its initdb and pg_ctl",
        );
        let folder = tempfile::tempdir().expect("a temporary directory");
        let database = Self {
            folder,
            programs,
            port: free_port(),
        };
        give_to_server(database.folder.path());
        database.call(
            "initdb",
            &["-U", "foursight", "--auth=trust", "-E", "UTF8", "-N"],
        );
        for (name, content) in files {
            database.write(name, content);
        }
        database.start_server();
        database
    }

    /// Writes a file into the data directory, readable for the server only.
    fn write(&self, name: &str, content: &str) {
        let path = self.folder.path().join("data").join(name);
        fs::write(&path, content).expect("the directory is ours");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("the file is ours");
        give_to_server(&path);
    }

    /// Starts the server, also after a crash.
    pub(crate) fn start_server(&self) {
        let (at, port) = (self.folder.path().display(), self.port);
        let options = format!("-c listen_addresses=127.0.0.1 -p {port} -k {at}");
        let log = format!("{at}/log");
        self.call(
            "pg_ctl",
            &["-l", &log, "-w", "-t", "60", "-o", &options, "start"],
        );
    }

    /// Stops the server without a clean shutdown.
    pub(crate) fn crash(&self) {
        self.call("pg_ctl", &["-m", "immediate", "stop"]);
    }

    pub(crate) fn url(&self) -> String {
        format!("postgres://foursight@127.0.0.1:{}/postgres", self.port)
    }

    /// Runs one of the server's programs on its data, as a user that it accepts.
    fn call(&self, program: &str, args: &[&str]) {
        let program = self.programs.join(program);
        let mut command = if is_root() {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=postgres", "--regid=postgres", "--init-groups"]);
            command.arg(program);
            command
        } else {
            Command::new(program)
        };
        let data = self.folder.path().join("data");
        command.arg("-D").arg(data).args(args).stdout(Stdio::null());
        let status = command.status().expect("PostgreSQL starts");
        assert!(status.success(), "{args:?}");
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        self.crash();
    }
}

/// The server refuses to run as root, so its files belong to the user it runs as.
fn give_to_server(path: &Path) {
    if is_root() {
        let status = Command::new("chown").arg("postgres").arg(path).status();
        assert!(status.expect("chown starts").success());
    }
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|id| id.stdout == b"0\n")
}

/// Returns the folder of `initdb`, which Debian does not put on the path.
fn programs() -> Option<PathBuf> {
    let named = std::env::var_os("POSTGRES_BIN").map(PathBuf::from);
    let debian = || {
        let versions = fs::read_dir("/usr/lib/postgresql").ok()?;
        let newest = versions.flatten().map(|version| version.path()).max()?;
        Some(newest.join("bin"))
    };
    let on_path = || {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).find(|folder| folder.join("initdb").exists())
    };
    let found = named.or_else(on_path).or_else(debian)?;
    found.join("initdb").exists().then_some(found)
}
