import { TileContentSchema } from '@inlay/charts/tile';
import { BuilderDatasetSchema } from '@inlay/content/builder';
import { FilterValuesSchema, QueryResponseSchema } from '@inlay/protocol/dataset-api';
import { UserContextSchema } from '@inlay/protocol/explanation';
import { UTC_CALENDAR, ViewerCalendarSchema } from '@inlay/protocol/query';
import { exact, Identifier, Name } from '@inlay/protocol/schema-parts';
import Type from 'typebox';
import { byId } from '../../platform/http/by-id.ts';
import { querySignal } from '../../platform/http/caller-signal.ts';
import { errors } from '../../platform/http/documented-errors.ts';
import { type HttpApp, principalOf } from '../../platform/http/http-app.ts';
import type { Services } from '../../services.ts';
import { datasetsForAuthor, openAuthor, previewTile, previewValues } from '../embeds/index.ts';
import { serializeDataset } from './accessible-fields.ts';

const previewFields = {
  appId: Type.String({ ...Identifier, description: "Id of the tile's app." }),
  context: Type.Optional(UserContextSchema),
  calendar: Type.Optional(ViewerCalendarSchema),
};

const whoReads =
  'Administrators see what a viewer with `context` would see; without `context`, row rules do not apply. ' +
  'Others need `contribute` on the app. Their own context applies, and they can query the datasets of the app without hidden ' +
  'fields.';

/** For authors of tiles: the datasets, the result of an unsaved tile, the values of a column. */
export function tilePreviewsRoutes(app: HttpApp, services: Services): void {
  const config = { access: 'USER' } as const;
  const tags = ['tiles'];

  app.get('/api/v0/apps/:id/datasets', {
    config,
    schema: {
      tags: ['apps'],
      operationId: 'listAppDatasets',
      summary: 'List the datasets that tiles of an app can query',
      description: `Lists columns and measures, without the source. ${whoReads}`,
      params: byId,
      response: {
        200: Type.Object({ data: Type.Array(BuilderDatasetSchema) }, { title: 'AppDatasets' }),
        ...errors(401, 404),
      },
    },
    handler: async (request) => {
      const author = await openAuthor(services, principalOf(request), request.params.id, undefined);
      const datasets = await datasetsForAuthor(services, author);
      return { data: datasets.map(serializeDataset) };
    },
  });

  app.post('/api/v0/tiles/preview', {
    config,
    schema: {
      tags,
      operationId: 'previewTile',
      summary: 'Preview the data of a tile',
      description: `The tile does not have to be saved. Returns at most 10,000 rows. Closing the connection cancels the query. ${whoReads}`,
      body: Type.Object(
        {
          ...previewFields,
          tile: Type.Unknown({ title: 'TileContent', 'x-openapi': TileContentSchema }),
        },
        { ...exact, title: 'TilePreviewRequest' },
      ),
      response: {
        200: QueryResponseSchema,
        ...errors(400, 401, 403, 404, 429, 502, 503, 504),
      },
    },
    handler: async (request) => {
      const { appId, tile, context, calendar = UTC_CALENDAR } = request.body;
      const author = await openAuthor(services, principalOf(request), appId, context);
      const signal = querySignal(request, services);
      return previewTile(services, author, tile, calendar, signal);
    },
  });

  app.post('/api/v0/tiles/preview/values', {
    config,
    schema: {
      tags,
      operationId: 'previewTileValues',
      summary: 'List the values of a column for an author',
      description: `For a value picker in an editor. ${whoReads}`,
      body: Type.Object(
        {
          ...previewFields,
          datasetId: Identifier,
          column: Name,
          search: Type.Optional(Type.String({ maxLength: 256 })),
        },
        { ...exact, title: 'TileValuesRequest' },
      ),
      response: { 200: FilterValuesSchema, ...errors(400, 401, 403, 404, 429, 502, 503, 504) },
    },
    handler: async (request) => {
      const { appId, datasetId, column, search, context, calendar = UTC_CALENDAR } = request.body;
      const author = await openAuthor(services, principalOf(request), appId, context);
      const { result } = await previewValues(
        services,
        author,
        { datasetId, column, ...(search === undefined ? {} : { search }) },
        calendar,
        querySignal(request, services),
      );
      return { values: [...(result.columns[0]?.values ?? [])], truncated: result.truncated };
    },
  });
}
