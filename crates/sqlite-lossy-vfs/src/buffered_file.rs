//! The contents of a file as seen by this process, and the ranges that are not synced yet.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

/// One write in this many reaches the disk early, as it may on any system.
const EARLY_WRITE_ONE_IN: u64 = 4;

/// All files that were opened. A closed file stays, like in the page cache of a system.
static FILES: LazyLock<Mutex<HashMap<PathBuf, SharedFile>>> = LazyLock::new(Mutex::default);
static RNG_STATE: AtomicU64 = AtomicU64::new(1);

/// A file that several connections have open.
pub(crate) type SharedFile = Arc<Mutex<BufferedFile>>;

/// A file with buffered writes.
pub(crate) struct BufferedFile {
    disk: File,
    bytes: Vec<u8>,
    unsynced: Vec<Range<usize>>,
}

/// Seeds the RNG.
pub(crate) fn seed_rng(seed: u64) {
    RNG_STATE.store(seed | 1, Ordering::Relaxed);
}

fn reaches_disk_early() -> bool {
    // Not `SplitMix64`: SQLite calls from several threads, so the state is a single atomic.
    let xorshift = |state: u64| {
        let state = state ^ (state << 13);
        let state = state ^ (state >> 7);
        Some(state ^ (state << 17))
    };
    let state = RNG_STATE.fetch_update(Ordering::Relaxed, Ordering::Relaxed, xorshift);
    state.is_ok_and(|state| (state >> 20).is_multiple_of(EARLY_WRITE_ONE_IN))
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // No statement leaves the values behind our locks inconsistent, so a poisoned lock is fine.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Opens a file that exists on the disk.
pub(crate) fn open(path: &Path) -> io::Result<SharedFile> {
    let mut files = lock(&FILES);
    if let Some(known) = files.get(path) {
        return Ok(Arc::clone(known));
    }
    let mut disk = File::options().read(true).write(true).open(path)?;
    let mut bytes = Vec::new();
    disk.read_to_end(&mut bytes)?;
    let file = BufferedFile {
        disk,
        bytes,
        unsynced: Vec::new(),
    };
    let shared = Arc::new(Mutex::new(file));
    files.insert(path.to_owned(), Arc::clone(&shared));
    Ok(shared)
}

/// Forgets a deleted file.
pub(crate) fn remove(path: &Path) {
    lock(&FILES).remove(path);
}

impl BufferedFile {
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Reads at an offset and returns the number of bytes available.
    pub(crate) fn read(&self, buffer: &mut [u8], offset: usize) -> usize {
        let available = self.bytes.get(offset..).unwrap_or_default();
        let count = available.len().min(buffer.len());
        buffer[..count].copy_from_slice(&available[..count]);
        buffer[count..].fill(0);
        count
    }

    pub(crate) fn write(&mut self, buffer: &[u8], offset: usize) -> io::Result<()> {
        let end = offset + buffer.len();
        if self.bytes.len() < end {
            self.bytes.resize(end, 0);
        }
        self.bytes[offset..end].copy_from_slice(buffer);
        if reaches_disk_early() {
            self.disk.write_all_at(buffer, offset as u64)?;
        }
        self.unsynced.push(offset..end);
        Ok(())
    }

    pub(crate) fn truncate(&mut self, length: usize) {
        self.bytes.resize(length, 0);
        for range in &mut self.unsynced {
            range.end = range.end.min(length);
        }
        self.unsynced.retain(|range| range.start < range.end);
    }

    /// Writes all unsynced ranges to the disk.
    pub(crate) fn sync(&mut self) -> io::Result<()> {
        self.disk.set_len(self.bytes.len() as u64)?;
        for range in self.unsynced.drain(..) {
            let part = &self.bytes[range.clone()];
            self.disk.write_all_at(part, range.start as u64)?;
        }
        Ok(())
    }
}
