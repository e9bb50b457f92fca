import type { AlertDryRun } from '@inlay/content/subscription';
import type { Cell } from '@inlay/protocol/result';
import { giveWay } from '../../../platform/concurrency/in-slices.ts';
import { isoTime } from '../../../platform/time/time.ts';
import type { EmbedRequest } from '../../embeds/index.ts';
import { ALL, type AlertMemory } from './alert-memory.ts';
import type { AlertSubject } from './alert-subject.ts';
import { type AlertWords, alertWords } from './alert-words.ts';
import { evaluateAlert } from './evaluate-alert.ts';
import { type MeasuredAlert, measureAlert, valuesAt } from './measure-alert.ts';

/** As far back as a dry run goes. */
const MAX_PERIODS = 400;
/** What it lists at most. */
const MAX_LISTED = 1000;

/**
 * When the alert would have sent a message: as if it had been checked at the end of each period of the tile's data, under
 * the rights of today. Without a time dimension, only now. Throws a `ReportError` if the alert cannot be checked.
 */
export async function dryRun(request: EmbedRequest, subject: AlertSubject): Promise<AlertDryRun> {
  const measured = await measureAlert(request, subject);
  const { rights } = measured;
  if (rights === null) return { checks: [], fired: 0 };
  const words = alertWords(measured, request.locale);
  let members: AlertMemory['members'] = {};
  let fired = 0;
  /** Everything, unless that is too much. */
  let all: Checked[] | undefined = [];
  let firing: Checked[] = [];
  for (const { period, at } of momentsOf(measured, request.services.time.now())) {
    await giveWay();
    request.signal.throwIfAborted();
    const { condition } = measured;
    const values = valuesAt(measured, period, at);
    const memory = { rights, members };
    const { changes, members: next } = evaluateAlert({ condition, values, memory, rights, now: at });
    members = next;
    const fires = new Set(changes.flatMap(({ member, what }) => (what === 'fired' ? [member] : [])));
    fired += fires.size;
    const checked = (member: string): Checked => {
      const value = values.values.get(member) ?? null;
      return { at, period, member, value, fires: fires.has(member) };
    };
    // What has no row is listed if a message would have been sent about it.
    const found = new Set([...values.values.keys(), ...fires, ...(values.isByMember ? [] : [ALL])]);
    if (all && all.length + found.size <= MAX_LISTED) all.push(...Array.from(found, checked));
    else all = undefined;
    firing.push(...Array.from(fires, checked));
    if (firing.length > MAX_LISTED) firing = firing.slice(-MAX_LISTED);
  }
  return { checks: (all ?? firing).map((check) => written(check, words)), fired };
}

interface Checked {
  readonly at: number;
  readonly period: string | undefined;
  readonly member: string;
  readonly value: Cell;
  readonly fires: boolean;
}

/** The ends of the complete periods, oldest first. */
function momentsOf(
  { periods, values, cut }: MeasuredAlert,
  now: number,
): readonly { readonly period: string | undefined; readonly at: number }[] {
  if (!periods) return [{ period: undefined, at: now }];
  const first = [...values.keys()].reduce<string | undefined>(
    (least, each) => (least === undefined || each < least ? each : least),
    undefined,
  );
  const moments: { readonly period: string; readonly at: number }[] = [];
  // The oldest period was cut off, and the one after it has nothing to be compared with.
  const isWhole = (period: string) =>
    cut === undefined ? first !== undefined && period >= first : (periods.before(period) ?? '') > cut;
  for (
    let period = periods.lastComplete(now);
    period !== undefined && isWhole(period) && moments.length < MAX_PERIODS;
    period = periods.before(period)
  )
    moments.push({ period, at: periods.end(period) });
  return moments.toReversed();
}

function written(
  { at, period, member, value, fires }: Checked,
  words: AlertWords,
): AlertDryRun['checks'][number] {
  const number = typeof value === 'boolean' || value === null || value === '' ? Number.NaN : Number(value);
  return {
    at: isoTime(at),
    member: words.member(member),
    value: Number.isFinite(number) ? number : null,
    text: words.at(words.value(value), period),
    fires,
  };
}
