import type { Table } from '@inlay/protocol/connection';
import type { DatasetSource } from '@inlay/protocol/dataset';

/** The screen that proposes datasets and a dashboard from uploaded files. */
export const startWithFiles = (tables: readonly string[]): string =>
  `/start?${new URLSearchParams(tables.map((table) => ['file', table]))}`;

/** The same for tables of a connection. */
export function startWithTables(
  connection: string,
  tables: readonly Pick<Table, 'schema' | 'name'>[],
): string {
  const chosen = tables.flatMap(({ schema, name }) => [
    ['schema', schema],
    ['table', name],
  ]);
  return `/start?${new URLSearchParams([['connection', connection], ...chosen])}`;
}

/** What the address of the screen names. */
export function sourcesIn(params: URLSearchParams): readonly DatasetSource[] {
  const schemas = params.getAll('schema');
  return [
    ...params.getAll('file').map((file) => ({ kind: 'file', file }) as const),
    ...params.getAll('table').map((table, at) => {
      const schema = schemas[at];
      return { kind: 'table', table, ...(schema ? { schema } : {}) } as const;
    }),
  ];
}
