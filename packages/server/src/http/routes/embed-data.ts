import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { EXPORT_TYPES, type TileExport } from '../../flows/export-tile.ts';
import { openEmbed, resolveEmbed } from '../../flows/open-embed.ts';
import { pageTile, titleOf } from '../../flows/paint-opened.ts';
import type { Services } from '../../services.ts';
import { errors } from '../documented-errors.ts';
import { type HttpApp, viewerOf } from '../http-app.ts';
import { shownDataRoutes } from './shown-data.ts';

const params = { id: Type.String({ description: 'Identifier or alias of the embed.' }) };

/** What the page's script asks of a tile, a story or a dashboard. */
export function embedDataRoutes(app: HttpApp, services: Services): void {
  const url = '/embed/api/v0/embeds/:id';

  const open = async (request: FastifyRequest) => {
    const viewer = viewerOf(request);
    const found = await resolveEmbed(services, viewer.tenantId, (request.params as { id: string }).id);
    return { viewer, opened: await openEmbed(services, viewer, found) };
  };

  app.get(url, {
    config: { access: 'embed' },
    schema: {
      tags: ['embed'],
      security: [{ embed: [] }],
      operationId: 'readShownEmbed',
      summary: 'Read what an embed shows this viewer',
      description: 'What rules hide is not in the answer, and neither are the rules.',
      params: Type.Object(params),
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

  const formats = Object.keys(EXPORT_TYPES) as TileExport[];
  shownDataRoutes(app, services, { url, params, name: 'Embed', of: 'an embed', formats, open });
}
