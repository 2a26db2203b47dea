"use strict";
// The texts of the page. Those of the document itself are the English ones.
const texts = {
  en: {
    done: "Your new password is saved, and you are signed in.",
    invalid: "This password is too short or too easy to guess.",
    expired: "This link has expired or has been used. Ask for a new one.",
    locked: "This account is locked.",
    often: "Too many attempts. Wait a minute and try again.",
    failed: "The server did not answer. Try again.",
  },
  de: {
    title: "Neues Passwort wählen",
    label: "Neues Passwort",
    hint: "Mindestens 10 Zeichen, und nicht leicht zu erraten.",
    save: "Speichern und anmelden",
    home: "Zum Spiel",
    done: "Dein neues Passwort ist gespeichert, und du bist angemeldet.",
    invalid: "Dieses Passwort ist zu kurz oder zu leicht zu erraten.",
    expired: "Dieser Link ist abgelaufen oder wurde schon benutzt. Bitte um einen neuen.",
    locked: "Dieses Konto ist gesperrt.",
    often: "Zu viele Versuche. Warte eine Minute und versuche es noch einmal.",
    failed: "Der Server hat nicht geantwortet. Versuche es noch einmal.",
  },
};
const language = navigator.language.startsWith("de") ? "de" : "en";
const text = texts[language];
document.documentElement.lang = language;
for (const element of document.querySelectorAll("[data-text]")) {
  element.textContent = text[element.dataset.text] ?? element.textContent;
}
document.title = document.querySelector("h1").textContent;

const [form, password, status, home] = ["form", "password", "status", "home"].map((id) =>
  document.getElementById(id),
);
const secret = location.hash.slice(1);
// Neither the history nor a screenshot needs it any longer.
history.replaceState(null, "", location.pathname);

function finish(message) {
  form.hidden = true;
  home.hidden = false;
  status.textContent = message;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button");
  button.disabled = true;
  status.textContent = "";
  try {
    const response = await fetch("api/account/reset", {
      method: "POST",
      body: JSON.stringify({ secret, new_password: password.value }),
    });
    if (response.ok) {
      finish(text.done);
    } else if (response.status === 404) {
      finish(text.expired);
    } else {
      const reasons = { 400: text.invalid, 403: text.locked, 429: text.often };
      status.textContent = reasons[response.status] ?? text.failed;
    }
  } catch {
    status.textContent = text.failed;
  }
  button.disabled = false;
  if (!form.hidden) password.focus();
});

if (secret === "") {
  finish(text.expired);
} else {
  password.focus();
}
