import { languageName, OTHER, SPOKEN } from '../../parts/languages.ts';

export type Choice = readonly [value: string, text: string];

export interface ChoiceGroup {
  readonly title: string;
  readonly choices: readonly Choice[];
}

/** The same language, with the number and date formats of a country. */
const REGIONAL = 'de-AT de-CH en-AU en-CA en-GB en-IE en-IN en-US es-MX fr-CA fr-CH it-CH nl-BE pt-BR'.split(
  ' ',
);
const OFTEN_PAID = 'USD EUR GBP CHF JPY CNY INR CAD AUD BRL'.split(' ');

const byText = (choices: readonly Choice[]): readonly Choice[] =>
  choices.toSorted(([, one], [, other]) => one.localeCompare(other, 'en'));

export const languageChoices = (): readonly ChoiceGroup[] => {
  const named = (tags: readonly string[]) => byText(tags.map((tag): Choice => [tag, languageName(tag)]));
  return [
    { title: 'Words, numbers and dates', choices: named([...SPOKEN, ...REGIONAL]) },
    { title: 'Numbers and dates; words in English', choices: named(OTHER) },
  ];
};

/** By continent, each city under its own name, so that typing finds it. */
export function zoneChoices(): readonly ChoiceGroup[] {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'));
  const first: readonly Choice[] = own === 'UTC' ? [] : [[own, `${zoneName(own)} (yours)`]];
  const places = Map.groupBy(
    zones.filter((zone) => zone !== own),
    (zone) => zone.slice(0, zone.indexOf('/')),
  );
  return [
    { title: 'Often chosen', choices: [...first, ['UTC', 'UTC']] },
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

/** Without those that were replaced long ago: their names have the years in them. */
export function currencyChoices(): readonly ChoiceGroup[] {
  const names = new Intl.DisplayNames(['en'], { type: 'currency' });
  const named = (codes: readonly string[]) =>
    codes.map((code): Choice => [code, `${names.of(code) ?? code} (${code})`]);
  const others = Intl.supportedValuesOf('currency').filter((code) => !OFTEN_PAID.includes(code));
  return [
    { title: 'Often chosen', choices: named(OFTEN_PAID) },
    { title: 'All others', choices: byText(named(others).filter(([, text]) => !/\d{4}/.test(text))) },
  ];
}

/** 1 is Monday. */
export const weekdayName = (day: number): string => weekday.format(Date.UTC(2024, 0, day));
/** 1 is January. */
export const monthName = (month: number): string => monthOf.format(Date.UTC(2024, month - 1, 1));

const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });
const monthOf = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });

const numbered = (count: number, name: (at: number) => string): readonly ChoiceGroup[] => [
  { title: '', choices: Array.from({ length: count }, (_, at): Choice => [String(at + 1), name(at + 1)]) },
];

export const weekdayChoices = numbered(7, weekdayName);
export const monthChoices = numbered(12, monthName);
