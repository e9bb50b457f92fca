import {
  FilterValuesRequestSchema,
  FilterValuesResponseSchema,
  type RenderedLine,
  RenderedLineSchema,
  RenderRequestSchema,
  type TextsToRender,
  TextValuesRequestSchema,
  TextValuesResponseSchema,
  type TileMarkup,
  TileRequestSchema,
  type TileResponse,
  TileResponseSchema,
} from '@inlay/content/embed-api';
import { RowsRequestSchema, RowsResponseSchema } from '@inlay/content/rows-api';
import { readTheme } from '@inlay/protocol/embed-fields';
import Type from 'typebox';
import { fieldsInvalid } from '../../../platform/errors.ts';
import { errors } from '../../../platform/http/documented-errors.ts';
import { replyLines } from '../../../platform/http/encoding.ts';
import { asAppError, errorBody } from '../../../platform/http/error-reply.ts';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import { replyJson } from '../../../platform/http/reply-json.ts';
import { heldResults } from '../../../platform/query/result/result-bytes.ts';
import type { Services } from '../../../services.ts';
import { tilesOf } from '../../content/index.ts';
import type { DataRead } from '../../datasets/index.ts';
import { type ContentSource, type EmbedRequest, readEmbedRequest } from '../request/embed-request.ts';
import { resolvePageTheme } from '../request/resolve-page-theme.ts';
import { meterRows, viewerAccesses } from '../request/viewer-usage.ts';
import { embedFilterValues } from './embed-filter-values.ts';
import { embedTextValues } from './embed-text-values.ts';
import { queryTile } from './query-tile.ts';
import { type RenderOptions, renderTiles, type TileResult, type TileTask } from './render-tiles.ts';
import { tileRows } from './tile-rows.ts';

export const dataRefusals = errors(400, 401, 403, 404, 429, 502, 503, 504);

/** Markup and data of tiles and filters, for the script of a page: only of content that the viewer may open. */
export function tileRoutes(app: HttpApp, services: Services, source: ContentSource): void {
  const { url, params, query, name, of } = source;
  const config = { access: 'embed' } as const;
  const common = { tags: ['embed'], security: [{ embed: [] }], querystring: Type.Object(query) };
  const ofTile = Type.Object({ ...params, tileId: Type.String() });
  const ofFilter = Type.Object({ ...params, filterId: Type.String() });

  app.post(`${url}/render`, {
    config,
    schema: {
      ...common,
      operationId: `render${name}`,
      summary: `Render tiles of ${of}`,
      description: `Returns one line of JSON per tile and one for the texts, in the order in which they finish: the markup for the page of the embed, or an error. A tile that fails does not affect the others. Closing the connection cancels the rest. A tile can be named ${MAX_PER_TILE} times, or as often as the dashboard shows it.`,
      params: Type.Object(params),
      body: RenderRequestSchema,
      response: {
        200: {
          description: 'One line per tile, and one for the texts.',
          content: { 'application/x-ndjson': { schema: RenderedLineSchema } },
        },
        ...errors(400, 401, 403, 404),
      },
    },
    handler: async (request, reply) => {
      const { tiles, texts, mode, theme } = request.body;
      const embed = {
        ...(await readEmbedRequest(services, source, request, request.body)),
        theme: theme === undefined ? undefined : readTheme(theme),
      };
      refuseRepeatedTiles(embed, tiles);
      const options = { pageTheme: await resolvePageTheme(embed, mode) };
      return replyLines(request, reply, renderedLines(embed, { tiles, texts }, options));
    },
  });

  app.post(`${url}/tiles/:tileId`, {
    config,
    schema: {
      ...common,
      operationId: `query${name}Tile`,
      summary: `Query a tile of ${of}`,
      params: ofTile,
      body: TileRequestSchema,
      response: { 200: TileResponseSchema, ...dataRefusals },
    },
    handler: async (request, reply) => {
      const { cross, drill, choice } = request.body;
      const reads: DataRead[] = [];
      const embed = { ...(await readEmbedRequest(services, source, request, request.body)), reads };
      const { tile, result } = await queryTile(embed, { id: request.params.tileId, cross, drill, choice });
      // The page draws from markup and requests rows only for its CSV and JSON exports.
      await meterRows(embed, result.rowCount);
      await services.accesses.record(viewerAccesses(embed, request, 'data.export', reads));
      // What a step points out may name members that are hidden from viewers, like the filters of a tile.
      const { focus: _, ...shown } = tile;
      const response: TileResponse = { tile: shown, result };
      return replyJson(reply, response, heldResults(result));
    },
  });

  app.post(`${url}/tiles/:tileId/rows`, {
    config,
    schema: {
      ...common,
      operationId: `list${name}TileRows`,
      summary: `List the rows behind a mark of a tile of ${of}`,
      description:
        'Returns rows of the dataset under the same rules and filters as the tile, with the columns of its `drillThrough`.',
      params: ofTile,
      body: RowsRequestSchema,
      response: { 200: RowsResponseSchema, ...dataRefusals },
    },
    handler: async (request, reply) => {
      const reads: DataRead[] = [];
      const embed = { ...(await readEmbedRequest(services, source, request, request.body)), reads };
      const page = await tileRows(embed, request.params.tileId, request.body);
      const shown = reads.map((read) => ({ ...read, rows: page.rowCount }));
      services.accesses.count(viewerAccesses(embed, request, 'data.rows', shown));
      return replyJson(reply, page);
    },
  });

  app.post(`${url}/filters/:filterId/values`, {
    config,
    schema: {
      ...common,
      operationId: `list${name}FilterValues`,
      summary: `List the values of a filter of ${of}`,
      params: ofFilter,
      body: FilterValuesRequestSchema,
      response: { 200: FilterValuesResponseSchema, ...dataRefusals },
    },
    handler: async (request) => {
      const embed = await readEmbedRequest(services, source, request, request.body);
      return embedFilterValues(embed, request.params.filterId, request.body);
    },
  });

  app.post(`${url}/values`, {
    config,
    schema: {
      ...common,
      operationId: `read${name}TextValues`,
      summary: `Read the values in the texts of ${of}`,
      params: Type.Object(params),
      body: TextValuesRequestSchema,
      response: { 200: TextValuesResponseSchema, ...dataRefusals },
    },
    handler: async (request) => {
      const embed = await readEmbedRequest(services, source, request, request.body);
      return embedTextValues(embed, request.body);
    },
  });
}

