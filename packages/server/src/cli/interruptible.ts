import { stopSignal } from '../platform/process/stop-signal.ts';

/**
 * Runs `work` with a signal that Ctrl-C aborts, so that it can clean up. A second Ctrl-C ends the process at once, and
 * a clean-up that takes too long is ended as well.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return work(stopSignal());
}

/** What a shell expects of a command that Ctrl-C ended. */
export const INTERRUPTED = 130;
