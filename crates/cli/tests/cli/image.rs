//! The image of the `Dockerfile`, without Docker: the same tree of files, as another user in a
//! changed root, with the environment, the command and the health check that the file says.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{FOURSIGHT, is_root, wait_until};

/// The parts of the last stage of a `Dockerfile`.
#[derive(Debug, Default)]
struct ImageConfig {
    environment: BTreeMap<String, String>,
    user: String,
    healthcheck: Vec<String>,
    entrypoint: Vec<String>,
    command: Vec<String>,
    /// Targets of copies, with their owners.
    copies: Vec<(String, Option<String>)>,
}

impl ImageConfig {
    fn read() -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Dockerfile");
        let text = fs::read_to_string(path)
            .expect("a file")
            .replace("\\\n", " ");
        let mut config = Self::default();
        for line in text.lines() {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "FROM" => config = Self::default(),
                "ENV" => {
                    for pair in rest.split_whitespace() {
                        let (name, value) = pair.split_once('=').expect(pair);
                        config.environment.insert(name.to_owned(), value.to_owned());
                    }
                }
                "USER" => rest.clone_into(&mut config.user),
                "HEALTHCHECK" => {
                    let (_, list) = rest.split_once("CMD ").expect("a command");
                    config.healthcheck = words(list);
                }
                "ENTRYPOINT" => config.entrypoint = words(rest),
                "CMD" => config.command = words(rest),
                "COPY" => {
                    let owner = rest.split("--chown=").nth(1);
                    let owner = owner.and_then(|owner| owner.split(' ').next());
                    let target = rest.split(' ').next_back().expect("a target").to_owned();
                    config.copies.push((target, owner.map(str::to_owned)));
                }
                _ => {}
            }
        }
        config
    }

    /// Returns a command of the image, to be run in the tree as the user of the image.
    fn command(&self, tree: &Path, words: &[String]) -> Command {
        // The search path of this process does not count, because the environment is another.
        let places = ["/usr/sbin/chroot", "/usr/bin/chroot", "/sbin/chroot"];
        let chroot = places.into_iter().find(|place| Path::new(place).exists());
        let mut command = Command::new(chroot.expect("this test needs chroot"));
        command.arg(format!("--userspec={}", self.user)).arg(tree);
        command.args(words).env_clear().envs(&self.environment);
        command
    }
}

fn words(list: &str) -> Vec<String> {
    serde_json::from_str(list).expect(list)
}

/// Copies a file to the same path in the tree.
fn copy_into(tree: &Path, file: &Path) {
    let target = tree.join(file.strip_prefix("/").expect("an absolute path"));
    fs::create_dir_all(target.parent().expect("a folder")).expect("created");
    fs::copy(file, target).expect("copied");
}

/// Returns the shared libraries of a program, which the base image has.
fn libraries(program: &str) -> Vec<PathBuf> {
    let output = Command::new("ldd")
        .arg(program)
        .output()
        .expect("ldd starts");
    let text = String::from_utf8(output.stdout).expect("text");
    let paths = text.split_whitespace().filter(|word| word.starts_with('/'));
    paths.map(PathBuf::from).collect()
}

fn owner(text: &str) -> u32 {
    let (user, group) = text.split_once(':').expect("a user and a group");
    assert_eq!(user, group);
    user.parse()
        .expect("a number, which needs no name in the image")
}

#[test]
fn the_image_runs_as_the_dockerfile_says() {
    // Only root may change the root of a process.
    if !is_root() {
        return;
    }
    let mut config = ImageConfig::read();
    let folder = tempfile::tempdir().expect("a folder");
    let readable = fs::Permissions::from_mode(0o755);
    fs::set_permissions(folder.path(), readable).expect("it is ours");
    let tree = folder.path().join("tree");
    let copies = config.copies.clone();
    let [program, data] = copies.as_slice() else {
        panic!("{config:?}");
    };
    let to = |path: &str| tree.join(path.trim_start_matches('/'));
    fs::create_dir_all(to(&program.0).parent().expect("a folder")).expect("created");
    fs::copy(FOURSIGHT, to(&program.0)).expect("copied");
    for library in libraries(FOURSIGHT) {
        copy_into(&tree, &library);
    }
    fs::create_dir(to(&data.0)).expect("created");
    let user = owner(data.1.as_ref().expect("an owner"));
    assert_eq!(user, owner(&config.user));
    assert_ne!(user, 0);
    chown(to(&data.0), Some(user), Some(user)).expect("root may");
    // The port of the image may be taken on this machine.
    let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
    let address = format!("127.0.0.1:{}", port.expect("a free port").port());
    let documented = config
        .environment
        .insert("FOURSIGHT_ADDR".to_owned(), address.clone());
    assert_eq!(documented.as_deref(), Some("0.0.0.0:4444"));

    let healthcheck = |config: &ImageConfig| {
        let mut command = config.command(&tree, &config.healthcheck);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.status().expect("chroot starts").code()
    };
    assert_eq!(healthcheck(&config), Some(1), "nothing runs yet");
    let start = [config.entrypoint.clone(), config.command.clone()].concat();
    let mut server = config.command(&tree, &start);
    server
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .stdin(Stdio::null());
    let mut server = server.spawn().expect("chroot starts");
    let stdout = BufReader::new(server.stdout.take().expect("piped"));
    let line = stdout.lines().next().expect("a line").expect("text");
    assert!(line.contains(&address), "{line}");
    wait_until("the health check succeeds", || {
        healthcheck(&config) == Some(0)
    });
    let admin = [config.entrypoint.clone(), words(r#"["admin", "stats"]"#)].concat();
    let output = config
        .command(&tree, &admin)
        .output()
        .expect("chroot starts");
    assert!(output.status.success(), "{output:?}");
    // As `docker stop` does.
    let stopped = Command::new("kill").arg(server.id().to_string()).status();
    assert!(stopped.expect("kill starts").success());
    assert!(server.wait().expect("it ends").success());
    assert_eq!(healthcheck(&config), Some(1));
    // Nothing but the store was written.
    let written = fs::read_dir(to(&data.0)).expect("a folder").flatten();
    let names: Vec<String> = written
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    assert!(
        names.iter().all(|name| name.starts_with("online.db")),
        "{names:?}"
    );
    assert!(names.iter().any(|name| name == "online.db"), "{names:?}");
}
