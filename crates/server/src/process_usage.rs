//! Memory and file descriptors of this process. Nothing is known on systems without `/proc`.

use std::fs;

/// Resources that this process uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ProcessUsage {
    pub(crate) resident_bytes: Option<u64>,
    pub(crate) open_descriptors: Option<u64>,
    pub(crate) max_descriptors: Option<u64>,
}

impl ProcessUsage {
    pub(crate) fn read() -> Self {
        let read = |name: &str| fs::read_to_string(format!("/proc/self/{name}")).ok();
        let resident_kib = read("status").and_then(|text| number_after(&text, "VmRSS:"));
        let open = fs::read_dir("/proc/self/fd").ok().map(Iterator::count);
        Self {
            resident_bytes: resident_kib.map(|kib| kib * 1024),
            // Without the one that lists them.
            open_descriptors: open.map(|count| count.saturating_sub(1) as u64),
            // `unlimited` is no number, and no limit to report.
            max_descriptors: read("limits").and_then(|text| number_after(&text, "Max open files")),
        }
    }
}

/// Returns the number that follows the name at the beginning of a line.
fn number_after(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_by_name() {
        let text = "Name:\tx\nVmRSS:\t   1234 kB\nMax open files            1024   4096  files\n";
        assert_eq!(number_after(text, "VmRSS:"), Some(1234));
        assert_eq!(number_after(text, "Max open files"), Some(1024));
        assert_eq!(number_after(text, "Threads:"), None);
        assert_eq!(
            number_after("Max open files  unlimited", "Max open files"),
            None
        );
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_process_uses_memory_and_descriptors() {
        let usage = ProcessUsage::read();
        assert!(usage.resident_bytes.is_some_and(|bytes| bytes > 100_000));
        assert!(usage.open_descriptors.is_some_and(|count| count >= 3));
    }
}
