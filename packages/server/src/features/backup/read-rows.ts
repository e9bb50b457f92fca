import { type ArchiveEntry, textOf } from './archive.ts';
import type { Row } from './back-up.ts';

/** Rows are passed on in portions of about this many characters, so that an entry of any size fits into memory. */
const portionLength = 1024 * 1024;
/** Requests have at most 1 MiB, so no row of a store comes close. */
const maxRowLength = 16 * 1024 * 1024;

/** The rows of an entry, one per line, in portions. */
export async function* readRows(entry: ArchiveEntry): AsyncGenerator<readonly Row[]> {
  let rows: Row[] = [];
  let length = 0;
  for await (const line of linesOf(entry)) {
    if (line === '') continue;
    rows.push(readRow(line));
    length += line.length;
    if (length < portionLength) continue;
    yield rows;
    rows = [];
    length = 0;
  }
  if (rows.length > 0) yield rows;
}

async function* linesOf(entry: ArchiveEntry): AsyncGenerator<string> {
  let rest = '';
  for await (const text of textOf(entry)) {
    const lines = text.split('\n');
    lines[0] = rest + (lines[0] ?? '');
    rest = lines.pop() ?? '';
    if (rest.length > maxRowLength) throw new Error('a row is too long');
    yield* lines;
  }
  yield rest;
}

function readRow(line: string): Row {
  const row = JSON.parse(line);
  const plain = Object.values(row).every(
    (value) => value === null || ['string', 'number'].includes(typeof value),
  );
  if (Array.isArray(row) || !plain) throw new Error('a row is not a JSON object');
  return row;
}
