import type { QueryCase } from './evaluate-query.ts';
import { Refused } from './refused.ts';
import type { TableName } from './shop.ts';
import { type Path, routeBetween } from './shop-model.ts';
import { keyOf, type Row, toValue, type Value } from './value.ts';
import { belong, visibleRows } from './visible-rows.ts';

/** A row that a measure aggregates, at the end of its path. */
export interface Fact {
  readonly path: Path;
  readonly row: Row;
}

/** The rows that the viewer can see, and how they are joined. */
export function readWorld({ model, shop, root, viewer }: QueryCase) {
  const all = new Map(
    [...model].map(([table, dataset]) => {
      const rows = shop[table].map((row) =>
        Object.fromEntries(dataset.columns.map(({ name, type }) => [name, toValue(row[name] ?? null, type)])),
      );
      return [table, rows] as const;
    }),
  );
  const seen = new Map(
    [...model.keys()].map((table) => [table, visibleRows({ model, rows: all, viewer }, table)] as const),
  );
  const rowsOf = (table: TableName) => seen.get(table) ?? [];
  return {
    /** The rows at the end of a path that belong to a visible row of the root. */
    factsAt(path: Path): readonly Fact[] {
      const rows = path.reduce<readonly Row[]>(
        (owners, step) => rowsOf(step.to).filter((other) => owners.some((own) => belong(step, own, other))),
        rowsOf(root),
      );
      return rows.map((row) => ({ path, row }));
    },
    /** Refuses a join that would repeat rows. Without rows of the root it is not known whether there is one. */
    checkKeys(from: Path, to: Path): void {
      const { back, forward } = routeBetween(from, to);
      const isUnique = (table: TableName, columns: readonly string[]) => {
        const keys = rowsOf(table)
          .map((row) => columns.map((column) => row[column] ?? null))
          .filter((values) => !values.includes(null));
        return new Set(keys.map(keyOf)).size === keys.length;
      };
      const isJoinable =
        back.every((step) =>
          isUnique(
            step.from,
            step.columns.map(({ own }) => own),
          ),
        ) &&
        forward.every((step) =>
          isUnique(
            step.to,
            step.columns.map(({ other }) => other),
          ),
        );
      if (!isJoinable) throw new Refused('several rows with the same key', rowsOf(root).length === 0);
    },
    /** The value at the end of another path, of which the fact has at most one. */
    cell({ path, row }: Fact, to: Path, column: string): Value {
      const { back, forward } = routeBetween(path, to);
      let current: Row | undefined = row;
      for (const step of back) {
        const at: Row | undefined = current;
        current = at && rowsOf(step.from).find((own) => belong(step, own, at));
      }
      for (const step of forward) {
        const at: Row | undefined = current;
        current = at && rowsOf(step.to).find((other) => belong(step, at, other));
      }
      return current?.[column] ?? null;
    },
  };
}
