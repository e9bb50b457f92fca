import { chartsMessages } from '@inlay/messages/charts/all';
import { inLanguage } from '@inlay/protocol/language';
import type { Locale } from './locale.ts';

/**
 * Adds the messages of the language; English where it is not spoken here yet, while numbers and dates are the
 * viewer's in any case. For servers: a browser makes a `Locale` with the one language it needs.
 */
export function createLocale(viewer: Omit<Locale, 'messages'>): Locale {
  return { ...viewer, messages: inLanguage(chartsMessages, viewer.language) };
}
