import { badResponse, type EngineError } from '../engine-error.ts';
import { parseExactJson } from '../exact-json.ts';
import { placeOfEnd } from '../json-text.ts';
import { receivedTooMuch, rowTooLarge } from '../result-limits.ts';
import type { TrinoFailure } from './errors.ts';

export interface TrinoColumn {
  readonly name: string;
  readonly type: string;
}

/** A response of Trino's client protocol. */
export interface TrinoPage {
  readonly nextUri?: string;
  readonly columns?: readonly TrinoColumn[];
  readonly data?: readonly (readonly unknown[])[];
  readonly error?: TrinoFailure;
}

/** The server makes pages of about a megabyte; a larger one has few rows, with long values. */
export const MAX_PAGE_BYTES = 16_000_000;

export function parsePage(text: string): TrinoPage {
  const page = parse(text);
  if (!isRecord(page)) throw badResponse('A page is not an object.');
  const { nextUri, columns, data, error } = page;
  return {
    ...(isPresent(nextUri) && { nextUri: addressOf(nextUri) }),
    ...(isPresent(columns) && { columns: listOf(columns).map(columnOf) }),
    ...(isPresent(data) && { data: listOf(data).map(listOf) }),
    ...(isPresent(error) && { error: failureOf(error) }),
  };
}

function parse(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    throw badResponse('A page is not JSON.');
  }
}

const isPresent = (value: unknown) => value !== undefined && value !== null;
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw badResponse('The columns, rows or a row of a page are not a list.');
  return value;
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw badResponse('A page has something else where a text belongs.');
  return value;
}

function addressOf(value: unknown): string {
  const address = textOf(value);
  if (!/^https?:\/\/[^\s/]+\/\S+$/.test(address))
    throw badResponse('The address of the next page is not a URL.');
  return address;
}

function columnOf(value: unknown): TrinoColumn {
  if (!isRecord(value)) throw badResponse('A column is not an object.');
  return { name: textOf(value.name), type: textOf(value.type) };
}

function failureOf(value: unknown): TrinoFailure {
  if (!isRecord(value)) throw badResponse('An error is not an object.');
  const { message = '', errorName = '', errorType = '' } = value;
  return { message: String(message), errorName: String(errorName), errorType: String(errorType) };
}

/** Names the column in which a page was cut off, if the page says what its columns are. */
export function pageTooLarge(start: string): EngineError {
  const [part, , column] = placeOfEnd(start);
  if (part !== 'data') return receivedTooMuch();
  const columns = start.slice(start.indexOf('"columns":'), start.indexOf('"data":'));
  const names = columns.matchAll(/\{"name":"([^"\\]*)","type":/g);
  return rowTooLarge([...names][Number(column)]?.[1]);
}
