// Registers the service worker for offline play, and reports when a newer version is waiting.
//
// A newer version is loaded when the user accepts it, or the next time the game is opened. Page and
// script communicate by two events on the window: "update-ready" and "update-wanted".

// Lets the header show that there is no network.
const showNetworkState = () => document.documentElement.toggleAttribute("data-offline", !navigator.onLine);
addEventListener("online", showNetworkState);
addEventListener("offline", showNetworkState);
showNetworkState();

const container = navigator.serviceWorker;

export async function keep() {
  // In data-saver mode a first visit prefetches nothing; workers cannot query that mode themselves.
  const known = await container?.getRegistration();
  const sparing = navigator.connection?.saveData ? "?sparing" : "";
  const script = known?.active?.scriptURL ?? `./service-worker.js${sparing}`;
  // Insecure pages have no service worker: the game works, but needs the network.
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
  // The first version replaces none.
  if (!container.controller) {
    return;
  }
  addEventListener("update-wanted", () => {
    container.addEventListener("controllerchange", () => location.reload());
    newer.postMessage("take-over");
  });
  dispatchEvent(new Event("update-ready"));
}
