import { badResponse } from '../engine-error.ts';
import { MAX_ROW_BYTES, rowTooLarge } from '../result-limits.ts';

/** Table, number, type and format, behind each name. */
const OTHER_BYTES = 18;
const LENGTH_BYTES = 4;
const NULL = -1;

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

/**
 * Follows a DataRow as it arrives: the number of its values, then each behind its length. Throws if they do not fit the
 * columns or the message, and with the name of the column in which a row exceeds the limit.
 */
export class RowCheck {
  readonly #head = Buffer.alloc(LENGTH_BYTES);
  #names: readonly string[] = [];
  #known = 0;
  #column = 0;
  #skipped = 0;
  #left = 0;
  #total = 0;

  begin(names: readonly string[], messageBytes: number): void {
    this.#names = names;
    this.#known = 0;
    this.#column = -1;
    this.#skipped = 0;
    this.#left = messageBytes;
    this.#total = 0;
  }

  look(part: Buffer): void {
    for (let at = 0; at < part.length; ) {
      if (this.#skipped > 0) {
        const step = Math.min(this.#skipped, part.length - at);
        this.#skipped -= step;
        at += step;
        continue;
      }
      const bytes = this.#column < 0 ? 2 : LENGTH_BYTES;
      const count = part.copy(this.#head, this.#known, at, at + bytes - this.#known);
      this.#known += count;
      at += count;
      if (this.#known < bytes) return;
      this.#known = 0;
      this.#left -= bytes;
      if (this.#column < 0) this.#beginValues(this.#head.readInt16BE(0));
      else this.#beginValue(this.#head.readInt32BE(0));
      this.#column += 1;
    }
  }

  end(): void {
    if (this.#left !== 0 || this.#column !== this.#names.length) throw unreadable();
  }

  #beginValues(count: number): void {
    if (count !== this.#names.length) throw unreadable();
  }

  #beginValue(length: number): void {
    if (length < NULL || length > this.#left) throw unreadable();
    this.#skipped = Math.max(0, length);
    this.#left -= this.#skipped;
    this.#total += this.#skipped;
    if (this.#total > MAX_ROW_BYTES) throw rowTooLarge(this.#names[this.#column]);
  }
}

const unreadable = () => badResponse('The server sent a row whose values do not fit.');