/** Enough for a dashboard that shows a tile in several places, also before it is saved. */
const MAX_PER_TILE = 20;

/** A page requests each place of a tile once; more would be work for nobody. */
function refuseRepeatedTiles({ content }: EmbedRequest, tiles: readonly TileTask[]): void {
  const places = content.kind === 'dashboard' ? content.dashboard.items.flatMap(tilesOf) : [];
  const counts = Map.groupBy(tiles, ({ id }) => id);
  for (const [id, { length }] of counts) {
    const most = Math.max(MAX_PER_TILE, places.filter((place) => place === id).length);
    if (length > most)
      throw fieldsInvalid([
        { path: '/tiles', problem: `must not name the tile '${id}' more than ${most} times` },
      ]);
  }
}

/** The lines of the tiles and that of the texts, whichever is finished first. */
async function* renderedLines(
  request: EmbedRequest,
  { tiles, texts }: { readonly tiles: readonly TileTask[]; readonly texts?: TextsToRender | undefined },
  options: RenderOptions,
): AsyncGenerator<RenderedLine> {
  const rendering = renderTiles(request, tiles, options);
  try {
    let next = rendering.next();
    let pendingTexts = texts && textsLine(request, texts);
    for (;;) {
      const finished = await Promise.race(pendingTexts ? [next, pendingTexts] : [next]);
      if ('texts' in finished) {
        pendingTexts = undefined;
        yield finished;
      } else if (finished.done) break;
      else {
        next = rendering.next();
        yield tileLine(finished.value);
      }
    }
    if (pendingTexts) yield await pendingTexts;
  } finally {
    await rendering.return(undefined);
  }
}

function tileLine(result: TileResult<TileMarkup>): RenderedLine {
  const { index, id: tile } = result;
  return result.state === 'failed'
    ? { index, tile, error: errorBody(result.error) }
    : { index, tile, ...result.markup };
}

async function textsLine(
  request: EmbedRequest,
  texts: TextsToRender,
): Promise<Extract<RenderedLine, { readonly texts: unknown }>> {
  try {
    return { texts: await embedTextValues(request, texts) };
  } catch (thrown) {
    const error = asAppError(thrown);
    if (error.code === 'INTERNAL')
      request.services.log.error({ err: thrown }, 'text values could not be read');
    return { texts: { error: errorBody(error) } };
  }
}
