// Keeps the game for when there is no network, and says when a newer version waits.
//
// A newer version is loaded when the person wants it, or when the game is opened the next time. Page
// and script talk by two events at the window: "update-ready" and "update-wanted".

// The bar says that there is no network.
const tell = () => document.documentElement.toggleAttribute("data-offline", !navigator.onLine);
addEventListener("online", tell);
addEventListener("offline", tell);
tell();

const container = navigator.serviceWorker;

export async function keep() {
  // Who saves data at the first visit is spared what nobody has asked for yet; workers are not told of that.
  const known = await container?.getRegistration();
  const sparing = navigator.connection?.saveData ? "?sparing" : "";
  const script = known?.active?.scriptURL ?? `./service-worker.js${sparing}`;
  // Pages that are not secure have none. The game then needs the network, and is otherwise the same.
  const registration = await container?.register(script).catch(() => undefined);
  if (!registration) {
    return;
  }
  if (registration.waiting) {
    offer(registration.waiting);
  }
  registration.addEventListener("updatefound", () => {
    const newer = registration.installing;
    newer.addEventListener("statechange", () => newer.state === "installed" && offer(newer));
  });
}

function offer(newer) {
  // The very first version has nobody to replace.
  if (!container.controller) {
    return;
  }
  addEventListener("update-wanted", () => {
    container.addEventListener("controllerchange", () => location.reload());
    newer.postMessage("take-over");
  });
  dispatchEvent(new Event("update-ready"));
}
