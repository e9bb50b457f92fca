import type { AlertCondition } from '@inlay/content/subscription';
import type { Cell } from '@inlay/protocol/result';
import { ALL } from './alert-memory.ts';
import type { AlertValues } from './alert-values.ts';
import type { AlertWords } from './alert-words.ts';
import type { AlertChange } from './evaluate-alert.ts';
import { meetCondition } from './meet-condition.ts';

/** What is the case when a message is written. */
export interface AlertMoment {
  readonly condition: AlertCondition;
  readonly values: AlertValues;
  readonly period: string | undefined;
  /** The period before, if there is one to compare with. */
  readonly before: string | undefined;
  /** Whether the viewer may see the same rows as when the change was found. */
  readonly isSameViewer: boolean;
}

/**
 * What happened, with the values of this moment. Undefined if it is about something that the viewer may not see now, or if
 * what was back to normal is not any more.
 */
export function alertSentence(
  change: AlertChange,
  moment: AlertMoment,
  words: AlertWords,
): string | undefined {
  const { condition } = moment;
  switch (condition.kind) {
    case 'above':
    case 'below':
      return ofLimit(condition, change, moment, words);
    case 'change':
      return ofChange(condition, change, moment, words);
    case 'missing':
      return ofMissing(change, moment, words);
  }
}

type OfKind<Kind extends AlertCondition['kind']> = Extract<AlertCondition, { kind: Kind }>;

const cellOf = ({ values }: AlertMoment, { member }: AlertChange): Cell => values.values.get(member) ?? null;

function ofLimit(
  condition: OfKind<'above' | 'below'>,
  change: AlertChange,
  moment: AlertMoment,
  words: AlertWords,
): string | undefined {
  const { messages } = words;
  const cell = cellOf(moment, change);
  if (cell === null) return undefined;
  const { kind, limit: end } = condition;
  const isMet = meetCondition(condition, cell, undefined).kind === 'met';
  const name = words.name(change.member);
  const value = words.at(words.valueBeside(end, cell), moment.period);
  if (change.what === 'normal') return isMet ? undefined : messages.normal({ name, value });
  const said = { name, value, limit: words.limit(end) };
  if (kind === 'above') return isMet ? messages.above(said) : messages.wasAbove(said);
  return isMet ? messages.below(said) : messages.wasBelow(said);
}

function ofChange(
  condition: OfKind<'change'>,
  change: AlertChange,
  moment: AlertMoment,
  words: AlertWords,
): string | undefined {
  const { messages } = words;
  const { unit, amount } = condition;
  const { period, before, values } = moment;
  const cell = cellOf(moment, change);
  if (cell === null) return undefined;
  const name = words.name(change.member);
  const value = words.value(cell);
  if (period === undefined) {
    const since = { name, value, amount: words.amount(amount, unit) };
    return change.direction === 'up' ? messages.upSince(since) : messages.downSince(since);
  }
  const earlier = values.before?.get(change.member) ?? null;
  if (before === undefined) return undefined;
  const size = words.change(earlier, cell, unit);
  if (size === undefined) return undefined;
  const said = { name, value, change: size, from: words.period(before), to: words.period(period) };
  if (change.what === 'fired') return messages.changed(said);
  return meetCondition(condition, cell, earlier).kind === 'met' ? undefined : messages.normalChange(said);
}

function ofMissing(change: AlertChange, moment: AlertMoment, words: AlertWords): string | undefined {
  const { messages } = words;
  const { values, period, isSameViewer } = moment;
  const { member } = change;
  const isOfAll = member === ALL;
  const name = words.name(member);
  const cell = cellOf(moment, change);
  const isMissing = isOfAll && values.isByMember ? values.values.size === 0 : cell === null;
  if (!isMissing) {
    const value = cell === null ? undefined : words.at(words.value(cell), period);
    if (value === undefined) return messages.normalAgain({ name });
    return change.what === 'normal' ? messages.normal({ name, value }) : messages.wasMissing({ name, value });
  }
  // A member without a row is named only to those who saw it under the rights of today.
  const canName = isOfAll || values.values.has(member) || values.isVisible(member) || isSameViewer;
  return change.what === 'fired' && canName ? words.at(messages.missing({ name }), period) : undefined;
}
