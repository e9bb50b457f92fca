import { AppError } from '../errors.ts';
import type { Time } from '../time/time.ts';

/** Beyond this many keys the least recently used one is dropped. */
const MAX_KEYS = 10_000;

interface Bucket {
  tokens: number;
  at: number;
}

/**
 * Allows `calls` per minute and key, or per so many minutes, in bursts too. It counts on this node alone: it protects the
 * store and the databases from runaway scripts and is not a guarantee.
 */
export function createRateLimit(time: Time, calls: number, minutes = 1): (key: string) => void {
  const buckets = new Map<string, Bucket>();
  const perMs = calls / (minutes * 60_000);
  return (key) => {
    const now = time.now();
    const before = buckets.get(key) ?? { tokens: calls, at: now };
    const tokens = Math.min(calls, before.tokens + Math.max(0, now - before.at) * perMs);
    // The newest entry of a map is the last one.
    buckets.delete(key);
    if (buckets.size >= MAX_KEYS) buckets.delete(buckets.keys().next().value as string);
    buckets.set(key, { tokens: tokens < 1 ? tokens : tokens - 1, at: now });
    if (tokens >= 1) return;
    const seconds = Math.max(1, Math.ceil((1 - tokens) / perMs / 1000));
    throw new AppError('TOO_MANY_REQUESTS', { headers: { 'retry-after': String(seconds) } });
  };
}
