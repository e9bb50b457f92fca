// What compiled messages call. It is part of every page, so it stays small.

const pluralRules: Record<string, Intl.PluralRules> = {};
const ordinalRules: Record<string, Intl.PluralRules> = {};
const numberFormats: Record<string, Intl.NumberFormat> = {};

/** The form for this number. A category without a form of its own, such as full millions in French, takes `other`. */
export const plural = (
  locale: string,
  count: number,
  forms: Readonly<Record<string, string>> & { readonly other: string },
): string => {
  pluralRules[locale] ??= new Intl.PluralRules(locale);
  return forms[pluralRules[locale].select(count)] ?? forms.other;
};

/** The form for a position: 1st, 2nd, 3rd, 4th. */
export const ordinal = (
  locale: string,
  count: number,
  forms: Readonly<Record<string, string>> & { readonly other: string },
): string => {
  ordinalRules[locale] ??= new Intl.PluralRules(locale, { type: 'ordinal' });
  return forms[ordinalRules[locale].select(count)] ?? forms.other;
};

export const select = (
  choice: string,
  forms: Readonly<Record<string, string>> & { readonly other: string },
): string => (Object.hasOwn(forms, choice) ? forms[choice] : undefined) ?? forms.other;

export const number = (locale: string, value: number): string => {
  numberFormats[locale] ??= new Intl.NumberFormat(locale);
  return numberFormats[locale].format(value);
};
