//! Why a drop has its verdict, in three lengths: badge, sentence and paragraph; and a bad drop in
//! contrast to the best one.

use foursight_core::{Column, Player};
use foursight_explain::{
    ColumnPlan, DropExplanation, Fact, Goal, MoveGrade, PlanMode, ProofBranch, ProofNode, Reason,
    ReasonKind, RuleCover, VerdictProof,
};
use foursight_solver::{Verdict, Wdl};

use crate::facts::fact_text;
use crate::verdicts::verdict_text;
use crate::{Language, Phrase, as_sentence, join_list};

/// Text for a verdict without a proved reason.
pub const UNKNOWN: Phrase = Phrase(["no simple reason found", "kein einfacher Grund gefunden"]);

/// Moves of perfect play that a paragraph shows.
const LINE_MOVES_MAX: usize = 12;

/// The language of a text, who drops, and the names of the players.
#[derive(Clone, Copy)]
pub struct ReasonTexts<'a> {
    /// Language of the text.
    pub language: Language,
    /// Player whose drops are explained.
    pub mover: Player,
    /// Returns the name of a player.
    pub name: &'a dyn Fn(Player) -> String,
}

impl ReasonTexts<'_> {
    /// Describes a reason in a few words.
    ///
    /// ```
    /// # use foursight_core::{Column, Game};
    /// # use foursight_solver::Solver;
    /// use foursight_explain::{ExplainBudget, Explainer};
    /// use foursight_phrases::{Language, reasons::ReasonTexts};
    ///
    /// # let column = |number| Column::from_number(number).expect("in range");
    /// # let mut game = Game::default();
    /// # for digit in "12611642613552255512".bytes() {
    /// #     game = game.drop_in(column(usize::from(digit - b'0')))?;
    /// # }
    /// # let mut solver = Solver::default();
    /// # let mut explainer = Explainer::new(&mut solver, ExplainBudget::default());
    /// # let explanation = explainer.explain(game.position())?;
    /// let texts = ReasonTexts {
    ///     language: Language::English,
    ///     mover: game.position().to_move(),
    ///     name: &|player| player.to_string(),
    /// };
    /// let drop = explanation.column(column(4)).expect("open");
    /// assert_eq!(texts.badge(&drop.reasons[0]), "odd threat c3");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn badge(self, reason: &Reason) -> String {
        let phrase = match reason.kind() {
            ReasonKind::CompletesLine => COMPLETES_BADGE,
            ReasonKind::AllowsLine => ALLOWS_BADGE,
            ReasonKind::DoubleThreat => DOUBLE_BADGE,
            ReasonKind::ForcedWin => FORCED_BADGE,
            ReasonKind::ShortTree => SHORT_BADGE,
            ReasonKind::NineRules => HOLDS_BADGE,
            ReasonKind::ForcedPlan => FORCED_PLAN_BADGE,
            ReasonKind::Split | ReasonKind::DeepSplit => SPLIT_BADGE,
            ReasonKind::ColumnPlan(_) => match (reason.proof.as_ref(), reason.cells.first()) {
                (Some(proof), Some(_)) if proof.claim.goal == Goal::Win => {
                    return self.threat_badge(reason);
                }
                (Some(proof), _) if proof.claim.goal == Goal::Hold => HOLDS_BADGE,
                _ => PLAN_BADGE,
            },
            _ => match &reason.fact {
                Some(Fact::Blocks(_)) => BLOCKS_BADGE,
                Some(Fact::OnlySafeDrop) => ONLY_SAFE_BADGE,
                Some(Fact::DecisiveThreat(_)) => return self.threat_badge(reason),
                Some(Fact::Zugzwang { .. }) => ZUGZWANG_BADGE,
                Some(Fact::FollowUp { .. }) => FOLLOW_UP_BADGE,
                Some(Fact::MirrorImageOf(_)) => MIRROR_BADGE,
                _ => UNKNOWN,
            },
        };
        self.with_cell(phrase, reason)
    }

    /// Names the parity of the threat that decides.
    fn threat_badge(self, reason: &Reason) -> String {
        let is_odd = reason
            .cells
            .first()
            .is_some_and(|cell| cell.row.number() % 2 == 1);
        self.with_cell(if is_odd { ODD_BADGE } else { EVEN_BADGE }, reason)
    }

    fn with_cell(self, phrase: Phrase, reason: &Reason) -> String {
        let cell = reason
            .cells
            .first()
            .map(ToString::to_string)
            .unwrap_or_default();
        phrase
            .with(self.language, &[("cell", &cell)])
            .trim_end()
            .to_owned()
    }

    /// Describes a reason as a clause without a full stop.
    #[must_use]
    pub fn clause(self, reason: &Reason) -> String {
        match (&reason.fact, &reason.proof) {
            (Some(fact), _) => fact_text(self.language, fact, self.mover, self.name),
            (None, Some(proof)) => self.proof_clause(proof, reason),
            (None, None) => UNKNOWN.get(self.language).to_owned(),
        }
    }

    /// Describes a reason as a sentence.
    #[must_use]
    pub fn sentence(self, reason: &Reason) -> String {
        as_sentence(&self.clause(reason))
    }

    /// Describes a drop in full: its verdict, every reason, and where nothing is proved perfect
    /// play.
    #[must_use]
    pub fn paragraph(self, drop: &DropExplanation) -> String {
        let column = drop.column;
        let Some(verdict) = drop.verdict else {
            return as_sentence(&NO_VERDICT.with(self.language, &[("column", &column)]));
        };
        let text = verdict_text(self.language, verdict);
        let phrase = match (drop.grade, verdict.wdl()) {
            (Some(MoveGrade::Only), Wdl::Win) => ONLY_WIN,
            (Some(MoveGrade::Only), Wdl::Draw) => ONLY_DRAW,
            _ => COLUMN_VERDICT,
        };
        let mut sentences = vec![as_sentence(
            &phrase.with(self.language, &[("column", &column), ("verdict", &text)]),
        )];
        sentences.extend(drop.reasons.iter().map(|reason| self.sentence(reason)));
        if let Some(ahead) = &drop.ahead {
            let moves = join_list(self.language, &ahead.moves);
            let clause = self.clause(&ahead.reason);
            let parts: [(&str, &dyn std::fmt::Display); 2] =
                [("moves", &moves), ("clause", &clause)];
            sentences.push(as_sentence(&AHEAD.with(self.language, &parts)));
        } else if drop.proof().is_none() {
            if drop.reasons.is_empty() {
                sentences.push(as_sentence(UNKNOWN.get(self.language)));
            }
            if drop.line.len() > 1 {
                let shown = &drop.line[..drop.line.len().min(LINE_MOVES_MAX)];
                let moves = join_list(self.language, shown);
                sentences.push(as_sentence(
                    &BEST_LINE.with(self.language, &[("moves", &moves)]),
                ));
            }
        }
        sentences.join(" ")
    }

    /// Describes what a drop gave away in contrast to the best one. Returns `None` if the verdicts
    /// are not known or the drop is as good.
    #[must_use]
    pub fn contrast(self, drop: &DropExplanation, best: &DropExplanation) -> Option<String> {
        let (verdict, better) = (drop.verdict?, best.verdict?);
        let phrase = match (better.wdl(), verdict.wdl()) {
            _ if verdict >= better => return None,
            (Wdl::Win, Wdl::Win) => SLOWER,
            (Wdl::Loss, _) => QUICKER,
            (Wdl::Win, _) => GAVE_WIN,
            (Wdl::Draw, _) => GAVE_DRAW,
        };
        // That two columns are mirror images says nothing about what was lost.
        let is_mirror = |reason: &&Reason| matches!(reason.fact, Some(Fact::MirrorImageOf(_)));
        let mut others = drop.reasons.iter().filter(|reason| !is_mirror(reason));
        let reason = drop.proof().or_else(|| others.next());
        let is_outcome_lost = verdict.wdl() != better.wdl();
        let clause = match reason.filter(|_| is_outcome_lost) {
            Some(reason) => self.clause(reason),
            None if is_outcome_lost => UNKNOWN.get(self.language).to_owned(),
            None => String::new(),
        };
        let plies = |verdict| match verdict {
            Verdict::Win { plies } | Verdict::Loss { plies } => plies,
            Verdict::Draw => 0,
        };
        let count = plies(verdict).abs_diff(plies(better)) / 2;
        let phrase = match (phrase, count) {
            (SLOWER, 1) => SLOWER_BY_ONE,
            (QUICKER, 1) => QUICKER_BY_ONE,
            (phrase, _) => phrase,
        };
        Some(phrase.with(
            self.language,
            &[
                ("column", &drop.column),
                ("best", &best.column),
                ("clause", &clause),
                ("count", &count),
            ],
        ))
    }

    fn proof_clause(self, proof: &VerdictProof, reason: &Reason) -> String {
        let strategy = self.strategy_clause(proof, reason);
        let player = (self.name)(proof.claim.player);
        match proof.reply {
            Some(reply) => ANSWERS.with(
                self.language,
                &[
                    ("player", &player),
                    ("reply", &reply),
                    ("clause", &strategy),
                ],
            ),
            None => strategy,
        }
    }

    fn strategy_clause(self, proof: &VerdictProof, reason: &Reason) -> String {
        let player = (self.name)(proof.claim.player);
        let opponent = (self.name)(proof.claim.player.opponent());
        match &proof.strategy {
            ProofNode::Plan(plan) => self.plan_clause(*plan, proof, reason),
            ProofNode::Rules(cover) => {
                let rules = self.rule_names(cover);
                RULES.with(
                    self.language,
                    &[
                        ("player", &player),
                        ("opponent", &opponent),
                        ("rules", &rules),
                    ],
                )
            }
            ProofNode::Over if proof.claim.goal == Goal::Hold => FULL.get(self.language).to_owned(),
            ProofNode::Over => LINE_COMPLETE.with(self.language, &[("player", &player)]),
            ProofNode::Replies(branches) if branches.is_empty() => {
                TWO_THREATS.with(self.language, &[("player", &player)])
            }
            ProofNode::Replies(branches) => {
                if let Some((moves, end)) = forced_line(branches) {
                    let moves = join_list(self.language, &moves);
                    let rest = VerdictProof {
                        strategy: end.clone(),
                        ..proof.clone()
                    };
                    let clause = self.strategy_clause(&rest, reason);
                    return FORCED_LINE.with(
                        self.language,
                        &[
                            ("opponent", &opponent),
                            ("moves", &moves),
                            ("clause", &clause),
                        ],
                    );
                }
                let answers = self.answers(branches);
                let phrase = match reason.kind() {
                    ReasonKind::ShortTree if proof.claim.goal == Goal::Hold => HOLDING_TREE,
                    ReasonKind::ShortTree => TREE,
                    ReasonKind::DeepSplit => DEEP_SPLIT,
                    _ => SPLIT,
                };
                phrase.with(
                    self.language,
                    &[
                        ("player", &player),
                        ("opponent", &opponent),
                        ("answers", &answers),
                    ],
                )
            }
            _ => UNKNOWN.get(self.language).to_owned(),
        }
    }

    /// Lists rules with their cells.
    fn rule_names(self, cover: &RuleCover) -> String {
        let rules = cover.rules.iter().map(|instance| {
            let cells: Vec<_> = instance.cells.iter().map(ToString::to_string).collect();
            format!("{} {}", instance.rule.name(), cells.join("-"))
        });
        join_list(self.language, &rules.collect::<Vec<_>>())
    }

    /// Lists the answer to each reply.
    fn answers(self, branches: &[ProofBranch]) -> String {
        let pairs: Vec<_> = branches
            .iter()
            .map(|branch| {
                let parts: [(&str, &dyn std::fmt::Display); 2] =
                    [("reply", &branch.reply), ("answer", &branch.answer)];
                PAIR.with(self.language, &parts)
            })
            .collect();
        join_list(self.language, &pairs)
    }

    fn plan_clause(self, plan: ColumnPlan, proof: &VerdictProof, reason: &Reason) -> String {
        let player = (self.name)(proof.claim.player);
        let opponent = (self.name)(proof.claim.player.opponent());
        let odd = plan.odd_columns();
        let odd = match odd.len() {
            0 => String::new(),
            count => {
                let columns = join_list(self.language, &odd);
                let phrase = if count == 1 { ODD_COLUMN } else { ODD_COLUMNS };
                phrase.with(self.language, &[("columns", &columns)])
            }
        };
        let end = match (proof.claim.goal, reason.cells.first()) {
            (Goal::Hold, _) => PLAN_HOLDS.with(self.language, &[("opponent", &opponent)]),
            (Goal::Win, Some(cell)) => {
                let parts: [(&str, &dyn std::fmt::Display); 3] = [
                    ("player", &player),
                    ("cell", cell),
                    ("column", &cell.column),
                ];
                PLAN_GETS.with(self.language, &parts)
            }
            (Goal::Win, None) => PLAN_WINS.with(self.language, &[("player", &player)]),
        };
        let phrase = match plan.mode() {
            PlanMode::Pure => PURE,
            PlanMode::Complete => COMPLETE,
            PlanMode::Guided => GUIDED,
        };
        phrase.with(
            self.language,
            &[("player", &player), ("odd", &odd), ("end", &end)],
        )
    }
}

