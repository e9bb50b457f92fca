import { isDeepStrictEqual } from 'node:util';
import type { AppContent } from '@inlay/content/app';
import type { ContentByKind, ContentKind } from '@inlay/content/content';
import { parseAdHocMeasure } from '@inlay/protocol/ad-hoc-measure';
import type { Dataset, DatasetColumn, Measure } from '@inlay/protocol/dataset';
import type { QuerySpec } from '@inlay/protocol/query';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError, refuseFields, sentenceOf } from '../../../platform/errors.ts';
import type { ContentCaller } from '../../../platform/identity/permissions.ts';
import {
  type Model,
  type Place,
  resolveColumn,
  resolveMeasure,
} from '../../../platform/query/model/model.ts';
import { queryableModel } from '../../../platform/query/model/readable-model.ts';
import type { ContextReader } from '../../../platform/rules/context-reading.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { findDatasets, findModel, type StoredDataset } from '../../datasets/index.ts';
import type { ContentItem } from '../store/items.ts';
import { type FieldUse, fieldUsesOf, pathOfColumn } from './field-uses.ts';
import { fieldsInQuery, type NamedField } from './fields-in-query.ts';
import { suggestField } from './unknown-fields.ts';

interface Names {
  has(name: string): boolean;
}

/** Fields by the names that queries use: `segment`, `customer.segment` of a related dataset, `sum(amount)`. */
export interface FieldNames {
  readonly columns: Names;
  readonly measures: Names;
}

/** A dataset reduced to the fields that someone may build with. Other fields do not exist for them. */
export interface AccessibleDataset extends FieldNames {
  readonly dataset: StoredDataset;
  readonly model: Model;
}

/** The data that someone may build with, by dataset (ADR 245). */
export interface AccessibleData {
  readonly datasets: ReadonlyMap<string, AccessibleDataset>;
  /** Datasets that the app lists and that do not exist yet: drafts may be written before them. */
  readonly awaited?: ReadonlySet<string>;
  /** Errors suggest a name that is close to an unknown one: everything that is checked was written by their reader. */
  readonly suggests?: boolean;
}

/** A dataset that someone may build with, and why. */
export interface DatasetGrant {
  readonly dataset: StoredDataset;
  readonly model: Model;
  readonly isListed: boolean;
  /** Names that published content of the app already shows them. */
  readonly visible?: FieldNames | undefined;
}

/**
 * Fields that someone without administrator rights may build with: never hidden ones; otherwise those of datasets that
 * the app lists, and those that published content already shows them. A field of a related dataset is accessible if
 * it is accessible in that dataset, and the app lists the datasets on the way (ADR 296).
 */
export function accessibleDatasets<Grant extends DatasetGrant>(
  grants: readonly Grant[],
): readonly (Grant & AccessibleDataset)[] {
  const byId = new Map(grants.map((grant) => [grant.dataset.id, grant]));
  return grants.map((grant) => ({ ...grant, ...fieldNames(grant, byId) }));
}

function fieldNames({ model, visible }: DatasetGrant, grants: ReadonlyMap<string, DatasetGrant>): FieldNames {
  const isGranted = (kind: keyof FieldNames, { place: { dataset, steps }, field, name }: FoundField) => {
    if (field.hidden === true) return false;
    if (visible?.[kind].has(name)) return true;
    // Joining a dataset shows which of its rows belong together.
    const isReached = steps.every((step) => step.dataset === dataset || isListed(step.dataset));
    return (
      isReached && (isListed(dataset) || grants.get(dataset.id)?.visible?.[kind].has(field.name) === true)
    );
  };
  const isListed = ({ id }: Dataset) => grants.get(id)?.isListed === true;
  const columnOf = (name: string): DatasetColumn | undefined => {
    const found = resolveColumn(model, name);
    return found && isGranted('columns', { place: found, field: found.column, name })
      ? found.column
      : undefined;
  };
  const isMeasure = (name: string): boolean => {
    const found = resolveMeasure(model, name);
    if (found) return isGranted('measures', { place: found, field: found.measure, name });
    const adHoc = parseAdHocMeasure(name);
    return adHoc !== undefined && columnOf(adHoc.column)?.aggregations?.includes(adHoc.aggregation) === true;
  };
  return { columns: { has: (name) => columnOf(name) !== undefined }, measures: { has: isMeasure } };
}

