//! Strips source code and markup that users copy together with a game: Markdown fences, HTML tags,
//! `const game =`, brackets, quotes, back-ticks, a semicolon and comments.
//!
//! Each character is replaced by a blank, so that the locations in errors refer to the original
//! text.

/// Keywords before the name of a variable.
const KEYWORDS: [&str; 3] = ["const", "let", "var"];
/// Quotes of a string literal.
const QUOTES: [char; 3] = ['`', '"', '\''];
/// Opens and closes a code block in Markdown.
const FENCE: &str = "```";

/// HTML tags of preformatted text.
const TAGS: [&str; 2] = ["pre", "code"];

/// A text without the surrounding source code or markup.
pub(crate) struct StrippedText {
    /// The text with blanks in place of what was stripped; its length is unchanged.
    pub(crate) text: String,
    /// True for a value in source code that is neither a list nor quoted. Its numbers may be data,
    /// which count from 0, or drops.
    pub(crate) is_value: bool,
}

/// Replaces the source code and markup around a game by blanks.
pub(crate) fn strip_source_code(text: &str) -> StrippedText {
    let mut source = SourceCode(text.chars().collect());
    source.blank_fences();
    source.blank_tags();
    let is_value = source.blank_code();
    StrippedText {
        text: source.0.into_iter().collect(),
        is_value,
    }
}

struct SourceCode(Vec<char>);

impl SourceCode {
    fn get(&self, at: usize) -> Option<char> {
        self.0.get(at).copied()
    }

    /// Replaces a range by blanks, except line breaks.
    fn blank(&mut self, from: usize, to: usize) {
        let end = to.min(self.0.len());
        for c in &mut self.0[from.min(end)..end] {
            if *c != '\n' {
                *c = ' ';
            }
        }
    }

    /// Blanks `<pre>` and `<code>` at the start, and their closing tags at the end.
    fn blank_tags(&mut self) {
        for _ in TAGS {
            let start = self.skip_blanks(0);
            let opens = |name: &&str| {
                let after = start + 1 + name.len();
                let is_end = self.get(after).is_some_and(|c| c == '>' || c == ' ');
                self.has_at(start, '<', name) && is_end
            };
            if TAGS.iter().any(opens)
                && let Some(end) = (start..self.0.len()).find(|at| self.0[*at] == '>')
            {
                self.blank(start, end + 1);
            }
            let end = self.0.iter().rposition(|c| !c.is_whitespace());
            let closing = TAGS.map(|name| format!("</{name}>"));
            for tag in closing {
                let start = end.map_or(0, |end| (end + 1).saturating_sub(tag.len()));
                if self.0[start..]
                    .iter()
                    .take(tag.len())
                    .copied()
                    .eq(tag.chars())
                {
                    self.blank(start, start + tag.len());
                }
            }
        }
    }

    /// Returns true if this character and then this name are at an index.
    fn has_at(&self, at: usize, sign: char, name: &str) -> bool {
        let found = self.0[at.min(self.0.len())..].iter().copied();
        found
            .take(1 + name.len())
            .eq([sign].into_iter().chain(name.chars()))
    }

    /// Blanks the first and the last line, if they are fences.
    fn blank_fences(&mut self) {
        let mut lines = Vec::new();
        let mut start = 0;
        for line in self.0.split(|c| *c == '\n') {
            let text: String = line.iter().collect();
            if !text.trim().is_empty() {
                lines.push((start, start + line.len(), text.trim().to_owned()));
            }
            start += line.len() + 1;
        }
        if let Some((from, to, line)) = lines.first()
            && line.starts_with(FENCE)
        {
            self.blank(*from, *to);
        }
        if let Some((from, to, line)) = lines.last()
            && line == FENCE
        {
            self.blank(*from, *to);
        }
    }

    /// Blanks the source code around a list or a picture, and the comments inside a list. Returns
    /// true if the rest is neither a list nor a string.
    fn blank_code(&mut self) -> bool {
        let Some(body) = self.body() else {
            return false;
        };
        self.blank(0, body);
        match self.get(body) {
            Some(quote) if QUOTES.contains(&quote) => {
                let close = (body + 1..self.0.len()).find(|at| self.0[*at] == quote);
                if let Some(close) = close {
                    self.blank(body, body + 1);
                    self.blank(close, close + 1);
                    self.blank_tail(close);
                }
                false
            }
            Some('[') => {
                self.blank_comments(body);
                false
            }
            _ => {
                let semicolon = self.0.iter().position(|c| *c == ';');
                if let Some(end) = semicolon.filter(|at| self.skip(at + 1) >= self.0.len()) {
                    self.blank(end, self.0.len());
                }
                let ends = |c: &char| c.is_whitespace() || [';', ')'].contains(c);
                let end = self.0.iter().rposition(|c| !ends(c)).map_or(0, |at| at + 1);
                self.blank(end, self.0.len());
                true
            }
        }
    }