/// Returns the moves of a forced sequence and what follows it, or `None` if there is a choice.
fn forced_line(branches: &[ProofBranch]) -> Option<(Vec<Column>, &ProofNode)> {
    let [branch] = branches else {
        return None;
    };
    let mut moves = vec![branch.reply, branch.answer];
    let mut end = &branch.then;
    while let ProofNode::Replies(branches) = end
        && let [branch] = &branches[..]
    {
        moves.extend([branch.reply, branch.answer]);
        end = &branch.then;
    }
    Some((moves, end))
}

const COMPLETES_BADGE: Phrase = Phrase(["completes a line", "schließt eine Reihe"]);
const ALLOWS_BADGE: Phrase = Phrase(["allows {cell}", "erlaubt {cell}"]);
const DOUBLE_BADGE: Phrase = Phrase(["two threats", "zwei Drohungen"]);
const FORCED_BADGE: Phrase = Phrase(["all forced", "alles erzwungen"]);
const SHORT_BADGE: Phrase = Phrase(["a few lines", "wenige Varianten"]);
const PLAN_BADGE: Phrase = Phrase(["a plan by columns", "Plan nach Spalten"]);
const HOLDS_BADGE: Phrase = Phrase(["plan that holds", "Plan, der hält"]);
const FORCED_PLAN_BADGE: Phrase = Phrase(["forced, then a plan", "erzwungen, dann ein Plan"]);
const SPLIT_BADGE: Phrase = Phrase(["a plan for each reply", "Plan für jede Antwort"]);
const ODD_BADGE: Phrase = Phrase(["odd threat {cell}", "ungerade Drohung {cell}"]);
const EVEN_BADGE: Phrase = Phrase(["even threat {cell}", "gerade Drohung {cell}"]);
const BLOCKS_BADGE: Phrase = Phrase(["blocks {cell}", "blockt {cell}"]);
const ONLY_SAFE_BADGE: Phrase = Phrase(["only safe drop", "einziger sicherer Wurf"]);
const ZUGZWANG_BADGE: Phrase = Phrase(["zugzwang under {cell}", "Zugzwang unter {cell}"]);
const FOLLOW_UP_BADGE: Phrase = Phrase(["answers on top", "antwortet darüber"]);
const MIRROR_BADGE: Phrase = Phrase(["mirror image", "Spiegelbild"]);

