import type { Cell, ColumnType } from '@inlay/protocol/result';
import { exactDecimal, exactInteger, finiteNumber } from '../exact-number.ts';
import { exactDate, exactDateTime } from '../exact-time.ts';

/** The metadata of a column that its type depends on. */
export interface MysqlField {
  readonly columnType?: number | undefined;
  readonly columnLength?: number | undefined;
  readonly characterSet?: number | undefined;
  /** MariaDB marks JSON columns here. */
  readonly extendedFormat?: string | undefined;
}

// Numbers of the client/server protocol, "Field Types".
const TYPES: Readonly<Record<number, ColumnType>> = {
  0: 'decimal',
  1: 'integer', // TINYINT
  2: 'integer',
  3: 'integer',
  4: 'number', // FLOAT
  5: 'number', // DOUBLE
  7: 'datetime', // TIMESTAMP
  8: 'integer', // BIGINT
  9: 'integer', // MEDIUMINT
  10: 'date',
  12: 'datetime',
  13: 'integer', // YEAR
  245: 'json',
  246: 'decimal',
};
const TINYINT = 1;
const BIT = 16;
const BINARY = 63;

export function mysqlColumnType({ columnType = -1, columnLength, extendedFormat }: MysqlField): ColumnType {
  // BOOLEAN is an alias of TINYINT(1); BIT(1) is used for booleans too.
  if ((columnType === TINYINT || columnType === BIT) && columnLength === 1) return 'boolean';
  if (columnType === BIT) return 'integer';
  return extendedFormat === 'json' ? 'json' : (TYPES[columnType] ?? 'string');
}

/** Converts what the driver read with dates, decimals and big integers kept as text. */
export function mysqlCell(value: unknown, field: MysqlField): Cell {
  if (value === null || value === undefined) return null;
  switch (mysqlColumnType(field)) {
    case 'boolean':
      return Buffer.isBuffer(value) ? value[0] !== 0 : Number(value) !== 0;
    case 'integer':
      return exactInteger(Buffer.isBuffer(value) ? BigInt(`0x${value.toString('hex')}`) : String(value));
    case 'number':
      return finiteNumber(Number(value));
    case 'decimal':
      return exactDecimal(String(value));
    case 'date':
      return exactDate(String(value));
    case 'datetime':
      return exactDateTime(String(value));
    default:
      return Buffer.isBuffer(value) ? bufferText(value, field) : String(value);
  }
}

function bufferText(value: Buffer, { characterSet }: MysqlField): string {
  return characterSet === BINARY ? `\\x${value.toString('hex')}` : value.toString('utf8');
}
