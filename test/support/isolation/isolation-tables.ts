import type { EngineName } from '@inlay/server/platform/engines/engines';
import { TEST_ENGINES } from '../engines/test-engines.ts';

/** Two tenants with the same people, tables, datasets and identifiers: only isolation keeps them apart. */
export const TENANTS = ['demo', 'acme'] as const;
export const PEOPLE = ['ann', 'bob', 'cat'] as const;
export type Tenant = (typeof TENANTS)[number];
export type Person = (typeof PEOPLE)[number];

const rowsEach = 4;
type Cell = string | number | null;

export interface IsolationTable {
  readonly columns: Readonly<Record<string, string>>;
  readonly rows: readonly (readonly Cell[])[];
}

/**
 * Each person's orders, and two links to each of them, which everybody may see. Orders belong to accounts, and those to
 * owners. Some orders belong to nobody: they have no account, one that does not exist, or one without an owner.
 */
export function tablesOf(
  tenant: Tenant,
): Readonly<Record<'orders' | 'links' | 'accounts' | 'owners', IsolationTable>> {
  const orders = PEOPLE.flatMap((account, number) =>
    Array.from({ length: rowsEach }, (_, index): readonly Cell[] => [
      number * rowsEach + index,
      // Every row says whose it is in a form that can be searched for: `demo:ann:1`.
      `${tenant}:${account}:${index}`,
      account,
      `${account}@customer.example`,
      number,
      10 ** number,
      `2026-01-0${number + 1}`,
      '',
    ]),
  );
  const nobodys = [null, 70, 71, 72].map((number, index): readonly Cell[] => [
    900 + index,
    `${tenant}:nobody:${index}`,
    ...[null, null, number, 1000, '2026-02-01', ''],
  ]);
  return {
    orders: {
      columns: {
        id: 'integer',
        marker: 'varchar(40)',
        account: 'varchar(40)',
        owner: 'varchar(60)',
        number: 'integer',
        amount: 'integer',
        day: 'date',
        nothing: 'varchar(10)',
      },
      rows: [...orders, ...nobodys],
    },
    accounts: {
      columns: { id: 'integer', owner_id: 'integer', code: 'varchar(40)' },
      rows: [
        ...PEOPLE.map((person, number) => [number, 10 + number, `${tenant}:${person}:90`]),
        // The last one is there twice, but its orders are not.
        [2, 12, `${tenant}:cat:91`],
        [70, null, `${tenant}:nobody:90`],
        [71, 99, `${tenant}:nobody:91`],
        [null, 10, `${tenant}:nobody:92`],
      ],
    },
    owners: {
      columns: { id: 'integer', name: 'varchar(40)', closed: 'varchar(10)' },
      rows: [
        ...PEOPLE.map((person, number) => [10 + number, person, null]),
        [null, 'ann', null],
        // Some databases take these for the same names.
        ...['ANN', 'ann ', 'Bob', 'bob ', 'cát', 'CAT'].map((name, index) => [20 + index, name, null]),
      ],
    },
    links: {
      columns: { link: 'integer', order_id: 'integer' },
      rows: orders.flatMap(([id = 0]) => [1, 2].map((copy) => [copy, id])),
    },
  };
}

/** Statements that create and fill the tables. */
export function createTables(
  engine: EngineName,
  tables: Readonly<Record<string, IsolationTable>>,
): readonly string[] {
  const { nullable, tableSuffix, literal } = TEST_ENGINES[engine].sql;
  return Object.entries(tables).flatMap(([table, { columns, rows }]) => {
    const types = Object.values(columns);
    const write = (cell: Cell, index: number) => {
      if (typeof cell === 'number') return String(cell);
      return literal(cell, types[index] === 'date' ? 'date' : 'string');
    };
    const list = Object.entries(columns).map(([name, type]) => `${name} ${nullable(type)}`);
    return [
      `CREATE TABLE ${table} (${list.join(', ')})${tableSuffix}`,
      `INSERT INTO ${table} VALUES ${rows.map((row) => `(${row.map(write).join(', ')})`).join(', ')}`,
    ];
  });
}
