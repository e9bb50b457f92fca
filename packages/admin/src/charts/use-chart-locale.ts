import type { Locale } from '@inlay/charts/format/locale';
import { formatLocale, useMessages } from '../messages.ts';

/** For charts in the language of the app. */
export function useChartLocale(timeZone: string): Locale {
  return { language: formatLocale(), timeZone, messages: useMessages('charts') };
}
