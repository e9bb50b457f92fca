/** The languages that charts and editor speak. */
export type Language = 'ar' | 'de' | 'en' | 'es' | 'fr' | 'it' | 'ja' | 'nl' | 'pt';

/** A text in every language; one that lacks a language does not compile. */
export type Messages<T = string> = Readonly<Record<Language, T>>;