const COLUMN_VERDICT: Phrase = Phrase(["column {column} {verdict}", "Spalte {column} {verdict}"]);
const ONLY_WIN: Phrase = Phrase([
    "column {column} is the only drop that wins; it {verdict}",
    "nur Spalte {column} gewinnt; sie {verdict}",
]);
const ONLY_DRAW: Phrase = Phrase([
    "column {column} is the only drop that does not lose; it {verdict}",
    "nur Spalte {column} verliert nicht; sie {verdict}",
]);
const NO_VERDICT: Phrase = Phrase([
    "column {column} is not solved yet",
    "Spalte {column} ist noch nicht gelöst",
]);
const AHEAD: Phrase = Phrase([
    "best play goes {moves}, then: {clause}",
    "bestes Spiel geht {moves}, dann: {clause}",
]);
const BEST_LINE: Phrase = Phrase(["best play goes {moves}", "bestes Spiel geht {moves}"]);

const GAVE_WIN: Phrase = Phrase([
    "Column {column} gave the win away: {clause}. Column {best} keeps it.",
    "Spalte {column} hat den Sieg verschenkt: {clause}. Spalte {best} hält ihn fest.",
]);
const GAVE_DRAW: Phrase = Phrase([
    "Column {column} gave the draw away: {clause}. Column {best} keeps it.",
    "Spalte {column} hat das Unentschieden verschenkt: {clause}. Spalte {best} hält es fest.",
]);
const SLOWER: Phrase = Phrase([
    "Column {column} still wins, but column {best} does so {count} moves earlier.",
    "Spalte {column} gewinnt auch, aber Spalte {best} um {count} Züge früher.",
]);
const SLOWER_BY_ONE: Phrase = Phrase([
    "Column {column} still wins, but column {best} does so one move earlier.",
    "Spalte {column} gewinnt auch, aber Spalte {best} um einen Zug früher.",
]);
const QUICKER_BY_ONE: Phrase = Phrase([
    "Every drop loses, but column {best} holds out one move longer than column {column}.",
    "Jeder Wurf verliert, aber Spalte {best} hält einen Zug länger durch als Spalte {column}.",
]);
const QUICKER: Phrase = Phrase([
    "Every drop loses, but column {best} holds out {count} moves longer than column {column}.",
    "Jeder Wurf verliert, aber Spalte {best} hält {count} Züge länger durch als Spalte {column}.",
]);

