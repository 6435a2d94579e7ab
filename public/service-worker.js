// Shows the offline page when the network is gone. Everything comes from the network while there is one, so nobody ever
// sees stale content. Caches the offline page with its files and, for teachers who ask for it, the pages of their
// registers with theirs; never an answer with names in it.
const OFFLINE_CACHE = 'onda-offline-v1';
const REGISTER_CACHE = 'onda-register-v1';
const OFFLINE = '/offline';
const TEACH = /^(\/[a-z]{2,3})?\/dashboard\/teach(\/|$)/;
/** The files of a register's page: its code, and the texts of the dashboard in the language of the page. */
const FILE = /["'](\/assets\/[^"'\\]+|\/messages\/[\w.-]+-dashboard-[\w.-]+\.json)["']/g;
/** A network that does not answer is treated as none: the cached page is shown instead. */
const NETWORK_TIMEOUT_MS = 5000;
const MAX_PAGES = 40;

self.addEventListener('install', (event) => {
  event.waitUntil(cacheOfflinePage().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const ours = [OFFLINE_CACHE, REGISTER_CACHE];
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => !ours.includes(name)).map((name) => caches.delete(name))),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate')
    event.respondWith(TEACH.test(url.pathname) ? registerPage(request) : pageOrOffline(request));
  else if (
    ['style', 'font', 'image', 'script'].includes(request.destination) ||
    url.pathname.startsWith('/messages/')
  )
    event.respondWith(fetch(request).catch(() => cachedOrFailed(request)));
});

self.addEventListener('message', (event) => {
  const [port] = event.ports;
  const work =
    event.data?.type === 'cache-register'
      ? cacheRegister(event.data)
      : event.data?.type === 'cache-offline'
        ? cacheOfflinePage(event.data.path)
        : event.data?.type === 'forget-register'
          ? caches.delete(REGISTER_CACHE)
          : undefined;
  if (!work) return;
  event.waitUntil(
    work.then(
      () => port?.postMessage('done'),
      () => port?.postMessage('failed'),
    ),
  );
});

async function pageOrOffline(request) {
  try {
    return await fetch(request);
  } catch {
    const [language] = new URL(request.url).pathname.slice(1).split('/');
    return (
      (await caches.match(`/${language}${OFFLINE}`)) ?? (await caches.match(OFFLINE)) ?? Response.error()
    );
  }
}

async function registerPage(request) {
  const cache = await caches.open(REGISTER_CACHE);
  const cached = await cache.match(request, { ignoreSearch: true });
  if (!cached) return pageOrOffline(request);
  const giveUp = new Promise((resolve) => setTimeout(resolve, NETWORK_TIMEOUT_MS, cached));
  return Promise.race([fetch(request).catch(() => cached), giveUp]);
}

async function cachedOrFailed(request) {
  return (await caches.match(request)) ?? Response.error();
}

async function cacheOfflinePage(path = OFFLINE) {
  const cache = await caches.open(OFFLINE_CACHE);
  const page = await fetch(path, { cache: 'no-cache' });
  const files = [
    ...(await page.clone().text()).matchAll(/<link [^>]*href="([^"]+\.(?:css|woff2|svg))"/g),
  ].map((match) => match[1]);
  if (!page.ok) return;
  await cache.put(path, page);
  await cache.addAll([...new Set(files)]);
}

/** Fetches the pages and their files again; if these are all, everything else is removed from the cache. */
async function cacheRegister({ pages, files, isAll }) {
  const cache = await caches.open(REGISTER_CACHE);
  const wanted = new Set(files);
  for (const page of pages.filter((path) => TEACH.test(path)).slice(0, MAX_PAGES)) {
    const answer = await fetch(page, { cache: 'no-cache', credentials: 'same-origin' });
    // A redirect, for example to the sign-in page, is not cached.
    if (!answer.ok || answer.redirected) continue;
    for (const [, file] of (await answer.clone().text()).matchAll(FILE)) wanted.add(file);
    await cache.put(page, answer);
    wanted.add(page);
  }
  for (const file of wanted)
    if (/^\/(assets|messages)\//.test(file) && !(await cache.match(file))) await cache.add(file);
  if (!isAll) return;
  for (const request of await cache.keys())
    if (!wanted.has(new URL(request.url).pathname)) await cache.delete(request);
}
