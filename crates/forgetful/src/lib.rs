//! For tests: a file layer below SQLite that forgets what was not synced.
//!
//! When a process is killed, the system still writes what the process had written, so a test that kills
//! cannot tell a store that syncs from one that does not. Below this layer it can: what SQLite writes stays
//! in the memory of the process until SQLite asks for a sync, and dies with the process, as it would with the
//! power. Some writes reach the disk earlier, by chance, because on a real disk they may.
//!
//! Locks, shared memory and everything else are those of the usual layer. The methods of a file are copied from
//! it, and six of them replaced; what they need lies behind what the usual layer keeps of the file.

mod memory;

use std::ffi::{CStr, OsStr, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use memory::{Shared, lock};
use rusqlite::ffi;

const NAME: &CStr = c"forgetful";
/// What is kept between transactions; temporary files are nobody's concern.
const KEPT: c_int = ffi::SQLITE_OPEN_MAIN_DB | ffi::SQLITE_OPEN_WAL | ffi::SQLITE_OPEN_MAIN_JOURNAL;
/// The version of the methods that has shared memory, but maps no files.
const METHODS_VERSION: c_int = 2;

static USUAL: OnceLock<Usual> = OnceLock::new();
static SYNCS: AtomicU64 = AtomicU64::new(0);
static STOP: OnceLock<(u64, fn())> = OnceLock::new();

/// The usual layer.
struct Usual {
    layer: *mut ffi::sqlite3_vfs,
    /// Where our part of a file begins, counted in pointers.
    offset: usize,
}

// SAFETY: SQLite's default layer is a constant table that is never freed, and may be used from any thread.
unsafe impl Send for Usual {}
// SAFETY: as above.
unsafe impl Sync for Usual {}

/// A file that is open.
struct Opened {
    memory: Shared,
    /// Whose methods the usual layer would call: it has others for journals.
    usual: *const ffi::sqlite3_io_methods,
    own: ffi::sqlite3_io_methods,
}

/// Our part of a file: from `Box::into_raw`, and taken back when the file is closed.
type Slot = *mut Opened;

/// Lays this layer below every store that the process opens from now on. The seed decides which writes reach
/// the disk by themselves.
///
/// # Panics
///
/// If it is called twice, or SQLite has no layer of its own.
pub fn install(seed: u64) {
    memory::set_chance(seed);
    // SAFETY: asks for the default layer, which is a constant.
    let layer = unsafe { ffi::sqlite3_vfs_find(std::ptr::null()) };
    assert!(!layer.is_null(), "SQLite has a layer for files");
    // SAFETY: it is not null, and constant.
    let mut own = unsafe { *layer };
    let offset = (own.szOsFile as usize).div_ceil(size_of::<Slot>());
    let usual = Usual { layer, offset };
    assert!(USUAL.set(usual).is_ok(), "it is installed once");
    own.szOsFile = ((offset + 1) * size_of::<Slot>()) as c_int;
    own.zName = NAME.as_ptr();
    own.pNext = std::ptr::null_mut();
    own.xOpen = Some(open);
    own.xDelete = Some(delete);
    // SAFETY: the table lives as long as the process.
    let code = unsafe { ffi::sqlite3_vfs_register(Box::leak(Box::new(own)), 1) };
    assert_eq!(code, ffi::SQLITE_OK, "SQLite takes the layer");
}

/// Tells, and then stands still for ever, instead of syncing for the so-many-th time from now.
///
/// # Panics
///
/// If it is called twice.
pub fn stand_still_at_sync(number: u64, tell: fn()) {
    let number = SYNCS.load(Ordering::SeqCst) + number;
    assert!(STOP.set((number, tell)).is_ok(), "one stop a process");
}

fn usual() -> &'static Usual {
    USUAL
        .get()
        .expect("files are opened after the layer is installed")
}

