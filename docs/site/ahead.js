// Keeps the page for later, so that it works without a network. What it keeps is filled in when the site is made.

const { version, files } = LIST;
const mine = `page-${version}`;

self.addEventListener("install", (event) => event.waitUntil((async () => {
  const cache = await caches.open(mine);
  // What has the version in its name never changes, so a copy that the browser has will do.
  await Promise.all(files.map(async (name) => {
    const response = await fetch(name, { cache: name.startsWith(version) ? "force-cache" : "no-cache" });
    if (!response.ok) throw new Error(name);
    await cache.put(name, response);
  }));
})()));

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("page-") && name !== mine) await caches.delete(name);
  await self.clients.claim();
})()));

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith((async () => {
    const cache = await caches.open(mine);
    return (await cache.match(event.request, { ignoreSearch: true })) ?? fetch(event.request);
  })());
});
