import { createHash } from 'node:crypto';
import { cutText } from '@inlay/protocol/cut-text';
import { memberKey } from '@inlay/protocol/member-key';
import type { Cell } from '@inlay/protocol/result';

/** How a value meets the condition of its alert. */
export type AlertDirection = 'above' | 'below' | 'up' | 'down' | 'missing';

/** What an alert remembers between two checks, as JSON. It has values and names of members, so it is stored sealed. */
export interface AlertMemory {
  readonly version: 1;
  /** Fingerprint of the condition and of what the tile queries: those of another one say nothing. */
  readonly of: string;
  /** Fingerprint of which rows the viewer could see. Null if none. */
  readonly rights: string | null;
  /** By `alertKey`. */
  readonly members: Readonly<Record<string, MemberMemory>>;
}

export interface MemberMemory {
  /** It meets the condition, and a message says so, or will after the quiet period. */
  readonly over?: {
    readonly direction: AlertDirection;
    /** The period, or the check, whose value met it. */
    readonly at: string;
    readonly isReported: boolean;
  };
  /** A message said that it meets the condition, and none that it is back to normal. */
  readonly owes?: true;
  /** When the last message about it was due. */
  readonly told?: number;
  /** The value at the last check, for changes since then. */
  readonly value?: number | string;
  /** It had a value at the last check. */
  readonly known?: true;
  /** The last check that found it. */
  readonly seen: number;
}

/** The members that one check can have. */
export const MAX_MEMBERS = 1000;
/** With those that have gone. Beyond it, those that went first are forgotten. */
const MAX_REMEMBERED = 2 * MAX_MEMBERS;

/** The key of the only member of a tile's measure without a dimension, and of all members together. */
export const ALL = '*';

const MAX_KEY = 200;

/** The key of a member, exact and no longer than memory can take. The name of a member of today is in today's result. */
export function alertKey(value: Cell | undefined): string {
  const key = memberKey(value);
  if (key.length <= MAX_KEY) return key;
  const digest = createHash('sha256').update(key).digest('base64url');
  return `~${cutText(key.slice(1), MAX_KEY / 2)}…${digest}`;
}

/** What is known of the name of a member that no row of today has. */
export function textOfKey(key: string): string | null {
  if (key === '') return null;
  return key.startsWith('~') ? key.slice(1, key.lastIndexOf('…') + 1) : key.slice(1);
}

/** The memory of this alert; null if it is of another condition, tile or version. */
export const memoryOf = (memory: AlertMemory | null, of: string): AlertMemory | null =>
  memory?.version === 1 && memory.of === of ? memory : null;

/** Those that were found last, if there are too many. */
export function boundMembers(members: ReadonlyMap<string, MemberMemory>): AlertMemory['members'] {
  const all = [...members];
  const kept =
    all.length <= MAX_REMEMBERED
      ? all
      : all.toSorted(([, one], [, other]) => other.seen - one.seen).slice(0, MAX_REMEMBERED);
  return Object.fromEntries(kept);
}