/// Where our part of a file lies.
///
/// # Safety
///
/// The file must have been allocated by SQLite for this layer.
unsafe fn slot(file: *mut ffi::sqlite3_file) -> *mut Slot {
    // SAFETY: SQLite allocates `szOsFile` bytes, of which the last are ours, and aligns them for pointers.
    unsafe { file.cast::<Slot>().add(usual().offset) }
}

/// A file that is ours.
///
/// # Safety
///
/// [`open`] must have given this file our methods.
unsafe fn opened<'a>(file: *mut ffi::sqlite3_file) -> &'a Opened {
    // SAFETY: `open` put a pointer from `Box::into_raw` there, which `close` takes back at last.
    unsafe { &**slot(file) }
}

fn path(name: *const c_char) -> Option<&'static Path> {
    if name.is_null() {
        return None;
    }
    // SAFETY: SQLite's names end with a nought and live while the file is open; the path is used right away.
    let name = unsafe { CStr::from_ptr(name) };
    Some(Path::new(OsStr::from_bytes(name.to_bytes())))
}

unsafe extern "C" fn open(
    _own: *mut ffi::sqlite3_vfs,
    name: *const c_char,
    file: *mut ffi::sqlite3_file,
    flags: c_int,
    out: *mut c_int,
) -> c_int {
    let layer = usual().layer;
    // SAFETY: the arguments are those that SQLite gave us, with the layer that the function belongs to.
    let code = unsafe {
        (*layer)
            .xOpen
            .map(|open| open(layer, name, file, flags, out))
    };
    let Some(ffi::SQLITE_OK) = code else {
        return code.unwrap_or(ffi::SQLITE_CANTOPEN);
    };
    let Some(path) = path(name).filter(|_| flags & KEPT != 0) else {
        return ffi::SQLITE_OK;
    };
    let Ok(shared) = memory::open(path) else {
        return ffi::SQLITE_CANTOPEN;
    };
    // SAFETY: the usual layer has opened the file and set its methods, which are constant; our slot is behind
    // its part.
    unsafe {
        let usual = (*file).pMethods;
        let opened = Box::into_raw(Box::new(Opened {
            memory: shared,
            usual,
            own: own_methods(*usual),
        }));
        slot(file).write(opened);
        (*file).pMethods = &raw const (*opened).own;
    }
    ffi::SQLITE_OK
}

fn own_methods(usual: ffi::sqlite3_io_methods) -> ffi::sqlite3_io_methods {
    ffi::sqlite3_io_methods {
        iVersion: METHODS_VERSION,
        xClose: Some(close),
        xRead: Some(read),
        xWrite: Some(write),
        xTruncate: Some(truncate),
        xSync: Some(sync),
        xFileSize: Some(file_size),
        ..usual
    }
}

unsafe extern "C" fn delete(
    _own: *mut ffi::sqlite3_vfs,
    name: *const c_char,
    sync_folder: c_int,
) -> c_int {
    if let Some(path) = path(name) {
        memory::remove(path);
    }
    let layer = usual().layer;
    // SAFETY: as for `open`.
    let code = unsafe {
        (*layer)
            .xDelete
            .map(|delete| delete(layer, name, sync_folder))
    };
    code.unwrap_or(ffi::SQLITE_IOERR)
}

unsafe extern "C" fn close(file: *mut ffi::sqlite3_file) -> c_int {
    // SAFETY: `open` put it there by `Box::into_raw`, and a file is closed once. The usual layer opened the
    // file, so it can close it.
    let code = unsafe {
        let opened = Box::from_raw(*slot(file));
        (*file).pMethods = opened.usual;
        (*opened.usual).xClose.map(|close| close(file))
    };
    code.unwrap_or(ffi::SQLITE_IOERR_CLOSE)
}

