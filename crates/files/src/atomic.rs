//! Replaces a file atomically: after a crash at any moment, the file has either its old content or
//! the new one.
//!
//! Only regular files are replaced: a device, a pipe or a directory is rejected, and so is a
//! read-only file. A symbolic link stays a link, and its target is replaced; a file keeps its owner
//! and permissions.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// Maximum length of a chain of symbolic links.
const LINKS_MAX: usize = 16;
/// End of the names of temporary files.
const TEMPORARY_SUFFIX: &str = ".part";

/// Replaces the content of a file, or creates the file. Its directory must exist.
///
/// # Errors
///
/// I/O errors. The file is unchanged then.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let target = Target::resolve(path)?;
    let mut temporary = target.create_temporary()?;
    temporary.write_all(content)?;
    // The content must reach the disk before the new name does.
    temporary.as_file().sync_all()?;
    temporary
        .persist(&target.path)
        .map_err(|error| error.error)?;
    target.sync_directory();
    Ok(())
}

/// Writes a file that a user names: replaces a regular file, creates a new one, and writes to a
/// device or pipe as it is.
///
/// # Errors
///
/// I/O errors. A regular file is unchanged then.
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() && !metadata.is_dir() => fs::write(path, content),
        _ => replace(path, content),
    }
}

/// Checks that a file could be replaced now, and leaves it unchanged.
///
/// # Errors
///
/// I/O errors.
pub fn check_replace(path: &Path) -> io::Result<()> {
    Target::resolve(path)?.create_temporary()?.close()
}

/// Returns an error unless this is the metadata of a regular file.
///
/// # Errors
///
/// Names the kind of file.
pub fn require_regular(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_file() {
        Ok(())
    } else if metadata.is_dir() {
        Err(io::Error::other("it is a directory"))
    } else {
        Err(io::Error::other(
            "it is not a regular file but a device, pipe or socket",
        ))
    }
}

/// A writable file and its current metadata, if it exists.
struct Target {
    path: PathBuf,
    old: Option<Metadata>,
}

