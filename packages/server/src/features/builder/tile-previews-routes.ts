import { TileContentSchema } from '@inlay/charts/tile';
import { BuilderDatasetSchema } from '@inlay/content/builder';
import { pageFields } from '@inlay/content/embed-api';
import { StoryContentSchema } from '@inlay/content/story';
import { DocumentedResultSchema, FilterValuesSchema, QueryResponseSchema } from '@inlay/protocol/dataset-api';
import { UserContextSchema } from '@inlay/protocol/explanation';
import { PageOf, pageIn } from '@inlay/protocol/pagination';
import { UTC_CALENDAR, ViewerCalendarSchema } from '@inlay/protocol/query';
import { exact, Identifier, Name } from '@inlay/protocol/schema-parts';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { querySignal } from '../../platform/http/caller-signal.ts';
import { errors } from '../../platform/http/documented-errors.ts';
import { actingIn, type HttpApp, principalOf } from '../../platform/http/http-app.ts';
import { forUsers } from '../../platform/http/route-access.ts';
import { byId, readWholePageQuery, wholePageQuery } from '../../platform/http/route-parameters.ts';
import type { PageAssets } from '../../platform/render/page-shell.ts';
import type { Services } from '../../services.ts';
import { accessesOf, type QueryOptions } from '../datasets/index.ts';
import {
  type Author,
  datasetsForAuthor,
  openAuthor,
  previewStory,
  previewTile,
  previewValues,
} from '../embeds/index.ts';
import { serializeDataset } from './serialize-dataset.ts';

const previewFields = {
  appId: Type.String({ ...Identifier, description: "Id of the tile's app." }),
  context: Type.Optional(UserContextSchema),
  calendar: Type.Optional(ViewerCalendarSchema),
};

const whoReads =
  'Administrators see what a viewer with `context` would see; without `context`, row rules do not apply. ' +
  'Others need `contribute` on the app. Their own context applies, and they can query the datasets of the app without hidden ' +
  'fields.';

const TilePreviewRequest = Type.Object(
  {
    ...previewFields,
    tile: Type.Unknown({ title: 'TileContent', 'x-openapi': TileContentSchema }),
  },
  { ...exact, title: 'TilePreviewRequest' },
);

const TilePreviewSchema = Type.Object(
  {
    ...QueryResponseSchema.properties,
    history: Type.Optional(DocumentedResultSchema),
  },
  {
    title: 'TilePreview',
    description: '`history` has the values of the first page of rows over time, if the tile has sparklines.',
  },
);

const TileValuesRequest = Type.Object(
  {
    ...previewFields,
    datasetId: Identifier,
    column: Name,
    search: Type.Optional(Type.String({ maxLength: 256 })),
  },
  { ...exact, title: 'TileValuesRequest' },
);

const StoryPreviewRequest = Type.Object(
  {
    appId: Type.String({ ...Identifier, description: 'The app of the story.' }),
    context: Type.Optional(UserContextSchema),
    // Behind a function: the validator must not follow its references.
    content: Type.Unknown({ title: 'StoryContent', 'x-openapi': () => StoryContentSchema }),
    lang: pageFields.lang,
    timeZone: pageFields.timeZone,
    theme: Type.Optional(Type.String({ maxLength: 64, description: 'Its name, `light` or `dark`.' })),
    width: Type.Optional(Type.Integer({ minimum: 120, maximum: 2400, description: 'CSS pixels.' })),
  },
  { ...exact, title: 'StoryPreviewRequest' },
);

/** For authors of tiles: the datasets, the result of an unsaved tile, the values of a column. */
export function tilePreviewsRoutes(
  app: HttpApp,
  services: Services,
  { style }: Pick<PageAssets, 'style'>,
): void {
  const tags = ['tiles'];
  const auditReads =
    (request: FastifyRequest, { viewer }: Pick<Author, 'viewer'>): QueryOptions['onRead'] =>
    (reads) =>
      services.accesses.count(accessesOf({ action: 'data.query', ...actingIn(request), viewer }, reads));

  app.get('/api/v0/apps/:id/datasets', {
    config: forUsers('content:read', 'data:read'),
    schema: {
      tags: ['apps'],
      operationId: 'listAppDatasets',
      summary: 'List the datasets that tiles of an app can query',
      description: `Lists columns and measures, without the source. ${whoReads}`,
      params: byId,
      querystring: Type.Object(wholePageQuery),
      response: { 200: PageOf(BuilderDatasetSchema), ...errors(400, 401, 404) },
    },
    handler: async (request) => {
      const author = await openAuthor(services, principalOf(request), request.params.id, undefined);
      const datasets = await datasetsForAuthor(services, author);
      const stored = new Map(datasets.map(({ dataset }) => [dataset.id, dataset.definition.columns]));
      const isRestricted = (id: string, column: string) =>
        stored.get(id)?.find(({ name }) => name === column)?.access !== undefined;
      const { data, meta } = pageIn(datasets, readWholePageQuery(request.query));
      return { data: data.map((dataset) => serializeDataset(dataset, isRestricted)), meta };
    },
  });

  app.post('/api/v0/tiles/preview', {
    config: forUsers('content:write', 'data:query'),
    schema: {
      tags,
      operationId: 'previewTile',
      summary: 'Preview the data of a tile',
      description: `The tile does not have to be saved. Returns at most 10,000 rows. Closing the connection cancels the query. ${whoReads}`,
      body: TilePreviewRequest,
      response: {
        200: TilePreviewSchema,
        ...errors(400, 401, 403, 404, 429, 502, 503, 504),
      },
    },
    handler: async (request) => {
      const { appId, tile, context, calendar = UTC_CALENDAR } = request.body;
      const author = await openAuthor(services, principalOf(request), appId, context);
      return previewTile(services, author, tile, {
        calendar,
        signal: querySignal(request, services),
        onRead: auditReads(request, author),
      });
    },
  });

  app.post('/api/v0/tiles/preview/values', {
    config: forUsers('content:write', 'data:query'),
    schema: {
      tags,
      operationId: 'previewTileValues',
      summary: 'List the values of a column for an author',
      description: `For a value picker in an editor. ${whoReads}`,
      body: TileValuesRequest,
      response: { 200: FilterValuesSchema, ...errors(400, 401, 403, 404, 429, 502, 503, 504) },
    },
    handler: async (request) => {
      const { appId, datasetId, column, search, context, calendar = UTC_CALENDAR } = request.body;
      const author = await openAuthor(services, principalOf(request), appId, context);
      const { result } = await previewValues(
        services,
        author,
        { datasetId, column, ...(search === undefined ? {} : { search }) },
        { calendar, signal: querySignal(request, services), onRead: auditReads(request, author) },
      );
      return { values: [...(result.columns[0]?.values ?? [])], truncated: result.truncated };
    },
  });

  app.post('/api/v0/stories/preview', {
    config: forUsers('content:write', 'data:query'),
    schema: {
      tags: ['stories'],
      operationId: 'previewStory',
      summary: 'Preview a story as a page',
      description: `The page that viewers would get, without a script. The story need not be saved; for tiles that it names, the draft is used. Hanging up cancels the queries. ${whoReads}`,
      body: StoryPreviewRequest,
      response: {
        200: Type.Object({ html: Type.String() }, { title: 'StoryPreview' }),
        ...errors(400, 401, 403, 404, 429, 502, 503, 504),
      },
    },
    handler: async (request) => {
      const { appId, context, ...preview } = request.body;
      const author = await openAuthor(services, principalOf(request), appId, context);
      return { html: await previewStory(services, author, preview, style, querySignal(request, services)) };
    },
  });
}
