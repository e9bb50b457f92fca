import Type from 'typebox';
import { errors } from '../../platform/http/documented-errors.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import type { Services } from '../../services.ts';
import { FiltersBody } from './embed-api-schemas.ts';
import { embedExportRoutes } from './embed-exports-routes.ts';
import { embedPaintingRoutes } from './embed-paintings-routes.ts';
import { shownByEmbed, shownRequests } from './embed-request.ts';
import { embedWords } from './embed-words.ts';
import { pageTile, titleOf } from './render-page.ts';
import { shownDataRoutes } from './tile-routes.ts';

const Words = Type.Record(Type.String(), Type.String());
const WordsBody = Type.Object(
  {
    title: Type.String(),
    head: Type.Object({ title: Type.String(), description: Type.Optional(Type.String()) }),
    texts: Words,
    steps: Type.Record(Type.String(), Words),
    filters: Words,
    labels: Type.Object({
      filters: Type.String(),
      steps: Type.String(),
      recommendation: Type.String(),
    }),
  },
  { title: 'WordsAnswer', description: 'Titles and texts as markup, by the ids of what they belong to.' },
);

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

  app.post(`${at.url}/words`, {
    config: { access: 'embed' },
    schema: {
      tags: ['embed'],
      security: [{ embed: [] }],
      operationId: 'readEmbedWords',
      summary: 'Read what an embed says around its tiles',
      description:
        'For a page that is open and changes its language: tiles are painted anew, and this is the rest.',
      params: Type.Object(at.params),
      body: Type.Object(FiltersBody, { additionalProperties: false, title: 'WordsRequest' }),
      response: { 200: WordsBody, ...errors(400, 401, 403, 404) },
    },
    handler: async (request) => {
      const { opened, setting, choices } = await question(request, request.body);
      return (await embedWords(opened, choices.variables, setting)) as never;
    },
  });

  shownDataRoutes(app, services, at);
  embedPaintingRoutes(app, services, at);
  embedExportRoutes(app, services, at);
}
