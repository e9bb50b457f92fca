import type { ReportSchedule } from '@inlay/protocol/report-schedule';
import { refuseFields } from '../../../platform/errors.ts';
import { nextDue } from '../schedule/next-due.ts';
import { scheduleProblem } from '../schedule/schedule-problem.ts';

/** The next due time. Refuses a schedule that has none. */
export function dueAfter(schedule: ReportSchedule, now: number): number {
  const problem = scheduleProblem(schedule);
  refuseFields(problem === undefined ? [] : [{ path: '/schedule/timeZone', problem }]);
  return nextDue(schedule, now);
}
