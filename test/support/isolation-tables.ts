import type { EngineName } from '@inlay/server/platform/engines/engines';

/** Two tenants with the same people, tables, datasets and identifiers: only isolation keeps them apart. */
export const TENANTS = ['demo', 'acme'] as const;
export const PEOPLE = ['ann', 'bob', 'cat'] as const;
export type Tenant = (typeof TENANTS)[number];
export type Person = (typeof PEOPLE)[number];

const rowsEach = 4;
type Cell = string | number;

export interface IsolationTable {
  readonly columns: Readonly<Record<string, string>>;
  readonly rows: readonly (readonly Cell[])[];
}

/** Each person's orders, and two links to every order, which everybody may see. */
export function tablesOf(tenant: Tenant): Readonly<Record<'orders' | 'links', IsolationTable>> {
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
      rows: orders,
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
  return Object.entries(tables).flatMap(([table, { columns, rows }]) => {
    const types = Object.values(columns);
    const write = (cell: Cell, index: number) => {
      if (typeof cell === 'number') return String(cell);
      return `${engine === 'trino' && types[index] === 'date' ? 'DATE ' : ''}'${cell}'`;
    };
    const list = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
    return [
      `CREATE TABLE ${table} (${list.join(', ')})${engine === 'clickhouse' ? ' ENGINE = Memory' : ''}`,
      `INSERT INTO ${table} VALUES ${rows.map((row) => `(${row.map(write).join(', ')})`).join(', ')}`,
    ];
  });
}
