//! CPU time and memory of a process, from Linux's `/proc`.

use std::fs;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Linux reports CPU time in hundredths of a second.
const TICKS_A_SECOND: f64 = 100.0;

/// A process by its id.
#[derive(Clone, Copy)]
pub(crate) struct ProcessStats(pub(crate) u32);

impl ProcessStats {
    /// Returns the CPU time in user and kernel mode, in seconds.
    pub(crate) fn cpu_seconds(self) -> Result<f64, String> {
        let text = self.read("stat")?;
        // The name of the program may contain spaces; it ends with the last parenthesis.
        let (_, rest) = text.rsplit_once(')').ok_or("no name")?;
        let ticks = |at: usize| rest.split_whitespace().nth(at)?.parse::<f64>().ok();
        let used = ticks(11).zip(ticks(12)).map(|(user, system)| user + system);
        Ok(used.ok_or("no times")? / TICKS_A_SECOND)
    }

    /// Returns the resident memory in KiB.
    pub(crate) fn memory_kib(self) -> Result<f64, String> {
        let text = self.read("status")?;
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        number.ok_or_else(|| "no memory".to_owned())
    }

    fn read(self, file: &str) -> Result<String, String> {
        let path = format!("/proc/{}/{file}", self.0);
        fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))
    }
}

/// Raises the limit of open files to its maximum, because each connection is one; children inherit
/// it.
pub(crate) fn raise_file_limit() -> Result<(), String> {
    let limit = getrlimit(Resource::Nofile);
    let all = Rlimit {
        current: limit.maximum,
        maximum: limit.maximum,
    };
    setrlimit(Resource::Nofile, all)
        .map_err(|error| format!("cannot raise the open file limit: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpu_time_and_memory_are_read() {
        let own = ProcessStats(std::process::id());
        assert!(own.memory_kib().is_ok_and(|kib| kib > 100.0));
        assert!(own.cpu_seconds().is_ok());
        assert!(ProcessStats(u32::MAX).cpu_seconds().is_err());
    }
}
