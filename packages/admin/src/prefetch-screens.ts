import { effect } from '@preact/signals';
import type { VNode } from 'preact';
import { prefetch, startNavigation } from './api/query-cache.ts';
import { loadNamespaces } from './messages.ts';
import { loadContentStep } from './parts/content/next-content-step.tsx';
import { path, query } from './router.ts';
import type { Screen } from './screen.ts';
import { screenAt, screens } from './screens/index.ts';
import { showFont } from './shell/font.ts';
import { loadOverlays } from './shell/lazy-overlays.tsx';

/** Loads a screen and its messages; returns how to render it at a path. */
export async function loadScreen({ load, messages }: Screen, at: string): Promise<(path: string) => VNode> {
  const [render] = await Promise.all([load(at), loadNamespaces(...messages)]);
  return render;
}

/** Requests the file and the data of the current screen in parallel. */
export function prefetchScreen(): void {
  const screen = screenAt(path.peek());
  prefetch(screen?.queries(path.peek(), query.peek()) ?? []);
  if (screen) loadScreen(screen, path.peek()).catch(() => {});
}

/** On each navigation, data is requested before the screen renders. */
export function followScreens(): void {
  let former = { path: path.peek(), screen: screenAt(path.peek()) };
  effect(() => {
    const next = { path: path.value, screen: screenAt(path.value) };
    if (next.path === former.path) return;
    const search = query.peek();
    // A screen that stays shows these already.
    const shown = next.screen === former.screen ? addresses(former.screen, former.path, search) : [];
    startNavigation();
    const queries = next.screen?.queries(next.path, search) ?? [];
    prefetch(queries.filter(({ address }) => !shown.includes(address)));
    former = next;
  });
}

const addresses = (screen: Screen | undefined, at: string, search: URLSearchParams): readonly string[] =>
  screen?.queries(at, search).map(({ address }) => address) ?? [];

/** Fetches the file of the screen behind the sign-in while the user types. */
export async function fetchScreenAhead(): Promise<void> {
  const screen = screenAt(path.peek());
  if (screen && !savesData()) await loadWhenIdle(screen, path.peek());
}

/**
 * Fetches the files of the other screens one after the other while the page is idle, so that navigation waits for data
 * only. In data-saving mode, each is fetched when it is opened.
 */
export function fetchOtherScreens(): Promise<void> {
  others ??= fetchAll();
  return others;
}

let others: Promise<void> | undefined;

async function fetchAll(): Promise<void> {
  if (savesData()) return;
  await Promise.all([loadOverlays(), loadContentStep()]).catch(() => {});
  for (const screen of screens) await loadWhenIdle(screen, screen.path);
  showFont();
}

async function loadWhenIdle(screen: Screen, at: string): Promise<void> {
  await new Promise<void>((done) => idle(() => done()));
  await loadScreen(screen, at).catch(() => {});
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}

const idle = (work: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 5000 });
  else setTimeout(work, 200);
};
