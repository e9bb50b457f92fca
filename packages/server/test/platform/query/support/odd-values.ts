import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { Cell } from '@inlay/protocol/result';
import { TEST_ENGINES } from '../../../../../../test/support/engines/test-engines.ts';
import type { EngineName } from '../../../../src/platform/engines/engines.ts';

/** Values on which engines disagree when they are left to themselves. */
const values = {
  a: [0, 1, -1, 7, -7, 2, 1000, null, 12345, -400],
  b: [3, null, 0, -2, 10, 12, -5],
  /** Too large to compute with. */
  big: ['9223372036854775807', 0, '-9223372036854775808', null, '9007199254740993', 5],
  amount: [0, '0.1', '-0.1', '0.5', '-0.5', '2.5', '-2.5', '1234.56', null, '99999.99'],
  rate: ['0.0001', '-1.005', null, '99.9999', '3', '0.0015', '0.2'],
  ratio: [0.1, 0.2, -0.3, 0, null, 1.5, 2.5, -2.5, 123456.789, 1e6, 3e-5],
  name: ['Grüße', 'abc', 'ABC', 'abc ', '', ' x ', null, 'ÀÉ', 'ß', '😀 é', "O'Neil", 'a%b_c\\d', 'ﬀ'],
  code: [
    '12',
    '-7',
    '12.50',
    ' 12',
    '007',
    '1e5',
    'abc',
    null,
    '',
    '9223372036854775808',
    '2024-02-29',
    '2023-02-29',
    '12\n',
    '0.1234567894999',
    '1900-02-29',
    '2299-12-31',
    '-0',
  ],
  flag: [true, false, null],
  day: [
    '2024-02-29',
    '2024-01-31',
    '2025-12-31',
    null,
    '1969-12-31',
    '2026-03-01',
    '1900-01-01',
    '2299-12-31',
  ],
  due: [null, '2024-03-01', '2023-01-01', '2026-06-30', '2026-10-25'],
  created: [
    '2026-03-29T00:59:59.999Z',
    '2026-03-29T01:00:00Z',
    '2026-10-25T00:30:00Z',
    '2026-10-25T01:30:00.123Z',
    null,
    '2025-12-31T23:30:00Z',
  ],
  local: ['2026-03-08T12:00:00Z', null, '2026-11-01T12:30:00Z', '2026-01-01T04:59:59Z'],
} as const satisfies Record<string, readonly Cell[]>;

const types = {
  a: 'integer',
  b: 'integer',
  big: 'integer',
  amount: 'decimal',
  rate: 'decimal',
  ratio: 'number',
  name: 'string',
  code: 'string',
  flag: 'boolean',
  day: 'date',
  due: 'date',
  created: 'datetime',
  local: 'datetime',
} as const satisfies Record<keyof typeof values, DatasetColumn['type']>;

const names = Object.keys(values) as (keyof typeof values)[];

export const oddColumns: readonly DatasetColumn[] = [
  { name: 'id', type: 'integer' },
  ...names.map((name) => ({
    name,
    type: types[name],
    ...(name === 'local' ? { timeZone: 'America/New_York' } : {}),
  })),
];

/** Each value beside different ones of the other columns. */
export const oddRows: readonly Readonly<Record<string, Cell>>[] = Array.from({ length: 60 }, (_, row) => ({
  id: row,
  ...Object.fromEntries(
    names.map((name, column) => [
      name,
      values[name][(row * (1 + (column % 3)) + column * 5 + Math.floor(row / 7)) % values[name].length] ??
        null,
    ]),
  ),
}));

/** The table `odd`. */
export function createOddValues(engine: EngineName): readonly string[] {
  const { types: sqlTypes, decimal, tableSuffix, literal } = TEST_ENGINES[engine].sql;
  const typeOf = ({ type, timeZone }: DatasetColumn) => {
    if (type === 'decimal') return decimal(18, 4);
    return sqlTypes[timeZone ? 'local' : type];
  };
  const write = (cell: Cell, { type, timeZone }: DatasetColumn) =>
    timeZone === undefined ? literal(cell, type) : literal(localTime(cell, timeZone), 'local');
  const columns = oddColumns.map((column) => `${column.name} ${typeOf(column)}`).join(', ');
  const rows = oddRows.map(
    (row) => `(${oddColumns.map((column) => write(row[column.name] ?? null, column)).join(', ')})`,
  );
  return [`CREATE TABLE odd (${columns})${tableSuffix}`, `INSERT INTO odd VALUES ${rows.join(', ')}`];
}

const localTime = (cell: Cell, timeZone: string) =>
  cell === null
    ? null
    : `${Temporal.Instant.from(String(cell)).toZonedDateTimeISO(timeZone).toPlainDateTime()}`;