impl Target {
    /// Resolves symbolic links, and checks that the file may be written.
    fn resolve(path: &Path) -> io::Result<Self> {
        let path = resolve_links(path)?;
        let old = match fs::metadata(&path) {
            Ok(metadata) => Some(metadata),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if path.file_name().is_none() {
            return Err(io::Error::other("this is not a valid file name"));
        }
        if let Some(metadata) = &old {
            require_regular(metadata)?;
            if metadata.permissions().readonly() {
                return Err(io::Error::other("the file is read-only"));
            }
            // A rename needs only write access to the directory, so check the file itself here.
            OpenOptions::new().write(true).open(&path)?;
        }
        Ok(Self { path, old })
    }

    fn directory(&self) -> &Path {
        match self.path.parent() {
            Some(parent) if parent != Path::new("") => parent,
            _ => Path::new("."),
        }
    }

    /// Creates an empty temporary file with the permissions of the one it will replace. It is
    /// deleted when it is dropped.
    fn create_temporary(&self) -> io::Result<NamedTempFile> {
        let mut builder = tempfile::Builder::new();
        let name = self.path.file_name().unwrap_or_default();
        builder.prefix(name).suffix(TEMPORARY_SUFFIX);
        #[cfg(unix)]
        {
            // Those of an ordinary new file. The library's default is for secrets.
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let temporary = builder.tempfile_in(self.directory())?;
        if let Some(old) = &self.old {
            copy_owner(temporary.path(), old);
            temporary.as_file().set_permissions(old.permissions())?;
        }
        Ok(temporary)
    }

    /// Syncs the directory, so that the new name reaches the disk. Best effort: the content is safe
    /// under one of the two names.
    fn sync_directory(&self) {
        if cfg!(unix) {
            let _ = File::open(self.directory()).and_then(|directory| directory.sync_all());
        }
    }
}

/// Returns the last path in a chain of symbolic links, whether or not it exists.
fn resolve_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS_MAX {
        match fs::symlink_metadata(&path) {
            Ok(metadata) if metadata.is_symlink() => {
                let next = fs::read_link(&path)?;
                path = path.parent().unwrap_or(Path::new("")).join(next);
            }
            _ => return Ok(path),
        }
    }
    Err(io::Error::other("it is a loop of symbolic links"))
}

/// Copies the owner. Best effort: only root may change it.
#[cfg(unix)]
fn copy_owner(path: &Path, old: &Metadata) {
    use std::os::unix::fs::{MetadataExt, chown};
    let _ = chown(path, Some(old.uid()), Some(old.gid()));
}

#[cfg(not(unix))]
fn copy_owner(_path: &Path, _old: &Metadata) {}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).expect("a directory");
        let name = |entry: io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
        let mut names: Vec<_> = entries
            .map(|entry| name(entry).to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn files_are_created_and_replaced() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("file.txt");
        for content in ["one", "a longer text", ""] {
            check_replace(&path).expect("it is writable");
            replace(&path, content.as_bytes()).expect("it is written");
            assert_eq!(fs::read_to_string(&path).expect("a file"), content);
        }
        assert_eq!(names(directory.path()), ["file.txt"]);
    }

    #[test]
    fn a_named_output_is_replaced_or_a_device() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("file.txt");
        for content in ["one", "two"] {
            write(&path, content.as_bytes()).expect("it is written");
            assert_eq!(fs::read_to_string(&path).expect("a file"), content);
        }
        assert!(write(directory.path(), b"text").is_err());
        #[cfg(unix)]
        write(Path::new("/dev/null"), b"text").expect("a device takes it");
        assert_eq!(names(directory.path()), ["file.txt"]);
    }

    #[test]
    fn a_check_changes_nothing() {
        let directory = tempfile::tempdir().expect("a directory");
        check_replace(&directory.path().join("file.txt")).expect("it is writable");
        assert!(names(directory.path()).is_empty());
    }

    #[test]
    fn what_is_not_a_regular_file_is_left_alone() {
        let directory = tempfile::tempdir().expect("a directory");
        let check = |path: &Path, reason: &str| {
            let error = replace(path, b"text").expect_err("it is rejected");
            assert!(error.to_string().contains(reason), "{error}");
        };
        check(directory.path(), "it is a directory");
        check(&directory.path().join(".."), "valid file name");
        let missing = directory.path().join("missing/file.txt");
        assert!(replace(&missing, b"text").is_err());
        assert!(names(directory.path()).is_empty());
    }

    #[test]
    fn a_read_only_file_is_left_alone() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("file.txt");
        fs::write(&path, "old").expect("it is written");
        let mut permissions = fs::metadata(&path).expect("metadata").permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).expect("they are set");
        let error = replace(&path, b"new").expect_err("it is read-only");
        assert!(error.to_string().contains("read-only"), "{error}");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "old");
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_are_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let directory = tempfile::tempdir().expect("a directory");
        let (path, link) = (directory.path().join("file"), directory.path().join("link"));
        fs::write(&path, "old").expect("it is written");
        let mode = |path: &Path| fs::metadata(path).expect("metadata").permissions().mode() & 0o777;
        let new_file_mode = mode(&path);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("they are set");
        symlink("file", &link).expect("it is linked");
        replace(&link, b"new").expect("it is written");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "new");
        assert!(fs::symlink_metadata(&link).expect("metadata").is_symlink());
        assert_eq!(mode(&path), 0o640);
        let other = directory.path().join("other");
        replace(&other, b"new").expect("it is written");
        assert_eq!(mode(&other), new_file_mode, "an ordinary new file");
        symlink("loop", directory.path().join("loop")).expect("it is linked");
        assert!(replace(&directory.path().join("loop"), b"new").is_err());
    }
}
