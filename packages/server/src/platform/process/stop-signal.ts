import { once } from 'node:events';
import { writeSync } from 'node:fs';

/** Orchestrators kill after ten seconds, without a line in the log (ADR 253). */
const DEADLINE_MS = 9000;

/** A terminal's Ctrl-C reaches us and whoever started us, who may send a SIGTERM after it: that is one wish, not two. */
const SAME_WISH_MS = 1000;

export interface StopOptions {
  /** Called just before the process ends with work undone. */
  readonly beforeExit?: () => void;
  /** For a process whose supervisor ends it when a second signal comes. */
  readonly ignoresSecond?: boolean;
}

/**
 * Aborted by the first SIGINT or SIGTERM. From then on the process ends within ten seconds, whatever it waits for, and
 * at once with a second signal.
 */
export function stopSignal({ beforeExit, ignoresSecond = false }: StopOptions = {}): AbortSignal {
  const stop = new AbortController();
  let first: { readonly name: string; readonly at: number } | undefined;
  const exit = (reason: string) => {
    beforeExit?.();
    writeSync(2, `${reason}\n`);
    process.exit(1);
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.on(name, () => {
      if (first === undefined) {
        first = { name, at: performance.now() };
        setTimeout(() => exit('Stopping took too long: ended with work undone.'), DEADLINE_MS).unref();
        stop.abort();
      } else if (!ignoresSecond && (name === first.name || performance.now() - first.at > SAME_WISH_MS))
        exit('A second signal came: ended at once.');
    });
  return stop.signal;
}

export async function untilStopped(stop: AbortSignal): Promise<void> {
  if (!stop.aborted) await once(stop, 'abort');
}

/** The result of `work`, or nothing as soon as the process is asked to stop: then nobody waits for it any more. */
export function unlessStopped<T>(work: Promise<T>, stop: AbortSignal): Promise<T | undefined> {
  return Promise.race([work, untilStopped(stop).then(() => undefined)]);
}

/** Everything is closed: a connection or thread that hangs does not keep the process. Logs have this long to be written. */
export function endSoon(): void {
  setTimeout(() => process.exit(), 300).unref();
}
