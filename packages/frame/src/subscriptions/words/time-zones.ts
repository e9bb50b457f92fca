import type { SelectOption } from '@inlay/ui/controls/select';
import { cityOf } from './schedule-text.ts';

/** Every time zone that the browser knows, by region, and the one that is chosen. */
export function timeZoneOptions(chosen: string): readonly SelectOption[] {
  const known = Intl.supportedValuesOf('timeZone');
  const all = known.includes(chosen) ? known : [chosen, ...known];
  return all.map((value) => {
    const [region = '', ...places] = value.split('/');
    if (places.length === 0) return { value, label: value };
    return { value, label: cityOf(value), group: region, fullLabel: value.replaceAll('_', ' ') };
  });
}

/** The time there, such as `2:32 PM`. */
export function timeIn(timeZone: string, lang: string, now: Date): string | undefined {
  try {
    return new Intl.DateTimeFormat(lang, { timeStyle: 'short', timeZone }).format(now);
  } catch {
    // A zone that only the server knows.
    return undefined;
  }
}
