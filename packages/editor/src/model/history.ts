/**
 * An unlimited undo history. States share the parts that did not change, so a thousand of them take little more
 * memory than their differences.
 */
export interface History<T> {
  readonly past: Chain<T> | undefined;
  readonly present: T;
  readonly future: Chain<T> | undefined;
  /** The key of the last step; the next step with the same key is merged into it. */
  readonly mergeKey: string | undefined;
}

interface Chain<T> {
  readonly state: T;
  readonly rest: Chain<T> | undefined;
}

export const beginHistory = <T>(present: T): History<T> => ({
  past: undefined,
  present,
  future: undefined,
  mergeKey: undefined,
});

/** Adds a step. Consecutive steps with the same key, such as the letters of a title, are undone together. */
export function record<T>(history: History<T>, next: T, mergeKey?: string): History<T> {
  const { past, present } = history;
  if (next === present) return history;
  const joins = mergeKey !== undefined && mergeKey === history.mergeKey;
  return { past: joins ? past : { state: present, rest: past }, present: next, future: undefined, mergeKey };
}

export function undo<T>(history: History<T>): History<T> {
  const { past, present, future } = history;
  if (!past) return history;
  return {
    past: past.rest,
    present: past.state,
    future: { state: present, rest: future },
    mergeKey: undefined,
  };
}

export function redo<T>(history: History<T>): History<T> {
  const { past, present, future } = history;
  if (!future) return history;
  return {
    past: { state: present, rest: past },
    present: future.state,
    future: future.rest,
    mergeKey: undefined,
  };
}
