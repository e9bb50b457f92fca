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

interface ViewAddress {
  readonly id: string;
  readonly side: Side;
  /** Of what it was. */
  readonly revision?: number | undefined;
}

/** Where what a dashboard shows is asked for. */
export const addressOf = (id: string, side: Side, revision?: number) => ({
  base: `/dashboards/${encodeURIComponent(id)}`,
  query: revision === undefined ? (side === 'published' ? '?side=published' : '') : `?revision=${revision}`,
});

export type Side = BuilderDocument['side'];
export type Move = 'submit' | 'publish' | 'return' | 'reset' | 'copy';

export interface BuilderApi {
  open(lang: string, dashboardId?: string): Promise<BuilderResponse>;
  versions(id: string): Promise<readonly DashboardVersion[]>;
  restore(id: string, revision: number): Promise<BuilderDocument>;
  search(words: string): Promise<readonly BuilderDashboard[]>;
  create(body: NewDashboard): Promise<BuilderDocument>;
  read(id: string): Promise<BuilderDocument>;
  save(id: string, content: BuilderContent, revision: number): Promise<BuilderDocument>;
  remove(id: string): Promise<void>;
  move(id: string, move: Move, comment?: string): Promise<BuilderDocument>;
  share(id: string, sharing: NewSharing): Promise<BuilderDashboard>;
  presence(id: string, heartbeat: Heartbeat): Promise<Presence>;
  /** A tile of a dashboard that is saved. */
  render(
    of: Pick<ViewAddress, 'id' | 'side'>,
    tile: TileToRender,
    choices: RenderChoices,
    signal: AbortSignal,
  ): Promise<TileMarkup>;
  filterValues(
    id: string,
    filterId: string,
    side: Side,
    request: FilterValuesRequest,
  ): Promise<FilterValuesResponse>;
  /** The whole as viewers see it. */
  view(of: ViewAddress, request: ViewRequest, signal: AbortSignal): Promise<RenderedDashboard>;
  texts(id: string, side: Side, request: TextValuesRequest): Promise<TextValuesResponse>;
  preview(request: PreviewRequest, signal: AbortSignal): Promise<PreviewResponse>;
  previewValues(request: PreviewValuesRequest, signal?: AbortSignal): Promise<FilterValuesResponse>;
  previewTexts(request: PreviewTextsRequest): Promise<TextValuesResponse>;
}

/** What the builder asks of the server: one method for each route of the contract. */
export function createBuilderApi(api: EmbedApi): BuilderApi {
  const accepted = async (response: Response): Promise<Response> => {
    if (response.ok) return response;
    const body = await response.json().catch(() => undefined);
    throw new Refusal(body?.message ?? '', response.status, body?.code);
  };
  const ask = async <Answer>(path: string, init: EmbedRequest = {}): Promise<Answer> => {
    const response = await accepted(await api.request(`builder${path}`, init));
    return response.status === 204 ? (undefined as Answer) : response.json().catch(() => undefined);
  };
  /** By the address of the dashboard, so that its tiles share requests. */
  const renderers = new Map<string, Renderer>();
  const of = (id: string) => addressOf(id, 'working').base;
  const sided = (side: Side) => addressOf('', side).query;

  return {
    open: (lang, id) => ask(`?${new URLSearchParams({ lang, ...(id !== undefined && { dashboard: id }) })}`),
    search: async (words) => {
      const path = `/dashboards?limit=100&q=${encodeURIComponent(words)}`;
      return (await ask<{ data: readonly BuilderDashboard[] }>(path)).data;
    },
    versions: async (id) => (await ask<{ data: readonly DashboardVersion[] }>(`${of(id)}/versions`)).data,
    restore: (id, revision) => ask(`${of(id)}/versions/${revision}/restore`, { method: 'POST' }),
    create: (body) => ask('/dashboards', { body }),
    read: (id) => ask(of(id)),
    save: (id, body, revision) =>
      ask(of(id), { method: 'PUT', body, headers: { 'if-match': `"${revision}"` } }),
    remove: (id) => ask(of(id), { method: 'DELETE' }),
    move: (id, move, comment) =>
      ask(`${of(id)}/${move}`, {
        method: 'POST',
        ...(move === 'reset' || move === 'copy' ? {} : { body: comment ? { comment } : {} }),
      }),
    share: (id, body) => ask(`${of(id)}/sharing`, { method: 'PUT', body }),
    presence: (id, body) => ask(`${of(id)}/presence`, { body, keepalive: body.doing === 'left' }),
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
    filterValues: (id, filterId, side, body) =>
      ask(`${of(id)}/filters/${encodeURIComponent(filterId)}/values${sided(side)}`, { body }),
    view: ({ id, side, revision }, body, signal) => {
      const { base, query } = addressOf(id, side, revision);
      return ask(`${base}/view${query}`, { body, signal });
    },
    texts: (id, side, body) => ask(`${of(id)}/values${sided(side)}`, { body }),
    preview: (body, signal) => ask('/preview', { body, signal }),
    previewValues: (body, signal) => ask('/preview/values', { body, signal }),
    previewTexts: (body) => ask('/preview/texts', { body }),
  };
}
