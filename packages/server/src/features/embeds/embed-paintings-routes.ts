import type { PaintingRequest } from '@inlay/protocol/embed-api';
import Type from 'typebox';
import { errors } from '../../platform/http/documented-errors.ts';
import { replyEncoded } from '../../platform/http/encoding.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import type { Services } from '../../services.ts';
import { Cell, ChosenValueBody, TileQuestionBody } from './embed-api-schemas.ts';
import { type ShownAt, shownRequests } from './embed-request.ts';
import { choosePoint, repaintTile } from './repaint-tile.ts';

const Pixels = Type.Number({ minimum: 1, maximum: 20_000 });
const TableBody = Type.Object(
  {
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    sort: Type.Optional(
      Type.Object(
        { by: Type.String({ maxLength: 256 }), direction: Type.Enum(['asc', 'desc']) },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false, description: 'Which page of a table, sorted by what.' },
);

/** Tiles that change after the first paint are painted here too: browsers are sent no chart code. */
export function embedPaintingRoutes(app: HttpApp, services: Services, at: ShownAt): void {
  const { url, params, query, name, of } = at;
  const config = { access: 'embed' } as const;
  const common = { tags: ['embed'], security: [{ embed: [] }], querystring: Type.Object(query) };
  const ofTile = Type.Object({ ...params, tileId: Type.String() });
  const refusals = errors(400, 401, 403, 404, 429, 502, 503, 504);
  const { tileQuestion } = shownRequests(services, at);

  app.post(`${url}/tiles/:tileId/painting`, {
    config,
    schema: {
      ...common,
      operationId: `paint${name}Tile`,
      summary: `Paint a tile of ${of}`,
      description:
        'The markup that the page of the embed would hold for this answer: a drawing and its numbers as a table.',
      params: ofTile,
      body: Type.Object(
        {
          ...TileQuestionBody,
          width: Pixels,
          height: Pixels,
          mode: Type.Enum(['light', 'dark']),
          theme: Type.Optional(
            Type.String({ maxLength: 16_384, description: 'As the form field of the page.' }),
          ),
          item: Type.Optional(Type.String({ maxLength: 128 })),
          categories: Type.Optional(Type.Array(Type.String({ maxLength: 4096 }), { maxItems: 50 })),
          table: Type.Optional(TableBody),
        },
        { additionalProperties: false, title: 'PaintingRequest' },
      ),
      response: {
        200: Type.Object(
          {
            title: Type.String(),
            description: Type.Optional(Type.String()),
            html: Type.String(),
            notice: Type.Optional(
              Type.String({ description: 'Why there are no rows, for the developer of the host page.' }),
            ),
          },
          { title: 'PaintingAnswer' },
        ),
        ...refusals,
      },
    },
    handler: async (request, reply) => {
      const { viewer, opened, setting, asking } = await tileQuestion(request, request.body);
      const painted = await repaintTile(
        services,
        viewer,
        opened,
        request.params.tileId,
        asking,
        setting,
        request.body as PaintingRequest,
      );
      return replyEncoded(request, reply, painted);
    },
  });

  app.post(`${url}/tiles/:tileId/point`, {
    config,
    schema: {
      ...common,
      operationId: `read${name}TilePoint`,
      summary: `Read the rows behind a mark of a tile of ${of}`,
      description:
        'Marks are named as the viewer reads them; one that stands for no row has no point. What a drawing of this size has no room for is one mark, "Other", with several rows.',
      params: ofTile,
      body: Type.Object(
        {
          ...TileQuestionBody,
          label: Type.String({ maxLength: 4096 }),
          series: Type.Optional(Type.String({ maxLength: 4096 })),
          width: Type.Optional(Pixels),
          height: Type.Optional(Pixels),
        },
        { additionalProperties: false, title: 'PointRequest' },
      ),
      response: {
        200: Type.Object(
          {
            point: Type.Optional(
              Type.Object({
                values: Type.Record(Type.String(), Cell),
                rows: Type.Optional(Type.Array(Type.Record(Type.String(), Cell))),
                value: Type.Optional(ChosenValueBody),
                dimension: Type.Object({
                  name: Type.String(),
                  label: Type.String(),
                  grain: Type.Optional(Type.String()),
                }),
              }),
            ),
          },
          { title: 'PointAnswer' },
        ),
        ...refusals,
      },
    },
    handler: async (request) => {
      const { viewer, opened, setting, asking } = await tileQuestion(request, request.body);
      const { label, series, width = 640, height = 320 } = request.body;
      const chosen = { label, width, height, ...(series === undefined ? {} : { series }) };
      const { tileId } = request.params;
      const point = await choosePoint(services, viewer, opened, tileId, asking, setting, chosen);
      return (point ? { point } : {}) as never;
    },
  });
}
