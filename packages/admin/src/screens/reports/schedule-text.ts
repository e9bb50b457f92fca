import type { ReportAdminMessages } from '@inlay/messages/reportAdmin';
import type { ReportSchedule } from '@inlay/protocol/report-schedule';
import { formatLocale } from '../../messages.ts';

type ScheduleMessages = ReportAdminMessages['schedules'];

/** `Weekly on Monday at 8:30 AM`, in the time zone of the schedule. */
export function scheduleText(t: ScheduleMessages, schedule: ReportSchedule): string {
  if (schedule.every === 'hour') return t.hour;
  const time = clockText(schedule.at);
  if (schedule.every === 'week') return t.week({ time, weekday: weekdayText(schedule.weekday) });
  if (schedule.every !== 'month') return t[schedule.every]({ time });
  // Every month has a last day, and few have a 31st.
  return schedule.day === 31 ? t.lastDay({ time }) : t.month({ time, day: schedule.day });
}

function clockText(at: string): string {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  return new Intl.DateTimeFormat(formatLocale(), { timeStyle: 'short', timeZone: 'UTC' }).format(
    Date.UTC(2000, 0, 1, hours, minutes),
  );
}

/** 1 is Monday, as was January 1st 2001. */
function weekdayText(weekday: number): string {
  return new Intl.DateTimeFormat(formatLocale(), { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2001, 0, weekday),
  );
}
