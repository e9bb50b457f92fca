import { computed, signal } from '@preact/signals';

const BASE = '/admin';

const address = signal(location.pathname + location.search);

/** Whether something typed would be lost by leaving the view. */
export const unsaved = signal(false);
/** Where somebody wanted to go meanwhile. */
export const heldBack = signal<string | undefined>(undefined);

addEventListener('popstate', () => {
  const wanted = location.pathname + location.search;
  if (unsaved.value && pathOf(wanted) !== pathOf(address.value)) {
    history.pushState(null, '', address.value);
    heldBack.value = wanted;
    return;
  }
  address.value = wanted;
});
addEventListener('beforeunload', (event) => {
  if (unsaved.value) event.preventDefault();
});

/** Goes where somebody was held back from, and leaves behind what was typed. */
export function leaveAnyway(): void {
  const wanted = heldBack.value;
  unsaved.value = false;
  heldBack.value = undefined;
  if (wanted) navigate(wanted.slice(BASE.length) || '/');
}

const pathOf = (href: string) => href.split('?', 1)[0] ?? '';

/** The path below `/admin`, such as `/users`. */
export const path = computed(
  () => new URL(address.value, location.origin).pathname.slice(BASE.length) || '/',
);

/** What stands behind the question mark. */
export const query = computed(() => new URL(address.value, location.origin).searchParams);

export const hrefOf = (to: string): string => `${BASE}${to === '/' ? '' : to}`;

interface NavigateOptions {
  readonly replace?: boolean;
  /** The view stays the same one, with what was typed. */
  readonly keeps?: boolean;
}

export function navigate(to: string, options: NavigateOptions = {}): void {
  const href = hrefOf(to);
  if (href === address.value) return;
  const samePath = pathOf(href) === location.pathname;
  if (unsaved.value && !samePath && !options.keeps) {
    heldBack.value = href;
    return;
  }
  history[options.replace ? 'replaceState' : 'pushState'](null, '', href);
  address.value = href;
  if (!samePath) scrollTo(0, 0);
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
