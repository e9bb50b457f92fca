import { chartsMessages } from '@inlay/messages/charts/all';
import { inLanguage } from '@inlay/protocol/language';
import type { Locale } from './locale.ts';

/**
 * Adds the messages of the language, or English if it is not available; numbers and dates are in the viewer's language
 * in any case. For servers: a browser creates a `Locale` with the one language it needs.
 */
export function createLocale(viewer: Omit<Locale, 'messages'>): Locale {
  return { ...viewer, messages: inLanguage(chartsMessages, viewer.language) };
}
