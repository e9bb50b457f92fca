import { createLocale } from '@inlay/charts/format/create-locale';
import type { OwnTile } from '@inlay/charts/tile';
import { tileHistory } from '@inlay/charts/tile-history';
import { tileQuery } from '@inlay/charts/tile-query';
import type { App, AppContent } from '@inlay/content/app';
import type { QueryResult } from '@inlay/protocol/result';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { fieldsInvalid, refuseFields } from '../../../platform/errors.ts';
import type { EmbedPrincipal } from '../../../platform/identity/embed-principal.ts';
import { isPermitted } from '../../../platform/identity/permissions.ts';
import type { Principal } from '../../../platform/identity/principal.ts';
import { viewerOfContext } from '../../../platform/identity/viewer-of-context.ts';
import { isSumIn } from '../../../platform/query/model/is-sum.ts';
import { modelOf } from '../../../platform/query/model/model.ts';
import type { Services } from '../../../services.ts';
import {
  type AccessibleDataset,
  canSee,
  checkContent,
  contentCaller,
  type DataAccess,
  dataAccessOf,
  type FieldUse,
  fieldProblems,
  fieldUsesOf,
  findItem,
  noSuchContent,
  notPermitted,
  subjectOf,
} from '../../content/index.ts';
import {
  findDataset,
  findModel,
  listDatasets,
  type QueryOptions,
  type QueryResponse,
  runFilterValues,
  runQuery,
  type StoredDataset,
} from '../../datasets/index.ts';
import { findUser } from '../../users/index.ts';
import { rowFilters } from '../tiles/query-tile.ts';

/** An author of tiles of an app, and the viewer that their previews query as. */
export interface Author {
  readonly tenantId: TenantId;
  readonly app: App;
  readonly viewer: EmbedPrincipal;
  readonly access: DataAccess;
}

/** The row limit of a preview. */
const PREVIEW_ROWS = 10_000;
const MAX_DATASETS = 1000;

/**
 * Authorizes the author of a tile. An administrator reads as the viewer of a context, or without one past all row
 * rules; others read as themselves.
 */
export async function openAuthor(
  services: Services,
  principal: Principal,
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
  if (!isPermitted(caller, 'create', { ...subjectOf(item, item, false), kind: 'tile' })) throw notPermitted();
  const app = { ...JSON.parse(item.draft), id: item.id } as App;
  const queriesEverything = principal.permissions.has('data:query');
  if (context !== undefined && !queriesEverything) throw notPermitted();
  const given = context ?? (await ownContext(services, principal, app));
  const viewer = {
    ...viewerOfContext(services, tenantId, given as Readonly<Record<string, unknown>>),
    bypassesRowRules: queriesEverything && context === undefined,
  };
  const access = await dataAccessOf(store, tenantId, item, caller, viewer);
  return { tenantId, app, viewer, access };
}

/** An API key has no attributes: row rules grant it nothing. */
async function ownContext({ store }: Services, principal: Principal, app: AppContent) {
  const { tenantId, name } = principal;
  const user = principal.kind === 'user' ? await findUser(store, tenantId, principal.userId) : undefined;
  return {
    username: user?.username ?? name,
    workspace_id: app.workspaceId,
    groups: user?.groups ?? [],
    attributes: JSON.parse(user?.attributes ?? '{}'),
  };
}

/** The datasets that tiles of this app may query, with the fields that its author may use. */
export async function datasetsForAuthor(
  { store }: Pick<Services, 'store'>,
  { tenantId, app, access }: Author,
): Promise<readonly AccessibleDataset[]> {
  if (access !== 'everything') return [...access.datasets.values()];
  const { data } = await listDatasets(store.lists, tenantId, { page: 1, limit: MAX_DATASETS });
  const { workspaceId } = app;
  const usable = data.filter((dataset) => isOfWorkspace(app, dataset));
  return Promise.all(
    usable.map(async (dataset) => {
      const model = await findModel(store, tenantId, dataset, { workspaceId, bypassesRowRules: true });
      return { dataset, model, ...ALL_FIELDS };
    }),
  );
}

/** Every name: only fields that exist are listed. */
const ALL_FIELDS = { columns: { has: () => true }, measures: { has: () => true } };

const isOfWorkspace = (app: AppContent, { workspaceId }: StoredDataset) =>
  workspaceId === null || workspaceId === app.workspaceId;

type PreviewOptions = Pick<QueryOptions, 'calendar' | 'signal' | 'onRead'>;

/** The result of a tile that is not saved. */
export async function previewTile(
  services: Services,
  author: Author,
  sent: unknown,
  options: PreviewOptions,
): Promise<QueryResponse & { readonly history?: QueryResult }> {
  const checked = checkContent('tile', sent);
  if (checked.problems)
    throw fieldsInvalid(checked.problems.map((problem) => ({ ...problem, path: `/tile${problem.path}` })));
  const tile = checked.content as OwnTile;
  const uses = fieldUsesOf('tile', tile).map((use) => ({ ...use, at: '/tile' }));
  const dataset = await datasetFor(services, author, uses);
  const model = modelOf(dataset.definition);
  const asked = tileQuery(tile, isSumIn(model));
  const query = { ...asked, limit: Math.min(asked.limit ?? PREVIEW_ROWS, PREVIEW_ROWS) };
  const response = await runQuery(services, author.viewer, dataset, query, options);
  const locale = createLocale({ language: 'en' });
  const wanted = tileHistory({ tile: { ...tile, id: 'preview' }, result: response.result, locale });
  if (!wanted) return response;
  const { filters, anyOf } = asked;
  const { result: history } = await runQuery(
    services,
    author.viewer,
    dataset,
    { ...wanted.query, ...(filters && { filters }), ...(anyOf && { anyOf }) },
    { ...options, filters: rowFilters(wanted, model) },
  );
  return { ...response, history };
}

/** Throws if the author cannot access the dataset or the fields of a stored tile. */
export async function refuseInaccessibleTile(
  services: Services,
  author: Author,
  tile: OwnTile,
): Promise<void> {
  await datasetFor(
    services,
    author,
    fieldUsesOf('tile', tile).map((use) => ({ ...use, at: '' })),
  );
}

/** The values of a column, for a picker of the author. */
export async function previewValues(
  services: Services,
  author: Author,
  { datasetId, ...query }: { readonly datasetId: string; readonly column: string; readonly search?: string },
  options: PreviewOptions,
): Promise<QueryResponse> {
  const { column } = query;
  const use = { datasetId, at: '', part: column, columns: [column], field: 'column' } as const;
  const dataset = await datasetFor(services, author, [use]);
  return runFilterValues(services, author.viewer, dataset, query, options);
}

async function datasetFor(
  { store }: Services,
  { tenantId, app, access }: Author,
  uses: readonly FieldUse[],
): Promise<StoredDataset> {
  const [{ datasetId, at }] = uses as [FieldUse];
  // A draft may name a dataset that does not exist yet.
  if (access !== 'everything') refuseFields(fieldProblems(uses, { datasets: access.datasets }));
  const dataset = await findDataset(store, tenantId, datasetId);
  if (dataset && isOfWorkspace(app, dataset)) return dataset;
  const problem = `refers to a dataset that tiles of this app cannot query: '${datasetId}'`;
  throw fieldsInvalid([{ path: `${at}/datasetId`, problem }]);
}
