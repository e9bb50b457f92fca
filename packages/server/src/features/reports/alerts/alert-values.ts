import type { Cell } from '@inlay/protocol/result';

/** The values of a measure that an alert is about, by member. Without a dimension, `ALL` is the only one. */
export type ValuesByMember = ReadonlyMap<string, Cell>;

/** What one check sees. */
export interface AlertValues {
  /** Whether there is one value, or one per member. */
  readonly isByMember: boolean;
  /** The period of the values, or for a tile without a time dimension the check itself. */
  readonly at: string;
  readonly values: ValuesByMember;
  /** The values of the period before. Absent without a time dimension: changes are since the last check. */
  readonly before?: ValuesByMember | undefined;
  /** Whether a member without a row may exist all the same, because the tile shows only some, such as the top ones. */
  readonly isPartial: boolean;
  /** Whether today's result has the member, in any period. */
  isVisible(member: string): boolean;
}