unsafe extern "C" fn read(
    file: *mut ffi::sqlite3_file,
    to: *mut c_void,
    count: c_int,
    at: ffi::sqlite3_int64,
) -> c_int {
    // SAFETY: SQLite hands in a buffer of so many bytes, which nobody else has.
    let to = unsafe { std::slice::from_raw_parts_mut(to.cast::<u8>(), count as usize) };
    // SAFETY: the file is ours.
    let memory = lock(unsafe { &opened(file).memory });
    if memory.read(to, at as usize) == to.len() {
        ffi::SQLITE_OK
    } else {
        ffi::SQLITE_IOERR_SHORT_READ
    }
}

unsafe extern "C" fn write(
    file: *mut ffi::sqlite3_file,
    from: *const c_void,
    count: c_int,
    at: ffi::sqlite3_int64,
) -> c_int {
    // SAFETY: SQLite hands in a buffer of so many bytes.
    let from = unsafe { std::slice::from_raw_parts(from.cast::<u8>(), count as usize) };
    // SAFETY: the file is ours.
    let written = lock(unsafe { &opened(file).memory }).write(from, at as usize);
    written.map_or(ffi::SQLITE_IOERR_WRITE, |()| ffi::SQLITE_OK)
}

unsafe extern "C" fn truncate(file: *mut ffi::sqlite3_file, length: ffi::sqlite3_int64) -> c_int {
    // SAFETY: the file is ours.
    lock(unsafe { &opened(file).memory }).truncate(length as usize);
    ffi::SQLITE_OK
}

unsafe extern "C" fn sync(file: *mut ffi::sqlite3_file, _flags: c_int) -> c_int {
    let number = SYNCS.fetch_add(1, Ordering::SeqCst) + 1;
    if let Some((stop, tell)) = STOP.get()
        && number >= *stop
    {
        tell();
        loop {
            std::thread::park();
        }
    }
    // SAFETY: the file is ours.
    let synced = lock(unsafe { &opened(file).memory }).sync();
    synced.map_or(ffi::SQLITE_IOERR_FSYNC, |()| ffi::SQLITE_OK)
}

unsafe extern "C" fn file_size(
    file: *mut ffi::sqlite3_file,
    length: *mut ffi::sqlite3_int64,
) -> c_int {
    // SAFETY: the file is ours, and SQLite hands in a place for the length.
    unsafe { length.write(lock(&opened(file).memory).len() as ffi::sqlite3_int64) };
    ffi::SQLITE_OK
}

#[cfg(test)]
mod tests {
    use std::fs;

    use rusqlite::Connection;

    use super::*;

    /// How many rows are on the disk after each commit, as a process sees them that comes after a crash.
    fn rows_on_disk(synchronous: &str) -> Vec<i64> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.db");
        let connection = Connection::open(&path).expect("opened");
        let set = |name, value| connection.pragma_update(None, name, value).expect("set");
        set("journal_mode", "WAL");
        set("synchronous", "FULL");
        connection.execute("CREATE TABLE t (n)", []).expect("made");
        set("synchronous", synchronous);
        let mut counts = Vec::new();
        for number in 0..40 {
            let insert = "INSERT INTO t VALUES (?1)";
            connection.execute(insert, [number]).expect("inserted");
            // What another process would find.
            let found = tempfile::tempdir().expect("a folder");
            for name in ["a.db", "a.db-wal"] {
                fs::copy(folder.path().join(name), found.path().join(name)).expect("copied");
            }
            let found = Connection::open(found.path().join("a.db")).expect("opened");
            let count = found.query_row("SELECT COUNT(*) FROM t", [], |row| row.get(0));
            counts.push(count.expect("counted"));
        }
        // The connection itself sees all of them.
        let all = connection.query_row("SELECT COUNT(*) FROM t", [], |row| row.get(0));
        assert_eq!(all, Ok(40_i64));
        counts
    }

    #[test]
    fn what_is_synced_is_there_and_what_is_not_is_forgotten() {
        install(7);
        let all: Vec<i64> = (1..=40).collect();
        assert_eq!(rows_on_disk("FULL"), all);
        let forgotten = rows_on_disk("OFF");
        assert!(forgotten.last() < Some(&40), "{forgotten:?}");
    }
}