const ANSWERS: Phrase = Phrase([
    "{player} answers in column {reply}: {clause}",
    "{player} antwortet in Spalte {reply}: {clause}",
]);
const FULL: Phrase = Phrase(["the board is full", "das Spielfeld ist voll"]);
const LINE_COMPLETE: Phrase = Phrase(["{player} has a line", "{player} hat eine Reihe"]);
const TWO_THREATS: Phrase = Phrase([
    "{player} has two threats at once",
    "{player} hat zwei Drohungen auf einmal",
]);
const FORCED_LINE: Phrase = Phrase([
    "{opponent} has no choice: columns {moves}; then {clause}",
    "{opponent} hat keine Wahl: Spalten {moves}; dann: {clause}",
]);
const PAIR: Phrase = Phrase(["{reply} by {answer}", "{reply} mit {answer}"]);
const TREE: Phrase = Phrase([
    "{player} has a winning answer to every column: {answers}",
    "{player} hat auf jede Spalte eine Antwort, die gewinnt: {answers}",
]);
const HOLDING_TREE: Phrase = Phrase([
    "{player} has an answer to every column that keeps {opponent} from a line: {answers}",
    "{player} hat auf jede Spalte eine Antwort, die {opponent} jede Reihe verwehrt: {answers}",
]);
const SPLIT: Phrase = Phrase([
    "{player} answers every column and then has a plan: {answers}",
    "{player} beantwortet jede Spalte und hat dann einen Plan: {answers}",
]);
const DEEP_SPLIT: Phrase = Phrase([
    "{player} answers every column and has a plan a few drops later: {answers}",
    "{player} beantwortet jede Spalte und hat wenige Würfe später einen Plan: {answers}",
]);
const RULES: Phrase = Phrase([
    "{player} has an answer to every line that {opponent} could still complete: {rules}",
    "{player} hat auf jede Reihe, die {opponent} noch schließen könnte, eine Antwort: {rules}",
]);
const ODD_COLUMN: Phrase = Phrase([
    ", and takes the odd rows in column {columns}",
    " und nimmt in Spalte {columns} die ungeraden Zeilen",
]);
const ODD_COLUMNS: Phrase = Phrase([
    ", and takes the odd rows in columns {columns}",
    " und nimmt in den Spalten {columns} die ungeraden Zeilen",
]);
const PURE: Phrase = Phrase([
    "{player} answers every drop on top of it{odd}; with nothing to answer any free cell will do, \
     and {end}",
    "{player} antwortet auf jeden Wurf darüber{odd}; ist nichts zu beantworten, reicht jeder freie \
     Platz, und {end}",
]);
const COMPLETE: Phrase = Phrase([
    "{player} answers every drop on top of it{odd}; with nothing to answer any safe cell will do, \
     and {end}",
    "{player} antwortet auf jeden Wurf darüber{odd}; ist nichts zu beantworten, reicht jeder \
     sichere Platz, und {end}",
]);
const GUIDED: Phrase = Phrase([
    "{player} answers drops on top of them{odd}; with nothing to answer there is always a right \
     cell, and {end}",
    "{player} antwortet auf Würfe darüber{odd}; ist nichts zu beantworten, gibt es immer einen \
     richtigen Platz, und {end}",
]);
const PLAN_GETS: Phrase = Phrase([
    "{player} gets {cell} when column {column} fills up",
    "{player} bekommt {cell}, wenn sich Spalte {column} füllt",
]);
const PLAN_WINS: Phrase = Phrase(["{player} completes a line", "{player} schließt eine Reihe"]);
const PLAN_HOLDS: Phrase = Phrase([
    "{opponent} never completes a line",
    "{opponent} schließt nie eine Reihe",
]);

