import type { Tile } from '@inlay/charts/tile';
import type { Embed } from '@inlay/content/embed';
import { unfoldDashboard } from '@inlay/content/unfold-dashboard';
import { unfoldStory } from '@inlay/content/unfold-story';
import type { ExplanationMessages } from '@inlay/messages/explanation';
import type {
  EmbedCheck,
  EmbedExplanation,
  ExplainedData,
  ExplainedFilter,
  ExplainedPart,
} from '@inlay/protocol/explanation';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { recordEvent } from '../../../platform/audit/record-event.ts';
import { AppError, fieldsInvalid } from '../../../platform/errors.ts';
import type { Acting } from '../../../platform/identity/acting.ts';
import type { EmbedPrincipal } from '../../../platform/identity/embed-principal.ts';
import { withoutVariables } from '../../../platform/query/plan/fill-variables.ts';
import { traceVisibility } from '../../../platform/rules/evaluate-visibility.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { Services } from '../../../services.ts';
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
  type VisibleContent,
} from '../../content/index.ts';
import { datasetModels, explainQuery, findDataset, type Reach, reachAmong } from '../../datasets/index.ts';
import { readTenantSettings } from '../../tenants/index.ts';
import { readAllowedOrigins } from '../../tokens/index.ts';
import { controlsOf } from '../request/chosen-filters.ts';
import { allowedOrigins, publishedTarget } from '../request/open-embed.ts';
import { viewerSetting } from '../request/viewer-setting.ts';

/** Who reads an explanation: an administrator, in their language. */
export interface Explained {
  readonly viewer: EmbedPrincipal;
  readonly texts: ExplanationMessages;
}

/** For an administrator: why a viewer sees what they see of an embed, part by part. Queries no database. */
export async function explainEmbed(
  services: Services,
  explained: Explained,
  name: string,
  origin: string | undefined,
): Promise<EmbedExplanation> {
  const { viewer, texts: t } = explained;
  const { store } = services;
  const { tenantId } = viewer;
  const item = await findEmbed(store, tenantId, name);
  const app = item && (await findItem(store, tenantId, 'app', item.app_id));
  if (!item || !app) throw noSuchContent();
  const embed = { ...JSON.parse(item.published ?? item.draft), id: item.id } as Embed;
  const target = await readTarget(services, explained, embed, app);
  const trace = (rule: Parameters<typeof traceVisibility>[0]) => traceVisibility(rule, viewer);
  const content = 'kind' in target ? target : undefined;
  const parts = content ? explainContent(content, trace, t) : [];
  const checks: readonly EmbedCheck[] = [
    stateCheck(item, app, t),
    expiryCheck(embed, services.time.now(), t),
    ...accessChecks(explained, app),
    await originCheck(services, explained, embed, origin),
    ...contentChecks(target, parts, t),
  ];
  const found = await sumUp(services, explained, checks, parts, content);
  const opens = found.visible && !content;
  return opens ? { ...found, summary: t.embed.opensBuilder } : found;
}

const tilesIn = (content: VisibleContent): readonly Tile[] =>
  content.kind === 'tile' ? [content.tile] : content.tiles;

/** The result of the checks and the parts, with the rows that each tile may query. */
async function sumUp(
  services: Services,
  explained: Explained,
  checks: readonly EmbedCheck[],
  parts: ReturnType<typeof explainContent>,
  content: VisibleContent | undefined,
): Promise<EmbedExplanation> {
  const { viewer, texts: t } = explained;
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
        ? t.embed.parts({
            visible: String(parts.filter(({ visible }) => visible).length),
            total: String(parts.length),
          })
        : t.embed.nothing({ reasons: failed.map(({ reason }) => reason).join(' ') }),
    truncated: viewer.truncated,
    checks: [...checks],
    parts: await Promise.all(
      parts.map(async (part) => {
        const tile = part.kind === 'tile' ? tiles.find(({ id }) => id === part.id) : undefined;
        if (!tile) return { ...part, data: null };
        const data = await explainData(services, explained, tile);
        return { ...part, data: { ...data, filters: explainFilters(controls, tile, reach, t) } };
      }),
    ),
  };
}

