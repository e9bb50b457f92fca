import { ask } from './ask.ts';

/** Requests of a view, sent before it has loaded. Each response is used once; later requests are sent again. */
let asked: ReadonlyMap<string, Promise<unknown>> = new Map();

/** Asks for what the next view needs. What the former one did not take is forgotten. */
export function askAhead(paths: readonly string[]): void {
  asked = new Map(
    paths.map((path) => {
      const answer = asked.get(path) ?? ask('GET', path);
      // The error is reported where the response is used.
      answer.catch(() => {});
      return [path, answer];
    }),
  );
}

/** The answer that was asked for ahead, or else a new one. */
export function takeAnswer<T>(path: string): Promise<T> {
  const answer = asked.get(path);
  if (!answer) return ask<T>('GET', path);
  asked = new Map([...asked].filter(([other]) => other !== path));
  return answer as Promise<T>;
}
