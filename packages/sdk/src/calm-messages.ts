const WORDS: Readonly<Record<string, string>> = {
  en: 'Not available right now.',
  fr: 'Indisponible pour le moment.',
  de: 'Zurzeit nicht verfügbar.',
  es: 'No disponible en este momento.',
  pt: 'Indisponível no momento.',
  it: 'Al momento non disponibile.',
  nl: 'Nu niet beschikbaar.',
  ja: '現在ご利用いただけません。',
  ar: 'غير متاح حاليًا.',
};

/** What a viewer reads when there is no frame to say it. */
export function calmMessages(wanted: string): { readonly lang: string; readonly textContent: string } {
  const known = wanted.slice(0, 2).toLowerCase();
  const lang = WORDS[known] ? known : 'en';
  return { lang, textContent: WORDS[lang] as string };
}
