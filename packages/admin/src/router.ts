import { forget, isUnsaved, leave } from '@inlay/ui/form/leave-guard';
import { computed, signal } from '@preact/signals';

const BASE = '/admin';

/** Entries of the history that show the same view have the same mark: going between them loses nothing. */
interface Entry {
  readonly view: number;
}

const address = signal(location.pathname + location.search);
let view = viewOf(history.state);

addEventListener('popstate', ({ state }) => {
  const wanted = location.pathname + location.search;
  const wantedView = viewOf(state);
  const go = () => {
    view = wantedView;
    address.value = wanted;
  };
  if (!isUnsaved() || wantedView === view) return go();
  // The browser has gone there already: what was left is put back, so that going is one step back again.
  history.pushState({ view } satisfies Entry, '', address.value);
  leave(() => history.back());
});
addEventListener('beforeunload', (event) => {
  if (isUnsaved()) event.preventDefault();
});

function viewOf(state: unknown): number {
  return (state as Entry | null)?.view ?? 0;
}

const pathOf = (href: string) => href.split('?', 1)[0] ?? '';

/** The path below `/admin`, such as `/users`. */
export const path = computed(
  () => new URL(address.value, location.origin).pathname.slice(BASE.length) || '/',
);

/** The query string. */
export const query = computed(() => new URL(address.value, location.origin).searchParams);

export const hrefOf = (to: string): string => `${BASE}${to === '/' ? '' : to}`;

interface NavigateOptions {
  readonly replace?: boolean;
  /** The view stays the same one, with what was typed. */
  readonly keeps?: boolean;
  /** What was typed is saved, or gone with what it belonged to. */
  readonly unasked?: boolean;
}

export function navigate(to: string, options: NavigateOptions = {}): void {
  const href = hrefOf(to);
  if (href === address.value) return;
  const samePath = pathOf(href) === location.pathname;
  const go = () => {
    if (!(options.keeps || (samePath && options.replace))) view = Date.now();
    history[options.replace ? 'replaceState' : 'pushState']({ view } satisfies Entry, '', href);
    address.value = href;
    if (!samePath) scrollTo(0, 0);
  };
  if (options.unasked) forget(go);
  else if (samePath || options.keeps) go();
  else leave(go);
}

/** Changes filters in the address, so that a link shows the same list; leaving a filter empty removes it. */
export function setQuery(changes: Readonly<Record<string, string>>): void {
  const params = new URLSearchParams(query.value);
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') params.delete(name);
    else params.set(name, value);
  }
  const text = params.toString();
  navigate(`${path.value}${text === '' ? '' : `?${text}`}`, { replace: true });
}
