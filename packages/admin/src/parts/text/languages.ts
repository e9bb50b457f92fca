import { locales } from '@inlay/messages/locales';
import { readLanguage } from '@inlay/protocol/language';
import { adminLocale } from '../../messages.ts';

/** The languages of the messages of embeds. */
export const SPOKEN = locales.map(({ locale }) => locale);

/** Other languages for content, numbers and dates. */
export const OTHER = 'cs da fi he hu ko nb pl ro ru sv tr uk zh'
  .split(' ')
  .filter((tag) => !SPOKEN.includes(tag));

export function languageName(tag: string): string {
  const names = new Intl.DisplayNames([adminLocale()], { type: 'language' });
  const valid = readLanguage(tag);
  return (valid && names.of(valid)) ?? tag;
}
