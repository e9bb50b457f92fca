/** Runs `work` with a signal that Ctrl-C aborts, so that it can clean up. A second Ctrl-C ends the process at once. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const abort = () => stop.abort();
  process.once('SIGINT', abort);
  process.once('SIGTERM', abort);
  try {
    return await work(stop.signal);
  } finally {
    process.off('SIGINT', abort);
    process.off('SIGTERM', abort);
  }
}

/** What a shell expects of a command that Ctrl-C ended. */
export const INTERRUPTED = 130;
