import type {
  BuilderContent,
  BuilderDashboard,
  BuilderDocument,
  BuilderResponse,
  DashboardVersion,
  Heartbeat,
  NewDashboard,
  NewSharing,
  Presence,
  Publication,
} from '@inlay/content/builder';
import type {
  PreviewRequest,
  PreviewResponse,
  PreviewTextsRequest,
  PreviewValuesRequest,
  RenderedDashboard,
  ViewRequest,
} from '@inlay/content/builder-preview';
import type {
  FilterValuesRequest,
  FilterValuesResponse,
  TextValuesRequest,
  TextValuesResponse,
  TileMarkup,
  TileToRender,
} from '@inlay/content/embed-api';
import type { EmbedApi, EmbedRequest } from '../embed-api.ts';
import { createRenderer, type RenderChoices, type Renderer } from '../render-tiles.ts';
import { Refusal } from './save/refusal.ts';

/** The stored dashboard that a page requests data of. */
export interface Source {
  readonly id: string;
  readonly side: Side;
}

interface ViewAddress extends Source {
  /** An old revision; by default the current one. */
  readonly revision?: number | undefined;
}

/** The path and query of requests for one side or revision of a dashboard. */
export const addressOf = (id: string, side: Side, revision?: number) => ({
  base: `/dashboards/${encodeURIComponent(id)}`,
  query: revision === undefined ? (side === 'published' ? '?side=published' : '') : `?revision=${revision}`,
});

export type Side = BuilderDocument['side'];
export type Transition = 'submit' | 'publish' | 'groups' | 'return' | 'reset' | 'copy';

export interface BuilderApi {
  open(lang: string, dashboardId?: string): Promise<BuilderResponse>;
  versions(id: string): Promise<readonly DashboardVersion[]>;
  restore(id: string, revision: number): Promise<BuilderDocument>;
  search(text: string): Promise<readonly BuilderDashboard[]>;
  create(body: NewDashboard): Promise<BuilderDocument>;
  /** `?as=copy`: with the content that a new dashboard begins with. */
  read(id: string, query?: '?as=copy'): Promise<BuilderDocument>;
  /** Revision 0 is that of a dashboard that the server does not have yet, which may be made `from` another. */
  save(id: string, content: BuilderContent, revision: number, from?: string): Promise<BuilderDocument>;
  remove(id: string): Promise<void>;
  transition(id: string, transition: Transition, body?: Publication): Promise<BuilderDocument>;
  share(id: string, sharing: NewSharing): Promise<BuilderDashboard>;
  presence(id: string, heartbeat: Heartbeat): Promise<Presence>;
  /** Renders a tile of a saved dashboard. */
  render(of: Source, tile: TileToRender, choices: RenderChoices, signal: AbortSignal): Promise<TileMarkup>;
  filterValues(of: Source, filterId: string, request: FilterValuesRequest): Promise<FilterValuesResponse>;
  /** Renders the dashboard as viewers see it. */
  view(of: ViewAddress, request: ViewRequest, signal: AbortSignal): Promise<RenderedDashboard>;
  texts(of: Source, request: TextValuesRequest): Promise<TextValuesResponse>;
  preview(request: PreviewRequest, signal: AbortSignal): Promise<PreviewResponse>;
  previewValues(request: PreviewValuesRequest, signal?: AbortSignal): Promise<FilterValuesResponse>;
  previewTexts(request: PreviewTextsRequest): Promise<TextValuesResponse>;
}

/** A client for the builder's routes: one method per route. */
export function createBuilderApi(api: EmbedApi): BuilderApi {
  const accepted = async (response: Response): Promise<Response> => {
    if (response.ok) return response;
    const body = await response.json().catch(() => undefined);
    throw new Refusal(body?.message ?? '', response.status, body?.code);
  };
  const request = async <Body>(path: string, init: EmbedRequest = {}): Promise<Body> => {
    const response = await accepted(await api.request(`builder${path}`, init));
    return response.status === 204 ? (undefined as Body) : response.json().catch(() => undefined);
  };
  /** By address, so that the tiles of a dashboard share requests. */
  const renderers = new Map<string, Renderer>();
  const of = (id: string) => addressOf(id, 'working').base;
  const sideQuery = (side: Side) => addressOf('', side).query;

  return {
    open: (lang, id) =>
      request(`?${new URLSearchParams({ lang, ...(id !== undefined && { dashboard: id }) })}`),
    search: async (text) => {
      const path = `/dashboards?limit=100&q=${encodeURIComponent(text)}`;
      return (await request<{ data: readonly BuilderDashboard[] }>(path)).data;
    },
    versions: async (id) => (await request<{ data: readonly DashboardVersion[] }>(`${of(id)}/versions`)).data,
    restore: (id, revision) => request(`${of(id)}/versions/${revision}/restore`, { method: 'POST' }),
    create: (body) => request('/dashboards', { body }),
    read: (id, query) => request(of(id) + (query ?? '')),
    save: (id, content, revision, from) =>
      revision === 0
        ? request('/dashboards', { body: { id, content, from } })
        : request(of(id), { method: 'PUT', body: content, headers: { 'if-match': `"${revision}"` } }),
    remove: (id) => request(of(id), { method: 'DELETE' }),
    transition: (id, transition, body) =>
      request(`${of(id)}/${transition}`, { method: transition === 'groups' ? 'PUT' : 'POST', body }),
    share: (id, body) => request(`${of(id)}/sharing`, { method: 'PUT', body }),
    presence: (id, body) => request(`${of(id)}/presence`, { body, keepalive: body.doing === 'left' }),
    render: ({ id, side }, tile, choices, signal) => {
      const { base, query } = addressOf(id, side);
      const address = base + query;
      const renderer =
        renderers.get(address) ??
        createRenderer(
          async (body, aborted) =>
            accepted(await api.request(`builder${base}/render${query}`, { body, signal: aborted })),
          ({ message, statusCode, code }) => new Refusal(message, statusCode, code),
        );
      renderers.set(address, renderer);
      return renderer.renderTile(tile, choices, signal);
    },
    filterValues: ({ id, side }, filterId, body) =>
      request(`${of(id)}/filters/${encodeURIComponent(filterId)}/values${sideQuery(side)}`, { body }),
    view: ({ id, side, revision }, body, signal) => {
      const { base, query } = addressOf(id, side, revision);
      return request(`${base}/view${query}`, { body, signal });
    },
    texts: ({ id, side }, body) => request(`${of(id)}/values${sideQuery(side)}`, { body }),
    preview: (body, signal) => request('/preview', { body, signal }),
    previewValues: (body, signal) => request('/preview/values', { body, signal }),
    previewTexts: (body) => request('/preview/texts', { body }),
  };
}
