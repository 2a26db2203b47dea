//! Programs that the tests call and rustup does not bring: where to look for each and which Debian
//! package has it.
//!
//! What is missing is installed if that is allowed, which is as root on Debian and its kin.
//! Otherwise the complaint says what to install. Nothing is skipped because it is missing.

use std::env;
use std::path::{Path, PathBuf};

use crate::tools;

/// A program that is needed.
#[derive(Debug)]
struct Need {
    /// The file to look for.
    program: &'static str,
    /// What it is needed for.
    purpose: &'static str,
    /// The Debian package that has it.
    package: &'static str,
    /// The variable that may name the folder it lies in.
    variable: &'static str,
    /// A folder with a folder for each version, in which it lies in `bin`; empty if there is none.
    versions: &'static str,
}

const NEEDS: [Need; 4] = [
    Need {
        program: "initdb",
        purpose: "every test of PostgreSQL, as a store and for the work on a book",
        package: "postgresql",
        variable: "POSTGRES_BIN",
        versions: "/usr/lib/postgresql",
    },
    Need {
        program: "nats-server",
        purpose: "every test of online play on several nodes",
        package: "nats-server",
        variable: "NATS_BIN",
        versions: "",
    },
    Need {
        program: "chromium",
        purpose: "every test of the web game",
        package: "chromium",
        variable: "CHROMIUM_BIN",
        versions: "",
    },
    Need {
        program: "chromedriver",
        purpose: "every test of the web game",
        package: "chromium-driver",
        variable: "CHROMEDRIVER_BIN",
        versions: "",
    },
];

/// How long to wait for somebody else who is installing something.
const LOCK: &str = "DPkg::Lock::Timeout=300";

/// Installs what is missing, and complains about what cannot be installed.
pub(crate) fn complaints() -> Vec<String> {
    let missing = || NEEDS.iter().filter(|need| !need.is_there());
    let packages: Vec<&str> = missing().map(|need| need.package).collect();
    if !packages.is_empty() && may_install() {
        install(&packages);
    }
    missing().map(Need::complaint).collect()
}

impl Need {
    fn is_there(&self) -> bool {
        self.folders()
            .iter()
            .any(|folder| folder.join(self.program).is_file())
    }

    /// Where the program may lie: a folder that is named counts alone.
    fn folders(&self) -> Vec<PathBuf> {
        if let Some(named) = env::var_os(self.variable) {
            return vec![named.into()];
        }
        let path = env::var_os("PATH").unwrap_or_default();
        let versions = folders_of_versions(Path::new(self.versions));
        env::split_paths(&path).chain(versions).collect()
    }

    fn complaint(&self) -> String {
        let Self {
            program,
            purpose,
            package,
            variable,
            ..
        } = self;
        format!(
            "{program} is missing, which {purpose} calls. On Debian: apt-get install {package}. \
             Elsewhere install it and set {variable} to its folder if that is not on the PATH."
        )
    }
}

/// The folders `bin` of every version.
fn folders_of_versions(at: &Path) -> impl Iterator<Item = PathBuf> {
    let versions = at.read_dir().into_iter().flatten().flatten();
    versions.map(|version| version.path().join("bin"))
}

/// True for root where packages are Debian's.
fn may_install() -> bool {
    let id = tools::command("id", &["-u"]).output();
    let is_root = id.is_ok_and(|id| id.stdout == b"0\n");
    is_root && tools::succeeds(tools::command("apt-get", &["--version"]))
}

/// Whether it worked is seen by looking for the programs again.
fn install(packages: &[&str]) {
    let update = ["-o", LOCK, "update", "-qq"];
    let install = [&["-o", LOCK, "install", "-qq", "-y"], packages].concat();
    for arguments in [&update[..], &install] {
        println!("$ apt-get {}", arguments.join(" "));
        let mut call = tools::command("apt-get", arguments);
        if let Err(error) = call.env("DEBIAN_FRONTEND", "noninteractive").status() {
            eprintln!("cannot start apt-get: {error}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(program: &'static str, expected: bool) {
        let need = Need {
            program,
            variable: "FOURSIGHT_NO_SUCH_VARIABLE",
            ..NEEDS[0]
        };
        assert_eq!(need.is_there(), expected, "{program}");
    }

    #[test]
    fn programs_are_looked_for_on_the_path() {
        check("cargo", true);
        check("foursight-no-such-program", false);
    }

    #[test]
    fn every_version_is_looked_into() {
        let found: Vec<_> = folders_of_versions(&tools::root().join("crates")).collect();
        assert!(
            found.contains(&tools::root().join("crates/core/bin")),
            "{found:?}"
        );
        assert_eq!(folders_of_versions(Path::new("/no/such/folder")).count(), 0);
    }

    #[test]
    fn a_complaint_says_what_to_install() {
        let complaint = NEEDS[0].complaint();
        assert!(
            complaint.contains("apt-get install postgresql."),
            "{complaint}"
        );
    }
}
