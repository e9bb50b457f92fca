// Keeps the app's files in the browser, so that a later visit starts without requesting them (ADR 210). It stores the page
// and the files built with it, but no API response and nothing personal. It imports nothing, because a worker is one file.

interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Waiting {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
// The browser's types here are those of pages; a service worker has these besides.
declare function skipWaiting(): Promise<void>;
declare function addEventListener(kind: 'install', handle: (event: Waiting) => void): void;
declare function addEventListener(kind: 'fetch', handle: (event: Fetching) => void): void;

/** Written in by the build: a name for exactly these files, and their addresses. */
declare const SHELL: { readonly name: string; readonly entry: string; readonly files: readonly string[] };

const PAGE = '/admin';

addEventListener('install', (event) => {
  void skipWaiting();
  event.waitUntil(keepFiles());
});

addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith(`${PAGE}/assets/`)) event.respondWith(answer(pathname, event.request));
  else if (mode === 'navigate' && (pathname === PAGE || pathname.startsWith(`${PAGE}/`)))
    event.respondWith(answer(PAGE, event.request));
});

/** All of them or none: a page whose files are of another build would not start. */
async function keepFiles(): Promise<void> {
  const former = (await caches.keys()).filter((name) => name !== SHELL.name);
  const shell = await caches.open(SHELL.name);
  try {
    await fill(shell);
  } catch (error) {
    if (!(await shell.match(PAGE))) await caches.delete(SHELL.name);
    throw error;
  }
  // Pages that are open run on the files of the build before; of older ones none is left to run.
  await Promise.all(former.slice(0, -1).map((name) => caches.delete(name)));
}

async function fill(shell: Cache): Promise<void> {
  await Promise.all(SHELL.files.map((file) => keep(shell, file)));
  const page = await fetch(PAGE, { credentials: 'omit', cache: 'no-store' });
  if (!page.ok || !(await page.clone().text()).includes(SHELL.entry))
    throw new Error('The page is of another build.');
  await shell.put(PAGE, page);
}

async function keep(shell: Cache, file: string): Promise<void> {
  const known = await caches.match(file, { ignoreVary: true });
  if (known) await shell.put(file, known);
  else await shell.add(file);
}

/** The newest stored response; missing ones come from the server. */
async function answer(kept: string, request: Request): Promise<Response> {
  const own = await (await caches.open(SHELL.name)).match(kept, { ignoreVary: true });
  return (
    own ?? (kept === PAGE ? undefined : await caches.match(kept, { ignoreVary: true })) ?? fetch(request)
  );
}
