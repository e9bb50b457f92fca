import { locales } from '@inlay/messages/locales';
import { readLanguage } from '@inlay/protocol/language';

/** What embeds themselves say is written in these. */
export const SPOKEN = locales.map(({ locale }) => locale);

/** Numbers and dates are written in these too, and content can be. */
export const OTHER = 'cs da fi he hu ko nb pl ro ru sv tr uk zh'
  .split(' ')
  .filter((tag) => !SPOKEN.includes(tag));

const names = new Intl.DisplayNames(['en'], { type: 'language' });

export function languageName(tag: string): string {
  const valid = readLanguage(tag);
  return (valid && names.of(valid)) ?? tag;
}
