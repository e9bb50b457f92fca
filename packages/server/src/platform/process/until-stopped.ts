import { once } from 'node:events';

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
