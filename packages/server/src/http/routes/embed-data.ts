import type { Filters } from '@inlay/protocol/frame-messages';
import { GrainSchema } from '@inlay/protocol/query';
import type { FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { readTenantSettings } from '../../directory/tenant-settings.ts';
import { answerTile } from '../../flows/answer-tile.ts';
import { embedFilterValues } from '../../flows/embed-filter-values.ts';
import { embedTextValues } from '../../flows/embed-text-values.ts';
import { EXPORT_TYPES, exportTile, type TileExport } from '../../flows/export-tile.ts';
import { openEmbed, resolveEmbed } from '../../flows/open-embed.ts';
import { pageTile, titleOf } from '../../flows/paint-embed.ts';
import { viewerSetting } from '../../flows/viewer-setting.ts';
import type { Services } from '../../services.ts';
import { errors } from '../documented-errors.ts';
import { type AskedBody, asked, FiltersBody, readFiltersText } from '../embed-question.ts';
import { type HttpApp, viewerOf } from '../http-app.ts';
import { ResultBody } from './dataset-schemas.ts';

const Cell = Type.Union([Type.String({ maxLength: 4096 }), Type.Number(), Type.Boolean(), Type.Null()]);
const ofEmbed = Type.Object({ id: Type.String({ description: 'Identifier or alias of the embed.' }) });
const ofTile = Type.Object({ id: ofEmbed.properties.id, tileId: Type.String() });
const ofFilter = Type.Object({ id: ofEmbed.properties.id, filterId: Type.String() });
const Path = Type.Array(Cell, { maxItems: 10 });

const CrossFilterBody = Type.Object(
  {
    datasetId: Type.String({ maxLength: 128 }),
    column: Type.String({ maxLength: 256 }),
    value: Cell,
    grain: Type.Optional(Type.Enum([...GrainSchema.enum])),
  },
  { additionalProperties: false, title: 'CrossFilter' },
);
const cross = Type.Optional(Type.Array(CrossFilterBody, { maxItems: 50 }));

/** What the page's script asks: only through the tiles and filters of an embed that the viewer may open. */
export function embedDataRoutes(app: HttpApp, services: Services): void {
  const config = { access: 'embed' } as const;
  const common = { tags: ['embed'], security: [{ embed: [] }] };
  const url = '/embed/api/v0/embeds/:id';
  const refusals = errors(400, 401, 403, 404, 502, 503, 504);

  const open = async (request: FastifyRequest) => {
    const viewer = viewerOf(request);
    const found = await resolveEmbed(services, viewer.tenantId, (request.params as { id: string }).id);
    return { viewer, opened: await openEmbed(services, viewer, found) };
  };
  const question = async (request: FastifyRequest, body: Partial<AskedBody> = {}) => {
    const viewer = viewerOf(request);
    const setting = viewerSetting(
      { ...asked(body), acceptLanguage: request.headers['accept-language'] },
      await readTenantSettings(services.store, viewer.tenantId),
      viewer,
    );
    const filters = (body.filters ?? {}) as Filters;
    const choices = { filters, now: services.clock(), calendar: setting.calendar, signal: request.signal };
    return { setting, choices };
  };

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
      body: Type.Object(
        {
          ...FiltersBody,
          cross,
          drill: Type.Optional(
            Type.Object({ id: Type.String({ maxLength: 128 }), path: Path }, { additionalProperties: false }),
          ),
          fresh: Type.Optional(Type.Boolean({ description: 'Asks the engine again, whatever is cached.' })),
        },
        { additionalProperties: false, title: 'TileRequest' },
      ),
      response: {
        200: Type.Object({ tile: Type.Unknown(), result: ResultBody }, { title: 'TileAnswer' }),
        ...refusals,
      },
    },
    handler: async (request) => {
      const { viewer, opened } = await open(request);
      const { cross: clicks, drill, fresh } = request.body;
      const { choices } = await question(request, request.body);
      return (await answerTile(services, viewer, opened, request.params.tileId, {
        ...choices,
        ...(clicks ? { cross: clicks } : {}),
        ...(drill ? { drill } : {}),
        ...(fresh ? { fresh } : {}),
      })) as never;
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
