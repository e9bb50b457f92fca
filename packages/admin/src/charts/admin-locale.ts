import type { Locale } from '@inlay/charts/format/locale';
import { english } from '@inlay/charts/words/english';

/** The admin app is in English; times are in the browser's zone. */
export const adminLocale: Locale = {
  language: 'en',
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  words: english,
};
