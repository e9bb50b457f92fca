import type { ReportSchedule } from '@inlay/protocol/report-schedule';
import { latestDue, nextDue } from '../schedule/next-due.ts';

export interface DueTimes {
  /** At or before a moment, and after it. */
  readonly latest: number;
  readonly next: number;
}

/**
 * Undefined for a schedule that cannot be read, such as one in a time zone that this version of Node does not know: it must
 * not keep others from being sent.
 */
export function dueTimes(schedule: ReportSchedule, at: number): DueTimes | undefined {
  try {
    return { latest: latestDue(schedule, at), next: nextDue(schedule, at) };
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return undefined;
    throw error;
  }
}
