//! The probe before a large allocation.

/// Probes whether the system has this much memory, so that a search can do with less instead of
/// aborting the program. WebAssembly skips the probe: it has no way to report the failure.
#[must_use]
pub fn is_memory_available(bytes: usize) -> bool {
    if cfg!(target_arch = "wasm32") {
        return true;
    }
    let mut probe = Vec::<u64>::new();
    let reserved = probe.try_reserve_exact(bytes.div_ceil(size_of::<u64>()));
    // The optimiser may remove an unused allocation, which would then always succeed.
    std::hint::black_box(&probe);
    reserved.is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_probe_refuses_what_no_system_has() {
        assert!(is_memory_available(1 << 20));
        assert!(!is_memory_available(usize::MAX));
    }
}
