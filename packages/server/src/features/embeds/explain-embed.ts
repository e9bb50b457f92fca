import type { Tile } from '@inlay/charts/tile';
import type { Embed } from '@inlay/content/embed';
import { unfoldDashboard } from '@inlay/content/unfold-dashboard';
import type {
  EmbedCheck,
  EmbedExplanation,
  ExplainedData,
  ExplainedFilter,
  ExplainedPart,
} from '@inlay/protocol/explanation';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError, fieldsInvalid } from '../../platform/errors.ts';
import type { Acting } from '../../platform/identity/acting.ts';
import type { EmbedPrincipal } from '../../platform/identity/embed-principal.ts';
import { withoutVariables } from '../../platform/query/plan/fill-variables.ts';
import { traceVisibility } from '../../platform/rules/evaluate-visibility.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';
import { recordEvent } from '../audit/index.ts';
import type { VisibleContent } from '../content/index.ts';
import {
  type ContentItem,
  checkContent,
  columnsOfFilter,
  explainContent,
  findEmbed,
  findItem,
  findItems,
  noSuchContent,
  referencesOf,
} from '../content/index.ts';
import { datasetModels, explainQuery, findDataset, type Reach, reachAmong } from '../datasets/index.ts';
import { readTenantSettings } from '../tenants/index.ts';
import { readAllowedOrigins } from '../tokens/index.ts';
import { controlsOf } from './chosen-filters.ts';
import { allowedOrigins } from './embed-policy.ts';
import { publishedTarget } from './open-embed.ts';
import { viewerSetting } from './viewer-setting.ts';

/** For an administrator: why a viewer sees what they see of an embed, part by part. Queries no database. */
export async function explainEmbed(
  services: Services,
  viewer: EmbedPrincipal,
  name: string,
  origin: string | undefined,
): Promise<EmbedExplanation> {
  const { store } = services;
  const { tenantId } = viewer;
  const item = await findEmbed(store, tenantId, name);
  const app = item && (await findItem(store, tenantId, 'app', item.app_id));
  if (!item || !app) throw noSuchContent();
  const embed = { ...JSON.parse(item.published ?? item.draft), id: item.id } as Embed;
  const target = embed.target.kind === 'builder' ? 'builder' : await readTarget(services, viewer, embed, app);
  const trace = (rule: Parameters<typeof traceVisibility>[0]) => traceVisibility(rule, viewer);
  const parts = typeof target === 'string' ? [] : explainContent(target, trace);
  const checks: readonly EmbedCheck[] = [
    stateCheck(item, app),
    expiryCheck(embed, services.time.now()),
    ...accessChecks(viewer, app),
    await originCheck(services, viewer, embed, origin),
    ...contentChecks(target, parts),
  ];
  const content = typeof target === 'string' ? undefined : target;
  const found = await sumUp(services, viewer, checks, parts, content);
  const opens = found.visible && target === 'builder';
  return opens ? { ...found, summary: 'This viewer can open the Dashboard Builder.' } : found;
}

const tilesIn = (content: VisibleContent): readonly Tile[] =>
  content.kind === 'tile' ? [content.tile] : content.tiles;

/** The result of the checks and the parts, with the rows that each tile may query. */
async function sumUp(
  services: Services,
  viewer: EmbedPrincipal,
  checks: readonly EmbedCheck[],
  parts: ReturnType<typeof explainContent>,
  content: VisibleContent | undefined,
): Promise<EmbedExplanation> {
  const tiles = content ? tilesIn(content) : [];
  const controls = content ? controlsOf({ content }) : [];
  const loaded = await datasetModels(services.store, viewer).load(
    [...tiles, ...controls].map(({ datasetId }) => datasetId),
  );
  const reach = reachAmong(loaded, viewer);
  const failed = checks.filter(({ ok }) => !ok);
  return {
    visible: failed.length === 0,
    summary:
      failed.length === 0
        ? `This viewer sees ${parts.filter(({ visible }) => visible).length} of ${parts.length} parts.`
        : `This viewer sees nothing: ${failed.map(({ reason }) => reason).join(' ')}`,
    truncated: viewer.truncated,
    checks: [...checks],
    parts: await Promise.all(
      parts.map(async (part) => {
        const tile = part.kind === 'tile' ? tiles.find(({ id }) => id === part.id) : undefined;
        if (!tile) return { ...part, data: null };
        const data = await explainData(services, viewer, tile);
        return { ...part, data: { ...data, filters: explainFilters(controls, tile, reach) } };
      }),
    ),
  };
}

