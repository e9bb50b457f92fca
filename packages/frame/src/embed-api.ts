import type {
  ExportsRequest,
  FilterValuesRequest,
  FilterValuesResponse,
  PageMessages,
  TextValuesRequest,
} from '@inlay/content/embed-api';
import type { ViewState } from '@inlay/content/view-state';
import type { ErrorBody } from '@inlay/protocol/error-body';
import type { ExportFile, TokenLife } from '@inlay/protocol/frame-messages';
import type { ResolvedTheme } from '@inlay/protocol/theme';
import { FrameError, unreachable } from './frame-error.ts';
import { CODES, createRenderer, type Renderer } from './render-tiles.ts';

/** The embed API. Tiles requested at the same time with the same options share one request. */
export interface EmbedApi extends Renderer {
  filterValues(
    filterId: string,
    request: FilterValuesRequest,
    signal?: AbortSignal,
  ): Promise<FilterValuesResponse>;
  /** The texts around the tiles, in the requested language. */
  messages(request: TextValuesRequest): Promise<PageMessages>;
  /** A theme of the tenant. */
  theme(name: string): Promise<ResolvedTheme>;
  exportFile(request: ExportsRequest): Promise<ExportFile>;
  /** Rejects with `VALUE_INVALID` if the content does not have all of it. */
  checkState(state: unknown): Promise<{ readonly state: ViewState }>;
  /** A request below the content's address, for what is the viewer's own; the caller handles error responses. */
  own(path: string, init: EmbedRequest): Promise<Response>;
  /** A request below the content's address. */
  post(path: string, body: unknown, signal?: AbortSignal): Promise<Response>;
  /** The same API for content below this path of the embed. */
  below(path: string, query?: string): EmbedApi;
  /** Any other request below the embed's address; the caller handles error responses. */
  request(path: string, init: EmbedRequest): Promise<Response>;
  /** Switches to this token if the server accepts it. */
  setToken(token: string): Promise<TokenLife>;
}

type ShownPart = keyof Renderer | 'filterValues' | 'exportFile' | 'checkState' | 'own' | 'post';

export interface EmbedRequest {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** The page is closing: the browser completes the request in the background. */
  readonly keepalive?: boolean;
}

interface ApiOptions {
  readonly embedId: string;
  /** Resolves with the host's token. */
  readonly token: Promise<string | undefined>;
  /** Called when the token has expired. Resolves with the next one, or rejects. */
  readonly onExpired: () => Promise<string>;
}

const BASE = '/embed/api/v0';
/** Creates a client for the embed API. All requests that meet an expired token wait for the same new one. */
export function createEmbedApi({ embedId, token, onExpired }: ApiOptions): EmbedApi {
  let current = token;
  let renewing: Promise<string> | undefined;
  const home = `${BASE}/embeds/${encodeURIComponent(embedId)}`;

  const renew = () => {
    renewing ??= onExpired().finally(() => {
      renewing = undefined;
    });
    return renewing;
  };

  const request = async (address: string, init: EmbedRequest): Promise<Response> => {
    const used = await current;
    const response = await fetchWith(address, used, init);
    if (response.status !== 401) return response;
    // Another request may have renewed the token in the meantime.
    if ((await current) === used) current = Promise.resolve(await renew());
    return fetchWith(address, await current, init);
  };
  const at = (place: string, query = ''): Pick<EmbedApi, ShownPart> => {
    const own = (path: string, init: EmbedRequest) =>
      request(`${place}/${path}${path.includes('?') ? query.replace('?', '&') : query}`, init);
    const post = async (path: string, body: unknown, signal?: AbortSignal) =>
      accepted(await own(path, { body, signal }));
    const json = async <Body>(...request: Parameters<typeof post>): Promise<Body> =>
      (await post(...request)).json();
    return {
      ...createRenderer((body, signal) => post('render', body, signal)),
      filterValues: (id, request, signal) =>
        json(`filters/${encodeURIComponent(id)}/values`, request, signal),
      checkState: (state) => json('state', state),
      exportFile: async (request) => toFile(await post('exports', request), request.format),
      own,
      post,
    };
  };

  const api: EmbedApi = {
    ...at(home),
    messages: async (body) => (await accepted(await request(`${home}/messages`, { body }))).json(),
    below: (path, query) => ({ ...api, ...at(`${home}/${path}`, query) }),
    theme: async (name) => {
      const response = await request(`${BASE}/themes/${encodeURIComponent(name)}`, {});
      return (await accepted(response, { ...CODES, 404: 'VALUE_INVALID' })).json();
    },
    request: (path, init) => request(`${home}/${path}`, init),
    setToken: async (next) => {
      const response = await fetchWith(`${BASE}/session`, next, {});
      if (response.status === 401) {
        throw new FrameError('TOKEN_INVALID', 'Token not accepted: exchange a new one.');
      }
      const life: TokenLife = await (await accepted(response)).json();
      current = Promise.resolve(next);
      return life;
    },
  };
  return api;
}

/** A downloaded file, with the name that the server gave it. */
export async function toFile(response: Response, format: string): Promise<ExportFile> {
  const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { filename: named ?? `export.${format}`, blob: await response.blob() };
}

async function fetchWith(
  address: string,
  token: string | undefined,
  { method, body, headers, signal, keepalive }: EmbedRequest,
): Promise<Response> {
  const init: RequestInit = {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      authorization: `Bearer ${token ?? ''}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    credentials: 'omit',
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
    keepalive: keepalive === true,
  };
  try {
    return await fetch(address, init);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable();
  }
}

async function accepted(response: Response, codes = CODES): Promise<Response> {
  if (response.ok) return response;
  const { message, code }: Partial<ErrorBody> = await response.json().catch(() => ({}));
  throw new FrameError(
    code === 'TENANT_QUOTA_REACHED' ? 'QUOTA_REACHED' : (codes[response.status] ?? 'INTERNAL'),
    message ?? `The server responded with ${response.status}.`,
  );
}
