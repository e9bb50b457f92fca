/**
 * Everything that was, for undo and redo without a limit. States share what did not change between them, so that a
 * thousand of them weigh little more than their differences.
 */
export interface History<T> {
  readonly past: Chain<T> | undefined;
  readonly present: T;
  readonly future: Chain<T> | undefined;
  /** What the last step was about. */
  readonly about: string | undefined;
}

interface Chain<T> {
  readonly state: T;
  readonly rest: Chain<T> | undefined;
}

export const beginHistory = <T>(present: T): History<T> => ({
  past: undefined,
  present,
  future: undefined,
  about: undefined,
});

/** Adds a step. Steps about the same thing, such as the letters of a title, are taken back at once. */
export function record<T>(history: History<T>, next: T, about?: string): History<T> {
  const { past, present } = history;
  if (next === present) return history;
  const joins = about !== undefined && about === history.about;
  return { past: joins ? past : { state: present, rest: past }, present: next, future: undefined, about };
}

export function undo<T>(history: History<T>): History<T> {
  const { past, present, future } = history;
  if (!past) return history;
  return { past: past.rest, present: past.state, future: { state: present, rest: future }, about: undefined };
}

export function redo<T>(history: History<T>): History<T> {
  const { past, present, future } = history;
  if (!future) return history;
  return {
    past: { state: present, rest: past },
    present: future.state,
    future: future.rest,
    about: undefined,
  };
}
