import { MAX_LINE_BYTES, NOT_UTF8, notUtf8, type UserLine } from './user-line.ts';

const newline = 0x0a;

/** Reads users from JSON Lines: one object per line. Skips empty lines. */
export async function* readJsonl(bytes: AsyncIterable<Buffer>): AsyncGenerator<UserLine> {
  let line = 0;
  for await (const text of linesOf(bytes)) {
    line += 1;
    const content = line === 1 ? text.replace(/^\uFEFF/, '') : text;
    if (content.trim() !== '') yield readLine(content, line);
  }
}

function readLine(text: string, line: number): UserLine {
  const wrong = (problem: string) => ({ line, problems: [{ line, field: '', problem }] });
  if (text === tooLong) return wrong('is longer than 1 MiB');
  if (text.includes(NOT_UTF8)) return wrong(notUtf8);
  try {
    return { line, value: JSON.parse(text), problems: [] };
  } catch {
    return wrong('is not valid JSON');
  }
}

const tooLong = '\u0000too long';

/** Buffers at most the longest allowed line and skips longer ones. */
async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let length = 0;
  const finish = () => {
    const text = length > MAX_LINE_BYTES ? tooLong : Buffer.concat(parts).toString('utf8');
    parts = [];
    length = 0;
    return text;
  };
  const collect = (part: Buffer) => {
    length += part.length;
    if (length <= MAX_LINE_BYTES) parts.push(part);
    else parts = [];
  };
  for await (const chunk of bytes) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      collect(chunk.subarray(start, end));
      yield finish();
      start = end + 1;
    }
    collect(chunk.subarray(start));
  }
  if (length > 0) yield finish();
}
