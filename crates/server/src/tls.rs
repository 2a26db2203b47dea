//! TLS of outgoing connections: to the database, to the bus, and of the doctor.

#[cfg(feature = "postgres")]
mod client_config;

use std::path::Path;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

#[cfg(feature = "postgres")]
pub(crate) use client_config::{CertificateCheck, client_config};

/// Selects the cryptography for libraries that take the default of the process, which panic if they
/// find none or two.
#[cfg(feature = "nats")]
pub(crate) fn install_crypto_provider() {
    // Fails if a provider is installed already, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
}

/// Reads the certificates of authorities from a PEM file.
///
/// # Errors
///
/// If the file is unreadable, or contains no certificate or an invalid one; with the reason.
pub(crate) fn read_ca_file(path: &Path) -> Result<Vec<CertificateDer<'static>>, String> {
    let pem = std::fs::read(path).map_err(|error| error.to_string())?;
    let certificates: Vec<CertificateDer<'static>> = CertificateDer::pem_slice_iter(&pem)
        .collect::<Result<_, _>>()
        .map_err(|error| error.to_string())?;
    if certificates.is_empty() {
        return Err("it contains no certificate in PEM format".to_owned());
    }
    Ok(certificates)
}

/// Returns the authorities in a PEM file, or those of the system.
///
/// # Errors
///
/// If there are none; with the reason.
#[cfg(any(feature = "doctor", feature = "postgres"))]
pub(crate) fn root_store(ca_file: Option<&Path>) -> Result<rustls::RootCertStore, String> {
    let certificates = match ca_file {
        Some(path) => {
            read_ca_file(path).map_err(|reason| format!("{}: {reason}", path.display()))?
        }
        None => rustls_native_certs::load_native_certs().certs,
    };
    let mut roots = rustls::RootCertStore::empty();
    let (added, _) = roots.add_parsable_certificates(certificates);
    match (added, ca_file) {
        (0, Some(path)) => Err(format!(
            "{}: it contains no certificate of an authority",
            path.display()
        )),
        (0, None) => Err("the system has no certificates of authorities".to_owned()),
        _ => Ok(roots),
    }
}
