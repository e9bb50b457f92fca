import type { ReportSchedule } from '@inlay/protocol/report-schedule';
import { isTimeZone } from '../../../platform/time/zoned-time.ts';

/** What is wrong with a schedule that its schema cannot tell. */
export function scheduleProblem({ timeZone }: ReportSchedule): string | undefined {
  return isTimeZone(timeZone) ? undefined : 'is not a known time zone, such as Europe/Berlin';
}
