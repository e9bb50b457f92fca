import { choiceVariants } from '@inlay/charts/choose-in-tile';
import { queryableModel } from '../../platform/query/model/readable-model.ts';
import type { Queries } from '../../platform/store/store.ts';
import {
  type AccessibleDataset,
  accessibleDatasets,
  columnsOfFilter,
  type DatasetGrant,
} from '../content/index.ts';
import { findDatasets, findModel, type StoredDataset } from '../datasets/index.ts';
import type { Builder } from './open-builder.ts';
import type { VisibleAppContent } from './visible-app-content.ts';

/** A dataset reduced to the fields that a viewer may build with. */
export interface DatasetAccess extends AccessibleDataset {
  /** Columns that the viewer sees somewhere in the app, whether or not the app lists the dataset. */
  readonly seen: ReadonlySet<string>;
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
  const { tenantId, workspaceId } = viewer;
  const datasets = await findDatasets(queries, tenantId, [...new Set([...listed, ...used.keys()])]);
  const grants: (DatasetGrant & { readonly visible: Fields | undefined })[] = [];
  for (const dataset of datasets)
    if (dataset.workspaceId === null || dataset.workspaceId === workspaceId)
      grants.push({
        dataset,
        model: await buildableModel(queries, dataset, viewer),
        isListed: listed.has(dataset.id),
        visible: used.get(dataset.id),
      });
  return new Map(
    accessibleDatasets(grants).map((each) => [
      each.dataset.id,
      { ...each, seen: new Set([...(each.visible?.columns ?? [])].filter((name) => each.columns.has(name))) },
    ]),
  );
}

/** The accessible columns of the dataset itself. */
export function ownColumns({ dataset, columns }: AccessibleDataset): ReadonlySet<string> {
  const names = dataset.definition.columns.map(({ name }) => name);
  return new Set(names.filter((name) => columns.has(name)));
}

/** Nothing can be built with a column that the viewer sees masked or not at all. */
async function buildableModel(queries: Queries, dataset: StoredDataset, viewer: Builder['viewer']) {
  const model = await findModel(queries, viewer.tenantId, dataset, viewer);
  return viewer.bypassesRowRules ? model : queryableModel(model, viewer);
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
  for (const { datasetId, query } of tiles.flatMap(choiceVariants)) {
    const { columns, measures } = fieldsOf(datasetId);
    // A column that only filters a tile is not visible in it.
    for (const { column } of query.dimensions) columns.add(column);
    for (const measure of query.measures) measures.add(measure);
  }
  for (const control of filters)
    for (const column of columnsOfFilter(control)) fieldsOf(control.datasetId).columns.add(column);
  for (const { datasetId, levels } of drills)
    for (const column of levels) fieldsOf(datasetId).columns.add(column);
  return used;
}
