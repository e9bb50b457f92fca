import type { AppContent } from '@inlay/protocol/app';
import type { QuerySpec, ViewerCalendar } from '@inlay/protocol/query';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { OwnTile } from '@inlay/protocol/tile';
import { isPermitted } from '../auth/permissions.ts';
import { hasRole, type UserPrincipal } from '../auth/principal.ts';
import { checkContent } from '../content/check-content.ts';
import { findItem } from '../content/items.ts';
import { findDataset, listDatasets, type StoredDataset } from '../data/datasets.ts';
import { findUser } from '../directory/users.ts';
import { fieldsInvalid } from '../errors.ts';
import type { Services } from '../services.ts';
import { contentCaller } from './content-caller.ts';
import { canSee, noSuchContent, notPermitted, subjectOf } from './open-content.ts';
import { type DataViewer, type QueryAnswer, runFilterValues, runQuery } from './run-query.ts';
import { viewerOfContext } from './viewer-of-context.ts';

/** Somebody who makes tiles of an app, and as whom the data is read while they do. */
export interface Author {
  readonly tenantId: TenantId;
  readonly app: AppContent;
  readonly viewer: DataViewer;
  readonly isAdmin: boolean;
}

/** A chart of more rows than this is looked at in the embed, not while it is being made. */
const PREVIEW_ROWS = 10_000;
const MOST_DATASETS = 1000;

/**
 * Whoever may add tiles to the app. An administrator reads as the viewer of a context, or without one past all row
 * rules; anybody else as themselves.
 */
export async function openAuthor(
  services: Services,
  principal: UserPrincipal,
  appId: string,
  context: object | undefined,
): Promise<Author> {
  const { store } = services;
  const { tenantId } = principal;
  const [caller, item] = await Promise.all([
    contentCaller(store, principal),
    findItem(store, tenantId, 'app', appId),
  ]);
  if (!item || !canSee(caller, subjectOf(item, item, false))) throw noSuchContent();
  if (!isPermitted(caller, 'create', { ...subjectOf(item, item, false), isManaged: false }))
    throw notPermitted();
  const app = JSON.parse(item.draft) as AppContent;
  const isAdmin = hasRole(principal, 'ADMIN');
  if (context !== undefined && !isAdmin) throw notPermitted();
  const given = context ?? (await ownContext(services, principal, app));
  return {
    tenantId,
    app,
    viewer: {
      ...viewerOfContext(services, tenantId, given as Readonly<Record<string, unknown>>),
      isUnruled: isAdmin && context === undefined,
    },
    isAdmin,
  };
}

async function ownContext({ store }: Services, { tenantId, userId }: UserPrincipal, app: AppContent) {
  const user = await findUser(store, tenantId, userId);
  return {
    username: user?.username ?? '',
    workspace_id: app.workspaceId,
    groups: user?.groups ?? [],
    attributes: JSON.parse(user?.attributes ?? '{}'),
  };
}

/** The datasets that tiles of this app may ask. */
export async function datasetsForAuthor(
  { store }: Pick<Services, 'store'>,
  author: Author,
): Promise<readonly StoredDataset[]> {
  const { data } = await listDatasets(store, author.tenantId, { page: 1, limit: MOST_DATASETS });
  return data.filter((dataset) => isInReach(author, dataset));
}

/** Administrators use whatever the workspace has; others what the app was given. */
function isInReach({ app, isAdmin }: Author, { id, workspaceId }: StoredDataset): boolean {
  const isOfWorkspace = workspaceId === null || workspaceId === app.workspaceId;
  return isOfWorkspace && (isAdmin || (app.datasets ?? []).includes(id));
}

/** The answer to a tile that is not saved. */
export async function previewTile(
  services: Services,
  author: Author,
  sent: unknown,
  calendar: ViewerCalendar,
  signal: AbortSignal,
): Promise<QueryAnswer> {
  const checked = checkContent('tile', sent);
  if (checked.problems)
    throw fieldsInvalid(checked.problems.map((problem) => ({ ...problem, path: `/tile${problem.path}` })));
  const tile = checked.content as OwnTile;
  const dataset = await datasetFor(services, author, tile.datasetId, '/tile/datasetId');
  refuseHidden(author, dataset, namesIn(tile.query));
  const query = { ...tile.query, limit: Math.min(tile.query.limit ?? PREVIEW_ROWS, PREVIEW_ROWS) };
  return runQuery(services, author.viewer, dataset, query, { calendar, signal });
}

/** What a picker offers the author. */
export async function previewValues(
  services: Services,
  author: Author,
  {
    datasetId,
    ...question
  }: { readonly datasetId: string; readonly column: string; readonly search?: string },
  calendar: ViewerCalendar,
  signal: AbortSignal,
): Promise<QueryAnswer> {
  const dataset = await datasetFor(services, author, datasetId, '/datasetId');
  refuseHidden(author, dataset, [question.column]);
  return runFilterValues(services, author.viewer, dataset, question, { calendar, signal });
}

async function datasetFor(
  { store }: Services,
  author: Author,
  id: string,
  path: string,
): Promise<StoredDataset> {
  const dataset = await findDataset(store, author.tenantId, id);
  if (dataset && isInReach(author, dataset)) return dataset;
  throw fieldsInvalid([{ path, problem: `names no dataset that tiles of this app may ask: '${id}'` }]);
}

/** To authors who are no administrators a hidden column is none at all. */
function refuseHidden({ isAdmin }: Author, { definition }: StoredDataset, names: readonly string[]): void {
  if (isAdmin) return;
  const hidden = [...definition.columns, ...(definition.measures ?? [])]
    .filter((field) => field.hidden)
    .map(({ name }) => name);
  const found = names.find((name) => hidden.includes(name));
  if (found !== undefined)
    throw fieldsInvalid([{ path: '/tile/query', problem: `names no column or measure: '${found}'` }]);
}

function namesIn({
  dimensions,
  measures,
  filters,
  sort,
  top,
  pivot,
  comparison,
}: QuerySpec): readonly string[] {
  return [
    ...dimensions.map(({ column }) => column),
    ...measures,
    ...(filters ?? []).map(({ column }) => column),
    ...(sort ?? []).map(({ by }) => by),
    ...(top ? [top.dimension, top.by] : []),
    ...(pivot ? [pivot.dimension] : []),
    ...(comparison ? [comparison.column] : []),
  ];
}
