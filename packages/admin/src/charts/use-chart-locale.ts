import type { Locale } from '@inlay/charts/format/locale';
import { adminLocale, useMessages } from '../messages.ts';

/** For charts in the language of the app. */
export function useChartLocale(timeZone: string): Locale {
  return { language: adminLocale(), timeZone, messages: useMessages('charts') };
}
