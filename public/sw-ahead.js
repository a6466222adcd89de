// Part of the service worker: at its installation Workbox fetches one file after the other, hundreds of round trips. This fetches them
// beside it, some at a time, into the same cache, where Workbox finds them. What fails here is left to Workbox.
const atOnce = 4

addEventListener('install', (event) => event.waitUntil(fetchAhead().catch(() => undefined)))

async function fetchAhead() {
  const cache = await caches.open(`workbox-precache-v2-${registration.scope}`)
  const known = new Set((await cache.keys()).map(({ url }) => url))
  const listed = await (await fetch('sw-files.json', { cache: 'no-store' })).json()
  const missing = listed.map((name) => new URL(name, registration.scope).href).filter((url) => !known.has(url))
  const fetchNext = async () => {
    for (let url = missing.pop(); url !== undefined; url = missing.pop()) {
      const response = await fetch(url, { credentials: 'same-origin', priority: 'low' }).catch(() => undefined)
      if (response?.ok) await cache.put(url, response)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, fetchNext))
}