/** How each filter reaches a tile: `Region → shared dimension region → area`. */
function explainFilters(
  controls: readonly FilterControl[],
  tile: Tile,
  reach: Reach,
  { filters: t }: ExplanationMessages,
): ExplainedFilter[] {
  return controls.map((control) => {
    const { id: filter, label, datasetId, tiles } = control;
    const none = (reason: string) => ({ filter, column: null, reason });
    if (tiles && !tiles.includes(tile.id)) return none(t.restricted({ filter: label }));
    const names = columnsOfFilter(control);
    const found = names.map((column) => reach(tile.datasetId, { datasetId, column }));
    // A hierarchy ends above the first level that does not reach the tile.
    const end = found.indexOf(undefined);
    const reached = found.slice(0, end < 0 ? found.length : end).flatMap((each) => each ?? []);
    const [first] = reached;
    if (!first) return none(t.notReached({ filter: label, dataset: tile.datasetId }));
    const column = reached.map(({ name }) => name).join(', ');
    const way = { filter: label, column };
    const by = {
      dataset: () => t.direct(way),
      relationship: () =>
        t.related({ ...way, relationship: first.name.slice(0, first.name.lastIndexOf('.')) }),
      'shared-dimension': () => t.shared({ ...way, dimension: first.sharedDimension ?? '' }),
    };
    return { filter, column, reason: by[first.by]() };
  });
}

function stateCheck(item: ContentItem, app: ContentItem, { checks: t }: ExplanationMessages): EmbedCheck {
  const archived =
    app.state === 'archived' ? t.appArchived : item.published === null ? t.embedArchived : undefined;
  return { name: 'state', ok: archived === undefined, reason: archived ?? t.active };
}

function expiryCheck({ expiresAt }: Embed, now: number, { checks: t }: ExplanationMessages): EmbedCheck {
  if (!expiresAt) return { name: 'expiry', ok: true, reason: t.unlimited };
  const ok = Date.parse(expiresAt) > now;
  return { name: 'expiry', ok, reason: t[ok ? 'expires' : 'expired']({ date: expiresAt }) };
}

function accessChecks({ viewer, texts }: Explained, app: ContentItem): readonly EmbedCheck[] {
  const { checks: t } = texts;
  if (viewer.viewsEveryEmbed) {
    const reason = t.admin;
    return [
      { name: 'workspace', ok: true, reason },
      { name: 'privilege', ok: true, reason },
    ];
  }
  const isOfWorkspace = viewer.workspaceId === app.workspace_id;
  const privileges = viewer.privileges(app.id);
  const none = t.noPrivileges({ app: app.id });
  return [
    {
      name: 'workspace',
      ok: isOfWorkspace,
      reason: isOfWorkspace
        ? t.workspace({ workspace: viewer.workspaceId })
        : t.otherWorkspace({ workspace: app.workspace_id ?? '', own: viewer.workspaceId }),
    },
    {
      name: 'privilege',
      ok: privileges.length > 0,
      reason:
        privileges.length > 0
          ? t.privileges({ privileges: privileges.join(', '), app: app.id })
          : viewer.truncated
            ? `${none} ${t.privilegesLost}`
            : none,
    },
  ];
}

async function originCheck(
  { store }: Services,
  { viewer: { tenantId }, texts: { checks: t } }: Explained,
  embed: Embed,
  origin: string | undefined,
): Promise<EmbedCheck> {
  const ofTenant = await readAllowedOrigins(store, tenantId);
  const allowed = allowedOrigins(ofTenant, embed.allowedOrigins);
  if (allowed === 'any') return { name: 'origin', ok: true, reason: t.anyOrigin };
  const pages = allowed.length === 0 ? t.noPages : t.pagesOf({ origins: allowed.join(', ') });
  if (origin === undefined) return { name: 'origin', ok: true, reason: t.onlyPages({ pages }) };
  const ok = allowed.includes(origin);
  const reason = ok ? t.originAllowed({ origin }) : t.originRefused({ origin, pages });
  return { name: 'origin', ok, reason };
}

