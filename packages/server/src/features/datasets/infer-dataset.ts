import type { DatasetColumn, DatasetSource } from '@inlay/protocol/dataset';
import { dialectNamed } from '../../platform/engines/engines.ts';
import { refuseFields } from '../../platform/errors.ts';
import { checkDataset } from '../../platform/query/plan/check-dataset.ts';
import { withSourceErrors } from '../../platform/query/result/data-errors.ts';
import { asColumn } from './manage-datasets.ts';
import { type SourceConnection, sampleSource } from './sample-source.ts';

/** Columns and first rows of a source, for a new dataset. */
export async function inferDataset(from: SourceConnection, source: unknown) {
  const columns: readonly DatasetColumn[] = [{ name: 'any', type: 'string' }];
  const draft = { id: 'any', version: 0, source, columns };
  const problems = checkDataset(draft, dialectNamed(from.connection.definition.kind));
  refuseFields(problems);
  const sample = await withSourceErrors(() => sampleSource(from, source as DatasetSource));
  return {
    columns: sample.columns.map(asColumn),
    sample: {
      columns: sample.columns.map((column) => ({ ...column, values: [...column.values] })),
      rowCount: sample.rowCount,
    },
  };
}
