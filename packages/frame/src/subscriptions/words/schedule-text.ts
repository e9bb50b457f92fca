import type { SubscriptionsMessages } from '@inlay/messages/subscriptions';
import type { ReportSchedule } from '@inlay/protocol/report-schedule';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'other'] as const;
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
/** Stands for the last day: every month ends with it or before. */
export const LAST_DAY = 31;

/** When it is sent, as a sentence without a full stop. */
export function scheduleText(
  schedule: ReportSchedule,
  messages: SubscriptionsMessages,
  lang: string,
): string {
  if (schedule.every === 'hour') return messages.everyHour;
  const time = timeText(schedule.at, lang);
  switch (schedule.every) {
    case 'day':
      return messages.everyDay({ time });
    case 'workday':
      return messages.everyWorkday({ time });
    case 'week':
      return messages.everyWeek({ weekday: WEEKDAYS[schedule.weekday - 1] ?? 'other', time });
    case 'month':
      return schedule.day === LAST_DAY
        ? messages.everyMonthEnd({ time })
        : messages.everyMonth({ day: schedule.day, time });
  }
}

/** `08:30` as the viewer writes it. */
function timeText(at: string, lang: string): string {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const format = new Intl.DateTimeFormat(lang, { timeStyle: 'short', timeZone: 'UTC' });
  return format.format(Date.UTC(2024, 0, 1, hours, minutes));
}

/** `Europe/Berlin` without the continent. */
export const cityOf = (timeZone: string): string =>
  (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');

/** 1 is Monday. */
export const weekdayName = (weekday: number, lang: string): string =>
  new Intl.DateTimeFormat(lang, { weekday: 'long', timeZone: 'UTC' }).format(MONDAY + (weekday - 1) * DAY_MS);

/** A moment of the schedule, where its clock stands. */
export const momentText = (moment: string, timeZone: string, lang: string): string =>
  new Intl.DateTimeFormat(lang, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  }).format(new Date(moment));
