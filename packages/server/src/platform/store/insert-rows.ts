import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type HotStatement, hotStatement } from './hot-statement.ts';
import type { Database } from './schema.ts';
import type { Queries } from './store.ts';

/** An insert for hot paths, of any number of rows. */
export interface RowsInsert<Row> {
  readonly columns: readonly (keyof Row & string)[];
  readonly key: keyof Row & string;
  /** Run per row on SQLite, where plain parameters are cheapest. */
  readonly rowByRow: HotStatement<readonly unknown[], unknown>;
  /** Run once on PostgreSQL, with all rows in one JSON parameter, to save round trips. */
  readonly allAtOnce: HotStatement<readonly [json: string], { readonly key: string }>;
}

/**
 * `unless` names the columns of a unique index: rows that conflict with it are skipped, or where `add` names columns,
 * their values are added to those of the stored row. Of columns in `max`, the larger value is kept.
 */
export function rowsInsert<Row>(
  table: keyof Database,
  columns: Readonly<Record<keyof Row & string, 'text' | 'bigint'>>,
  {
    key,
    unless,
    add,
    max = [],
  }: {
    readonly key: keyof Row & string;
    readonly unless?: readonly (keyof Row & string)[];
    readonly add?: readonly (keyof Row & string)[];
    readonly max?: readonly (keyof Row & string)[];
  },
): RowsInsert<Row> {
  const names = Object.keys(columns) as (keyof Row & string)[];
  const all = sql.join(names.map((name) => sql.ref(name)));
  const stored = (name: string) => sql.ref(`${table}.${name}`);
  const given = (name: string) => sql.ref(`excluded.${name}`);
  const larger = max.map(
    (name) =>
      sql`${sql.ref(name)} = case when ${given(name)} > ${stored(name)} then ${given(name)} else ${stored(name)} end`,
  );
  const sums = add?.map((name) => sql`${sql.ref(name)} = ${stored(name)} + ${given(name)}`);
  const conflict = unless
    ? sql`on conflict (${sql.join(unless.map((name) => sql.ref(name)))}) do ${sums ? sql`update set ${sql.join([...sums, ...larger])}` : sql`nothing`}`
    : sql``;
  const into = sql`insert into ${sql.table(table)} (${all})`;
  return {
    columns: names,
    key,
    rowByRow: hotStatement<readonly unknown[]>()((db, slot) =>
      compilable(sql`${into} values (${sql.join(names.map((_, index) => slot(index)))}) ${conflict}`, db),
    ),
    allAtOnce: hotStatement<readonly [json: string]>()((db, slot) => {
      const typed = sql.join(names.map((name) => sql`${sql.ref(name)} ${sql.raw(columns[name])}`));
      const rows = sql`jsonb_to_recordset(${slot(0)}::jsonb) as source(${typed})`;
      return compilable<{ readonly key: string }>(
        sql`${into} select ${all} from ${rows} ${conflict} returning ${sql.ref(key)} as key`,
        db,
      );
    }),
  };
}

/** Whether each row was inserted. */
export async function insertRows<Row>(
  transaction: Queries,
  insert: RowsInsert<Row>,
  rows: readonly Row[],
): Promise<boolean[]> {
  if (rows.length === 0) return [];
  if (transaction.engine === 'postgres') {
    const inserted = await transaction.run(insert.allAtOnce, JSON.stringify(rows));
    const keys = new Set(inserted.map(({ key }) => key));
    return rows.map((row) => keys.has(row[insert.key] as string));
  }
  const each = rows.map((row) => insert.columns.map((column) => row[column]));
  const changed = await transaction.changeEach(insert.rowByRow, each);
  return changed.map((count) => count > 0);
}

function compilable<Row>(query: RawBuilder<Row>, db: Kysely<Database>) {
  return { compile: () => query.compile(db) };
}
