//! Texts of the page about the game: privacy, licence, source. Part of a lazy chunk.

use super::UiMessage;

catalogue! {
    ABOUT;

    AboutHeading: "About Foursight" | "Über Foursight",
    AboutWhat: "Four in a row to play, learn and solve: opponents from random to perfect, lessons, tournaments and an analysis board. The standard board of 7 × 6 is solved exactly." | "Vier in einer Reihe zum Spielen, Lernen und Lösen: Gegner von zufällig bis perfekt, Lektionen, Turniere und ein Analysebrett. Das klassische Spielfeld mit 7 × 6 ist exakt gelöst.",
    AboutOffline: "Everything but online games works without a network, and the page can be installed like an app." | "Bis auf Online-Partien geht alles ohne Netz, und die Seite lässt sich wie eine App installieren.",
    AboutPrivacy: "Privacy" | "Datenschutz",
    AboutPrivacyLocal: "Games, scores, settings and progress stay in this browser. Nothing is sent anywhere, and nobody is tracked: no cookies of others, no advertising, no statistics." | "Partien, Bilanz, Einstellungen und Lernstand bleiben in diesem Browser. Nichts wird verschickt und niemand verfolgt: keine fremden Cookies, keine Werbung, keine Statistik.",
    AboutPrivacyOnline: "Online games are stored by the server that you play on, under a guest name until you create an account. On the page of your account you can download or delete everything." | "Online-Partien speichert der Server, auf dem du spielst, unter einem Gastnamen, bis du ein Konto anlegst. Auf der Seite deines Kontos kannst du alles herunterladen oder löschen.",
    AboutPrivacyDelete: "Delete the data of this site in your browser to remove everything kept here." | "Lösche in deinem Browser die Daten dieser Seite, dann ist alles weg, was hier liegt.",
    AboutLicence: "Licence and source" | "Lizenz und Quelltext",
    AboutLicenceText: "Foursight is free software under the MIT licence or the Apache License 2.0, as you prefer." | "Foursight ist freie Software unter der MIT-Lizenz oder der Apache-Lizenz 2.0, nach deiner Wahl.",
    AboutSource: "Source code" | "Quelltext",
    AboutKeyboard: "Keyboard" | "Tastatur",
    AboutKeyboardText: "The whole game can be played by keys and by screen reader." | "Das ganze Spiel geht mit Tasten und mit einem Vorleseprogramm.",
    AboutKeys: "Show all keys" | "Alle Tasten zeigen",
}
