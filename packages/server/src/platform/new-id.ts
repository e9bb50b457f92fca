import { randomBytes } from 'node:crypto';

let lastTime = 0;
let sequence = 0;

/**
 * A UUID of version 7 (RFC 9562 §5.7) whose text order is the order of making, within a millisecond too
 * (§6.2, method 1): lists sorted by time and id keep the order in which things came.
 */
export function newId(now: number = Date.now()): string {
  // Past 4,095 in one millisecond the order among them is left to chance; before and after it is kept.
  sequence = now === lastTime ? Math.min(sequence + 1, 0xfff) : 0;
  lastTime = now;
  return uuid(now, sequence);
}

/** For many ids at once, in order. Beyond 4,096 per millisecond, they use the following milliseconds. */
export function newIds(now: number): () => string {
  let made = -1;
  return () => {
    made += 1;
    return uuid(now + Math.floor(made / 0x1000), made % 0x1000);
  };
}

/** Sorts before every id made at `time` or later, and after those made earlier. */
export function firstIdAt(time: number): string {
  const digits = Math.min(Math.max(0, time), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}

function uuid(at: number, sequence: number): string {
  const time = at.toString(16).padStart(12, '0');
  const middle = sequence.toString(16).padStart(3, '0');
  const random = randomBytes(8).toString('hex');
  // The variant takes two bits of the first digit, which leaves 8, 9, a and b.
  const variant = (8 + (Number.parseInt(random.charAt(0), 16) & 3)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${middle}-${variant}${random.slice(1, 4)}-${random.slice(4)}`;
}
