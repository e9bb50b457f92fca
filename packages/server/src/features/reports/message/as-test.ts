import type { StoredSubscription } from '../store/subscriptions.ts';
import type { Report } from './report.ts';
import { reportMessages } from './report-messages.ts';

/** The message says that it is a test: that of an alert comes whether the condition is met or not. */
export function asTest(report: Report, { kind }: Pick<StoredSubscription, 'kind'>): Report {
  const messages = reportMessages(report.language);
  const note = kind === 'alert' ? messages.testAlert : messages.test;
  return { ...report, isTest: true, notes: [note, ...(report.notes ?? [])] };
}
