import { once } from 'node:events';
import type { RunningApp } from './app.ts';

/** How long requests under way may take once the process is asked to stop. */
const drainMs = 4000;

export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}

export async function untilStopped(stop: AbortSignal): Promise<void> {
  if (!stop.aborted) await once(stop, 'abort');
}

export async function closeInTime(app: RunningApp): Promise<void> {
  const force = setTimeout(() => app.http.server.closeAllConnections(), drainMs);
  await app.close();
  clearTimeout(force);
}
