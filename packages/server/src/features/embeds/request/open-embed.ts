import type { Locale } from '@inlay/charts/format/locale';
import { pivotLabel } from '@inlay/charts/format/pivot-label';
import type { Tile } from '@inlay/charts/tile';
import type { App, AppContent } from '@inlay/content/app';
import type { Dashboard } from '@inlay/content/dashboard';
import type { Embed } from '@inlay/content/embed';
import type { Story } from '@inlay/content/story';
import { unfoldDashboard } from '@inlay/content/unfold-dashboard';
import { unfoldStory } from '@inlay/content/unfold-story';
import { editorMessages } from '@inlay/messages/editor/all';
import { parseAdHocMeasure } from '@inlay/protocol/ad-hoc-measure';
import { inLanguage as messagesIn } from '@inlay/protocol/language';
import type { ResultColumn } from '@inlay/protocol/result';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError } from '../../../platform/errors.ts';
import type { EmbedPrincipal } from '../../../platform/identity/embed-principal.ts';
import { type ContentCaller, isPermitted, isPossible } from '../../../platform/identity/permissions.ts';
import { evaluateVisibility } from '../../../platform/rules/evaluate-visibility.ts';
import { readStored } from '../../../platform/store/read-stored.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { Services } from '../../../services.ts';
import {
  type ContentItem,
  datasetsOfContent,
  deniedFields,
  filterScope,
  findEmbed,
  findItem,
  findItems,
  referencesOf,
  subjectOf,
  type Translate,
  translateContent,
  translatorOf,
  type VisibleContent,
  visibleContent,
} from '../../content/index.ts';
import { type DatasetModels, datasetModels, reachAmong } from '../../datasets/index.ts';

/** An embed for one viewer: only published content that is visible to them. */
export interface OpenEmbed {
  readonly embed: Embed;
  readonly app: App;
  readonly content: VisibleContent;
  readonly tiles: ReadonlyMap<string, Tile>;
  /** The header of a result column for viewers; absent: its label. */
  readonly nameColumn?: (column: ResultColumn, columns: readonly ResultColumn[]) => string;
  /** In a builder: columns, by dataset, that may also be filtered by, since they are accessible to its viewer. */
  readonly offered?: ReadonlyMap<string, ReadonlySet<string>>;
  /** The datasets that were read to open it. */
  readonly datasets?: DatasetModels;
}

export interface FoundEmbed {
  readonly item: ContentItem;
  readonly embed: Embed;
}

/** The builder of an app without an embed. Ids and aliases never contain a colon. */
const APP_BUILDER = /^builder:(?<appId>.+)$/;
export const appBuilderName = (appId: string): string => `builder:${appId}`;

/** Finds an embed by its identifier or alias. An expired one is not found. */
export async function resolveEmbed(
  { store, time }: Pick<Services, 'store' | 'time'>,
  { tenantId, onlyEmbed }: Pick<EmbedPrincipal, 'tenantId' | 'onlyEmbed'>,
  name: string,
): Promise<FoundEmbed> {
  const appId = APP_BUILDER.exec(name)?.groups?.appId;
  if (appId !== undefined) {
    // Only an administrator's author token names it (ADR 277).
    if (onlyEmbed !== name) throw new AppError('EMBED_NOT_FOUND');
    return appBuilder(store, tenantId, appId);
  }
  const item = await findEmbed(store, tenantId, name);
  if (!item) throw new AppError('EMBED_NOT_FOUND');
  if (item.published === null) throw gone('The embed is archived. Unarchive it in the Embed Manager.');
  const embed = readStored<Embed>(item.published, { id: item.id });
  if (embed.expiresAt && Date.parse(embed.expiresAt) <= time.now())
    throw gone(`The embed expired on ${embed.expiresAt}. Change its expiry date in the Embed Manager.`);
  return { item, embed };
}

