//! Programs that the tests run and rustup does not install: where to find each and which Debian
//! package contains it.
//!
//! As root on Debian and its derivatives, missing programs are installed. Elsewhere the check
//! fails and names what to install. No test is skipped because its program is missing. Cargo builds
//! its own subcommands, if they are missing, on any system.

use std::env;
use std::path::{Path, PathBuf};

use crate::tools;

/// A program that the tests run.
#[derive(Debug)]
struct RequiredProgram {
    /// The file to look for.
    file_name: &'static str,
    /// Its use, for the error message.
    purpose: &'static str,
    /// The Debian package that has it.
    package: &'static str,
    /// The environment variable that overrides its folder.
    variable: &'static str,
    /// A folder with a subfolder per version, which has the program in `bin`; may be empty.
    versions: &'static str,
}

const REQUIRED_PROGRAMS: [RequiredProgram; 7] = [
    RequiredProgram {
        file_name: "initdb",
        purpose: "the tests of PostgreSQL as a store and as a book queue",
        package: "postgresql",
        variable: "POSTGRES_BIN",
        versions: "/usr/lib/postgresql",
    },
    RequiredProgram {
        file_name: "nats-server",
        purpose: "the tests of online play on several nodes",
        package: "nats-server",
        variable: "NATS_BIN",
        versions: "",
    },
    RequiredProgram {
        file_name: "chromium",
        purpose: "the tests of the web game",
        package: "chromium",
        variable: "CHROMIUM_BIN",
        versions: "",
    },
    RequiredProgram {
        file_name: "chromedriver",
        purpose: "the tests of the web game",
        package: "chromium-driver",
        variable: "CHROMEDRIVER_BIN",
        versions: "",
    },
    RequiredProgram {
        file_name: "python3",
        purpose: "the test of the online client in `examples`",
        package: "python3-minimal",
        variable: "PYTHON_BIN",
        versions: "",
    },
    RequiredProgram {
        file_name: "node",
        purpose: "the tests of the npm package (version 20.19 or later)",
        package: "nodejs",
        variable: "NODE_BIN",
        versions: "",
    },
    RequiredProgram {
        file_name: "npm",
        purpose: "the npm package and its tests",
        package: "npm",
        variable: "NPM_BIN",
        versions: "",
    },
];

/// A subcommand of cargo that the checks run. Cargo builds it from source if it is missing, once.
struct CargoTool {
    /// The subcommand.
    name: &'static str,
    /// The package that has it.
    package: &'static str,
    /// Its use, for the error message.
    purpose: &'static str,
}

/// On two cores, building these takes some minutes, about four of computing time for the last two.
const CARGO_TOOLS: [CargoTool; 3] = [
    CargoTool {
        name: "nextest",
        package: "cargo-nextest",
        purpose: "runs the tests",
    },
    CargoTool {
        name: "deny",
        package: "cargo-deny",
        purpose: "checks licences, sources and duplicates of dependencies",
    },
    CargoTool {
        name: "machete",
        package: "cargo-machete",
        purpose: "finds unused dependencies",
    },
];

/// Waits for another process that is installing packages, in seconds.
const LOCK_TIMEOUT_OPTION: &str = "DPkg::Lock::Timeout=300";

/// Installs the missing programs, those of cargo included, and returns a message for each that is
/// still missing.
pub(crate) fn problems() -> Vec<String> {
    let missing = || {
        REQUIRED_PROGRAMS
            .iter()
            .filter(|program| !program.is_installed())
    };
    let packages: Vec<&str> = missing().map(|program| program.package).collect();
    if !packages.is_empty() && may_install() {
        install(&packages);
    }
    let programs = missing().map(RequiredProgram::problem);
    let tools = CARGO_TOOLS.iter().filter_map(CargoTool::problem);
    programs.chain(tools).collect()
}

impl CargoTool {
    fn is_installed(&self) -> bool {
        tools::succeeds(tools::cargo(&[self.name, "--version"]))
    }

