//! What a file holds for this process, and which parts of that are not on the disk yet.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

/// One write in so many reaches the disk by itself, as it may on any system.
const BY_ITSELF: u64 = 4;

/// All files that were opened. A file that is closed is still remembered, as a system does.
static FILES: LazyLock<Mutex<HashMap<PathBuf, Shared>>> = LazyLock::new(Mutex::default);
static CHANCE: AtomicU64 = AtomicU64::new(1);

/// A file that several connections have open.
pub(crate) type Shared = Arc<Mutex<Memory>>;

/// A file as this process sees it.
pub(crate) struct Memory {
    disk: File,
    bytes: Vec<u8>,
    unsynced: Vec<Range<usize>>,
}

/// Begins another row of chances.
pub(crate) fn set_chance(seed: u64) {
    CHANCE.store(seed | 1, Ordering::Relaxed);
}

fn is_lucky() -> bool {
    let step = |state: u64| {
        let state = state ^ (state << 13);
        let state = state ^ (state >> 7);
        Some(state ^ (state << 17))
    };
    let state = CHANCE.fetch_update(Ordering::Relaxed, Ordering::Relaxed, step);
    state.is_ok_and(|state| (state >> 20).is_multiple_of(BY_ITSELF))
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What is behind our locks is whole between any two statements.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The file of this name, which is on the disk already.
pub(crate) fn open(path: &Path) -> io::Result<Shared> {
    let mut files = lock(&FILES);
    if let Some(known) = files.get(path) {
        return Ok(Arc::clone(known));
    }
    let mut disk = File::options().read(true).write(true).open(path)?;
    let mut bytes = Vec::new();
    disk.read_to_end(&mut bytes)?;
    let memory = Memory {
        disk,
        bytes,
        unsynced: Vec::new(),
    };
    let shared = Arc::new(Mutex::new(memory));
    files.insert(path.to_owned(), Arc::clone(&shared));
    Ok(shared)
}

/// The file of this name is no more.
pub(crate) fn remove(path: &Path) {
    lock(&FILES).remove(path);
}

impl Memory {
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Reads from a place; how much there was.
    pub(crate) fn read(&self, to: &mut [u8], at: usize) -> usize {
        let there = self.bytes.get(at..).unwrap_or_default();
        let count = there.len().min(to.len());
        to[..count].copy_from_slice(&there[..count]);
        to[count..].fill(0);
        count
    }

    pub(crate) fn write(&mut self, from: &[u8], at: usize) -> io::Result<()> {
        let end = at + from.len();
        if self.bytes.len() < end {
            self.bytes.resize(end, 0);
        }
        self.bytes[at..end].copy_from_slice(from);
        if is_lucky() {
            self.disk.write_all_at(from, at as u64)?;
        }
        self.unsynced.push(at..end);
        Ok(())
    }

    pub(crate) fn truncate(&mut self, length: usize) {
        self.bytes.resize(length, 0);
        for range in &mut self.unsynced {
            range.end = range.end.min(length);
        }
        self.unsynced.retain(|range| range.start < range.end);
    }

    /// Puts on the disk what is not there yet.
    pub(crate) fn sync(&mut self) -> io::Result<()> {
        self.disk.set_len(self.bytes.len() as u64)?;
        for range in self.unsynced.drain(..) {
            let part = &self.bytes[range.clone()];
            self.disk.write_all_at(part, range.start as u64)?;
        }
        Ok(())
    }
}
