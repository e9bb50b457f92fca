import { inLanguage } from '@inlay/protocol/language';
import { arabic } from '../words/arabic.ts';
import { dutch } from '../words/dutch.ts';
import { english } from '../words/english.ts';
import { french } from '../words/french.ts';
import { german } from '../words/german.ts';
import { italian } from '../words/italian.ts';
import { japanese } from '../words/japanese.ts';
import { portuguese } from '../words/portuguese.ts';
import { spanish } from '../words/spanish.ts';
import type { Words } from '../words/words.ts';
import type { Locale } from './locale.ts';

const languages = {
  ar: arabic,
  de: german,
  en: english,
  es: spanish,
  fr: french,
  it: italian,
  ja: japanese,
  nl: dutch,
  pt: portuguese,
} satisfies Readonly<Record<string, Words>>;

/**
 * Adds the words of the language; English where it is not spoken here yet, while numbers and dates are the
 * viewer's in any case. For servers: a browser makes a `Locale` with the one language it needs.
 */
export function createLocale(viewer: Omit<Locale, 'words'>): Locale {
  return { ...viewer, words: inLanguage<Words>(languages, viewer.language) };
}
