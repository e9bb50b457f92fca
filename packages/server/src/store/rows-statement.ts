import { type Compilable, type RawBuilder, sql } from 'kysely';
import { type HotStatement, hotStatement } from './hot-statement.ts';
import type { Queries } from './store.ts';

type ColumnTypes = Readonly<Record<string, 'text' | 'bigint'>>;

/** A statement of the hot path that takes its input from any number of rows. */
export interface RowsStatement<Row, Result> {
  readonly columns: readonly (keyof Row & string)[];
  /** Run once for each row: SQLite lives in our process, and plain parameters are the cheapest way in. */
  readonly rowByRow: HotStatement<readonly unknown[], Result>;
  /** Run once for all rows, which travel as one JSON parameter: PostgreSQL is a round trip away. */
  readonly allAtOnce: HotStatement<readonly [json: string], Result>;
}

/** `build` writes the SQL around a source of rows that has the given columns and the alias `source`. */
export function rowsStatement<Row, Result>(
  name: string,
  columns: Readonly<Record<keyof Row & string, 'text' | 'bigint'>>,
  build: (source: RawBuilder<unknown>) => RawBuilder<Result>,
): RowsStatement<Row, Result> {
  const names = Object.keys(columns) as (keyof Row & string)[];
  const types: ColumnTypes = columns;
  return {
    columns: names,
    rowByRow: hotStatement<readonly unknown[]>(name)((db, slot) => {
      const values = sql.join(names.map((column, index) => sql`${slot(index)} as ${sql.ref(column)}`));
      return compilable(build(sql`(select ${values}) as source`), db);
    }),
    allAtOnce: hotStatement<readonly [json: string]>(name)((db, slot) => {
      const typed = sql.join(
        names.map((column) => sql`${sql.ref(column)} ${sql.raw(types[column] ?? 'text')}`),
      );
      return compilable(build(sql`jsonb_to_recordset(${slot(0)}::jsonb) as source(${typed})`), db);
    }),
  };
}

export async function runForRows<Row, Result>(
  transaction: Queries,
  statement: RowsStatement<Row, Result>,
  rows: readonly Row[],
): Promise<Result[]> {
  if (transaction.engine === 'postgres') return transaction.run(statement.allAtOnce, JSON.stringify(rows));
  const results: Result[] = [];
  for (const row of rows) {
    const values = statement.columns.map((column) => row[column]);
    results.push(...(await transaction.run(statement.rowByRow, ...values)));
  }
  return results;
}

function compilable<Result>(
  query: RawBuilder<Result>,
  db: Parameters<RawBuilder<Result>['compile']>[0],
): Compilable<Result> {
  return { compile: () => query.compile(db) };
}
