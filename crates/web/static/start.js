// Starts the page (compiled from Rust), then caches its files.
const note = document.getElementById("starting");
const isGerman = navigator.language.startsWith("de");
if (isGerman) {
  note.textContent = "Wird geladen …";
}

try {
  const page = import("./foursight_web.js");
  const { connect, preload } = await import("./later.js");
  // If the 3D scene is supported, its chunk is preloaded together with the page, and this canvas is
  // reused for it, because creating a context takes a while.
  const canvas = document.createElement("canvas");
  if (canvas.getContext("webgl2")) {
    preload();
    canvas.id = "space";
    canvas.hidden = true;
    document.body.append(canvas);
  }
  const { default: init, initSync } = await page;
  connect(initSync);
  await init();
  note.remove();
} catch (error) {
  note.textContent = isGerman
    ? "Das Spiel konnte nicht geladen werden. Bist du online? "
    : "The game could not be loaded. Are you online? ";
  const again = document.createElement("button");
  again.textContent = isGerman ? "Noch einmal" : "Try again";
  again.addEventListener("click", () => location.reload());
  note.append(again);
  throw error;
}

// Optional: with a network the game works without it.
import("./offline.js").then(({ keep }) => keep(), () => undefined);