    /// Returns the start of the list or picture, or `None` if the text is not source code.
    fn body(&self) -> Option<usize> {
        let start = self.skip(0);
        let (word, after) = self.word(start);
        let has_keyword = KEYWORDS.contains(&&*word);
        let name = if has_keyword { self.skip(after) } else { start };
        let (word, after) = self.word(name);
        let equals = self.skip(after);
        let is_named =
            !word.is_empty() && self.get(equals) == Some('=') && self.get(equals + 1) != Some('=');
        let value = match (is_named, has_keyword) {
            (true, _) => self.skip(equals + 1),
            (false, true) => return None,
            (false, false) => start,
        };
        let is_bracketed = self.get(value) == Some('(');
        let body = if is_bracketed {
            self.skip(value + 1)
        } else {
            value
        };
        let next = self.get(body);
        let begins = |c: char| c == '[' || QUOTES.contains(&c);
        (is_named || is_bracketed || next.is_some_and(begins)).then_some(body)
    }

    /// Returns the identifier at an index, and its end.
    fn word(&self, from: usize) -> (String, usize) {
        let is_identifier_char =
            |c: &&char| c.is_ascii_alphanumeric() || ['_', '$', '.'].contains(c);
        let word: String = self.0[from.min(self.0.len())..]
            .iter()
            .take_while(is_identifier_char)
            .collect();
        let end = from + word.len();
        (word, end)
    }

    /// Returns the next index that is not white space.
    fn skip_blanks(&self, from: usize) -> usize {
        let rest = self.0.iter().skip(from);
        from + rest.take_while(|c| c.is_whitespace()).count()
    }

    /// Returns the next index that is neither white space nor inside a comment.
    fn skip(&self, mut at: usize) -> usize {
        while let Some(c) = self.get(at) {
            match (c, self.get(at + 1)) {
                (c, _) if c.is_whitespace() => at += 1,
                ('/', Some('/' | '*')) => at = self.comment_end(at),
                _ => break,
            }
        }
        at
    }

    fn comment_end(&self, start: usize) -> usize {
        let rest = start + 2..self.0.len();
        let end = if self.get(start + 1) == Some('/') {
            rest.into_iter().find(|at| self.0[*at] == '\n')
        } else {
            let is_end = |at: &usize| self.0[*at] == '*' && self.get(at + 1) == Some('/');
            rest.into_iter().find(is_end).map(|at| at + 2)
        };
        end.unwrap_or(self.0.len())
    }

    /// Blanks the comments inside and after a list, but not inside strings.
    fn blank_comments(&mut self, list: usize) {
        let (mut at, mut depth, mut quote) = (list, 0_usize, None);
        while let Some(c) = self.get(at) {
            match (quote, c) {
                (Some(open), c) if c == open => quote = None,
                (None, '\'' | '"') => quote = Some(c),
                (None, '/') if matches!(self.get(at + 1), Some('/' | '*')) => {
                    let end = self.comment_end(at);
                    self.blank(at, end);
                    at = end;
                    continue;
                }
                (None, '[') => depth += 1,
                (None, ']') => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        self.blank_tail(at + 1);
                        return;
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// Blanks closing brackets, semicolons and comments, if nothing else follows.
    fn blank_tail(&mut self, from: usize) {
        let mut at = self.skip(from);
        while matches!(self.get(at), Some(')' | ';')) {
            at = self.skip(at + 1);
        }
        if at >= self.0.len() {
            self.blank(from, at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the words that are left after stripping.
    fn check(text: &str, expected: &str) {
        let stripped = strip_source_code(text).text;
        assert_eq!(stripped.chars().count(), text.chars().count(), "{text}");
        let words: Vec<_> = stripped.split_whitespace().collect();
        assert_eq!(words.join(" "), expected, "{text}");
    }

    #[test]
    fn source_code_is_stripped() {
        check("const game = [3, 3];", "[3, 3]");
        check("let board=[[0],[1]] ;", "[[0],[1]]");
        check("// moves\ngame = [3, // one\n 3];\n// end", "[3, 3]");
        check("/* a [ */ [1 /* ] */, '//'] // x", "[1 , '//']");
        check("const game = (\n`🟦 🔴\n🟡 🔴`\n);", "🟦 🔴 🟡 🔴");
        check("(🟦 🔴)", "🟦 🔴");
        check("```javascript\n[1]\n```", "[1]");
        check("```\n5   - -\n ```", "5 - -");
        check("<pre>\n// a\nlet board = [\n1];</pre>", "[ 1]");
        check(" <pre class=\"x\"><code>5   - -\n</code></pre> ", "5 - -");
        check("this.board = [1];", "[1]");
        check("const game = \"4453\"; // so far", "4453");
        check("'4453'", "4453");
        check("const game = 4453; // so far", "4453");
        for empty in [
            "()",
            "const game = ;",
            "const game =",
            "```javascript",
            "``",
            "\"\"",
        ] {
            check(empty, "");
        }
    }

    #[test]
    fn other_texts_are_unchanged() {
        for text in [
            "",
            "4453",
            "standard 7x6/4 //2/12/1// 1",
            "//2/12/1// 1",
            "power-up 7x6/4 ///W/// 1 stock=ABD moves=W4",
            "const",
            "const game",
            "a == [1]",
            "{\"a\": [1]}",
            "[1] and more ;",
            "`open",
            "/* open",
            "[\"open",
            "'open",
            "<prey> 44",
            "</pre> 44",
        ] {
            let expected: Vec<_> = text.split_whitespace().collect();
            check(text, &expected.join(" "));
        }
    }
}
