//! Texts of the ranking on the scores page. Part of a lazy chunk.

use super::UiMessage;

catalogue! {
    SCORES;

    RankHeading: "Ranking" | "Rangliste",
    RankAbout: "Ratings follow from who beat whom. A question mark means: too few games to be sure." | "Die Wertung folgt daraus, wer wen geschlagen hat. Ein Fragezeichen heißt: noch zu wenige Partien.",
    RankPlace: "Rank" | "Rang",
    RankPlayer: "Player" | "Wer",
    RankRating: "Rating" | "Wertung",
    RankStreak: "Streak" | "Serie",
    RankBest: "Best streak" | "Beste Serie",
    RankWinsInARow: "{count} won in a row" | "{count} Siege in Folge",
    RankLossesInARow: "{count} lost in a row" | "{count} Niederlagen in Folge",
    RankNoStreak: "none" | "keine",
    RankBot: "bot" | "Bot",
    RankTournaments: "Count the games of tournaments" | "Partien von Turnieren mitzählen",
    RankNames: "Enter names under New game to be listed by them." | "Gib unter „Neue Partie“ Namen ein, dann stehen sie hier.",
}
