import type { BuilderDataset } from '@inlay/content/builder';
import type { DatasetColumn, Measure } from '@inlay/protocol/dataset';
import type { Queries } from '../../platform/store/store.ts';
import { type AccessibleDataset, accessibleDataset, canAccessField } from '../content/index.ts';
import { findDatasets } from '../datasets/index.ts';
import { columnsOf } from '../embeds/index.ts';
import type { Builder } from './open-builder.ts';
import type { VisibleAppContent } from './visible-app-content.ts';

/** A dataset reduced to the fields that a viewer may build with. */
export interface DatasetAccess extends AccessibleDataset {
  /** Columns that the viewer sees somewhere in the app, whether or not the app lists the dataset. */
  readonly visible: ReadonlySet<string>;
}
export type AccessibleFields = ReadonlyMap<string, DatasetAccess>;

/**
 * The data that a viewer may build with: of datasets that the app lists, every field that is not hidden; of others,
 * only the columns and measures that published content already shows this viewer. Row rules apply on top.
 */
export async function readAccessibleFields(
  queries: Queries,
  { viewer, app }: Pick<Builder, 'viewer' | 'app'>,
  content: VisibleAppContent,
): Promise<AccessibleFields> {
  const used = fieldsIn(content);
  const listed = new Set(app.datasets ?? []);
  const datasets = await findDatasets(queries, viewer.tenantId, [...new Set([...listed, ...used.keys()])]);
  const accessible = datasets
    .filter(({ workspaceId }) => workspaceId === null || workspaceId === viewer.workspaceId)
    .map((dataset): DatasetAccess => {
      const fields = used.get(dataset.id);
      const { columns } = dataset.definition;
      return {
        ...accessibleDataset(dataset, listed.has(dataset.id), fields),
        visible: new Set(
          columns
            .filter((column) => canAccessField(column, { isListed: false, visible: fields?.columns }))
            .map(({ name }) => name),
        ),
      };
    });
  return new Map(accessible.map((each) => [each.dataset.id, each]));
}

interface Fields {
  readonly columns: Set<string>;
  readonly measures: Set<string>;
}

function fieldsIn({ tiles, filters, drills }: VisibleAppContent): ReadonlyMap<string, Fields> {
  const used = new Map<string, Fields>();
  const fieldsOf = (id: string): Fields => {
    const fields = used.get(id) ?? { columns: new Set(), measures: new Set() };
    used.set(id, fields);
    return fields;
  };
  for (const { datasetId, query } of tiles) {
    const { columns, measures } = fieldsOf(datasetId);
    // A column that only filters a tile is not visible in it.
    for (const { column } of query.dimensions) columns.add(column);
    for (const measure of query.measures) measures.add(measure);
  }
  for (const control of filters)
    for (const column of columnsOf(control)) fieldsOf(control.datasetId).columns.add(column);
  for (const { datasetId, levels } of drills)
    for (const column of levels) fieldsOf(datasetId).columns.add(column);
  return used;
}

const ADDITIVE: readonly Measure['kind'][] = ['sum', 'count'];

/** For the page, without the source of the fields. */
export function serializeDataset({ dataset, columns, measures }: AccessibleDataset): BuilderDataset {
  const { id, name, definition } = dataset;
  const described = ({ name: field, label, description, format }: DatasetColumn | Measure) => ({
    name: field,
    label: label ?? field,
    ...(description === undefined ? {} : { description }),
    ...(format === undefined ? {} : { format }),
  });
  return {
    id,
    name,
    columns: definition.columns
      .filter((column) => columns.has(column.name))
      .map((column) => ({ ...described(column), type: column.type })),
    measures: (definition.measures ?? [])
      .filter((measure) => measures.has(measure.name))
      .map((measure) => ({ ...described(measure), additive: ADDITIVE.includes(measure.kind) })),
  };
}