function contentChecks(
  target: Target,
  parts: readonly Pick<ExplainedPart, 'visible' | 'reason'>[],
  t: ExplanationMessages,
): readonly EmbedCheck[] {
  if (!('kind' in target)) return [{ name: 'target', ...target }];
  return [{ name: 'target', ok: true, reason: t.checks.published[target.kind] }, rulesCheck(parts, t)];
}

function rulesCheck(
  [whole]: readonly Pick<ExplainedPart, 'visible' | 'reason'>[],
  { checks: t }: ExplanationMessages,
): EmbedCheck {
  const ok = whole?.visible ?? false;
  return { name: 'rules', ok, reason: ok ? t.rules : (whole?.reason ?? '') };
}

/** The content of an embed, or why there is none to explain. */
type Target = VisibleContent | Pick<EmbedCheck, 'ok' | 'reason'>;

/** Without access checks. */
async function readTarget(
  { store }: Services,
  { viewer: { tenantId, workspaceId }, texts: { checks: t } }: Explained,
  embed: Embed,
  app: ContentItem,
): Promise<Target> {
  const { kind } = embed.target;
  if (kind === 'builder') return { ok: true, reason: t.builder };
  const fullAccess = { viewsEverything: true, workspaceId, privileges: () => [] } as const;
  try {
    return await publishedTarget(store, tenantId, fullAccess, embed, { ...app, state: 'published' });
  } catch (error) {
    if (error instanceof AppError) return { ok: false, reason: t.unpublished[kind] };
    throw error;
  }
}

async function explainData(
  services: Services,
  { viewer, texts }: Explained,
  tile: Tile,
): Promise<Omit<ExplainedData, 'filters'>> {
  const { data: t } = texts;
  const { datasetId } = tile;
  const none = (reason: string) => ({ datasetId, rows: 'none', reason }) as const;
  const dataset = await findDataset(services.store, viewer.tenantId, datasetId);
  if (!dataset) return none(t.noDataset({ dataset: datasetId }));
  try {
    const ofTenant = await readTenantSettings(services.store, viewer.tenantId);
    const { calendar } = viewerSetting({}, ofTenant, viewer);
    const { rows, summary, workspace, connection } = await explainQuery(services, viewer, dataset, {
      query: withoutVariables(tile.query),
      calendar,
      texts,
    });
    if (!workspace.ok) return none(t.none({ reason: workspace.reason ?? '' }));
    if (!connection.ok) return none(t.none({ reason: connection.reason ?? '' }));
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
  explained: Explained,
  { appId, kind, content }: Draft,
  { actor, caller }: Acting,
): Promise<EmbedExplanation> {
  const { store } = services;
  const { viewer, texts: t } = explained;
  const { tenantId } = viewer;
  const app = await findItem(store, tenantId, 'app', appId);
  if (!app) throw noSuchContent();
  const target = await draftTarget(store, tenantId, app.id, kind, content);
  const parts = explainContent(target, (rule) => traceVisibility(rule, viewer), t);
  const checks = [...accessChecks(explained, app), rulesCheck(parts, t)];
  await store.write((transaction) =>
    recordEvent(transaction, tenantId, services.time.now(), caller, {
      action: 'app.preview',
      actor,
      target: app.id,
      details: { as: viewer.username },
    }),
  );
  return sumUp(services, explained, checks, parts, target);
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
    const tiles = await tilesNamed(referencesOf(kind, story));
    return { kind, ...unfoldStory({ ...story, id: 'draft' }, tiles) };
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
