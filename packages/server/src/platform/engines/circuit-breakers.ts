import { LRUCache } from 'lru-cache';
import type { Time } from '../time/time.ts';
import { EngineError, type EngineErrorCode } from './engine-error.ts';

/** Pauses queries to a database that does not respond (ADR 251). */
export interface CircuitBreakers {
  /**
   * Runs the work, unless several runs of this key in a row got no response: then it rejects with
   * `CircuitOpenError` until the pause is over, and then lets a single run try whether the database responds again.
   */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** How many keys are paused. */
  countOpen(): number;
}

export interface CircuitBreakersOptions {
  /** How many failures in a row open the breaker. */
  readonly maxFailures: number;
  readonly pauseMs: number;
  readonly time: Pick<Time, 'monotonic'>;
  readonly onRejected?: () => void;
}

export class CircuitOpenError extends EngineError {
  readonly retryAfterSeconds: number;

  constructor(pauseMs: number) {
    super('CIRCUIT_OPEN');
    this.retryAfterSeconds = Math.max(1, Math.ceil(pauseMs / 1000));
  }
}

/** The database did not respond. Any other error is a response, and counts as a sign of life. */
const NO_RESPONSE: readonly EngineErrorCode[] = ['TIMEOUT', 'UNREACHABLE', 'CONNECTION_LOST'];
/** A refused connection takes no time, so a pause would save none: only failures that took longer count. */
const SLOW_MS = 1000;
/** Proves nothing about the database: the caller disconnected, or no query reached it. */
const UNTRIED: readonly EngineErrorCode[] = ['CANCELLED', 'TOO_BUSY'];
const MAX_KEYS = 10_000;

interface Breaker {
  failures: number;
  openUntil: number;
  isTrying: boolean;
}

export function createCircuitBreakers(options: CircuitBreakersOptions): CircuitBreakers {
  const { maxFailures, pauseMs, onRejected } = options;
  const now = options.time.monotonic;
  /** Those with failures; the one that failed longest ago makes room. */
  const breakers = new LRUCache<string, Breaker>({ max: MAX_KEYS });
  const isOpen = ({ failures }: Breaker) => failures >= maxFailures;

  function countFailure(key: string): void {
    const breaker = breakers.peek(key) ?? { failures: 0, openUntil: 0, isTrying: false };
    breaker.failures += 1;
    breaker.openUntil = now() + pauseMs;
    breakers.set(key, breaker);
  }

  function settle(key: string, error: unknown, ms: number): void {
    const code = error instanceof EngineError ? error.code : undefined;
    if (code !== undefined && NO_RESPONSE.includes(code)) {
      if (code === 'TIMEOUT' || ms >= SLOW_MS) countFailure(key);
    } else if (code === undefined || !UNTRIED.includes(code)) breakers.delete(key);
  }

  return {
    async run(key, work) {
      const breaker = breakers.peek(key);
      const isTrial = breaker !== undefined && isOpen(breaker);
      if (isTrial) {
        const pauseLeft = breaker.openUntil - now();
        if (breaker.isTrying || pauseLeft > 0) {
          onRejected?.();
          throw new CircuitOpenError(pauseLeft);
        }
        breaker.isTrying = true;
      }
      const started = now();
      try {
        const result = await work();
        breakers.delete(key);
        return result;
      } catch (error) {
        settle(key, error, now() - started);
        throw error;
      } finally {
        if (isTrial) breaker.isTrying = false;
      }
    },
    countOpen: () => [...breakers.values()].filter(isOpen).length,
  };
}
