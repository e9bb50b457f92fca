import { setTimeout as sleep } from 'node:timers/promises';
import { type Attempt, exchangeAssertion, type TokenEndpoint } from './exchange-assertion.ts';

export interface Patience {
  readonly timeoutMs: number;
  readonly attemptTimeoutMs: number;
  readonly maxAttempts: number;
}

type Granted = Extract<Attempt, { kind: 'granted' }>;

const firstPauseMs = 200;
const longestPauseMs = 2000;

/**
 * Signs anew for each attempt: an attempt that failed on the way may have reached the service, which then refuses
 * its `jti` as a replay. A second exchange does no harm, it only leaves a token that nobody holds.
 */
export async function exchangeWithRetries(
  endpoint: TokenEndpoint,
  sign: () => Promise<string>,
  patience: Patience,
  signal: AbortSignal | undefined,
): Promise<Granted> {
  const deadline = performance.now() + patience.timeoutMs;
  const left = () => deadline - performance.now();
  for (let attempt = 1; ; attempt += 1) {
    const assertion = await sign();
    const timeoutMs = Math.max(1, Math.min(patience.attemptTimeoutMs, left()));
    const outcome = await exchangeAssertion(endpoint, assertion, timeoutMs, signal);
    if (outcome.kind === 'granted') return outcome;
    if (outcome.kind === 'refused') throw outcome.error;
    const pauseMs = Math.max(outcome.waitMs, jitteredPause(attempt));
    if (attempt >= patience.maxAttempts || pauseMs >= left()) throw outcome.error;
    await pause(pauseMs, signal);
  }
}

/** Half fixed, half random: servers that failed together do not come back together. */
function jitteredPause(attempt: number): number {
  const ceiling = Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1));
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
