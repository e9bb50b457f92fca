import type { FailedPageState, OpenPageState, PageState } from '@inlay/content/page-state';
import type { EmbedFields } from '@inlay/protocol/frame-messages';
import { connectToHost } from './host/host-link.ts';

/** And those that `keep` hears. */
const EARLY_EVENTS = ['pointerover', 'focusin', 'online'] as const;
const BUILDER_HEIGHT = 760;
const ENTRIES = {
  tile: () => import('./tile.ts'),
  story: () => import('./story.ts'),
  dashboard: () => import('./dashboard.ts'),
  builder: () => import('./builder.ts'),
};

const state = readJson<PageState>('state');
const started = Promise.withResolvers<EmbedFields>();
let loading: Promise<void> | undefined;
let failures = 0;
let early: readonly Event[] = [];
/** A streamed dashboard runs this script before its last part has arrived. */
const parsed = new Promise<unknown>((resolve) => {
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', resolve);
  else resolve(state);
});

const link = connectToHost(state.hostOrigin, {
  onStart: (given) => {
    started.resolve(given);
    if ('unrendered' in state) repostPage(given);
    else if ('error' in state) void fail(given, state.error);
    else open(state);
  },
  onRequestQueued: () => 'kind' in state && load(state),
});

function open({ kind, title, lang, expiresIn, tiles }: OpenPageState): void {
  link.emit('ready', { kind, title, lang, expiresIn: expiresIn - performance.now() / 1000 });
  void parsed.then(() => link.emit('rendered', { tiles: tiles.length }));
}

/** The page shows a friendly message; the host receives the reason and may provide another token. */
async function fail(fields: EmbedFields, error: FailedPageState['error']): Promise<void> {
  const { code, message } = error;
  const withToken = (token: string) =>
    repostPage([...fields.filter(([name]) => name !== 'token'), ['token', token]]);
  link.onRequest(async (request) => {
    if (request.type !== 'set-token') throw error;
    setTimeout(withToken, 0, request.body.token);
    return { expiresIn: 60 };
  });
  const renews = fields.some(([name, value]) => name === 'renews' && value === '1');
  if (code.startsWith('TOKEN_') && renews && !wasReposted()) {
    if (code === 'TOKEN_EXPIRED') link.emit('token-expired', {});
    try {
      return withToken(await link.requestToken());
    } catch {
      // The host has no token: report the error below.
    }
  }
  const retryButton = document.querySelector('button');
  if (retryButton) {
    retryButton.hidden = false;
    retryButton.onclick = () => repostPage(fields);
  }
  console.error(`Inlay: ${message}`);
  link.emit('error', { ...error, fatal: true });
}

/** Loads the code that takes over the rendered page, which is not hydrated (ADR 150). */
function load(page: OpenPageState): Promise<void> {
  loading ??= Promise.all([ENTRIES[page.kind]().catch(loadLater), parsed]).then(([{ takeOver }]) => {
    const whole: OpenPageState = { ...page, ...readJson('late') };
    return takeOver({ page: whole, link, fields: started.promise, repeatEarly });
  });
  return loading;
}

/**
 * The network failed: retry on the next interaction or once online. Chrome before 156 never refetches a failed module
 * (whatwg/html#6768), so after a second failure the page itself is requested again.
 */
async function loadLater(error: unknown): Promise<never> {
  failures += 1;
  if (failures > 1 && !wasReposted() && (await isReachable())) {
    repostPage(await started.promise);
    return new Promise(() => {}); // This page is about to be replaced.
  }
  loading = undefined;
  throw error;
}

/** Without this check, a viewer whose network is still down would get the browser's error page for their charts. */
const isReachable = (): Promise<boolean> =>
  fetch(import.meta.url, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Viewers use what they see, on slow connections before the code that handles it is there. */
function keep(event: MouseEvent | KeyboardEvent): void {
  loadNow();
  const target = event.target as Element;
  // Links and fields act by themselves.
  if (target.closest('a,input,label,select,summary')) return;
  // Those who wait click again, and mean it once.
  if (!('key' in event)) early = early.filter((each) => 'key' in each);
  // The page would scroll.
  else if (/^(Arrow|Home|End| )/.test(event.key) && target.matches('svg,th')) event.preventDefault();
  // The last twenty.
  early = [...early, event].slice(-20);
}

function repeatEarly(): void {
  window.onclick = window.onkeydown = null;
  for (const event of early)
    event.target?.dispatchEvent(new (event.constructor as typeof Event)(event.type, event));
}

function loadNow(): void {
  if ('kind' in state) void load(state);
}

function readJson<Content>(name: string): Content {
  return JSON.parse(document.querySelector(`#inlay-${name}`)?.textContent ?? '{}');
}

const isBuilder = 'kind' in state && state.kind === 'builder';
started.promise.then((fields) => {
  if (fields.some(([name, value]) => name === 'height' && value === 'fill')) return;
  // The builder fills its frame and scrolls inside, so that its toolbars stay visible.
  if (isBuilder) link.emit('resize', { height: BUILDER_HEIGHT });
  else reportHeight(document.querySelector('main') ?? document.body);
});

if ('kind' in state) {
  // They stay: what is loaded is not loaded again, and what failed is.
  for (const event of EARLY_EVENTS) addEventListener(event, loadNow);
  if (isBuilder) loadNow();
  else window.onclick = window.onkeydown = keep;
  // Tiles that were not ready in time, or that arrived out of document order.
  void parsed.then(() => document.querySelector('[data-state=pending]:not([hidden] *)') && loadNow());
  const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 400));
  // After a failure, only an interaction retries, because the page reloads only once (`loadLater`).
  window.onload = () => whenIdle(() => failures === 0 && loadNow(), { timeout: 4_000 });
}

const MAX_REPORTS = 20;
const RESET_MS = 1_000;

/**
 * Reports the height of the content. If the height depends on the frame's, it would grow forever: after twenty reports
 * within a second, reporting pauses.
 */
function reportHeight(content: Element): void {
  let last = 0;
  let reports = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(content.getBoundingClientRect().height);
    // In a closed panel, a frame has no width or no layout.
    const isHidden = height * innerWidth === 0;
    if (isHidden || height === last || document.fullscreenElement || reports >= MAX_REPORTS) return;
    last = height;
    reports++;
    setTimeout(() => {
      reports--;
    }, RESET_MS);
    link.emit('resize', { height });
  }).observe(content);
}

const MARK = '#again';

/** Whether `repostPage` loaded this page: doing it again could loop forever. */
const wasReposted = (): boolean => location.hash === MARK;

/** Requests this page again by POST, with these fields. The token is in the body, never in a URL. */
function repostPage(fields: EmbedFields): void {
  const action = location.pathname + MARK;
  const form = Object.assign(document.createElement('form'), { method: 'post', action });
  for (const [name, value] of fields)
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  document.body.append(form);
  HTMLFormElement.prototype.submit.call(form);
}
