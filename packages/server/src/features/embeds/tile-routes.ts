import Type from 'typebox';
import { errors } from '../../platform/http/documented-errors.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { replyInSlices } from '../../platform/http/reply-in-slices.ts';
import type { Services } from '../../services.ts';
import { ResultBody } from '../datasets/index.ts';
import { Cell, cross, FiltersBody, Path, TileQuestionBody } from './embed-api-schemas.ts';
import { embedFilterValues } from './embed-filter-values.ts';
import { type ShownAt, shownRequests } from './embed-request.ts';
import { embedTextValues } from './embed-text-values.ts';
import { answerTile } from './query-tile.ts';

export const TileAnswerBody = Type.Object(
  { tile: Type.Unknown(), result: ResultBody },
  { title: 'TileAnswer' },
);

export const FilterValuesBody = Type.Object(
  {
    values: Type.Array(Type.Object({ value: Cell, label: Type.Optional(Type.String()) })),
    truncated: Type.Boolean(),
    min: Type.Optional(Type.Unknown()),
    max: Type.Optional(Type.Unknown()),
  },
  { title: 'FilterValuesAnswer' },
);

export const TextValuesBody = Type.Object(
  { values: Type.Record(Type.String(), Type.String()) },
  { title: 'TextValuesAnswer' },
);

export const dataRefusals = errors(400, 401, 403, 404, 429, 502, 503, 504);

/** What a page's script asks: only through the tiles and filters of something that the viewer may open. */
export function shownDataRoutes(app: HttpApp, services: Services, at: ShownAt): void {
  const { url, params, query, name, of } = at;
  const config = { access: 'embed' } as const;
  const common = { tags: ['embed'], security: [{ embed: [] }], querystring: Type.Object(query) };
  const ofTile = Type.Object({ ...params, tileId: Type.String() });
  const ofFilter = Type.Object({ ...params, filterId: Type.String() });
  const { question, tileQuestion } = shownRequests(services, at);

  app.post(`${url}/tiles/:tileId`, {
    config,
    schema: {
      ...common,
      operationId: `ask${name}Tile`,
      summary: `Ask a tile of ${of}`,
      params: ofTile,
      body: Type.Object(TileQuestionBody, { additionalProperties: false, title: 'TileRequest' }),
      response: { 200: TileAnswerBody, ...dataRefusals },
    },
    handler: async (request, reply) => {
      const { viewer, opened, asking } = await tileQuestion(request, request.body);
      const { tile, result } = await answerTile(services, viewer, opened, request.params.tileId, asking);
      return replyInSlices(reply, { tile, result });
    },
  });

  app.post(`${url}/filters/:filterId/values`, {
    config,
    schema: {
      ...common,
      operationId: `list${name}FilterValues`,
      summary: `List what a filter of ${of} offers`,
      params: ofFilter,
      body: Type.Object(
        { ...FiltersBody, search: Type.Optional(Type.String({ maxLength: 256 })), path: Type.Optional(Path) },
        { additionalProperties: false, title: 'FilterValuesRequest' },
      ),
      response: { 200: FilterValuesBody, ...dataRefusals },
    },
    handler: async (request) => {
      const { search, path } = request.body;
      const { viewer, opened, choices } = await question(request, request.body);
      const { filterId } = request.params;
      return (await embedFilterValues(services, viewer, opened, filterId, {
        ...choices,
        search,
        path,
      })) as never;
    },
  });

  app.post(`${url}/values`, {
    config,
    schema: {
      ...common,
      operationId: `read${name}TextValues`,
      summary: `Read the values in the sentences of ${of}`,
      params: Type.Object(params),
      body: Type.Object(
        { ...FiltersBody, cross },
        { additionalProperties: false, title: 'TextValuesRequest' },
      ),
      response: { 200: TextValuesBody, ...dataRefusals },
    },
    handler: async (request) => {
      const { viewer, opened, setting, choices } = await question(request, request.body);
      const { cross: clicks } = request.body;
      const asking = { ...choices, ...(clicks ? { cross: clicks } : {}) };
      return { values: { ...(await embedTextValues(services, viewer, opened, asking, setting)) } };
    },
  });
}
