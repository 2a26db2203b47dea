//! Dates as days since 1 January 1970.

/// Days of the months of a year that is no leap year.
const MONTH_DAYS: [u32; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/// First and last year.
const YEARS: (u32, u32) = (1970, 2999);

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
    let is_leap = |year: u32| {
        (year.is_multiple_of(4) && !year.is_multiple_of(100)) || year.is_multiple_of(400)
    };
    let days_of =
        |month: u32| MONTH_DAYS[month as usize - 1] + u32::from(month == 2 && is_leap(year));
    let is_date = parts.next().is_none()
        && (YEARS.0..=YEARS.1).contains(&year)
        && (1..=12).contains(&month)
        && (1..=days_of(month)).contains(&day);
    let year_days = |year: u32| 365 + u32::from(is_leap(year));
    is_date.then(|| {
        let before: u32 = (YEARS.0..year).map(year_days).sum();
        before + (1..month).map(days_of).sum::<u32>() + day - 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