interface FoundField {
  readonly place: Place;
  readonly field: DatasetColumn | Measure;
  /** As the query writes it. */
  readonly name: string;
}

/**
 * Uses of inaccessible fields, reported as if the fields did not exist. Parts that were there `before` stay, no
 * matter who added them.
 */
export function fieldProblems(
  uses: readonly FieldUse[],
  { datasets, awaited, suggests = false }: AccessibleData,
  before: readonly FieldUse[] = [],
): readonly FieldProblem[] {
  return uses.flatMap((use): readonly FieldProblem[] => {
    const { datasetId, at, part } = use;
    if (before.some((former) => isDeepStrictEqual(former.part, part))) return [];
    const access = datasets.get(datasetId);
    if (!access) return awaited?.has(datasetId) ? [] : [noDataset(`${at}/datasetId`)];
    if ('query' in use) {
      const field = inaccessibleField(access, use.query);
      return field ? [noField(`${at}/query${field.path}`, suggests ? suggestIn(access, field) : '')] : [];
    }
    const missing = use.columns.findIndex((name) => !access.columns.has(name));
    const name = use.columns[missing];
    if (name === undefined) return [];
    return [noField(pathOfColumn(use, missing), suggests ? suggestIn(access, { name, kind: 'column' }) : '')];
  });
}

/** Without the name: someone else may have written it, and it may be hidden from the reader. */
const noDataset = (path: string): FieldProblem => ({
  path,
  problem:
    'refers to a dataset that this app does not have. Choose another one, or ask an administrator to add it to the app',
});

const noField = (path: string, suggestion: string): FieldProblem => ({
  path,
  problem: `refers to a field of the dataset that this app cannot use. Choose another field, or ask an administrator for access${suggestion}`,
});

function suggestIn(
  { model, columns, measures }: AccessibleDataset,
  field: Pick<NamedField, 'name' | 'kind'>,
): string {
  return suggestField(field, model, (name) => columns.has(name) || measures.has(name));
}

/** The first inaccessible field in a query. */
function inaccessibleField({ columns, measures }: FieldNames, query: QuerySpec): NamedField | undefined {
  const either: Names = { has: (name) => columns.has(name) || measures.has(name) };
  const among = { column: columns, measure: measures, either };
  return fieldsInQuery(query).find(({ name, kind }) => !among[kind].has(name));
}

/** `everything`: for administrators. */
export type DataAccess = AccessibleData | 'everything';

/**
 * The data that a logged-in user may build with: the datasets that the app lists, without hidden fields, and without those
 * that the author sees masked or not at all.
 */
export async function dataAccessOf(
  queries: Queries,
  tenantId: TenantId,
  app: Pick<ContentItem, 'draft' | 'published'>,
  caller: ContentCaller,
  author?: ContextReader,
): Promise<DataAccess> {
  if (caller.grants) return 'everything';
  const { datasets: listed = [], workspaceId } = JSON.parse(app.published ?? app.draft) as AppContent;
  const found = await findDatasets(queries, tenantId, listed);
  const grants: DatasetGrant[] = [];
  for (const dataset of found) {
    if (dataset.workspaceId !== null && dataset.workspaceId !== workspaceId) continue;
    const model = await findModel(queries, tenantId, dataset, { workspaceId, bypassesRowRules: false });
    grants.push({ dataset, model: author ? queryableModel(model, author) : model, isListed: true });
  }
  return {
    datasets: new Map(accessibleDatasets(grants).map((each) => [each.dataset.id, each])),
    awaited: new Set(listed).difference(new Set(found.map(({ id }) => id))),
    suggests: true,
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