    /// Builds the tool if it is missing. Returns a message if that fails.
    fn problem(&self) -> Option<String> {
        if self.is_installed() {
            return None;
        }
        let install = ["install", "--locked", self.package];
        println!("$ cargo {}", install.join(" "));
        // Check again instead of reading the status.
        let _ = tools::cargo(&install).status();
        (!self.is_installed()).then(|| {
            format!(
                "{} is missing, which {}. Install it prebuilt, or by: cargo {}",
                self.package,
                self.purpose,
                install.join(" ")
            )
        })
    }
}

impl RequiredProgram {
    fn is_installed(&self) -> bool {
        self.candidate_folders()
            .iter()
            .any(|folder| folder.join(self.file_name).is_file())
    }

    /// Lists the folders to search: only the one that the variable names, if it is set.
    fn candidate_folders(&self) -> Vec<PathBuf> {
        if let Some(named) = env::var_os(self.variable) {
            return vec![named.into()];
        }
        let path = env::var_os("PATH").unwrap_or_default();
        let versions = version_folders(Path::new(self.versions));
        env::split_paths(&path).chain(versions).collect()
    }

    fn problem(&self) -> String {
        let Self {
            file_name,
            purpose,
            package,
            variable,
            ..
        } = self;
        format!(
            "{file_name} is missing, which {purpose} need. On Debian: apt-get install {package}. \
             Elsewhere install it and set {variable} to its folder if that is not on the PATH."
        )
    }
}

/// Lists the folders `bin` of all versions.
fn version_folders(at: &Path) -> impl Iterator<Item = PathBuf> {
    let versions = at.read_dir().into_iter().flatten().flatten();
    versions.map(|version| version.path().join("bin"))
}

/// Returns true for root on a system with apt.
fn may_install() -> bool {
    let id = tools::command("id", &["-u"]).output();
    let is_root = id.is_ok_and(|id| id.stdout == b"0\n");
    is_root && tools::succeeds(tools::command("apt-get", &["--version"]))
}

/// Installs packages. Ignores the status: the caller searches for the programs again.
fn install(packages: &[&str]) {
    let update = ["-o", LOCK_TIMEOUT_OPTION, "update", "-qq"];
    let install = [
        &["-o", LOCK_TIMEOUT_OPTION, "install", "-qq", "-y"],
        packages,
    ]
    .concat();
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
    fn check(file_name: &'static str, expected: bool) {
        let program = RequiredProgram {
            file_name,
            variable: "FOURSIGHT_NO_SUCH_VARIABLE",
            ..REQUIRED_PROGRAMS[0]
        };
        assert_eq!(program.is_installed(), expected, "{file_name}");
    }

    #[test]
    fn programs_are_found_on_the_path() {
        check("cargo", true);
        check("foursight-no-such-program", false);
    }

    #[test]
    fn the_folders_of_all_versions_are_searched() {
        let found: Vec<_> = version_folders(&tools::root().join("crates")).collect();
        assert!(
            found.contains(&tools::root().join("crates/core/bin")),
            "{found:?}"
        );
        assert_eq!(version_folders(Path::new("/no/such/folder")).count(), 0);
    }

    #[test]
    fn a_cargo_tool_is_found_or_named() {
        let missing = CargoTool {
            name: "no-such-subcommand",
            // Cargo refuses this name without asking a registry.
            package: "no such package",
            purpose: "does nothing",
        };
        let problem = missing.problem().expect("it is missing");
        assert!(
            problem.starts_with("no such package is missing, which does nothing."),
            "{problem}"
        );
        let fmt = CargoTool {
            name: "fmt",
            ..missing
        };
        assert_eq!(fmt.problem(), None);
    }

    #[test]
    fn a_message_names_the_package_to_install() {
        let problem = REQUIRED_PROGRAMS[0].problem();
        assert!(problem.contains("apt-get install postgresql."), "{problem}");
    }
}
