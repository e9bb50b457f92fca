import type { PageSlots } from '@inlay/charts/theme/assign-slots';
import type { OpenPageState, PageClick } from '@inlay/content/page-state';
import { readEmbedFields } from '@inlay/protocol/embed-fields';
import type { Filters, Theme, Variables } from '@inlay/protocol/frame-messages';
import type { FastifyRequest } from 'fastify';
import Type, { type TProperties } from 'typebox';
import { querySignal } from '../../../platform/http/caller-signal.ts';
import { viewerOf } from '../../../platform/http/http-app.ts';
import type { EmbedPrincipal } from '../../../platform/identity/embed-principal.ts';
import { readColors } from '../../../platform/render/page-colors.ts';
import type { Services } from '../../../services.ts';
import { type DataRead, type DatasetModels, datasetModels, type QuerySource } from '../../datasets/index.ts';
import { readTenantSettings } from '../../tenants/index.ts';
import { type Choices, checkFilters } from './chosen-filters.ts';
import { openLinked, resolveClicks } from './linked-dashboards.ts';
import { inLanguage, type OpenEmbed, openEmbed, resolveEmbed } from './open-embed.ts';
import { type ViewerSetting, viewerSetting } from './viewer-setting.ts';

/** The context of one request for an embed: viewer, content and choices. Resolved once. */
export interface EmbedRequest extends OpenEmbed, Choices, ViewerSetting {
  readonly services: Services;
  readonly viewer: EmbedPrincipal;
  /** The host page's choice, over those of embed and app. */
  readonly theme?: Theme | undefined;
  /** For a page: the state that it opens with, of which `filters` has the filters already. */
  readonly view?: OpenPageState['view'];
  /** Bypasses the cache. */
  readonly fresh?: boolean | undefined;
  /** The colors that members have on the page already. */
  readonly colors?: PageSlots;
  /** A shorter time limit for queries. */
  readonly maxSeconds?: number;
  /** Aborted when the client disconnects, or when the time limit of queries is over, counted from arrival. */
  readonly signal: AbortSignal;
  /** The datasets of this request, each read once. */
  readonly datasets: DatasetModels;
  /** The databases behind the datasets that tiles of this request have queried, by dataset. */
  readonly sources: Map<string, Promise<QuerySource>>;
  /** Collects what the request reads, for the audit log. */
  readonly reads?: DataRead[] | undefined;
  /** The click actions that are possible for this viewer, by tile; looked up once. */
  readonly clicks: () => Promise<ReadonlyMap<string, PageClick>>;
}

type Parts = Pick<EmbedRequest, 'services' | 'viewer' | 'filters' | 'variables' | 'signal'> &
  Partial<Pick<EmbedRequest, 'theme' | 'fresh' | 'maxSeconds' | 'colors'>> & {
    readonly opened: OpenEmbed;
    readonly setting: ViewerSetting;
  };

/** The only constructor, so that filters that the embed does not have are always refused. */
export function createEmbedRequest({ opened, setting, ...parts }: Parts): EmbedRequest {
  let clicks: ReturnType<EmbedRequest['clicks']> | undefined;
  const request: EmbedRequest = {
    ...parts,
    ...inLanguage(opened, setting.locale),
    ...setting,
    now: parts.services.time.now(),
    datasets: opened.datasets ?? datasetModels(parts.services.store, parts.viewer),
    sources: new Map(),
    clicks: () => {
      clicks ??= resolveClicks(request);
      return clicks;
    },
  };
  checkFilters(request);
  return request;
}

/** The request of a page that opens with this state. The filters of the request win: those of the host page. */
export function withView(
  { filters, ...request }: EmbedRequest,
  view: NonNullable<EmbedRequest['view']>,
): EmbedRequest {
  const opened = { ...request, view, filters: { ...view.state.filters, ...filters } };
  checkFilters(opened);
  return opened;
}

/** Content with its own routes: the target of an embed, or a dashboard of a builder. */
export interface ContentSource {
  readonly url: string;
  /** Parameters of the path and of the query string. */
  readonly params: TProperties & { readonly id: typeof embedId };
  readonly query: TProperties;
  /** In the names of operations: `renderEmbed`. */
  readonly name: string;
  /** In sentences: `Render tiles of an embed`. */
  readonly of: string;
  open(request: FastifyRequest): Promise<OpenEmbed>;
}

export const embedId = Type.String({ description: 'Identifier or alias of the embed.' });

/** The tile, story or dashboard that is the target of an embed. */
export function contentOfEmbed(services: Services): ContentSource {
  return {
    url: '/embed/api/v0/embeds/:id',
    params: { id: embedId },
    query: {},
    name: 'Embed',
    of: 'an embed',
    open: async (request) => {
      const viewer = viewerOf(request);
      const { id } = request.params as { id: string };
      return openEmbed(services, viewer, await resolveEmbed(services, viewer, id));
    },
  };
}

/** Dashboards that click actions of an embed open. */
export function contentOfLinked(services: Services): ContentSource {
  const target = contentOfEmbed(services);
  return {
    url: `${target.url}/dashboards/:dashboardId`,
    params: { ...target.params, dashboardId: Type.String() },
    query: {},
    name: 'LinkedDashboard',
    of: 'a dashboard that a click opens',
    open: async (request) => {
      const { dashboardId } = request.params as { dashboardId: string };
      return openLinked(services, viewerOf(request), await target.open(request), dashboardId);
    },
  };
}

/** The viewer's choices in the body of a request. */
export interface ChoicesBody {
  readonly filters?: Filters;
  readonly variables?: Variables;
  readonly lang?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly fresh?: boolean;
  readonly categories?: readonly string[];
}

/** Resolves the context of a request of the embed API: token → content → locale → choices. */
export async function readEmbedRequest(
  services: Services,
  { open }: Pick<ContentSource, 'open'>,
  request: FastifyRequest,
  { filters = {}, variables = {}, fresh, categories, ...body }: ChoicesBody = {},
): Promise<EmbedRequest> {
  const opened = await open(request);
  const setting = await readSetting(services, request, body);
  return createEmbedRequest({
    services,
    viewer: viewerOf(request),
    opened,
    setting,
    filters,
    variables,
    fresh,
    colors: readColors(categories),
    signal: querySignal(request, services),
  });
}

/** The viewer's locale and calendar: from the token, the body, the tenant's settings or the browser. */
export async function readSetting(
  { store }: Services,
  request: FastifyRequest,
  body: Pick<ChoicesBody, 'lang' | 'timeZone'>,
): Promise<ViewerSetting> {
  const viewer = viewerOf(request);
  const { 'accept-language': acceptLanguage } = request.headers;
  const ofTenant = await readTenantSettings(store, viewer.tenantId);
  return viewerSetting({ ...readLocaleFields(body), acceptLanguage }, ofTenant, viewer);
}

/** Language and time zone, validated like the fields of a page; an unknown one is ignored. */
function readLocaleFields({ lang, timeZone }: Pick<ChoicesBody, 'lang' | 'timeZone'>) {
  const sent = Object.entries({ lang, timeZone }).filter((entry): entry is [string, string] => !!entry[1]);
  return readEmbedFields(sent).settings;
}
