import { monthOf } from '../../platform/counters/month.ts';
import { refuseFields } from '../../platform/errors.ts';
import type { ReportRequest } from './usage-report.ts';

const DAY = 86_400_000;
const MAX_DAYS = 400;

/** The days from `from` to `to`, inclusive; by default the current month until today (UTC). */
export function reportDays(
  given: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: number,
): Pick<ReportRequest, 'from' | 'until'> {
  const from = given.from === undefined ? monthOf(now) : dayOf(given.from);
  const to = given.to === undefined ? now - (now % DAY) : dayOf(given.to);
  refuseFields([
    ...(from === undefined ? [{ path: 'from', problem: DAY_PROBLEM }] : []),
    ...(to === undefined ? [{ path: 'to', problem: DAY_PROBLEM }] : []),
  ]);
  const [first, last] = [from as number, to as number];
  refuseFields(last < first ? [{ path: 'to', problem: 'must not be before from' }] : []);
  refuseFields(
    last - first >= MAX_DAYS * DAY
      ? [{ path: 'to', problem: `must be within ${MAX_DAYS} days of from` }]
      : [],
  );
  return { from: first, until: last + DAY };
}

const DAY_PROBLEM = 'must be a day such as 2026-01-31';

/** `Date.parse` reads 31 February as 3 March. */
function dayOf(text: string): number | undefined {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? at : undefined;
}
