import type { Locale } from '@inlay/charts/format/locale';
import { loadChartsMessages } from '@inlay/messages/charts';
import { messages as english } from '@inlay/messages/charts/en';
import { adminLocale as languageOfApp } from '../messages.ts';

/** English, for charts that are drawn at once; times are in the browser's zone. */
export const adminLocale: Locale = {
  language: 'en',
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  words: english,
};

/** The language of the admin app. */
export async function loadChartLocale(): Promise<Locale> {
  const language = languageOfApp();
  return { ...adminLocale, language, words: await loadChartsMessages(language) };
}
