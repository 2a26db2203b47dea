//! For tests: an SQLite VFS that loses unsynced writes when the process dies.
//!
//! When a process is killed, the kernel still writes what the process had written, so a test that
//! kills cannot tell a store that syncs from one that does not. This VFS keeps SQLite's writes in
//! the memory of the process until SQLite requests a sync; they die with the process, as they would
//! in a power failure. Some randomly chosen writes reach the disk earlier, because on a real disk
//! they may.
//!
//! Locks, shared memory and everything else are those of the default VFS. The methods of a file are
//! copied from it, and six of them replaced; their state is stored behind that of the default VFS.

mod buffered_file;

use std::ffi::{CStr, OsStr, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use buffered_file::{SharedFile, lock};
use rusqlite::ffi;

const VFS_NAME: &CStr = c"lossy";
/// Kinds of files that are buffered; temporary files are irrelevant for durability.
const BUFFERED_KINDS: c_int =
    ffi::SQLITE_OPEN_MAIN_DB | ffi::SQLITE_OPEN_WAL | ffi::SQLITE_OPEN_MAIN_JOURNAL;
/// Version of the I/O methods with shared memory but without memory-mapped files.
const METHODS_VERSION: c_int = 2;

static DEFAULT_VFS: OnceLock<DefaultVfs> = OnceLock::new();
static SYNC_COUNT: AtomicU64 = AtomicU64::new(0);
static STALL: OnceLock<(u64, fn())> = OnceLock::new();

/// The default VFS.
struct DefaultVfs {
    vfs: *mut ffi::sqlite3_vfs,
    /// Offset of our state in a file, counted in pointers.
    offset: usize,
}

// SAFETY: the default VFS is a constant table that is never freed, and may be used from any thread.
unsafe impl Send for DefaultVfs {}
// SAFETY: as above.
unsafe impl Sync for DefaultVfs {}

/// An open file.
struct OpenFile {
    buffer: SharedFile,
    /// Methods of the default VFS for this file; it has others for journals.
    default_methods: *const ffi::sqlite3_io_methods,
    methods: ffi::sqlite3_io_methods,
}

/// Our state of a file: from `Box::into_raw`, and dropped when the file is closed.
type FileSlot = *mut OpenFile;

/// Makes this VFS the default for all databases that the process opens from now on. The seed
/// determines which writes reach the disk early.
///
/// # Panics
///
/// Panics if it is called twice, or SQLite has no default VFS.
pub fn install(seed: u64) {
    buffered_file::seed_rng(seed);
    // SAFETY: returns the default VFS, which is a constant.
    let vfs = unsafe { ffi::sqlite3_vfs_find(std::ptr::null()) };
    assert!(!vfs.is_null(), "SQLite has a default VFS");
    // SAFETY: it is not null, and constant.
    let mut own = unsafe { *vfs };
    let offset = (own.szOsFile as usize).div_ceil(size_of::<FileSlot>());
    let default_vfs = DefaultVfs { vfs, offset };
    assert!(
        DEFAULT_VFS.set(default_vfs).is_ok(),
        "the VFS is installed once"
    );
    own.szOsFile = ((offset + 1) * size_of::<FileSlot>()) as c_int;
    own.zName = VFS_NAME.as_ptr();
    own.pNext = std::ptr::null_mut();
    own.xOpen = Some(open);
    own.xDelete = Some(delete);
    // SAFETY: the table lives as long as the process.
    let code = unsafe { ffi::sqlite3_vfs_register(Box::leak(Box::new(own)), 1) };
    assert_eq!(code, ffi::SQLITE_OK, "SQLite registers the VFS");
}

/// Calls `report` and then stalls forever, instead of syncing for the `number`-th time from now.
///
/// # Panics
///
/// Panics if it is called twice.
pub fn stall_at_sync(number: u64, report: fn()) {
    let number = SYNC_COUNT.load(Ordering::SeqCst) + number;
    assert!(STALL.set((number, report)).is_ok(), "one stall per process");
}

fn default_vfs() -> &'static DefaultVfs {
    DEFAULT_VFS
        .get()
        .expect("files are opened after the VFS is installed")
}

/// Returns the address of our state of a file.
///
/// # Safety
///
/// SQLite must have allocated the file for this VFS.
unsafe fn slot(file: *mut ffi::sqlite3_file) -> *mut FileSlot {
    // SAFETY: SQLite allocates `szOsFile` bytes, of which the last are ours, and aligns them for
    // pointers.
    unsafe { file.cast::<FileSlot>().add(default_vfs().offset) }
}

/// Returns our state of a file.
///
/// # Safety
///
/// [`open`] must have given this file our methods.
unsafe fn open_file<'a>(file: *mut ffi::sqlite3_file) -> &'a OpenFile {
    // SAFETY: `open` stored a pointer from `Box::into_raw` there, which `close` drops at last.
    unsafe { &**slot(file) }
}

fn path(name: *const c_char) -> Option<&'static Path> {
    if name.is_null() {
        return None;
    }
    // SAFETY: SQLite's names are null-terminated and live while the file is open; the path is used
    // right away.
    let name = unsafe { CStr::from_ptr(name) };
    Some(Path::new(OsStr::from_bytes(name.to_bytes())))
}

