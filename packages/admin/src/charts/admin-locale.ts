import type { Locale } from '@inlay/charts/format/locale';
import { english } from '@inlay/charts/words/english';

/** The admin app speaks English; times are those of the person who looks. */
export const adminLocale: Locale = {
  language: 'en',
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  words: english,
};
