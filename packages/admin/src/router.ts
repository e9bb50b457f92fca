import { computed, signal } from '@preact/signals';

const BASE = '/admin';

const address = signal(location.pathname + location.search);
addEventListener('popstate', () => {
  address.value = location.pathname + location.search;
});

/** The path below `/admin`, such as `/users`. */
export const path = computed(
  () => new URL(address.value, location.origin).pathname.slice(BASE.length) || '/',
);

/** What stands behind the question mark. */
export const query = computed(() => new URL(address.value, location.origin).searchParams);

export const hrefOf = (to: string): string => `${BASE}${to === '/' ? '' : to}`;

export function navigate(to: string, options: { readonly replace?: boolean } = {}): void {
  const href = hrefOf(to);
  if (href === address.value) return;
  const samePath = href.split('?', 1)[0] === location.pathname;
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
