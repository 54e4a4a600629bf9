// Keeps the pages in the browser, so that they open without a network. build.py writes the version and the list of files
// in. What Python loads is kept by the page itself (files.js), under the version of the page that loaded it.

const VERSION = self.VERSION;
const FILES = self.FILES;
const STORE = `plywise-pages-${VERSION}`;

self.addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const store = await caches.open(STORE);
    await store.addAll(FILES.map((file) => new Request(file, { cache: 'no-cache' })));
    await self.skipWaiting();
  })());
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    const page = await (await caches.match('index.html'))?.text();
    const python = /"version":"(\w+)"/.exec(page ?? '')?.[1];
    for (const name of await caches.keys()) {
      if (name.startsWith('plywise-') && name !== STORE && name !== `plywise-${python}`) await caches.delete(name);
    }
    await self.clients.claim();
  })());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  event.respondWith((async () => (await (await caches.open(STORE)).match(request, { ignoreSearch: true })) ?? fetch(request))());
});