#[cfg(test)]
mod tests {
    use foursight_core::Game;
    use foursight_explain::{ExplainBudget, Explainer, Explanation};
    use foursight_solver::Solver;

    use super::*;

    fn column(number: usize) -> Column {
        Column::from_number(number).expect("in range")
    }

    fn explain(moves: &str) -> (Explanation, Player) {
        let mut game = Game::default();
        for digit in moves.bytes() {
            game = game
                .drop_in(column(usize::from(digit - b'0')))
                .expect("legal");
        }
        let mut solver = Solver::default();
        let mut explainer = Explainer::new(&mut solver, ExplainBudget::default());
        let explanation = explainer.explain(game.position()).expect("standard rules");
        (explanation, game.position().to_move())
    }

    fn texts(language: Language, mover: Player) -> ReasonTexts<'static> {
        ReasonTexts {
            language,
            mover,
            name: &|player| match player {
                Player::First => "Ann".to_owned(),
                Player::Second => "Ben".to_owned(),
            },
        }
    }

    #[test]
    fn contrasts_count_moves() {
        let (explanation, mover) = explain("36622147744");
        let drop = |number| explanation.column(column(number)).expect("open");
        let contrast = texts(Language::German, mover).contrast(drop(4), drop(1));
        let expected =
            "Jeder Wurf verliert, aber Spalte 1 hält einen Zug länger durch als Spalte 4.";
        assert_eq!(contrast.as_deref(), Some(expected));
    }

    #[test]
    fn words_fit_the_verdict_and_the_shortest_reason() {
        let paragraph = |moves, number| {
            let (explanation, mover) = explain(moves);
            let drop = explanation.column(column(number)).expect("open");
            texts(Language::English, mover).paragraph(drop)
        };
        // Holding a draw is no win.
        let holding = paragraph("236661325436111166712244273323444", 5);
        let holds =
            "Ben has an answer to every column that keeps Ann from a line: 5 by 5 and 7 by 5";
        assert!(holding.contains(holds), "{holding}");
        // A line at once explains a loss, and no plan does.
        let losing = paragraph("134471465633634463", 7);
        assert!(losing.contains("It leaves c6"), "{losing}");
        assert!(!losing.contains("on top of"), "{losing}");
    }

    #[test]
    fn the_example_of_the_guide_in_both_languages() {
        let (explanation, mover) = explain("12611642613552255512");
        let best = explanation.column(column(4)).expect("open");
        let check = |language, expected: &str| {
            assert_eq!(texts(language, mover).clause(&best.reasons[0]), expected);
        };
        check(
            Language::English,
            "Ann answers every drop on top of it, and takes the odd rows in column 3; with nothing \
             to answer any free cell will do, and Ann gets c3 when column 3 fills up",
        );
        check(
            Language::German,
            "Ann antwortet auf jeden Wurf darüber und nimmt in Spalte 3 die ungeraden Zeilen; ist \
             nichts zu beantworten, reicht jeder freie Platz, und Ann bekommt c3, wenn sich Spalte 3 \
             füllt",
        );
        let english = texts(Language::English, mover);
        assert_eq!(english.badge(&best.reasons[0]), "odd threat c3");
        let paragraph = english.paragraph(best);
        let start = "Column 4 is the only drop that wins; it wins in 8 moves. Ann answers";
        assert!(paragraph.starts_with(start), "{paragraph}");
        let end = "16 cells are left elsewhere, so Ben has to, and c3 ends the game with move 35.";
        assert!(paragraph.contains(end), "{paragraph}");
        let bad = explanation.column(column(1)).expect("open");
        let contrast = english.contrast(bad, best).expect("worse");
        assert!(
            contrast.starts_with("Column 1 gave the win away: "),
            "{contrast}"
        );
        assert!(contrast.ends_with(". Column 4 keeps it."), "{contrast}");
        assert_eq!(english.contrast(best, best), None);
    }

    #[test]
    fn a_line_at_once() {
        let (explanation, mover) = explain("454545");
        let badges: Vec<_> = [4, 1]
            .map(|number| explanation.column(column(number)).expect("open"))
            .map(|drop| texts(Language::English, mover).badge(&drop.reasons[0]))
            .into();
        assert_eq!(badges, ["completes a line", "allows e4"]);
    }
}
