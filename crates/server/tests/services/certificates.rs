//! Certificates for servers of tests.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};

/// The host name that certificates of servers are valid for. They are not valid for `127.0.0.1`.
pub(crate) const HOST: &str = "localhost";

/// A certificate authority, and a server certificate signed by it, in a temporary directory.
pub(crate) struct Certificates {
    folder: tempfile::TempDir,
}

impl Certificates {
    pub(crate) fn create() -> Self {
        let folder = tempfile::tempdir().expect("a temporary directory");
        // Servers that run as another user read them, too.
        let readable = fs::Permissions::from_mode(0o755);
        fs::set_permissions(folder.path(), readable).expect("it is ours");
        // Without a name of its own, an authority would be mistaken for any other.
        let name = folder.path().display().to_string();
        let certificates = Self { folder };
        let mut params = CertificateParams::new([]).expect("no names");
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().expect("a key");
        let authority = CertifiedIssuer::self_signed(params, key).expect("a certificate");
        let key = KeyPair::generate().expect("a key");
        let params = CertificateParams::new([HOST.to_owned()]).expect("a host name");
        let server = params.signed_by(&key, &authority).expect("a certificate");
        certificates.write("ca.pem", &authority.pem());
        certificates.write("server.pem", &server.pem());
        certificates.write("server.key", &key.serialize_pem());
        certificates
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.path().join(name), text).expect("the directory is ours");
    }

    /// The certificate of the authority.
    pub(crate) fn authority(&self) -> PathBuf {
        self.folder.path().join("ca.pem")
    }

    /// The certificate of the server.
    pub(crate) fn server(&self) -> PathBuf {
        self.folder.path().join("server.pem")
    }

    /// The private key of the server.
    pub(crate) fn key(&self) -> PathBuf {
        self.folder.path().join("server.key")
    }
}
