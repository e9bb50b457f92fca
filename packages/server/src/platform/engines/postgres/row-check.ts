import { rowTooLarge } from '../result-limits.ts';

/** Table, number, type and format, behind each name. */
const OTHER_BYTES = 18;

/** The names of the columns, from the body of a RowDescription. */
export function columnNames(body: Buffer): readonly string[] {
  const names: string[] = [];
  for (let at = 2; at < body.length; ) {
    const end = body.indexOf(0, at);
    if (end < 0) break;
    names.push(body.toString('utf8', at, end));
    at = end + 1 + OTHER_BYTES;
  }
  return names;
}

/** Reads a DataRow that is too large, as it arrives, until it knows in which column: the length is in front of each value. */
export function findLongColumn(names: readonly string[], maxBytes: number): (part: Buffer) => void {
  const length = Buffer.alloc(4);
  let known = 0;
  let column = -1;
  let total = 0;
  /** The number of values comes first. */
  let skipped = 2;
  return (part) => {
    for (let at = 0; at < part.length; ) {
      if (skipped > 0) {
        const step = Math.min(skipped, part.length - at);
        skipped -= step;
        at += step;
        continue;
      }
      const count = part.copy(length, known, at, at + length.length - known);
      known += count;
      at += count;
      if (known < length.length) return;
      known = 0;
      column += 1;
      // Negative: the value is null.
      skipped = Math.max(0, length.readInt32BE(0));
      total += length.length + skipped;
      if (total > maxBytes) throw rowTooLarge(names[column]);
    }
  };
}
