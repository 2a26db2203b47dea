//! Points in time as text, in UTC.

/// Formats milliseconds since 1970 as in `2026-05-03 17:04`.
pub(crate) fn utc_time(ms: u64) -> String {
    let (year, month, day) = date(ms);
    let minutes = ms / 60_000;
    let (hour, minute) = (minutes / 60 % 24, minutes % 60);
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02}")
}

/// Formats milliseconds since 1970 for file names, as in `2026-05-03T170405Z`.
pub(crate) fn file_time(ms: u64) -> String {
    let (year, month, day) = date(ms);
    let seconds = ms / 1_000;
    let (hour, minute, second) = (seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year}-{month:02}-{day:02}T{hour:02}{minute:02}{second:02}Z")
}

/// Returns year, month and day by the algorithm of Hinnant (2014), which counts days
/// of years that begin in March, so that a leap day is the last one.
fn date(ms: u64) -> (u64, u64, u64) {
    const DAYS_TO_1970: u64 = 719_468;
    const DAYS_OF_400_YEARS: u64 = 146_097;
    let days = ms / 86_400_000 + DAYS_TO_1970;
    let (era, day) = (days / DAYS_OF_400_YEARS, days % DAYS_OF_400_YEARS);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 {
        (year, month + 3)
    } else {
        (year + 1, month - 9)
    };
    (era * 400 + year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_dates() {
        for (ms, expected) in [
            (0, "1970-01-01 00:00"),
            (951_782_399_999, "2000-02-28 23:59"),
            (951_782_400_000, "2000-02-29 00:00"),
            (1_700_000_000_000, "2023-11-14 22:13"),
            (1_709_251_199_000, "2024-02-29 23:59"),
            (4_107_542_400_000, "2100-03-01 00:00"),
        ] {
            assert_eq!(utc_time(ms), expected);
        }
        assert_eq!(file_time(1_700_000_000_000), "2023-11-14T221320Z");
    }
}
