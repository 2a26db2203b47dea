// Caches the files of the game, so that it starts without a network.
//
// `cargo xtask web` fills in the constants. All files but the page and the guide carry a hash in their
// names, so a cached file never expires. A new set of files is fetched in the background and waits; it takes over
// when the page requests it, or when no page is open any more.

const FILES = ["@files"];
const GUIDE = ["@guide"];
const PREFIX = "foursight-";
const CACHE = PREFIX + "@version";
const HASHED = /-[0-9a-f]{16}\.[a-z]+$/;

self.addEventListener("install", (event) => event.waitUntil(cacheAll()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

self.addEventListener("message", (event) => {
  if (event.data === "take-over") {
    self.skipWaiting();
  }
});

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== self.location.origin) {
    return;
  }
  if (HASHED.test(pathname)) {
    event.respondWith(fromCache(event.request));
  } else if (mode === "navigate" && pathname === new URL(self.registration.scope).pathname) {
    event.respondWith(page(event.request));
  } else if (pathname.startsWith(new URL("guide/", self.registration.scope).pathname)) {
    event.respondWith(guidePage(event.request));
  }
});

// In data-saver mode only the page is cached now, and every other file on its first request.
async function cacheAll() {
  const cache = await caches.open(CACHE);
  const savesData = self.location.search === "?sparing";
  for (const file of FILES.filter((file) => !savesData || !HASHED.test(file))) {
    const older = HASHED.test(file) ? await caches.match(file) : undefined;
    if (older) {
      await cache.put(file, older);
    } else {
      // The page has no hash in its name, so the browser's copy may be outdated.
      await cache.add(new Request(file, { cache: HASHED.test(file) ? "default" : "reload" }));
    }
  }
  // The game does without the guide, which a host may have left out.
  for (const file of savesData ? [] : GUIDE) {
    await cache.add(new Request(file, { cache: "reload" })).catch(() => {});
  }
}

// A page of the previous set may still be open in another window: its files stay until the next set.
async function takeOver() {
  const sets = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(sets.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function fromCache(request) {
  const found = await caches.match(request.url);
  if (found) {
    return found;
  }
  const response = await fetch(request);
  if (response.ok) {
    const cache = await caches.open(CACHE);
    await cache.put(request.url, response.clone());
  }
  return response;
}

async function page(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match("./")) ?? fetch(request);
}

// Pages of the guide have no hash in their names: the cache is for when there is no network.
async function guidePage(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const cache = await caches.open(CACHE);
    const found = await cache.match(request.url, { ignoreSearch: true });
    if (found) {
      return found;
    }
    throw error;
  }
}
