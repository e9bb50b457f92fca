import { remember } from './remember.ts';

const RIGHT_TO_LEFT = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'ps', 'sd', 'ug', 'ur', 'yi']);
const MAX_LENGTH = 35;

/**
 * The canonical form of a BCP 47 tag, or undefined: `Intl` throws on others, and browsers report some (`en-
 * US@posix`).
 */
export function readLanguage(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}

/** The language of a tag such as `pt-BR`, without its region. */
export function baseLanguage(tag: string): string {
  return tag.split('-', 1)[0]?.toLowerCase() ?? '';
}

export function readsRightToLeft(tag: string): boolean {
  return RIGHT_TO_LEFT.has(baseLanguage(tag));
}

/**
 * Which of these languages a tag such as `pt-BR` is in, if any. A tag in another script does not match: people who read
 * Traditional Chinese (`zh-TW`) get English rather than Simplified Chinese (`zh`).
 */
export function matchLanguage(tag: string, known: readonly string[]): string | undefined {
  const base = baseLanguage(tag);
  if (!known.includes(base)) return undefined;
  return tag.length > MAX_LENGTH || scriptOf(tag) === scriptOf(base) ? base : undefined;
}

const scriptOf = remember(200, (tag: string) => {
  // Drop the rest of an invalid tag, such as `en-US@posix`.
  return new Intl.Locale(readLanguage(tag) ?? baseLanguage(tag)).maximize().script;
});

/** The entry for the language of a tag, or for English if there is none. */
export function inLanguage<T>(known: Readonly<Record<string, T>> & { readonly en: T }, tag: string): T {
  const found = matchLanguage(tag, Object.keys(known));
  return found === undefined ? known.en : (known[found] as T);
}
