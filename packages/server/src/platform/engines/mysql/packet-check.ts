import { MAX_ROW_BYTES, rowTooLarge } from '../result-limits.ts';
import type { ReceivedCheck } from '../watch-received.ts';

const HEADER_BYTES = 4;
/** A row that takes more is continued in the next packet. */
const FULL_PACKET = 0xffffff;

/** Follows the packets from a packet's beginning, and throws if a row takes too many of them. */
export function packetCheck(): ReceivedCheck {
  const header = Buffer.alloc(HEADER_BYTES);
  let known = 0;
  let left = 0;
  let rowBytes = 0;
  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      if (left > 0) {
        const step = Math.min(left, chunk.length - at);
        left -= step;
        at += step;
        continue;
      }
      const count = chunk.copy(header, known, at, at + HEADER_BYTES - known);
      known += count;
      at += count;
      if (known < HEADER_BYTES) return;
      known = 0;
      left = header.readUIntLE(0, 3);
      rowBytes += left;
      if (rowBytes > MAX_ROW_BYTES) throw rowTooLarge(undefined);
      if (left < FULL_PACKET) rowBytes = 0;
    }
  };
}
