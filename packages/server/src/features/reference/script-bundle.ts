import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ScriptBundle } from './bundle.ts';

let packed: Promise<ScriptBundle> | undefined;

/** Packed when the first reader comes, once in a process. */
export function scriptBundle(): Promise<ScriptBundle> {
  packed ??= pack().catch((error) => {
    packed = undefined;
    throw error;
  });
  return packed;
}

async function pack(): Promise<ScriptBundle> {
  const worker = new Worker(new URL('./pack-bundle.ts', import.meta.url));
  try {
    const [bundle] = await once(worker, 'message', { signal: AbortSignal.timeout(60_000) });
    return bundle as ScriptBundle;
  } finally {
    await worker.terminate();
  }
}
