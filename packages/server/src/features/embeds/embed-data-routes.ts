import {
  EmbedSessionSchema,
  MessagesRequestSchema,
  OpenEmbedSchema,
  type PageMessages,
  PageMessagesSchema,
} from '@inlay/content/embed-api';
import type { Story } from '@inlay/content/story';
import type { UnfoldedDashboard } from '@inlay/content/unfold-dashboard';
import type { NamedValues } from '@inlay/protocol/narrative';
import Type from 'typebox';
import { AppError } from '../../platform/errors.ts';
import { errors } from '../../platform/http/documented-errors.ts';
import { type HttpApp, viewerOf } from '../../platform/http/http-app.ts';
import { contentMessages } from '../../platform/render/content-messages.ts';
import { isoTime } from '../../platform/time/time.ts';
import type { Services } from '../../services.ts';
import { embedExportRoutes } from './exports/embed-exports-routes.ts';
import { pageTile, titleOf, titleOfPage } from './page/render-page.ts';
import { viewRoute } from './page/view-route.ts';
import { controlsOf } from './request/chosen-filters.ts';
import {
  contentOfEmbed,
  contentOfLinked,
  type EmbedRequest,
  readEmbedRequest,
} from './request/embed-request.ts';
import type { OpenEmbed } from './request/open-embed.ts';
import { tileRoutes } from './tiles/tile-routes.ts';
import { savedViewsRoutes } from './views/saved-views-routes.ts';
import { viewStateRoutes } from './views/view-state-routes.ts';

/** Requests of a page's script for a tile, a story or a dashboard. */
export function embedDataRoutes(app: HttpApp, services: Services): void {
  const source = contentOfEmbed(services);

  app.get(source.url, {
    config: { access: 'embed' },
    schema: {
      tags: ['embed'],
      security: [{ embed: [] }],
      operationId: 'readEmbedContent',
      summary: 'Read the content of an embed as this viewer sees it',
      description: 'Omits visibility rules and content that they hide.',
      params: Type.Object(source.params),
      response: {
        200: OpenEmbedSchema,
        ...errors(401, 403, 404),
      },
    },
    handler: async (request) => {
      const embed = await readEmbedRequest(services, source, request);
      const { content, tiles } = embed;
      return {
        id: embed.embed.id,
        kind: content.kind,
        title: titleOf(embed),
        content: withoutMembers(content),
        tiles: [...tiles.values()].map(pageTile),
      };
    },
  });

  app.post(`${source.url}/messages`, {
    config: { access: 'embed' },
    schema: {
      tags: ['embed'],
      security: [{ embed: [] }],
      operationId: 'readEmbedMessages',
      summary: 'Read the texts of an embed outside of its tiles',
      description: 'For changing the language of an open page. Tiles are rendered separately.',
      params: Type.Object(source.params),
      body: MessagesRequestSchema,
      response: { 200: PageMessagesSchema, ...errors(400, 401, 403, 404) },
    },
    handler: async (request) =>
      embedMessages(await readEmbedRequest(services, source, request, request.body)),
  });

  tileRoutes(app, services, source);
  embedExportRoutes(app, services, source);
  viewStateRoutes(app, services, source);
  savedViewsRoutes(app, services, source);
  const linked = contentOfLinked(services);
  tileRoutes(app, services, linked);
  embedExportRoutes(app, services, linked);
  viewRoute(app, services, linked, 'embed');
  embedSessionRoutes(app, services);
}

/** Content as it is sent: the members that authors chose for values may be hidden from viewers, like filters of tiles. */
function withoutMembers(content: OpenEmbed['content']): Story | UnfoldedDashboard | null {
  const stated = <T extends { readonly values?: NamedValues }>(text: T): T => {
    const sources = Object.entries(text.values ?? {}).map(([name, { where: _, ...source }]) => [
      name,
      source,
    ]);
    return text.values ? { ...text, values: Object.fromEntries(sources) } : text;
  };
  if (content.kind === 'tile') return null;
  if (content.kind === 'story') return { ...content.story, steps: content.story.steps.map(stated) };
  const { dashboard } = content;
  return { ...dashboard, items: dashboard.items.map((item) => ('text' in item ? stated(item) : item)) };
}

async function embedMessages(request: EmbedRequest): Promise<PageMessages> {
  const { content, variables, locale } = request;
  if (content.kind === 'tile')
    throw new AppError('NOT_FOUND', {
      message: 'An embedded tile has no texts of its own. Render the tile instead.',
    });
  return contentMessages(content, titleOfPage(request), controlsOf(request), variables, locale);
}

/** Whether a token is valid, and for how long by the server's clock, so that a page renews it in time. */
function embedSessionRoutes(app: HttpApp, { time }: Services): void {
  app.get('/embed/api/v0/session', {
    config: { access: 'embed' },
    schema: {
      tags: ['embed'],
      operationId: 'readEmbedSession',
      summary: 'Read the session of an embed token',
      security: [{ embed: [] }],
      response: {
        200: EmbedSessionSchema,
        ...errors(401),
      },
    },
    handler: async (request) => {
      const { username, expiresAt } = viewerOf(request);
      const now = time.now();
      const expiresIn = Math.max(0, Math.floor((expiresAt - now) / 1000));
      return { username, expiresAt: isoTime(expiresAt), serverTime: isoTime(now), expiresIn };
    },
  });
}
