import type { DatasetColumn, DatasetSource } from '@inlay/protocol/dataset';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { refuseFields } from '../../platform/errors.ts';
import { checkDataset } from '../../platform/query/check-dataset.ts';
import { withSourceErrors } from '../../platform/query/data-errors.ts';
import { dialectNamed } from '../../platform/query/sql/dialects/dialect-named.ts';
import type { Services } from '../../services.ts';
import type { Connection, DataViewer } from '../connections/index.ts';
import { asColumn } from './manage-datasets.ts';
import { sampleSource } from './sample-source.ts';

/** Columns and first rows of a source, for whoever is about to make a dataset of it. */
export async function inferDataset(
  services: Services,
  tenantId: TenantId,
  connection: Connection,
  source: unknown,
  viewer?: DataViewer,
) {
  const columns: readonly DatasetColumn[] = [{ name: 'any', type: 'string' }];
  const draft = { id: 'any', version: 0, source, columns };
  const problems = checkDataset(draft, dialectNamed(connection.definition.kind));
  refuseFields(problems);
  const sample = await withSourceErrors(() =>
    sampleSource(services, tenantId, connection, source as DatasetSource, viewer),
  );
  return {
    columns: sample.columns.map(asColumn),
    sample: {
      columns: sample.columns.map((column) => ({ ...column, values: [...column.values] })),
      rowCount: sample.rowCount,
    },
  };
}
