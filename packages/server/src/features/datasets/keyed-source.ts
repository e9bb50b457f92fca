import { dialectNamed } from '../../platform/engines/engines.ts';
import type { KeyedSource } from '../../platform/query/compile/compile-keys.ts';
import { compileAnySource } from '../../platform/query/compile/compile-source.ts';
import type { StoredDataset } from './datasets.ts';
import { boundTo, type SourceConnection } from './sample-source.ts';

/** The rows of a dataset, and the columns that are a key of it. */
export function keyedSource(
  { connection, viewer }: SourceConnection,
  { definition: { source, columns } }: StoredDataset,
  key: readonly string[],
): KeyedSource {
  const dialect = dialectNamed(connection.definition.kind);
  return {
    from: compileAnySource(source, boundTo(source, viewer), dialect),
    columns: key.flatMap((name) => columns.find((column) => column.name === name) ?? []),
  };
}
