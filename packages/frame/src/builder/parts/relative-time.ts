const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** For example "5 minutes ago". Both times are in milliseconds since 1970. */
export function relativeTime(moment: number, lang: string, now: number): string {
  const seconds = Math.max(0, (now - moment) / 1000);
  const format = new Intl.RelativeTimeFormat(lang, { numeric: 'auto' });
  const step = STEPS.find(([, length]) => seconds >= length);
  return step ? format.format(-Math.floor(seconds / step[1]), step[0]) : format.format(0, 'second');
}

/** Date and time in the viewer's locale. */
export const formatDateTime = (moment: string, lang: string): string =>
  new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(moment));
