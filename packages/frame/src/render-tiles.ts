import type {
  RenderedLine,
  RenderRequest,
  TextsToRender,
  TextValuesResponse,
  TileMarkup,
  TileToRender,
} from '@inlay/content/embed-api';
import type { ErrorBody } from '@inlay/protocol/error-body';
import { FrameError, unreachable } from './frame-error.ts';

/** The options that all parts of a request share. */
export type RenderChoices = Omit<RenderRequest, 'tiles' | 'texts'>;

export interface Renderer {
  renderTile(tile: TileToRender, choices: RenderChoices, signal: AbortSignal): Promise<TileMarkup>;
  /** The values in the texts of the page. */
  renderTexts(texts: TextsToRender, choices: RenderChoices, signal: AbortSignal): Promise<TextValuesResponse>;
}

interface Waiting<Wanted, Rendered> extends PromiseWithResolvers<Rendered> {
  readonly wanted: Wanted;
  readonly signal: AbortSignal;
  isSettled: boolean;
}

interface Batch {
  readonly tiles: Waiting<TileToRender, TileMarkup>[];
  readonly texts: Waiting<TextsToRender, TextValuesResponse>[];
}

/** The error code for the host, by HTTP status. */
export const CODES: Readonly<Record<number, FrameError['code']>> = {
  400: 'VALUE_INVALID',
  401: 'TOKEN_EXPIRED',
  403: 'ACCESS_DENIED',
  404: 'ACCESS_DENIED',
  429: 'ENGINE_UNAVAILABLE',
  502: 'ENGINE_UNAVAILABLE',
  503: 'ENGINE_UNAVAILABLE',
  504: 'ENGINE_UNAVAILABLE',
};

/**
 * Batches rendering: tiles and texts requested in the same tick with the same options share one request. Each settles
 * when its line arrives. The request is aborted when all callers that still wait for it have aborted: aborting a response
 * whose lines are all there would only cost the connection.
 */
export function createRenderer(
  send: (body: RenderRequest, signal: AbortSignal) => Promise<Response>,
  errorOf: (error: ErrorBody) => Error = frameErrorOf,
): Renderer {
  const batches = new Map<string, Batch>();

  const settle = <Rendered>(
    waiting: Waiting<unknown, Rendered> | undefined,
    rendered: Rendered | { readonly error: ErrorBody },
  ) => {
    if (!waiting) return;
    waiting.isSettled = true;
    if (isFailed(rendered)) waiting.reject(errorOf(rendered.error));
    else waiting.resolve(rendered);
  };

  const flush = async (key: string, choices: RenderChoices, { tiles, texts }: Batch) => {
    batches.delete(key);
    const all = [...tiles, ...texts];
    const control = new AbortController();
    const abortIfUnwanted = () => {
      const open = all.filter(({ isSettled }) => !isSettled);
      if (open.length > 0 && open.every(({ signal }) => signal.aborted)) control.abort();
    };
    for (const { signal } of all) signal.onabort = abortIfUnwanted;
    try {
      const last = texts.at(-1);
      const wanted = { tiles: tiles.map((each) => each.wanted), ...(last && { texts: last.wanted }) };
      const { body } = await send({ ...choices, ...wanted }, control.signal);
      const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      for (;;) {
        // A broken connection ends the response.
        const part = await reader?.read().catch(() => undefined);
        if (!part || part.done) throw unreachable();
        const lines = (text + part.value).split('\n');
        text = lines.pop() ?? '';
        for (const line of lines) {
          const rendered: RenderedLine = JSON.parse(line);
          if ('texts' in rendered) for (const each of texts) settle(each, rendered.texts);
          else settle(tiles[rendered.index], rendered);
        }
      }
    } catch (error) {
      // Rejecting has no effect on those that have settled.
      for (const { reject } of all) reject(error);
    }
  };

  const batchOf = (choices: RenderChoices): Batch => {
    const key = JSON.stringify(choices);
    const known = batches.get(key);
    if (known) return known;
    const batch: Batch = { tiles: [], texts: [] };
    batches.set(key, batch);
    queueMicrotask(() => void flush(key, choices, batch));
    return batch;
  };
  const add = <Wanted, Rendered>(
    list: Waiting<Wanted, Rendered>[],
    wanted: Wanted,
    signal: AbortSignal,
  ): Promise<Rendered> => {
    const waiting = { ...Promise.withResolvers<Rendered>(), wanted, signal, isSettled: false };
    list.push(waiting);
    return waiting.promise;
  };

  return {
    renderTile: (tile, choices, signal) => add(batchOf(choices).tiles, tile, signal),
    renderTexts: (texts, choices, signal) => add(batchOf(choices).texts, texts, signal),
  };
}

const isFailed = (rendered: unknown): rendered is { readonly error: ErrorBody } =>
  (rendered as { readonly error?: ErrorBody }).error !== undefined;

const frameErrorOf = ({ statusCode, message }: ErrorBody) =>
  new FrameError(CODES[statusCode] ?? 'INTERNAL', message);
