/** Everything a person did and took back, without limit: the states share what did not change between them. */
export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
  /** What the last step was about. */
  readonly about: string | undefined;
}

export const beginHistory = <T>(present: T): History<T> => ({
  past: [],
  present,
  future: [],
  about: undefined,
});

/** Adds a step. Steps about the same thing, such as the letters of a title, are taken back at once. */
export function record<T>(history: History<T>, present: T, about?: string): History<T> {
  const isSame = about !== undefined && about === history.about;
  const past = isSame ? history.past : [...history.past, history.present];
  return { past, present, future: [], about };
}

export function undo<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  if (history.past.length === 0) return history;
  return {
    past: history.past.slice(0, -1),
    present: before as T,
    future: [history.present, ...history.future],
    about: undefined,
  };
}

export function redo<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future;
  if (history.future.length === 0) return history;
  return { past: [...history.past, history.present], present: next as T, future, about: undefined };
}