unsafe extern "C" fn open(
    _vfs: *mut ffi::sqlite3_vfs,
    name: *const c_char,
    file: *mut ffi::sqlite3_file,
    flags: c_int,
    out: *mut c_int,
) -> c_int {
    let vfs = default_vfs().vfs;
    // SAFETY: the arguments are those that SQLite passed to us, with the VFS that the function
    // belongs to.
    let code = unsafe { (*vfs).xOpen.map(|open| open(vfs, name, file, flags, out)) };
    let Some(ffi::SQLITE_OK) = code else {
        return code.unwrap_or(ffi::SQLITE_CANTOPEN);
    };
    let Some(path) = path(name).filter(|_| flags & BUFFERED_KINDS != 0) else {
        return ffi::SQLITE_OK;
    };
    let Ok(file_buffer) = buffered_file::open(path) else {
        return ffi::SQLITE_CANTOPEN;
    };
    // SAFETY: the default VFS has opened the file and set its methods, which are constant; our slot
    // is behind its state.
    unsafe {
        let default_methods = (*file).pMethods;
        let open_file = Box::into_raw(Box::new(OpenFile {
            buffer: file_buffer,
            default_methods,
            methods: lossy_methods(*default_methods),
        }));
        slot(file).write(open_file);
        (*file).pMethods = &raw const (*open_file).methods;
    }
    ffi::SQLITE_OK
}

fn lossy_methods(default_methods: ffi::sqlite3_io_methods) -> ffi::sqlite3_io_methods {
    ffi::sqlite3_io_methods {
        iVersion: METHODS_VERSION,
        xClose: Some(close),
        xRead: Some(read),
        xWrite: Some(write),
        xTruncate: Some(truncate),
        xSync: Some(sync),
        xFileSize: Some(file_size),
        ..default_methods
    }
}

unsafe extern "C" fn delete(
    _vfs: *mut ffi::sqlite3_vfs,
    name: *const c_char,
    sync_folder: c_int,
) -> c_int {
    if let Some(path) = path(name) {
        buffered_file::remove(path);
    }
    let vfs = default_vfs().vfs;
    // SAFETY: as for `open`.
    let code = unsafe { (*vfs).xDelete.map(|delete| delete(vfs, name, sync_folder)) };
    code.unwrap_or(ffi::SQLITE_IOERR)
}

unsafe extern "C" fn close(file: *mut ffi::sqlite3_file) -> c_int {
    // SAFETY: `open` stored it by `Box::into_raw`, and a file is closed once. The default VFS
    // opened the file, so it can close it.
    let code = unsafe {
        let open_file = Box::from_raw(*slot(file));
        (*file).pMethods = open_file.default_methods;
        (*open_file.default_methods).xClose.map(|close| close(file))
    };
    code.unwrap_or(ffi::SQLITE_IOERR_CLOSE)
}

unsafe extern "C" fn read(
    file: *mut ffi::sqlite3_file,
    buffer: *mut c_void,
    count: c_int,
    offset: ffi::sqlite3_int64,
) -> c_int {
    // SAFETY: SQLite passes an exclusive buffer of this many bytes.
    let buffer = unsafe { std::slice::from_raw_parts_mut(buffer.cast::<u8>(), count as usize) };
    // SAFETY: the file is ours.
    let file_buffer = lock(unsafe { &open_file(file).buffer });
    if file_buffer.read(buffer, offset as usize) == buffer.len() {
        ffi::SQLITE_OK
    } else {
        ffi::SQLITE_IOERR_SHORT_READ
    }
}

unsafe extern "C" fn write(
    file: *mut ffi::sqlite3_file,
    buffer: *const c_void,
    count: c_int,
    offset: ffi::sqlite3_int64,
) -> c_int {
    // SAFETY: SQLite passes a buffer of this many bytes.
    let buffer = unsafe { std::slice::from_raw_parts(buffer.cast::<u8>(), count as usize) };
    // SAFETY: the file is ours.
    let written = lock(unsafe { &open_file(file).buffer }).write(buffer, offset as usize);
    written.map_or(ffi::SQLITE_IOERR_WRITE, |()| ffi::SQLITE_OK)
}

unsafe extern "C" fn truncate(file: *mut ffi::sqlite3_file, length: ffi::sqlite3_int64) -> c_int {
    // SAFETY: the file is ours.
    lock(unsafe { &open_file(file).buffer }).truncate(length as usize);
    ffi::SQLITE_OK
}

unsafe extern "C" fn sync(file: *mut ffi::sqlite3_file, _flags: c_int) -> c_int {
    let number = SYNC_COUNT.fetch_add(1, Ordering::SeqCst) + 1;
    if let Some((stall_number, report)) = STALL.get()
        && number >= *stall_number
    {
        report();
        loop {
            std::thread::park();
        }
    }
    // SAFETY: the file is ours.
    let synced = lock(unsafe { &open_file(file).buffer }).sync();
    synced.map_or(ffi::SQLITE_IOERR_FSYNC, |()| ffi::SQLITE_OK)
}

unsafe extern "C" fn file_size(
    file: *mut ffi::sqlite3_file,
    length: *mut ffi::sqlite3_int64,
) -> c_int {
    // SAFETY: the file is ours, and SQLite passes a valid pointer for the length.
    unsafe { length.write(lock(&open_file(file).buffer).len() as ffi::sqlite3_int64) };
    ffi::SQLITE_OK
}

#[cfg(test)]
mod tests {
    use std::fs;

    use rusqlite::Connection;

    use super::*;

    /// Counts the rows on the disk after each commit, as a process would see them after a crash.
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
            // Copy the files as another process would find them.
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
    fn synced_writes_survive_and_unsynced_writes_are_lost() {
        install(7);
        let all: Vec<i64> = (1..=40).collect();
        assert_eq!(rows_on_disk("FULL"), all);
        let unsynced_counts = rows_on_disk("OFF");
        assert!(unsynced_counts.last() < Some(&40), "{unsynced_counts:?}");
    }
}
