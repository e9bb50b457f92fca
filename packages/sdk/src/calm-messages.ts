import { unavailable } from '@inlay/messages/sdk';

/** What a viewer reads when there is no frame to say it. */
export function calmMessages(wanted: string): { readonly lang: string; readonly textContent: string } {
  const known = wanted.slice(0, 2).toLowerCase();
  const lang = unavailable[known] ? known : 'en';
  return { lang, textContent: unavailable[lang] as string };
}
