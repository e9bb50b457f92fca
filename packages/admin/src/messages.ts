import { messages as english } from '@inlay/messages/admin/en';
import { loadMessages, type Namespaces } from '@inlay/messages/load-messages';
import { locales } from '@inlay/messages/locales';
import { matchLanguage } from '@inlay/protocol/language';
import { signal } from '@preact/signals';

type Namespace = keyof Namespaces;

const KEY = 'inlay-locale';

/** The languages of the admin app. */
export const adminLocales = locales.filter(({ admin }) => admin);

const known = adminLocales.map(({ locale }) => locale);
// English is part of the app, so that its first view does not wait for another file.
const loaded = signal<Partial<Namespaces>>({ admin: english });
const loadedIn = new Map<Namespace, string>([['admin', 'en']]);

/** The language of the admin app: the saved choice, else the first language of the browser that it has, else English. */
export function adminLocale(): string {
  const wanted = [localStorage.getItem(KEY) ?? '', ...navigator.languages];
  return wanted.map((tag) => matchLanguage(tag, known)).find((found) => found !== undefined) ?? 'en';
}

/** How dates and numbers are written: as in the browser's region, where its language is that of the admin app. */
export function formatLocale(): string {
  const language = adminLocale();
  return navigator.languages.find((tag) => matchLanguage(tag, known) === language && isTag(tag)) ?? language;
}

/** Not every browser's language is one: `en-US@posix` makes `Intl` throw. */
function isTag(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length > 0;
  } catch {
    return false;
  }
}

/** Loads these namespaces in the language of the admin app. A screen awaits this before it is rendered. */
export async function loadNamespaces(...namespaces: readonly Namespace[]): Promise<void> {
  const locale = adminLocale();
  const missing = namespaces.filter((each) => loadedIn.get(each) !== locale);
  const found = await Promise.all(missing.map(async (each) => [each, await loadMessages(each, locale)]));
  // Another language was chosen while these were loading.
  if (locale !== adminLocale()) return loadNamespaces(...namespaces);
  for (const each of missing) loadedIn.set(each, locale);
  // Those of the former language stay until theirs are there: what is rendered meanwhile needs them.
  if (missing.length > 0) loaded.value = { ...loaded.value, ...Object.fromEntries(found) };
  if (loadedIn.get('admin') === locale) document.documentElement.lang = locale;
}

/** Changes the language of the admin app in this browser. */
export async function chooseLocale(locale: string): Promise<void> {
  localStorage.setItem(KEY, locale);
  await loadNamespaces(...(Object.keys(loaded.value) as Namespace[]));
}

/** The messages of an area of the admin app. Components that read them are rendered again when the language changes. */
export function useMessages<Name extends Namespace>(namespace: Name): Namespaces[Name] {
  const messages = loaded.value[namespace];
  if (!messages)
    throw new Error(`The screen did not load its messages: add '${namespace}' to the messages of screen().`);
  return messages;
}
