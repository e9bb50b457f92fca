import { pipeline, Readable } from 'node:stream';
import { ImportedUser } from '@inlay/protocol/user';
import { AppError } from '../../platform/errors.ts';
import { type LineProblem, MAX_LINE_BYTES, NOT_UTF8, notUtf8, type UserLine } from './user-line.ts';

export const CSV_COLUMNS: readonly string[] = Object.keys(ImportedUser.properties);

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** Reads users from CSV (RFC 4180) whose first row names the columns; an empty cell is an absent field. */
export async function* readCsv(bytes: AsyncIterable<Buffer>): AsyncGenerator<UserLine> {
  // Loaded on the first import: few servers ever need it.
  const { CsvError, parse } = await import('csv-parse');
  const parser = parse({
    bom: true,
    info: true,
    // Listed, because csv-parse allocates for each character of the first row to discover it.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_LINE_BYTES,
  });
  // The parser passes errors of the file on to the loop below.
  pipeline(Readable.from(bytes), parser, () => {});
  let columns: readonly string[] | undefined;
  let line = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
      line = info.lines;
      if (columns) yield readRecord(columns, record, line);
      else columns = readHeader(record);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // After an unclosed quote, the start of the next record is unknown.
    const problem = `is not valid CSV here or on the following lines, which were not read: ${error.message}`;
    yield { line: line + 1, problems: [{ line: line + 1, field: '', problem }] };
  }
}

function readHeader(record: readonly string[]): string[] {
  const columns = record.map((name) => name.trim());
  const unknown = columns.find((name) => !CSV_COLUMNS.includes(name));
  const known = `The columns are ${CSV_COLUMNS.join(', ')}`;
  if (unknown !== undefined)
    throw badHeader(`'${unknown.slice(0, 100)}' in the first row is not a column. ${known}`);
  // No more than the known ones are left, unless one of them is repeated.
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  if (twice !== undefined) throw badHeader(`the column '${twice}' appears twice`);
  if (!columns.includes('username'))
    throw badHeader(`the column 'username' is missing in the first row. ${known}`);
  return columns;
}

function badHeader(problem: string): AppError {
  return new AppError('REQUEST_INVALID', { message: `The CSV cannot be read: ${problem}.` });
}

function readRecord(columns: readonly string[], record: readonly string[], line: number): UserLine {
  if (record.length !== columns.length) {
    const problem = `has ${record.length} cells, but the first row has ${columns.length}`;
    return { line, problems: [{ line, field: '', problem }] };
  }
  const value: Record<string, unknown> = {};
  const problems: LineProblem[] = [];
  columns.forEach((field, index) => {
    const cell = record[index] ?? '';
    if (cell === '') return;
    if (cell.includes(NOT_UTF8)) problems.push({ line, field, problem: notUtf8 });
    const read = readCell(field, cell);
    if (read === undefined) problems.push({ line, field, problem: 'must be JSON' });
    else value[field] = read;
  });
  return problems.length > 0 ? { line, problems } : { line, value, problems };
}

function readCell(field: string, cell: string): unknown {
  if (field === 'roles' || field === 'groups') {
    return cell
      .split(';')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '');
  }
  if (field !== 'privileges' && field !== 'attributes') return cell;
  try {
    return JSON.parse(cell);
  } catch {
    return undefined;
  }
}
