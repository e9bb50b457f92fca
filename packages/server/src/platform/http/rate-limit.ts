import { AppError } from '../errors.ts';

/** So many keys are remembered; beyond them the one that was quiet longest is forgotten. */
const MOST_KEYS = 10_000;

interface Bucket {
  tokens: number;
  at: number;
}

/**
 * Lets each key through `perMinute` times a minute, all at once if they like. It counts on this node alone: it keeps a
 * script that runs wild from the store and the databases, and is no promise to anybody.
 */
export function createRateLimit(clock: () => number, perMinute: number): (key: string) => void {
  const buckets = new Map<string, Bucket>();
  const perMs = perMinute / 60_000;
  return (key) => {
    const now = clock();
    const before = buckets.get(key) ?? { tokens: perMinute, at: now };
    const tokens = Math.min(perMinute, before.tokens + Math.max(0, now - before.at) * perMs);
    // The newest entry of a map is the last one.
    buckets.delete(key);
    if (buckets.size >= MOST_KEYS) buckets.delete(buckets.keys().next().value as string);
    buckets.set(key, { tokens: tokens < 1 ? tokens : tokens - 1, at: now });
    if (tokens >= 1) return;
    const seconds = Math.max(1, Math.ceil((1 - tokens) / perMs / 1000));
    throw new AppError('TOO_MANY_REQUESTS', { headers: { 'retry-after': String(seconds) } });
  };
}