/** How each filter reaches a tile: `Region → shared dimension region → area`. */
function explainFilters(controls: readonly FilterControl[], tile: Tile, reach: Reach): ExplainedFilter[] {
  return controls.map((control) => {
    const { id: filter, label, datasetId, tiles } = control;
    const none = (reason: string) => ({ filter, column: null, reason });
    if (tiles && !tiles.includes(tile.id)) return none(`${label} is restricted to other tiles.`);
    const names = columnsOfFilter(control);
    const found = names.map((column) => reach(tile.datasetId, { datasetId, column }));
    // A hierarchy ends above the first level that does not reach the tile.
    const end = found.indexOf(undefined);
    const reached = found.slice(0, end < 0 ? found.length : end).flatMap((each) => each ?? []);
    const [first] = reached;
    if (!first) return none(`${label} does not reach the dataset ${tile.datasetId}.`);
    const column = reached.map(({ name }) => name).join(', ');
    const by = {
      dataset: '',
      relationship: `relationship ${first.name.slice(0, first.name.lastIndexOf('.'))} → `,
      'shared-dimension': `shared dimension ${first.sharedDimension ?? ''} → `,
    };
    return { filter, column, reason: `${label} → ${by[first.by]}${column}` };
  });
}

function stateCheck(item: ContentItem, app: ContentItem): EmbedCheck {
  const archived = app.state === 'archived' ? 'app' : item.published === null ? 'embed' : undefined;
  return {
    name: 'state',
    ok: archived === undefined,
    reason:
      archived === undefined ? 'Neither the embed nor its app is archived.' : `The ${archived} is archived.`,
  };
}

function expiryCheck({ expiresAt }: Embed, now: number): EmbedCheck {
  if (!expiresAt) return { name: 'expiry', ok: true, reason: 'The embed does not expire.' };
  const ok = Date.parse(expiresAt) > now;
  return { name: 'expiry', ok, reason: `The embed ${ok ? 'expires' : 'expired'} on ${expiresAt}.` };
}

function accessChecks(viewer: EmbedPrincipal, app: ContentItem): readonly EmbedCheck[] {
  if (viewer.viewsEveryEmbed) {
    const reason = 'Viewers with the role ADMIN can open every embed.';
    return [
      { name: 'workspace', ok: true, reason },
      { name: 'privilege', ok: true, reason },
    ];
  }
  const isOfWorkspace = viewer.workspaceId === app.workspace_id;
  const privileges = viewer.privileges(app.id);
  const lost = viewer.truncated ? ' They may have been lost because the context was truncated.' : '';
  return [
    {
      name: 'workspace',
      ok: isOfWorkspace,
      reason: isOfWorkspace
        ? `The app is in the viewer's workspace '${viewer.workspaceId}'.`
        : `The app is in the workspace '${app.workspace_id}', but the viewer is in '${viewer.workspaceId}'.`,
    },
    {
      name: 'privilege',
      ok: privileges.length > 0,
      reason:
        privileges.length > 0
          ? `The viewer has the privileges ${privileges.join(', ')} on the app '${app.id}'.`
          : `The viewer has no privileges on the app '${app.id}'.${lost}`,
    },
  ];
}

async function originCheck(
  { store }: Services,
  { tenantId }: EmbedPrincipal,
  embed: Embed,
  origin: string | undefined,
): Promise<EmbedCheck> {
  const ofTenant = await readAllowedOrigins(store, tenantId);
  const allowed = allowedOrigins(ofTenant, embed.allowedOrigins);
  if (allowed === 'any')
    return { name: 'origin', ok: true, reason: 'Pages of any origin can show the embed.' };
  const list = allowed.length === 0 ? 'no pages' : `pages of ${allowed.join(', ')}`;
  if (origin === undefined)
    return {
      name: 'origin',
      ok: true,
      reason: `Only ${list} can show the embed. Enter an origin to check it.`,
    };
  const ok = allowed.includes(origin);
  return {
    name: 'origin',
    ok,
    reason: ok
      ? `Pages of ${origin} can show the embed.`
      : `Pages of ${origin} cannot show the embed, only ${list}.`,
  };
}

function contentChecks(
  target: VisibleContent | string,
  [whole]: readonly Pick<ExplainedPart, 'visible' | 'reason'>[],
): readonly EmbedCheck[] {
  if (target === 'builder')
    return [{ name: 'target', ok: true, reason: 'The embed opens the Dashboard Builder of its app.' }];
  if (typeof target === 'string' || !whole) return [{ name: 'target', ok: false, reason: String(target) }];
  return [{ name: 'target', ok: true, reason: `The ${target.kind} is published.` }, rulesCheck([whole])];
}

