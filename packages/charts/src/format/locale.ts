import type { ChartsMessages } from '@inlay/messages/charts';
import { readsRightToLeft } from '@inlay/protocol/language';

/** The viewer's language and calendar, for formatting values. */
export interface Locale {
  /** BCP 47, such as `en-GB`. */
  readonly language: string;
  /** The messages of charts; see `createLocale`. */
  readonly messages: ChartsMessages;
  readonly timeZone?: string;
  readonly currency?: string;
  /** Month in which the fiscal year begins, 1 to 12. */
  readonly fiscalYearStart?: number;
}

export function isRightToLeft(locale: Locale): boolean {
  return readsRightToLeft(locale.language);
}
