import Type from 'typebox';
import { pageTile, titleOf } from '../../flows/paint-opened.ts';
import type { Services } from '../../services.ts';
import { errors } from '../documented-errors.ts';
import { shownByEmbed, shownRequests } from '../embed-request.ts';
import type { HttpApp } from '../http-app.ts';
import { embedExportRoutes } from './embed-exports.ts';
import { embedPaintingRoutes } from './embed-paintings.ts';
import { shownDataRoutes } from './shown-data.ts';

/** What the page's script asks of a tile, a story or a dashboard. */
export function embedDataRoutes(app: HttpApp, services: Services): void {
  const at = shownByEmbed(services);
  const { question } = shownRequests(services, at);

  app.get(at.url, {
    config: { access: 'embed' },
    schema: {
      tags: ['embed'],
      security: [{ embed: [] }],
      operationId: 'readShownEmbed',
      summary: 'Read what an embed shows this viewer',
      description: 'What rules hide is not in the answer, and neither are the rules.',
      params: Type.Object(at.params),
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
      const { opened } = await question(request);
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

  shownDataRoutes(app, services, at);
  embedPaintingRoutes(app, services, at);
  embedExportRoutes(app, services, at);
}
