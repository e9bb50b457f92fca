import type { Words } from '../words/words.ts';

/** The viewer's language and calendar, as far as writing values goes. */
export interface Locale {
  /** BCP 47, such as `en-GB`. */
  readonly language: string;
  /** What a chart says beside the data; see `createLocale`. */
  readonly words: Words;
  readonly timeZone?: string;
  readonly currency?: string;
  /** Month in which the fiscal year begins, 1 to 12. */
  readonly fiscalYearStart?: number;
}

const rightToLeft = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'ps', 'sd', 'ug', 'ur', 'yi']);

export function isRightToLeft(locale: Locale): boolean {
  return rightToLeft.has(baseLanguage(locale.language));
}

export function baseLanguage(language: string): string {
  return language.split('-')[0]?.toLowerCase() ?? 'en';
}
