import { randomBytes } from 'node:crypto';

let lastTime = 0;
let sequence = 0;

/**
 * A UUID of version 7 (RFC 9562 §5.7) whose text order is the order of making, within a millisecond too
 * (§6.2, method 1): lists sorted by time and id keep the order in which things came.
 */
export function newId(now: number = Date.now()): string {
  if (now > lastTime) {
    lastTime = now;
    sequence = randomBytes(2).readUInt16BE() & 0x3ff;
  } else if (++sequence > 0xfff) {
    lastTime += 1;
    sequence = 0;
  }
  const time = lastTime.toString(16).padStart(12, '0');
  const random = randomBytes(8);
  random[0] = ((random[0] ?? 0) & 0x3f) | 0x80;
  const tail = random.toString('hex');
  const middle = sequence.toString(16).padStart(3, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${middle}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}
