import {
  AuthorTokenSchema,
  EmbedExplanationSchema,
  ExplainDraftSchema,
  ExplainEmbedSchema,
  PreviewEmbedSchema,
  PreviewTokenSchema,
  SampleContextSchema,
} from '@inlay/protocol/explanation';
import { querySignal } from '../../../platform/http/caller-signal.ts';
import { errors } from '../../../platform/http/documented-errors.ts';
import { acceptLanguageHeader, explanationTexts } from '../../../platform/http/explanation-texts.ts';
import { actingIn, type HttpApp, principalOf, tenantOf, userOf } from '../../../platform/http/http-app.ts';
import { forAdmins, forLogins } from '../../../platform/http/route-access.ts';
import { byId } from '../../../platform/http/route-parameters.ts';
import { viewerOfContext } from '../../../platform/identity/viewer-of-context.ts';
import type { Services } from '../../../services.ts';
import { contentItemRoutes, contentVersionRoutes } from '../../content/index.ts';
import { explainDraft, explainEmbed } from './explain-embed.ts';
import { authorInApp, authorInBuilder, previewEmbed } from './preview-embed.ts';
import { sampleContext, sampleContextOfEmbed } from './sample-context.ts';

const resource = { kind: 'embed', plural: 'embeds', article: 'an' } as const;

/** Embeds as content, and previews and explanations of one, for administrators. */
export function embedsRoutes(app: HttpApp, services: Services): void {
  contentItemRoutes(app, services, resource);
  contentVersionRoutes(app, services, resource);
  embedPreviewRoutes(app, services);
}

const tags = ['embeds'];

function embedPreviewRoutes(app: HttpApp, services: Services): void {
  sampleRoutes(app, services);
  explainRoutes(app, services);
  tokenRoutes(app, services);
}

function sampleRoutes(app: HttpApp, services: Services): void {
  const sample = {
    summary: 'Get a sample user context',
    description:
      'Returns a context that your server could sign for a user who sees data: the workspace, the privilege to view the app, and the attributes that row rules use, with values from the data.',
    params: byId,
    response: { 200: SampleContextSchema, ...errors(401, 404) },
  };

  app.get('/api/v0/embeds/:id/sample-context', {
    config: forAdmins('content:read', 'data:query'),
    schema: { ...sample, tags, operationId: 'sampleContextOfEmbed' },
    handler: async (request) => {
      const { id } = request.params;
      return sampleContextOfEmbed(services, principalOf(request), id, querySignal(request, services));
    },
  });

  app.get('/api/v0/apps/:id/sample-context', {
    config: forAdmins('content:read', 'data:query'),
    schema: { ...sample, tags: ['apps'], operationId: 'sampleContextOfApp' },
    handler: async (request) => {
      const { id } = request.params;
      return sampleContext(services, principalOf(request), id, querySignal(request, services));
    },
  });
}

function explainRoutes(app: HttpApp, services: Services): void {
  app.post('/api/v0/embeds/:id/explain', {
    config: forAdmins('content:read', 'data:read'),
    schema: {
      tags,
      operationId: 'explainEmbed',
      summary: 'Explain what a viewer sees in an embed',
      description:
        'Returns whether a viewer with this context can open the embed, which tiles, steps and items are visible and why, and which rows their tiles can query. Does not query a database.',
      params: byId,
      headers: acceptLanguageHeader,
      body: ExplainEmbedSchema,
      response: { 200: EmbedExplanationSchema, ...errors(400, 401, 404) },
    },
    handler: async (request, reply) => {
      const { context, origin } = request.body;
      const viewer = viewerOfContext(services, tenantOf(request).id, context);
      const explained = { viewer, texts: explanationTexts(request, reply) };
      return explainEmbed(services, explained, request.params.id, origin);
    },
  });

  app.post('/api/v0/apps/:id/explain', {
    config: forAdmins('content:read', 'data:read'),
    schema: {
      tags: ['apps'],
      operationId: 'explainDraft',
      summary: 'Explain what a viewer would see in unpublished content',
      description:
        'The tile, story or dashboard does not have to be saved; for tiles in it, the draft is used. Does not query a database. Recorded in the audit log.',
      params: byId,
      headers: acceptLanguageHeader,
      body: ExplainDraftSchema,
      response: { 200: EmbedExplanationSchema, ...errors(400, 401, 404) },
    },
    handler: async (request, reply) => {
      const { context, ...draft } = request.body;
      const viewer = viewerOfContext(services, tenantOf(request).id, context);
      const explained = { viewer, texts: explanationTexts(request, reply) };
      const { id } = request.params;
      return explainDraft(services, explained, { appId: id, ...draft }, actingIn(request));
    },
  });
}

/** Tokens for administrators: they open one embed, or the builder of one app. */
function tokenRoutes(app: HttpApp, services: Services): void {
  app.post('/api/v0/embeds/:id/preview-token', {
    config: forLogins('content:read', 'data:query'),
    schema: {
      tags,
      operationId: 'previewEmbed',
      summary: 'Get a token to preview an embed as a viewer',
      description:
        'The token is valid for ten minutes and for this embed only. Recorded in the audit log. The admin app can show the embed regardless of its allowed origins.',
      params: byId,
      body: PreviewEmbedSchema,
      response: { 201: PreviewTokenSchema, ...errors(400, 401, 404) },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const tenantId = tenantOf(request).id;
      const token = await previewEmbed(services, tenantId, id, request.body.context, actingIn(request));
      return reply.code(201).send(token);
    },
  });

  app.post('/api/v0/embeds/:id/author-token', {
    config: forLogins('content:write', 'data:query'),
    schema: {
      tags,
      operationId: 'authorInBuilder',
      summary: 'Get a token to use a Dashboard Builder as yourself',
      description:
        'For embeds of the kind `builder`. The token is valid for ten minutes and for this embed only, with all privileges on its app; visibility and row rules do not apply. Recorded in the audit log. The admin app can show the embed regardless of its allowed origins.',
      params: byId,
      response: { 201: PreviewTokenSchema, ...errors(401, 404, 409) },
    },
    handler: async (request, reply) => {
      const { userId } = userOf(request);
      const tenantId = tenantOf(request).id;
      const { id } = request.params;
      return reply.code(201).send(await authorInBuilder(services, tenantId, id, userId, actingIn(request)));
    },
  });

  app.post('/api/v0/apps/:id/author-token', {
    config: forLogins('content:write', 'data:query'),
    schema: {
      tags: ['apps'],
      operationId: 'authorInApp',
      summary: "Get a token to work on an app's dashboards as yourself",
      description:
        'For the Dashboard Builder of an app in the admin app, which needs no embed: ten minutes, the embed `embedId` of the response only, with all privileges in the app, past visibility and row rules, and recorded in the audit. No other token opens that embed.',
      params: byId,
      response: { 201: AuthorTokenSchema, ...errors(401, 404) },
    },
    handler: async (request, reply) => {
      const { userId } = userOf(request);
      const tenantId = tenantOf(request).id;
      const { id } = request.params;
      return reply.code(201).send(await authorInApp(services, tenantId, id, userId, actingIn(request)));
    },
  });
}
