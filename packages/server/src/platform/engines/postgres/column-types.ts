import type { Cell, ColumnType } from '@inlay/protocol/result';
import { exactDecimal, exactInteger, finiteNumber } from '../exact-number.ts';
import { exactDate, exactDateTime } from '../exact-time.ts';

// Object ids of built-in types, fixed in PostgreSQL's pg_type.dat.
const TYPES: Readonly<Record<number, ColumnType>> = {
  16: 'boolean',
  20: 'integer', // int8
  21: 'integer', // int2
  23: 'integer', // int4
  26: 'integer', // oid
  700: 'number', // float4
  701: 'number', // float8
  1700: 'decimal', // numeric
  1082: 'date',
  1114: 'datetime', // timestamp
  1184: 'datetime', // timestamptz
  114: 'json',
  3802: 'json', // jsonb
};
const ELEMENT_TYPES: Readonly<Record<number, ColumnType>> = {
  1000: 'boolean',
  1005: 'integer',
  1007: 'integer',
  1016: 'integer',
  1021: 'number',
  1022: 'number',
  1231: 'decimal',
  1182: 'date',
  1115: 'datetime',
  1185: 'datetime',
  199: 'json',
  3807: 'json',
  1009: 'string', // text[]
  1014: 'string', // bpchar[]
  1015: 'string', // varchar[]
  2951: 'string', // uuid[]
};

export function postgresColumnType(oid: number): ColumnType {
  return TYPES[oid] ?? (oid in ELEMENT_TYPES ? 'json' : 'string');
}

/** Converts the text form of a value; the session's settings (UTC, ISO) make that form predictable. */
export function postgresCell(text: string | null, oid: number): Cell {
  if (text === null) return null;
  const element = ELEMENT_TYPES[oid];
  return element === undefined
    ? scalar(text, postgresColumnType(oid))
    : postgresArrayJson(text, (item) => elementJson(item, element));
}

function scalar(text: string, type: ColumnType): Cell {
  switch (type) {
    case 'boolean':
      return text === 't';
    case 'integer':
      return exactInteger(text);
    case 'number':
      return finiteNumber(Number(text));
    case 'decimal':
      return /^[-+]?\d/.test(text) ? exactDecimal(text) : null;
    case 'date':
      return exactDate(text);
    case 'datetime':
      return exactDateTime(text);
    default:
      return text;
  }
}

function elementJson(text: string, type: ColumnType): string {
  if (type === 'json') return text;
  if (type === 'integer' || (type === 'decimal' && /^[-+]?\d/.test(text))) return text;
  return JSON.stringify(scalar(text, type));
}

/**
 * `{1,NULL,"a \"b\"",{2}}` as JSON text. Each element is given to `elementJson`, which writes it as JSON.
 * PostgreSQL docs, "Array Input and Output Syntax".
 */
function postgresArrayJson(text: string, elementJson: (element: string) => string): string {
  // Arrays whose indexes do not begin at 1 carry their bounds: `[0:1]={1,2}`.
  const body = text.replace(/^(?:\[-?\d+:-?\d+\])+=/, '');
  return body.replace(/"((?:[^"\\]|\\.)*)"|[^{},"]+|[{}]/gs, (token, quoted: string | undefined) => {
    if (token === '{') return '[';
    if (token === '}') return ']';
    if (quoted !== undefined) return elementJson(quoted.replace(/\\(.)/gs, '$1'));
    return token === 'NULL' ? 'null' : elementJson(token);
  });
}
