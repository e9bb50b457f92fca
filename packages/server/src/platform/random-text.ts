import { randomFillSync } from 'node:crypto';

/** A system call for a few bytes costs as much as for many, so bytes are fetched in bulk and used once. */
const pool = Buffer.alloc(8192);
let used = pool.length;

/** Random bytes for tokens and identifiers, as text. */
export function randomText(bytes: number, encoding: 'base64url' | 'hex'): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const text = pool.toString(encoding, used, used + bytes);
  // Used bytes are erased from memory.
  pool.fill(0, used, used + bytes);
  used += bytes;
  return text;
}