function rulesCheck([whole]: readonly Pick<ExplainedPart, 'visible' | 'reason'>[]): EmbedCheck {
  const ok = whole?.visible ?? false;
  const reason = ok ? 'Visibility rules do not hide everything.' : (whole?.reason ?? '');
  return { name: 'rules', ok, reason };
}

/** The content of the embed without access checks, or the reason why there is none. */
async function readTarget(
  { store }: Services,
  { tenantId, workspaceId }: EmbedPrincipal,
  embed: Embed,
  app: ContentItem,
): Promise<VisibleContent | string> {
  const fullAccess = { viewsEverything: true, workspaceId, privileges: () => [] } as const;
  try {
    return await publishedTarget(store, tenantId, fullAccess, embed, { ...app, state: 'published' });
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

async function explainData(
  services: Services,
  viewer: EmbedPrincipal,
  tile: Tile,
): Promise<Omit<ExplainedData, 'filters'>> {
  const { datasetId } = tile;
  const none = (reason: string) => ({ datasetId, rows: 'none', reason }) as const;
  const dataset = await findDataset(services.store, viewer.tenantId, datasetId);
  if (!dataset) return none(`Dataset '${datasetId}' does not exist.`);
  try {
    const ofTenant = await readTenantSettings(services.store, viewer.tenantId);
    const { calendar } = viewerSetting({}, ofTenant, viewer);
    const { rows, summary, workspace, connection } = await explainQuery(services, viewer, dataset, {
      query: withoutVariables(tile.query),
      calendar,
    });
    if (!workspace.ok) return none(`No rows: ${workspace.reason}.`);
    if (!connection.ok) return none(`No rows: ${connection.reason}.`);
    return { datasetId, rows, reason: summary };
  } catch (error) {
    if (error instanceof AppError && error.statusCode < 500) return none(error.message);
    throw error;
  }
}

interface Draft {
  readonly appId: string;
  readonly kind: 'tile' | 'story' | 'dashboard';
  readonly content: unknown;
}

/**
 * Why a viewer would see what they see of content that is not saved, with the drafts of the tiles that it names:
 * nothing needs to be published first.
 */
export async function explainDraft(
  services: Services,
  viewer: EmbedPrincipal,
  { appId, kind, content }: Draft,
  { actor, caller }: Acting,
): Promise<EmbedExplanation> {
  const { store } = services;
  const { tenantId } = viewer;
  const app = await findItem(store, tenantId, 'app', appId);
  if (!app) throw noSuchContent();
  const target = await draftTarget(store, tenantId, app.id, kind, content);
  const parts = explainContent(target, (rule) => traceVisibility(rule, viewer));
  const checks = [...accessChecks(viewer, app), rulesCheck(parts)];
  await store.write((transaction) =>
    recordEvent(transaction, tenantId, services.time.now(), caller, {
      action: 'app.preview',
      actor,
      target: app.id,
      details: { as: viewer.username },
    }),
  );
  return sumUp(services, viewer, checks, parts, target);
}

/** Content that is not saved, with the drafts of the tiles that it names. */
export async function draftTarget(
  store: Queries,
  tenantId: TenantId,
  appId: string,
  kind: Draft['kind'],
  content: unknown,
): Promise<VisibleContent> {
  if (kind === 'tile') return { kind, tile: { ...checked(kind, content), id: 'draft' } };
  const tilesNamed = async (references: ReturnType<typeof referencesOf>) => {
    const ids = references.filter((reference) => reference.kind === 'tile').map(({ id }) => id);
    return (await findItems(store, tenantId, 'tile', ids))
      .filter((tile) => tile.app_id === appId && tile.state !== 'archived')
      .map((tile) => ({ ...JSON.parse(tile.draft), id: tile.id }) as Tile);
  };
  if (kind === 'story') {
    const story = checked(kind, content);
    return { kind, story: { ...story, id: 'draft' }, tiles: await tilesNamed(referencesOf(kind, story)) };
  }
  const stored = checked(kind, content);
  const { dashboard, tiles } = unfoldDashboard({ ...stored, id: 'draft' });
  return { kind, dashboard, tiles: [...(await tilesNamed(referencesOf(kind, stored))), ...tiles] };
}

function checked<K extends Draft['kind']>(kind: K, sent: unknown) {
  const { problems, content } = checkContent(kind, sent);
  if (problems)
    throw fieldsInvalid(problems.map((problem) => ({ ...problem, path: `/content${problem.path}` })));
  return content;
}
