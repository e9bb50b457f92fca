import type { EmbedRequest } from '../../embeds/index.ts';
import { makeReport } from '../message/make-report.ts';
import type { Report } from '../message/report.ts';
import type { ReportTurns } from '../message/report-turns.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';
import type { AlertEvent } from './alert-event.ts';
import { alertSentence } from './alert-sentence.ts';
import { alertWords } from './alert-words.ts';
import { measureAlert, valuesAt } from './measure-alert.ts';

/** What a message lists at most. */
const MAX_SENTENCES = 50;

/**
 * The message about an event, with the data that its viewer may see when it is sent. Null if nothing of the event is left:
 * the alert was changed since, or the viewer may not see what it is about.
 */
export async function alertReport(
  request: EmbedRequest,
  subscription: StoredSubscription,
  event: AlertEvent,
  turns?: ReportTurns,
): Promise<Report | null> {
  const measured = await measureAlert(request, subscription);
  const { condition, periods, rights, of } = measured;
  const now = request.services.time.now();
  const period = periods?.lastComplete(now);
  if (of !== event.of || rights === null || (periods && period === undefined)) return null;
  const words = alertWords(measured, request.locale);
  const moment = {
    condition,
    values: valuesAt(measured, period, now),
    period,
    before: period === undefined ? undefined : periods?.before(period),
    isSameViewer: rights === event.rights,
  };
  const sentences = event.changes
    .toSorted((one, other) => Number(one.what === 'normal') - Number(other.what === 'normal'))
    .flatMap((change) => alertSentence(change, moment, words) ?? []);
  const [first, ...others] = sentences;
  if (first === undefined) return null;
  const { messages } = words;
  const report = await makeReport(request, subscription, turns);
  if (others.length === 0) return { ...report, headline: first };
  const count = others.length;
  const listed = sentences.slice(0, MAX_SENTENCES);
  const left = sentences.length - listed.length;
  const paragraphs = [...listed, ...(left > 0 ? [messages.more({ count: left })] : [])];
  return {
    ...report,
    headline: messages.andMore({ first, count }),
    sections: [{ kind: 'text', paragraphs }, ...report.sections],
  };
}
