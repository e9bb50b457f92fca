import type { AlertCondition } from '@inlay/content/subscription';
import {
  ALL,
  type AlertDirection,
  type AlertMemory,
  boundMembers,
  type MemberMemory,
} from './alert-memory.ts';
import type { AlertValues } from './alert-values.ts';
import { exactNumber } from './exact-number.ts';
import { meetCondition, type Outcome } from './meet-condition.ts';

/** Something to send a message about. */
export interface AlertChange {
  readonly member: string;
  readonly what: 'fired' | 'normal';
  readonly direction: AlertDirection;
}

export interface AlertCheck {
  readonly condition: AlertCondition;
  readonly values: AlertValues;
  /** Of the same condition and tile; null at the first check. */
  readonly memory: Pick<AlertMemory, 'rights' | 'members'> | null;
  /** Fingerprint of which rows the viewer can see. */
  readonly rights: string;
  readonly now: number;
}

/** What changed since the last check, and what to remember for the next one. Pure, so that a dry run is the same code. */
export function evaluateAlert(check: AlertCheck): {
  readonly changes: readonly AlertChange[];
  readonly members: AlertMemory['members'];
} {
  const { condition, values, memory, now } = check;
  const remembered = new Map(Object.entries(memory?.members ?? {}));
  const outcomes = condition.kind === 'missing' ? missing(check, remembered) : compared(check, remembered);
  const changes: AlertChange[] = [];
  const members = new Map<string, MemberMemory>();
  for (const [member, outcome] of outcomes) {
    const { told, over, owes, change } = nextState(check, remembered.get(member), outcome);
    if (change) changes.push({ member, ...change });
    const isFound = values.values.has(member);
    const state: MemberMemory = {
      ...(over && { over }),
      ...(owes && { owes: true }),
      ...(told !== undefined && isQuiet(condition, told, now) && { told }),
      ...lastValue(check, member),
      ...(isKnown(check, member, outcome, remembered) && { known: true }),
      seen: isFound ? now : (remembered.get(member)?.seen ?? now),
    };
    // Nothing but the time is what a new member has.
    if (Object.keys(state).length > 1) members.set(member, state);
  }
  return { changes, members: boundMembers(members) };
}

type Remembered = ReadonlyMap<string, MemberMemory>;
type Outcomes = ReadonlyMap<string, Outcome>;

function compared({ condition, values: { values, before } }: AlertCheck, remembered: Remembered): Outcomes {
  if (condition.kind === 'missing') return new Map();
  const all = new Set([...values.keys(), ...remembered.keys()]);
  return new Map(
    Array.from(all, (member) => {
      const earlier = before ? before.get(member) : remembered.get(member)?.value;
      return [member, meetCondition(condition, values.get(member), earlier)];
    }),
  );
}

const MISSING: Outcome = { kind: 'met', direction: 'missing' };
const NORMAL: Outcome = { kind: 'normal' };
const UNKNOWN: Outcome = { kind: 'unknown' };

/** Members without a value; all together if there are no rows at all. */
function missing({ values: found, memory, rights }: AlertCheck, remembered: Remembered): Outcomes {
  const { values, before = new Map(), isByMember, isPartial, isVisible } = found;
  if (values.size === 0)
    return new Map([
      ...Array.from(remembered.keys(), (member) => [member, UNKNOWN] as const),
      [ALL, MISSING],
    ]);
  const outcomes = new Map<string, Outcome>();
  for (const [member, value] of values) outcomes.set(member, value === null ? MISSING : NORMAL);
  if (!isByMember) return outcomes;
  if (remembered.has(ALL)) outcomes.set(ALL, NORMAL);
  const isSameViewer = memory?.rights === rights;
  for (const member of new Set([...before.keys(), ...remembered.keys()])) {
    if (outcomes.has(member)) continue;
    const wasThere = before.has(member) || remembered.get(member)?.known || remembered.get(member)?.over;
    if (!wasThere || isPartial) outcomes.set(member, UNKNOWN);
    // Whoever may no longer see a member gets no message about it; it is forgotten.
    else if (isSameViewer || isVisible(member)) outcomes.set(member, MISSING);
  }
  return outcomes;
}

interface NextState {
  readonly over: MemberMemory['over'] | undefined;
  readonly told: number | undefined;
  readonly owes: boolean;
  readonly change?: Omit<AlertChange, 'member'>;
}

function nextState(
  { condition, values, now }: AlertCheck,
  state: Partial<MemberMemory> = {},
  outcome: Outcome,
): NextState {
  const { over, owes = false } = state;
  // A clock that was set back must not keep an alert quiet for longer.
  const told = state.told === undefined ? undefined : Math.min(state.told, now);
  const kept = { over, told, owes };
  switch (outcome.kind) {
    case 'unknown':
    case 'between':
      return kept;
    case 'normal': {
      // A change since the last check is over with the next one, which is no news.
      const isNews = owes && over !== undefined && !(condition.kind === 'change' && !values.before);
      if (!isNews) return { over: undefined, told, owes: false };
      const change = { what: 'normal', direction: over.direction } as const;
      return { over: undefined, told: now, owes: false, change };
    }
    case 'met': {
      const { direction } = outcome;
      const isSame = over?.direction === direction && (condition.kind !== 'change' || over.at === values.at);
      if (isSame && over.isReported) return kept;
      const at = isSame ? over.at : values.at;
      if (told !== undefined && isQuiet(condition, told, now))
        return { over: { direction, at, isReported: false }, told, owes };
      const change = { what: 'fired', direction } as const;
      return { over: { direction, at, isReported: true }, told: now, owes: true, change };
    }
  }
}

const isQuiet = ({ quietMinutes }: AlertCondition, told: number, now: number) =>
  now < told + quietMinutes * 60_000;

function lastValue({ condition, values }: AlertCheck, member: string): Pick<MemberMemory, 'value'> {
  const value = values.values.get(member);
  const isKept = condition.kind === 'change' && !values.before && exactNumber(value) !== undefined;
  return isKept && (typeof value === 'number' || typeof value === 'string') ? { value } : {};
}

function isKnown(
  { condition, values: { values, isByMember } }: AlertCheck,
  member: string,
  { kind }: Outcome,
  remembered: Remembered,
): boolean {
  if (condition.kind !== 'missing' || !isByMember || member === ALL) return false;
  return kind === 'unknown' ? remembered.get(member)?.known === true : values.get(member) != null;
}
