import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { systemTime } from '../time/time.ts';

/** Orchestrators kill after ten seconds, without a log line (ADR 253). */
const DEADLINE_MS = 9000;

/** Ctrl-C reaches this process and its parent, which may send SIGTERM as well: both are one request. */
const SAME_WISH_MS = 1000;

export interface StopOptions {
  /** How long the server still serves before it closes, in addition to the deadline. */
  readonly drainSeconds?: number;
  /** Called with errors that nothing has handled: the last net, after which the process stops as on a signal. */
  readonly onUnhandled?: (error: unknown) => void;
}

/**
 * Aborted by the first SIGINT or SIGTERM. The process then exits within ten seconds (after draining), or at once on a
 * second signal. With `onUnhandled`, an error that nothing has handled counts as a signal, and is the reason.
 */
export function stopSignal({ drainSeconds = 0, onUnhandled }: StopOptions = {}): AbortSignal {
  const stop = new AbortController();
  let first: { readonly name: string; readonly at: number } | undefined;
  const exit = (reason: string) => {
    writeSync(2, `${reason}\n`);
    process.exit(1);
  };
  const begin = (reason?: UnhandledError) => {
    if (stop.signal.aborted) return;
    const deadline = DEADLINE_MS + drainSeconds * 1000;
    systemTime.after(deadline, () => exit('Shutdown took too long. Exited with work unfinished.'));
    stop.abort(reason);
  };
  if (onUnhandled)
    process.on('uncaughtException', (error) => {
      onUnhandled(error);
      begin(new UnhandledError());
    });
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.on(name, () => {
      if (first === undefined) {
        first = { name, at: systemTime.monotonic() };
        begin();
      } else if (name === first.name || systemTime.monotonic() - first.at > SAME_WISH_MS)
        exit('Received a second signal. Exited immediately.');
    });
  return stop.signal;
}

class UnhandledError extends Error {}

/** The exit code of a process that has stopped for this reason. */
export function exitCodeOf(stop: AbortSignal): number {
  return stop.reason instanceof UnhandledError ? 1 : 0;
}

export async function untilStopped(stop: AbortSignal): Promise<void> {
  if (!stop.aborted) await once(stop, 'abort');
}

/** The result of `work`, or undefined once the process is stopping. */
export function unlessStopped<T>(work: Promise<T>, stop: AbortSignal): Promise<T | undefined> {
  return Promise.race([work, untilStopped(stop).then(() => undefined)]);
}

/** Exits even if a connection or thread hangs after everything was closed. Logs have this long to be flushed. */
export function exitSoon(): void {
  systemTime.after(300, () => process.exit());
}
