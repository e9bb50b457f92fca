import Type, { type Static } from 'typebox';
import { answerTile } from '../../flows/answer-tile.ts';
import { embedFilterValues } from '../../flows/embed-filter-values.ts';
import { embedTextValues } from '../../flows/embed-text-values.ts';
import { EXPORT_TYPES, exportTile, type TileExport } from '../../flows/export-tile.ts';
import { pageTile, titleOf } from '../../flows/paint-embed.ts';
import type { Services } from '../../services.ts';
import { errors } from '../documented-errors.ts';
import { Cell, cross, FiltersBody, Path, readFiltersText, TileQuestionBody } from '../embed-question.ts';
import { embedRequests, ofEmbed, ofTile } from '../embed-request.ts';
import type { HttpApp } from '../http-app.ts';
import { ResultBody } from './dataset-schemas.ts';

const ofFilter = Type.Object({ id: ofEmbed.properties.id, filterId: Type.String() });

/** What the page's script asks: only through the tiles and filters of an embed that the viewer may open. */
export function embedDataRoutes(app: HttpApp, services: Services): void {
  const config = { access: 'embed' } as const;
  const common = { tags: ['embed'], security: [{ embed: [] }] };
  const url = '/embed/api/v0/embeds/:id';
  const refusals = errors(400, 401, 403, 404, 502, 503, 504);

  const { open, question, tileQuestion } = embedRequests(services);

  app.get(url, {
    config,
    schema: {
      ...common,
      operationId: 'readShownEmbed',
      summary: 'Read what an embed shows this viewer',
      description: 'What rules hide is not in the answer, and neither are the rules.',
      params: ofEmbed,
      response: {
        200: Type.Object(
          {
            id: Type.String(),
            kind: Type.Enum(['tile', 'story', 'dashboard']),
            title: Type.String(),
            content: Type.Unknown({ description: 'The story or dashboard; absent for a tile.' }),
            tiles: Type.Array(Type.Unknown()),
          },
          { title: 'OpenEmbed' },
        ),
        ...errors(401, 403, 404),
      },
    },
    handler: async (request) => {
      const { opened } = await open(request);
      const { content, embed, tiles } = opened;
      return {
        id: embed.id,
        kind: content.kind,
        title: titleOf(opened),
        content:
          content.kind === 'tile' ? null : content.kind === 'story' ? content.story : content.dashboard,
        tiles: [...tiles.values()].map(pageTile),
      };
    },
  });

  app.post(`${url}/tiles/:tileId`, {
    config,
    schema: {
      ...common,
      operationId: 'askEmbedTile',
      summary: 'Ask a tile of an embed',
      params: ofTile,
      body: Type.Object(TileQuestionBody, { additionalProperties: false, title: 'TileRequest' }),
      response: {
        200: Type.Object({ tile: Type.Unknown(), result: ResultBody }, { title: 'TileAnswer' }),
        ...refusals,
      },
    },
    handler: async (request) => {
      const { viewer, opened } = await open(request);
      const { asking } = await tileQuestion(request, request.body);
      return (await answerTile(services, viewer, opened, request.params.tileId, asking)) as never;
    },
  });

  app.post(`${url}/filters/:filterId/values`, {
    config,
    schema: {
      ...common,
      operationId: 'listEmbedFilterValues',
      summary: 'List what a filter of an embed offers',
      params: ofFilter,
      body: Type.Object(
        { ...FiltersBody, search: Type.Optional(Type.String({ maxLength: 256 })), path: Type.Optional(Path) },
        { additionalProperties: false, title: 'FilterValuesRequest' },
      ),
      response: {
        200: Type.Object(
          {
            values: Type.Array(Type.Object({ value: Cell, label: Type.Optional(Type.String()) })),
            truncated: Type.Boolean(),
            min: Type.Optional(Type.Unknown()),
            max: Type.Optional(Type.Unknown()),
          },
          { title: 'FilterValuesAnswer' },
        ),
        ...refusals,
      },
    },
    handler: async (request) => {
      const { viewer, opened } = await open(request);
      const { search, path } = request.body;
      const { choices } = await question(request, request.body);
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
      operationId: 'readEmbedTextValues',
      summary: 'Read the values in the sentences of an embed',
      params: ofEmbed,
      body: Type.Object(
        { ...FiltersBody, cross },
        { additionalProperties: false, title: 'TextValuesRequest' },
      ),
      response: {
        200: Type.Object(
          { values: Type.Record(Type.String(), Type.String()) },
          { title: 'TextValuesAnswer' },
        ),
        ...refusals,
      },
    },
    handler: async (request) => {
      const { viewer, opened } = await open(request);
      const { setting, choices } = await question(request, request.body);
      const { cross: clicks } = request.body;
      const asking = { ...choices, ...(clicks ? { cross: clicks } : {}) };
      return { values: { ...(await embedTextValues(services, viewer, opened, asking, setting)) } };
    },
  });

  for (const format of Object.keys(EXPORT_TYPES) as TileExport[]) {
    app.get(`${url}/tiles/:tileId/export.${format}`, {
      config,
      schema: {
        ...common,
        operationId: `exportEmbedTile${format[0]?.toUpperCase()}${format.slice(1)}`,
        summary: `Export a tile of an embed as ${format.toUpperCase()}`,
        params: ofTile,
        querystring: ExportQuery,
        response: {
          200: {
            description: 'The file.',
            content: { [EXPORT_TYPES[format].split(';', 1)[0] as string]: { schema: Type.Unknown() } },
          },
          ...refusals,
        },
      },
      handler: async (request, reply) => {
        const { viewer, opened } = await open(request);
        const query = request.query as Static<typeof ExportQuery>;
        const { setting, choices } = await question(request, {
          ...query,
          filters: readFiltersText(query.filters),
        });
        const { tileId } = request.params as Static<typeof ofTile>;
        const file = await exportTile(services, viewer, opened, tileId, format, choices, setting);
        const ascii = file.name.replaceAll(/[^\x20-\x7e]|["\\]/g, '_');
        return reply
          .header(
            'content-disposition',
            // RFC 6266 §4.3: the plain name for old clients, the true one beside it.
            `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
          )
          .type(file.type)
          .send(Buffer.from(file.body));
      },
    });
  }
}

const ExportQuery = Type.Object({
  filters: Type.Optional(Type.String({ maxLength: 16_384, description: 'JSON, as in TileRequest.' })),
  lang: Type.Optional(Type.String({ maxLength: 35 })),
  timeZone: Type.Optional(Type.String({ maxLength: 64 })),
});