async function appBuilder(store: Queries, tenantId: TenantId, appId: string): Promise<FoundEmbed> {
  const app = await findItem(store, tenantId, 'app', appId);
  if (!app) throw new AppError('EMBED_NOT_FOUND');
  const id = appBuilderName(appId);
  const { title } = readStored<AppContent>(app.draft, { id: appId });
  return {
    item: { ...app, kind: 'embed', id, app_id: appId },
    embed: { id, title, target: { kind: 'builder', id: appId } },
  };
}

/** embed → app → content → content that is visible to this viewer. */
export async function openEmbed(
  { store }: Pick<Services, 'store'>,
  viewer: EmbedPrincipal,
  { item, embed }: FoundEmbed,
): Promise<OpenEmbed> {
  const { tenantId } = viewer;
  refuseOtherEmbeds(viewer, item);
  const app = await findItem(store, tenantId, 'app', item.app_id);
  const caller = callerOf(viewer);
  if (!app || !mayView(caller, item, app)) throw new AppError('ACCESS_DENIED');
  const opened = await openTarget(store, viewer, embed, app);
  if (!opened)
    throw new AppError('ACCESS_DENIED', {
      message:
        'Visibility rules hide all of this content from the viewer. Check the groups, roles and attributes in the context.',
    });
  return opened;
}

/** The target of an embed as the viewer sees it; undefined if rules hide all of it. */
async function openTarget(
  store: Queries,
  viewer: EmbedPrincipal,
  embed: Embed,
  app: ContentItem,
): Promise<OpenEmbed | undefined> {
  const content = await publishedTarget(store, viewer.tenantId, callerOf(viewer), embed, app);
  const datasets = datasetModels(store, viewer);
  const loaded = await datasets.load(datasetsOfContent(content));
  const visible = visibleContent(content, (rule) => evaluateVisibility(rule, viewer) === 'true', {
    ...filterScope(reachAmong(loaded, viewer)),
    denied: deniedFields((id) => loaded.get(id)?.model, viewer),
  });
  if (!visible) return undefined;
  const tiles = visible.kind === 'tile' ? [visible.tile] : visible.tiles;
  return {
    embed,
    app: readStored<App>(app.published ?? app.draft, { id: app.id }),
    content: visible,
    tiles: new Map(tiles.map((tile) => [tile.id, tile])),
    datasets,
  };
}

/** A published dashboard of the app that the embed is in, with the embed's options; undefined if the viewer sees none. */
export async function openDashboard(
  { store }: Pick<Services, 'store'>,
  viewer: EmbedPrincipal,
  { embed, app: { id: appId } }: Pick<OpenEmbed, 'embed' | 'app'>,
  id: string,
): Promise<OpenEmbed | undefined> {
  const app = await findItem(store, viewer.tenantId, 'app', appId);
  if (!app) return undefined;
  try {
    return await openTarget(store, viewer, { ...embed, target: { kind: 'dashboard', id } }, app);
  } catch (error) {
    if (error instanceof AppError && error.code === 'EMBED_NOT_FOUND') return undefined;
    throw error;
  }
}

/** The same in the viewer's language, as far as the app's authors have translated it. */
export function inLanguage(opened: OpenEmbed, locale: Locale): OpenEmbed {
  const { language, messages } = locale;
  const translate = translatorOf(opened.app, language);
  const nameColumn: OpenEmbed['nameColumn'] = (column, columns) => {
    if (column.pivot) return pivotLabel(column, locale, translate);
    const { label, comparisonOf } = column;
    const name = adHocLabel(column, language, translate) ?? translate?.(label) ?? label;
    // A comparison has the label of its measure unless the dataset's author gave it one: they must be distinguishable.
    const repeats = columns.some((other) => other.name === comparisonOf && other.label === label);
    return repeats ? `${name}, ${messages.previous}` : name;
  };
  if (!translate) return { ...opened, nameColumn };
  const content = translateContent(opened.content, translate);
  const tiles = translateContent([...opened.tiles.values()], translate);
  return { ...opened, content, tiles: new Map(tiles.map((tile) => [tile.id, tile])), nameColumn };
}

