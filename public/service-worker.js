// Shows the offline page when the network is gone, and does nothing else: everything comes from the network while
// there is one, so nobody ever sees stale content. Keeps only the offline page and the files that page needs.
const CACHE = 'onda-offline-v1';
const OFFLINE = '/offline';

self.addEventListener('install', (event) => {
  event.waitUntil(keepOfflinePage().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(pageOrOffline(request));
  else if (
    request.destination === 'style' ||
    request.destination === 'font' ||
    request.destination === 'image'
  )
    event.respondWith(fetch(request).catch(() => keptOrFailed(request)));
});

async function pageOrOffline(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

async function keptOrFailed(request) {
  return (await caches.match(request)) ?? Response.error();
}

async function keepOfflinePage() {
  const cache = await caches.open(CACHE);
  const page = await fetch(OFFLINE, { cache: 'no-cache' });
  const files = [
    ...(await page.clone().text()).matchAll(/<link [^>]*href="([^"]+\.(?:css|woff2|svg))"/g),
  ].map((match) => match[1]);
  await cache.put(OFFLINE, page);
  await cache.addAll([...new Set(files)]);
}
