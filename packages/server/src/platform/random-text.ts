import { randomFillSync } from 'node:crypto';

/** Asking the system for a few bytes costs as much as asking for many: ask seldom, and hand out each byte once. */
const pool = Buffer.alloc(8192);
let used = pool.length;

/** Random bytes for tokens and identifiers, as text. */
export function randomText(bytes: number, encoding: 'base64url' | 'hex'): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const text = pool.toString(encoding, used, used + bytes);
  // What became a token does not stay in memory.
  pool.fill(0, used, used + bytes);
  used += bytes;
  return text;
}
