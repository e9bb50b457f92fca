import type { Locale } from '@inlay/charts/format/locale';
import { messages as english } from '@inlay/messages/charts/en';

/** The admin app is in English; times are in the browser's zone. */
export const adminLocale: Locale = {
  language: 'en',
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  words: english,
};