/** `Sum of Amount` in the viewer's language, with the label of the column as the app's authors translated it. */
function adHocLabel(
  { name, label }: ResultColumn,
  language: string,
  translate: Translate | undefined,
): string | undefined {
  const { aggregation } = parseAdHocMeasure(name) ?? {};
  const prefix = aggregation && editorMessages.en.aggregationOf[aggregation]({ field: '' });
  // Not if the dataset defines a measure of this name.
  if (!aggregation || prefix === undefined || !label.startsWith(prefix)) return undefined;
  const field = label.slice(prefix.length);
  const messages = messagesIn(editorMessages, language);
  return messages.aggregationOf[aggregation]({ field: translate?.(field) ?? field });
}

export function callerOf({ viewsEveryEmbed, workspaceId, privileges }: EmbedPrincipal): ContentCaller {
  return { viewsEverything: viewsEveryEmbed, workspaceId, privileges };
}

/** A preview token opens only the embed that it was issued for. */
export function refuseOtherEmbeds({ onlyEmbed }: EmbedPrincipal, { id }: ContentItem): void {
  if (onlyEmbed !== null && onlyEmbed !== id)
    throw new AppError('ACCESS_DENIED', { message: 'This preview token is for another embed.' });
}

export function mayView(caller: ContentCaller, item: ContentItem, app: ContentItem): boolean {
  // The owner does not matter for viewing published content.
  const subject = subjectOf(item, app, false);
  return isPermitted(caller, 'view', subject) && isPossible('view', subject);
}

/** The content of an embed, before any rule is applied. */
export async function publishedTarget(
  store: Queries,
  tenantId: TenantId,
  caller: ContentCaller,
  { target }: Embed,
  app: ContentItem,
): Promise<VisibleContent> {
  if (target.kind === 'builder')
    throw gone('This embed is a Dashboard Builder. Use the routes under /builder.');
  const item = await findItem(store, tenantId, target.kind, target.id);
  if (!item || item.app_id !== app.id || !mayView(caller, item, app))
    throw gone(`The ${target.kind} of this embed is not published. Publish it first.`);
  if (target.kind === 'tile') return { kind: 'tile', tile: published(item) };
  const tilesIn = async (references: ReturnType<typeof referencesOf>) => {
    const ids = references.filter(({ kind }) => kind === 'tile').map(({ id }) => id);
    return (await findItems(store, tenantId, 'tile', ids))
      .filter((tile) => tile.app_id === app.id && mayView(caller, tile, app))
      .map((tile) => published<Tile>(tile));
  };
  if (target.kind === 'story') {
    const story = published<Story>(item);
    return { kind: 'story', ...unfoldStory(story, await tilesIn(referencesOf('story', story))) };
  }
  const stored = published<Dashboard>(item);
  const { dashboard, tiles } = unfoldDashboard(stored);
  const named = await tilesIn(referencesOf('dashboard', stored));
  return { kind: 'dashboard', dashboard, tiles: [...named, ...tiles] };
}

function published<T extends object>({ published: content, id }: ContentItem): T {
  return readStored<T>(content ?? '{}', { id });
}

const gone = (message: string) => new AppError('EMBED_NOT_FOUND', { message });

/** Origins that may show an embed: those that both the tenant and the embed allow. An empty list restricts nothing. */
export function allowedOrigins(
  ofTenant: readonly string[],
  ofEmbed: readonly string[] = [],
): readonly string[] | 'any' {
  if (ofTenant.length === 0) return ofEmbed.length === 0 ? 'any' : ofEmbed;
  return ofEmbed.length === 0 ? ofTenant : ofTenant.filter((origin) => ofEmbed.includes(origin));
}
