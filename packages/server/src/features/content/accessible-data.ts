import { isDeepStrictEqual } from 'node:util';
import type { AppContent } from '@inlay/content/app';
import type { ContentByKind, ContentKind } from '@inlay/content/content';
import type { DatasetColumn, Measure } from '@inlay/protocol/dataset';
import type { QuerySpec } from '@inlay/protocol/query';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError, refuseFields, sentenceOf } from '../../platform/errors.ts';
import type { ContentCaller } from '../../platform/identity/permissions.ts';
import type { Queries } from '../../platform/store/store.ts';
import { findDatasets, type StoredDataset } from '../datasets/index.ts';
import { type FieldUse, fieldUsesOf } from './field-uses.ts';
import type { ContentItem } from './items.ts';

/** Field names; columns and measures are separate namespaces. */
export interface FieldNames {
  readonly columns: ReadonlySet<string>;
  readonly measures: ReadonlySet<string>;
}

/** A dataset reduced to the fields that someone may build with. Other fields do not exist for them. */
export interface AccessibleDataset extends FieldNames {
  readonly dataset: StoredDataset;
}

/** The data that someone may build with, by dataset (ADR 245). */
export interface AccessibleData {
  readonly datasets: ReadonlyMap<string, AccessibleDataset>;
  /** Datasets that the app lists and that do not exist yet: drafts may be written before them. */
  readonly awaited?: ReadonlySet<string>;
}

/**
 * Whether someone without administrator rights may build with a field: never if it is hidden; otherwise if the app
 * lists its dataset, or if published content of the app already shows them the field.
 */
export function canAccessField(
  { name, hidden }: Pick<DatasetColumn | Measure, 'name' | 'hidden'>,
  { isListed, visible }: { readonly isListed: boolean; readonly visible?: ReadonlySet<string> | undefined },
): boolean {
  return hidden !== true && (isListed || visible?.has(name) === true);
}

export function accessibleDataset(
  dataset: StoredDataset,
  isListed: boolean,
  visible?: FieldNames,
): AccessibleDataset {
  const { columns, measures = [] } = dataset.definition;
  const names = (fields: readonly (DatasetColumn | Measure)[], among: ReadonlySet<string> | undefined) =>
    new Set(
      fields.filter((field) => canAccessField(field, { isListed, visible: among })).map(({ name }) => name),
    );
  return {
    dataset,
    columns: names(columns, visible?.columns),
    measures: names(measures, visible?.measures),
  };
}

/**
 * Uses of inaccessible fields, reported as if the fields did not exist. Parts that were there `before` stay, no
 * matter who added them.
 */
export function fieldProblems(
  uses: readonly FieldUse[],
  { datasets, awaited }: AccessibleData,
  before: readonly FieldUse[] = [],
): readonly FieldProblem[] {
  return uses.flatMap((use): readonly FieldProblem[] => {
    const { datasetId, at, part } = use;
    if (before.some((former) => isDeepStrictEqual(former.part, part))) return [];
    const access = datasets.get(datasetId);
    if (!access) return awaited?.has(datasetId) ? [] : [noDataset(`${at}/datasetId`)];
    if ('query' in use) {
      const place = inaccessibleField(access, use.query);
      return place === undefined ? [] : [noField(`${at}/query${place}`)];
    }
    const missing = use.columns.findIndex((column) => !access.columns.has(column));
    if (missing < 0) return [];
    const place = use.field === 'levels' ? `levels/${missing}` : use.field;
    return [noField(`${at}/${place}`)];
  });
}

/** Without the name: someone else may have written it, and it may be hidden from the reader. */
const noDataset = (path: string): FieldProblem => ({
  path,
  problem:
    'refers to a dataset that this app does not have. Choose another one, or ask an administrator to add it to the app',
});

const noField = (path: string): FieldProblem => ({
  path,
  problem:
    'refers to a field of the dataset that this app cannot use. Choose another field, or ask an administrator for access',
});

/** The path of the first inaccessible field in a query. */
export function inaccessibleField({ columns, measures }: FieldNames, query: QuerySpec): string | undefined {
  const { dimensions, filters = [], sort = [], comparison, top, pivot } = query;
  const either = new Set([...columns, ...measures]);
  const named = [
    ...dimensions.map(({ column }, index) => [`/dimensions/${index}/column`, column, columns] as const),
    ...query.measures.map((name, index) => [`/measures/${index}`, name, measures] as const),
    ...filters.map(({ column }, index) => [`/filters/${index}/column`, column, columns] as const),
    ...sort.map(({ by }, index) => [`/sort/${index}/by`, by, either] as const),
    ...(comparison ? [['/comparison/column', comparison.column, columns] as const] : []),
    ...(top ? [['/top/dimension', top.dimension, columns] as const] : []),
    ...(top ? [['/top/by', top.by, measures] as const] : []),
    ...(pivot ? [['/pivot/dimension', pivot.dimension, columns] as const] : []),
  ];
  return named.find(([, name, among]) => !among.has(name))?.[0];
}

/** `everything`: for administrators. */
export type DataAccess = AccessibleData | 'everything';

/** The data that a logged-in user may build with: the datasets that the app lists, without hidden fields. */
export async function dataAccessOf(
  queries: Queries,
  tenantId: TenantId,
  app: Pick<ContentItem, 'draft' | 'published'>,
  caller: ContentCaller,
): Promise<DataAccess> {
  if (caller.admin && caller.token === 'login') return 'everything';
  const { datasets: listed = [], workspaceId } = JSON.parse(app.published ?? app.draft) as AppContent;
  const found = await findDatasets(queries, tenantId, listed);
  const ofWorkspace = found.filter(
    (dataset) => dataset.workspaceId === null || dataset.workspaceId === workspaceId,
  );
  return {
    datasets: new Map(ofWorkspace.map((dataset) => [dataset.id, accessibleDataset(dataset, true)])),
    awaited: new Set(listed).difference(new Set(found.map(({ id }) => id))),
  };
}

/** Refuses to save what the writer could not preview. Unchanged parts stay. */
export function refuseInaccessibleData(
  kind: ContentKind,
  content: ContentByKind[ContentKind],
  access: DataAccess,
  before?: ContentByKind[ContentKind],
): void {
  if (access === 'everything') return;
  refuseFields(fieldProblems(fieldUsesOf(kind, content), access, before && fieldUsesOf(kind, before)));
}

/**
 * Refuses to publish it too, even if someone else saved it or it was accessible then. Parts that viewers already see
 * do not block a correction beside them.
 */
export function refuseInaccessibleDraft({ kind, draft, published }: ContentItem, access: DataAccess): void {
  if (access === 'everything') return;
  const publishedUses = published === null ? [] : fieldUsesOf(kind, JSON.parse(published));
  const problems = fieldProblems(fieldUsesOf(kind, JSON.parse(draft)), access, publishedUses);
  if (problems.length === 0) return;
  throw new AppError('CONFLICT', {
    message: `You cannot publish this: ${sentenceOf(problems)}. An administrator can publish it as it is.`,
    details: problems.slice(0, 100),
  });
}
