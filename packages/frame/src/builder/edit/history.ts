/**
 * Everything that was, for undo and redo without a limit. States share what did not change between them, so that a
 * thousand of them weigh little more than their differences.
 */
export interface History<T> {
  readonly past: Chain<T> | undefined;
  readonly present: T;
  readonly future: Chain<T> | undefined;
  /** Changes with the same key in a row are one step: typing a title is undone as one. */
  readonly key: string | undefined;
}

interface Chain<T> {
  readonly state: T;
  readonly rest: Chain<T> | undefined;
}

export const startHistory = <T>(present: T): History<T> => ({
  past: undefined,
  present,
  future: undefined,
  key: undefined,
});

export function record<T>(history: History<T>, next: T, key?: string): History<T> {
  if (next === history.present) return history;
  const joins = key !== undefined && key === history.key;
  return {
    past: joins ? history.past : { state: history.present, rest: history.past },
    present: next,
    future: undefined,
    key,
  };
}

export function undo<T>({ past, present, future, ...rest }: History<T>): History<T> {
  if (!past) return { past, present, future, ...rest };
  return { past: past.rest, present: past.state, future: { state: present, rest: future }, key: undefined };
}

export function redo<T>({ past, present, future, ...rest }: History<T>): History<T> {
  if (!future) return { past, present, future, ...rest };
  return { past: { state: present, rest: past }, present: future.state, future: future.rest, key: undefined };
}
