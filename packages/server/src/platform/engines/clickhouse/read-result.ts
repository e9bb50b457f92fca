import type { IncomingMessage } from 'node:http';
import { collectResult, type ResultCollector } from '../collect-result.ts';
import type { EngineColumn, EngineResult, QueryLimits, SendBatch } from '../engine.ts';
import { badResponse, noColumns } from '../engine-error.ts';
import { jsonCell } from '../json-cell.ts';
import { placeOfEnd } from '../json-text.ts';
import { MAX_ROW_BYTES, maxReceivedBytes, receivedTooMuch, rowTooLarge } from '../result-limits.ts';
import { clickhouseColumnType } from './column-types.ts';
import { findException } from './errors.ts';

const MAX_REPORT_LENGTH = 65_536;

/** Reads the format JSONCompactEachRowWithNamesAndTypes: a line with names, one with types, and one for each row. */
export async function readResult(
  response: IncomingMessage,
  limits: QueryLimits,
  send: SendBatch | undefined,
): Promise<EngineResult> {
  let names: readonly string[] | undefined;
  let columns: readonly EngineColumn[] = [];
  let collector: ResultCollector | undefined;
  /** Begins with the first line that is not a row: where a query that fails later reports it, in several ways. */
  let report = '';

  /** Returns whether more rows fit. */
  function take(line: string): boolean {
    const values = report === '' ? parse(line) : undefined;
    if (values === undefined) report = `${report}${line}\n`.slice(0, MAX_REPORT_LENGTH);
    else if (collector)
      return collector.add(values.map((value, index) => jsonCell(value, columns[index]?.type ?? 'string')));
    else if (names) {
      columns = columnsOf(names, values.map(textOf));
      collector = collectResult(columns, limits, send);
    } else names = values.map(textOf);
    return true;
  }

  const lines = readLines(response, maxReceivedBytes(limits), {
    tooLong: (start) => rowTooLarge(columns[Number(placeOfEnd(start)[0])]?.name),
    unfinished: (line) => notARow(report + line),
  });
  try {
    for await (const some of lines) {
      if (!some.every(take)) break;
      await collector?.drained();
    }
  } catch (error) {
    throw findException(report) ?? error;
  }
  if (report !== '') throw notARow(report);
  if (collector === undefined) throw noColumns();
  return collector.finish();
}

function parse(line: string): readonly unknown[] | undefined {
  try {
    const values: unknown = JSON.parse(line);
    return Array.isArray(values) ? values : undefined;
  } catch {
    return undefined;
  }
}

const notARow = (text: string) => findException(text) ?? badResponse(`Not a row: ${text.slice(0, 200)}`);

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw badResponse('The name or type of a column is not a text.');
  return value;
}

function columnsOf(names: readonly string[], types: readonly string[]): readonly EngineColumn[] {
  if (names.length !== types.length) throw badResponse(`${names.length} columns have ${types.length} types.`);
  if (!types.every((type) => /^[A-Z]\w*(\(|$)/.test(type)))
    throw badResponse('The types of the columns are missing.');
  return names.map((name, index) => ({ name, type: clickhouseColumnType(types[index] ?? '') }));
}

const LINE_BREAK = 10;

interface LineErrors {
  /** For a line over the limit, from what has arrived of it. */
  readonly tooLong: (start: string) => Error;
  /** For a last line without a line break. */
  readonly unfinished: (line: string) => Error;
}

/** The lines of a body, as many at once as have arrived. */
async function* readLines(
  body: IncomingMessage,
  maxBytes: number,
  { tooLong, unfinished }: LineErrors,
): AsyncGenerator<readonly string[]> {
  let begun: Buffer[] = [];
  let begunBytes = 0;
  let received = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    received += chunk.length;
    if (received > maxBytes) throw receivedTooMuch();
    const end = chunk.lastIndexOf(LINE_BREAK);
    const rest = chunk.subarray(end + 1);
    if (end >= 0) {
      const complete = Buffer.concat([...begun, chunk.subarray(0, end)]);
      begun = [];
      begunBytes = 0;
      yield complete.toString().split('\n');
    }
    begun.push(rest);
    begunBytes += rest.length;
    if (begunBytes > MAX_ROW_BYTES) throw tooLong(Buffer.concat(begun).toString());
  }
  if (begunBytes > 0) throw unfinished(Buffer.concat(begun).toString());
}
