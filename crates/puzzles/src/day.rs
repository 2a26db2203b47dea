//! Dates as days since 1 January 1970.

/// Days of the months of a year that is no leap year.
const MONTH_DAYS: [u32; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/// First and last year.
const YEARS: (u32, u32) = (1970, 2999);
/// 1 January 1970 was a Thursday.
pub(crate) const WEEKDAY_OF_DAY_0: u32 = 3;

/// Parses a date from 1970 to 2999, as in `2026-11-19`, as days since 1 January 1970.
///
/// ```
/// use foursight_puzzles::parse_day;
///
/// assert_eq!(parse_day("2026-11-19"), Some(20_776));
/// assert_eq!(parse_day("2026-02-29"), None);
/// ```
#[must_use]
pub fn parse_day(text: &str) -> Option<u32> {
    let mut parts = text.split('-').map(|part| {
        let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse::<u32>().ok().filter(|_| is_number)
    });
    let mut part = || parts.next().flatten();
    let (year, month, day) = (part()?, part()?, part()?);
    let is_date = parts.next().is_none()
        && (YEARS.0..=YEARS.1).contains(&year)
        && (1..=12).contains(&month)
        && (1..=month_days(year, month)).contains(&day);
    is_date.then(|| {
        let before: u32 = (YEARS.0..year).map(year_days).sum();
        before + (1..month).map(|month| month_days(year, month)).sum::<u32>() + day - 1
    })
}

/// Returns the day at a time in milliseconds since 1970, on a clock that is this many minutes ahead
/// of UTC.
///
/// ```
/// use foursight_puzzles::day_at;
///
/// assert_eq!(day_at(86_399_999, 0), 0);
/// assert_eq!(day_at(86_399_999, 60), 1);
/// ```
#[must_use]
pub fn day_at(at_ms: u64, utc_offset_minutes: i32) -> u32 {
    const MINUTE_MS: i64 = 60_000;
    const DAY_MS: i64 = 24 * 60 * MINUTE_MS;
    let at_ms = i64::try_from(at_ms).unwrap_or(i64::MAX);
    let local_ms = at_ms.saturating_add(i64::from(utc_offset_minutes) * MINUTE_MS);
    u32::try_from(local_ms.div_euclid(DAY_MS).max(0)).unwrap_or(u32::MAX)
}

/// Returns year, month and day of the month of a day, both counted from 1. Years end with 2999.
///
/// ```
/// use foursight_puzzles::date_of;
///
/// assert_eq!(date_of(20_776), (2026, 11, 19));
/// ```
#[must_use]
pub fn date_of(day: u32) -> (u32, u32, u32) {
    let (mut year, mut rest) = (YEARS.0, day);
    while rest >= year_days(year) && year < YEARS.1 {
        rest -= year_days(year);
        year += 1;
    }
    let mut month = 1;
    while month < 12 && rest >= month_days(year, month) {
        rest -= month_days(year, month);
        month += 1;
    }
    (year, month, rest.min(month_days(year, month) - 1) + 1)
}

/// Returns the day of the week, 0 for Monday.
#[must_use]
pub const fn weekday_of(day: u32) -> usize {
    (day.wrapping_add(WEEKDAY_OF_DAY_0) % 7) as usize
}

const fn is_leap(year: u32) -> bool {
    (year.is_multiple_of(4) && !year.is_multiple_of(100)) || year.is_multiple_of(400)
}

const fn year_days(year: u32) -> u32 {
    365 + is_leap(year) as u32
}

const fn month_days(year: u32, month: u32) -> u32 {
    MONTH_DAYS[month as usize - 1] + (month == 2 && is_leap(year)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_change_at_local_midnight() {
        const HOUR_MS: u64 = 3_600_000;
        // 18 November 2026, 23:00 UTC.
        let at = 20_775 * 24 * HOUR_MS + 23 * HOUR_MS;
        let check = |hours: i32, expected: u32| {
            assert_eq!(day_at(at, 60 * hours), expected, "{hours} hours ahead");
        };
        check(-12, 20_775);
        check(0, 20_775);
        check(1, 20_776);
        check(14, 20_776);
        // The hour that is lost or won in spring and autumn moves no midnight.
        assert_eq!(day_at(at - 1, 60), 20_775);
        assert_eq!(day_at(at + HOUR_MS - 1, 0), 20_775);
        assert_eq!((day_at(0, -60), day_at(u64::MAX, 0)), (0, u32::MAX));
    }

    #[test]
    fn dates_and_days_agree() {
        for day in (0..400_000).step_by(13) {
            let (year, month, number) = date_of(day);
            if year > YEARS.1 - 1 {
                continue;
            }
            let text = format!("{year}-{month:02}-{number:02}");
            assert_eq!(parse_day(&text), Some(day), "{text}");
        }
        assert_eq!(date_of(u32::MAX), (2999, 12, 31));
        // 19 November 2026 is a Thursday.
        assert_eq!((weekday_of(20_776), weekday_of(0)), (3, 3));
    }

    #[test]
    fn dates_are_days_since_1970() {
        let check = |text: &str, expected: Option<u32>| {
            assert_eq!(parse_day(text), expected, "{text}");
        };
        check("1970-01-01", Some(0));
        check("1972-03-01", Some(790));
        check("2000-02-29", Some(11_016));
        check("2026-11-19", Some(20_776));
        for invalid in [
            "",
            "2026",
            "2026-13-01",
            "2026-00-10",
            "2026-02-29",
            "1900-01-01",
            "3000-01-01",
            "99999999999-01-01",
            "2026-11-19-1",
            "2026-11-+9",
            "2026-1-",
            "x",
        ] {
            check(invalid, None);
        }
    }
}
