import type { Locale } from '@inlay/charts/format/locale';
import { loadChartsMessages } from '@inlay/messages/charts';
import { adminLocale } from '../messages.ts';

/** The language of the admin app; times are in the browser's zone. */
export async function loadChartLocale(): Promise<Locale> {
  const language = adminLocale();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return { language, timeZone, messages: await loadChartsMessages(language) };
}
