import { setTimeout as sleep } from 'node:timers/promises';
import type { Attempt } from './exchange-assertion.ts';

export interface RetryPolicy {
  readonly timeoutMs: number;
  readonly attemptTimeoutMs: number;
  readonly maxAttempts: number;
}

const firstPauseMs = 200;
const maxPauseMs = 2000;

/**
 * Retries with back-off. Each attempt signs a new assertion: a failed one may have reached the service, which would
 * refuse its `jti` as a replay. At worst, this leaves an unused token. An attempt gets the time that each of its
 * requests may take.
 */
export async function exchangeWithRetries<Granted extends { readonly kind: 'granted' }>(
  tryOnce: (timeoutMs: () => number) => Promise<Attempt<Granted>>,
  policy: RetryPolicy,
  signal: AbortSignal | undefined,
): Promise<Granted> {
  const deadline = performance.now() + policy.timeoutMs;
  const left = () => deadline - performance.now();
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await tryOnce(() => Math.max(1, Math.min(policy.attemptTimeoutMs, left())));
    if (outcome.kind === 'granted') return outcome;
    if (outcome.kind === 'refused') throw outcome.error;
    const pauseMs = Math.max(outcome.waitMs, jitteredPause(attempt));
    if (attempt >= policy.maxAttempts || pauseMs >= left()) throw outcome.error;
    await pause(pauseMs, signal);
  }
}

/** Half fixed, half random, so that clients that failed together do not retry together. */
function jitteredPause(attempt: number): number {
  const ceiling = Math.min(maxPauseMs, firstPauseMs * 2 ** (attempt - 1));
  return ceiling / 2 + (Math.random() * ceiling) / 2;
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(ms, undefined, signal ? { signal } : {});
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
