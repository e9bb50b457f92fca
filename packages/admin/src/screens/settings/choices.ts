import { locales } from '@inlay/messages/locales';
import type { TenantMessages } from '@inlay/messages/tenant';
import { formatLocale } from '../../messages.ts';
import { languageName, OTHER } from '../../parts/text/languages.ts';

type Messages = TenantMessages['settings'];

export type Choice = readonly [value: string, text: string];

export interface ChoiceGroup {
  readonly title: string;
  readonly choices: readonly Choice[];
}

/** The same language, with the number and date formats of a country. */
const REGIONAL = 'de-AT de-CH en-AU en-CA en-GB en-IE en-IN en-US es-MX fr-CA fr-CH it-CH nl-BE pt-BR'.split(
  ' ',
);
const COMMON_CURRENCIES = 'USD EUR GBP CHF JPY CNY INR CAD AUD BRL'.split(' ');

const byText = (choices: readonly Choice[]): readonly Choice[] =>
  choices.toSorted(([, one], [, other]) => one.localeCompare(other, formatLocale()));

export function languageChoices({ language: t }: Messages): readonly ChoiceGroup[] {
  const named = (tag: string): Choice => [tag, languageName(tag)];
  const translated = locales.map(({ locale, reviewed }): Choice => {
    const language = languageName(locale);
    return [locale, reviewed ? language : t.unreviewed({ language })];
  });
  return [
    { title: t.full, choices: byText([...translated, ...REGIONAL.map(named)]) },
    { title: t.formatsOnly, choices: byText(OTHER.map(named)) },
  ];
}

/** By continent, each city under its own name, so that typing finds it. */
export function zoneChoices(t: Messages): readonly ChoiceGroup[] {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'));
  const first: readonly Choice[] = own === 'UTC' ? [] : [[own, t.timeZone.yours({ zone: zoneName(own) })]];
  const places = Map.groupBy(
    zones.filter((zone) => zone !== own),
    (zone) => zone.slice(0, zone.indexOf('/')),
  );
  return [
    { title: t.common, choices: [...first, ['UTC', 'UTC']] },
    ...[...places].map(([title, found]) => ({
      title,
      choices: byText(found.map((zone): Choice => [zone, zoneName(zone)])),
    })),
  ];
}

/** `America/Argentina/Buenos_Aires` is “Buenos Aires, Argentina”. */
function zoneName(zone: string): string {
  const [, ...places] = zone.replaceAll('_', ' ').split('/');
  return places.toReversed().join(', ') || zone;
}

/** Without historical currencies, whose names contain years. */
export function currencyChoices(t: Messages): readonly ChoiceGroup[] {
  const nameOf = currencyNames();
  const named = (codes: readonly string[]) => codes.map((code): Choice => [code, nameOf(code)]);
  const others = Intl.supportedValuesOf('currency').filter((code) => !COMMON_CURRENCIES.includes(code));
  return [
    { title: t.common, choices: named(COMMON_CURRENCIES) },
    { title: t.others, choices: byText(named(others).filter(([, text]) => !/\d{4}/.test(text))) },
  ];
}

/** Names currencies like `Swiss Franc (CHF)`. */
export function currencyNames(): (code: string) => string {
  const names = new Intl.DisplayNames([formatLocale()], { type: 'currency' });
  return (code) => `${names.of(code) ?? code} (${code})`;
}

/** 1 is Monday. */
export const weekdayName = (day: number): string => dateText({ weekday: 'long' }, Date.UTC(2024, 0, day));
/** 1 is January. */
export const monthName = (month: number): string => dateText({ month: 'long' }, Date.UTC(2024, month - 1, 1));

const dateText = (format: Intl.DateTimeFormatOptions, time: number): string =>
  new Intl.DateTimeFormat(formatLocale(), { ...format, timeZone: 'UTC' }).format(time);

const numbered = (count: number, name: (at: number) => string): readonly ChoiceGroup[] => [
  { title: '', choices: Array.from({ length: count }, (_, at): Choice => [String(at + 1), name(at + 1)]) },
];

export const weekdayChoices = () => numbered(7, weekdayName);
export const monthChoices = () => numbered(12, monthName);
