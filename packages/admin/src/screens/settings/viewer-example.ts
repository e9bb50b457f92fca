import { fiscalQuarter, fiscalYear, formatMoment, timeWriter } from '@inlay/charts/format/format-date';
import { formatFull, formatShort } from '@inlay/charts/format/format-number';
import { readTime } from '@inlay/charts/format/read-time';
import type { ChartsMessages } from '@inlay/messages/charts';
import { matchLanguage, readLanguage, readsRightToLeft } from '@inlay/protocol/language';
import type { TenantSettings } from '@inlay/protocol/tenant-settings';
import { SPOKEN } from '../../parts/text/languages.ts';

const DAY = 86_400_000;
const MONEY = { kind: 'currency' } as const;

const writeToday = timeWriter({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const writeClock = timeWriter({ hour: '2-digit', minute: '2-digit' });
const writeWeekday = timeWriter({ weekday: 'short' });
const writeDate = timeWriter({ day: 'numeric' });
const writeMonth = timeWriter({ month: 'short' });

interface CalendarPart {
  readonly text: string;
  /** Whether it is the current day or month. */
  readonly now: boolean;
}

/** Texts, numbers and dates as embeds show them to a viewer without settings of their own. */
export interface ViewerExample {
  readonly language: string;
  readonly rightToLeft: boolean;
  readonly today: string;
  readonly number: string;
  readonly clock: string;
  readonly date: string;
  /** 1 is Monday. */
  readonly weekStart: number;
  readonly week: readonly (CalendarPart & { readonly weekday: string })[];
  readonly fiscalYear: { readonly name: string; readonly from: string; readonly to: string };
  readonly quarters: readonly { readonly name: string; readonly months: readonly CalendarPart[] }[];
  readonly money: { readonly full: string; readonly short: string };
}

/** What the server decides for a viewer without own settings, whose browser prefers these languages. */
export function viewerLanguage(settings: TenantSettings, preferred: readonly string[]): string {
  const valid = preferred.flatMap((tag) => readLanguage(tag) ?? []);
  return settings.language ?? valid.find((tag) => matchLanguage(tag, SPOKEN)) ?? 'en';
}

export function viewerExample(
  settings: TenantSettings,
  now: number,
  language: string,
  messages: ChartsMessages,
): ViewerExample {
  const { timeZone, currency } = settings;
  const fiscalYearStart = settings.fiscalYearStart ?? 1;
  const weekStart = settings.weekStart ?? weekStartOf(language);
  const locale = {
    language,
    messages,
    timeZone: timeZone ?? 'UTC',
    fiscalYearStart,
    ...(currency === null ? {} : { currency }),
  };
  const wall = readTime(now, 'datetime', locale) ?? now;
  const today = Math.floor(wall / DAY) * DAY;
  const date = new Date(today);
  const weekBegin = today - ((((date.getUTCDay() + 6) % 7) - (weekStart - 1) + 7) % 7) * DAY;
  const month = date.getUTCMonth();
  const yearOfStart = date.getUTCFullYear() - (month < fiscalYearStart - 1 ? 1 : 0);
  const monthAt = (index: number) => Date.UTC(yearOfStart, fiscalYearStart - 1 + index, 1);
  const writeDay = (time: number) => formatMoment(time, undefined, false, locale);
  return {
    language,
    rightToLeft: readsRightToLeft(locale.language),
    today: writeToday(today, locale),
    number: formatFull(1_234_567, undefined, locale),
    clock: writeClock(wall, locale),
    date: writeDay(today),
    weekStart,
    week: Array.from({ length: 7 }, (_, index) => {
      const time = weekBegin + index * DAY;
      return { weekday: writeWeekday(time, locale), text: writeDate(time, locale), now: time === today };
    }),
    fiscalYear: {
      name: fiscalYear(date, locale),
      from: writeDay(monthAt(0)),
      to: writeDay(monthAt(12) - DAY),
    },
    quarters: Array.from({ length: 4 }, (_, quarter) => ({
      name: locale.messages.quarter({ quarter: fiscalQuarter(new Date(monthAt(quarter * 3)), locale) }),
      months: Array.from({ length: 3 }, (_each, index) => {
        const time = monthAt(quarter * 3 + index);
        return { text: writeMonth(time, locale), now: new Date(time).getUTCMonth() === month };
      }),
    })),
    money: {
      full: formatFull(987.65, MONEY, locale),
      short: formatShort(1_234_500, MONEY, locale),
    },
  };
}

type WeekInfo = { readonly firstDay: number };

/** Browsers have it under two names; some have neither. */
function weekStartOf(language: string): number {
  const locale = new Intl.Locale(language) as Intl.Locale & {
    readonly getWeekInfo?: () => WeekInfo;
    readonly weekInfo?: WeekInfo;
  };
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}
