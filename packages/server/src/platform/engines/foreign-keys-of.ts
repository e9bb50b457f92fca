import type { ForeignKey } from './engine.ts';

/**
 * Rows of `[constraint, schema, table, column, other schema, other table, other column, whether the other key is unique]`,
 * in the order of the columns.
 */
export function foreignKeysOf(rows: readonly (readonly unknown[])[]): readonly ForeignKey[] {
  const constraints = Map.groupBy(rows, ([constraint]) => constraint);
  return [...constraints.values()].map((columns) => {
    const [, schema, table, , otherSchema, otherTable, , isUnique] = columns[0] ?? [];
    return {
      schema: String(schema),
      table: String(table),
      columns: columns.map((row) => String(row[3])),
      otherSchema: String(otherSchema),
      otherTable: String(otherTable),
      otherColumns: columns.map((row) => String(row[6])),
      isUnique: isUnique === true || Number(isUnique) === 1,
    };
  });
}
