import {
  EmbedExplanationSchema,
  ExplainDraftSchema,
  ExplainEmbedSchema,
  PreviewEmbedSchema,
  PreviewTokenSchema,
  SampleContextSchema,
} from '@inlay/protocol/explanation';
import { actingIn } from '../../platform/http/acting-in.ts';
import { byId } from '../../platform/http/by-id.ts';
import { querySignal } from '../../platform/http/caller-signal.ts';
import { errors } from '../../platform/http/documented-errors.ts';
import { type HttpApp, principalOf, tenantOf } from '../../platform/http/http-app.ts';
import { viewerOfContext } from '../../platform/identity/viewer-of-context.ts';
import type { Services } from '../../services.ts';
import { contentItemRoutes, contentVersionRoutes } from '../content/index.ts';
import { explainDraft, explainEmbed } from './explain-embed.ts';
import { authorInBuilder, previewEmbed } from './preview-embed.ts';
import { sampleContext, sampleContextOfEmbed } from './sample-context.ts';

const resource = { kind: 'embed', plural: 'embeds', article: 'an' } as const;

/** Embeds as content, and previews and explanations of one, for administrators. */
export function embedsRoutes(app: HttpApp, services: Services): void {
  contentItemRoutes(app, services, resource);
  contentVersionRoutes(app, services, resource);
  embedPreviewRoutes(app, services);
}

function embedPreviewRoutes(app: HttpApp, services: Services): void {
  const config = { access: 'ADMIN' } as const;
  const tags = ['embeds'];

  const sample = {
    summary: 'Get a sample user context',
    description:
      'A context that your server could sign for a user who sees rows: the workspace, the privilege to view the app, and the attributes that row rules read, with values from the data.',
    params: byId,
    response: { 200: SampleContextSchema, ...errors(401, 404) },
  };

  app.get('/api/v0/embeds/:id/sample-context', {
    config,
    schema: { ...sample, tags, operationId: 'sampleContextOfEmbed' },
    handler: async (request) => {
      const { id } = request.params;
      return sampleContextOfEmbed(services, principalOf(request), id, querySignal(request, services));
    },
  });

  app.get('/api/v0/apps/:id/sample-context', {
    config,
    schema: { ...sample, tags: ['apps'], operationId: 'sampleContextOfApp' },
    handler: async (request) => {
      const { id } = request.params;
      return sampleContext(services, principalOf(request), id, querySignal(request, services));
    },
  });

  app.post('/api/v0/embeds/:id/explain', {
    config,
    schema: {
      tags,
      operationId: 'explainEmbed',
      summary: 'Explain what a viewer sees of an embed',
      description:
        'Whether a viewer with this context may open it, which tiles, steps and items they see, which rule decided, and which rows their tiles may query. Queries no database.',
      params: byId,
      body: ExplainEmbedSchema,
      response: { 200: EmbedExplanationSchema, ...errors(400, 401, 404) },
    },
    handler: async (request) => {
      const { context, origin } = request.body;
      const viewer = viewerOfContext(services, tenantOf(request).id, context);
      return explainEmbed(services, viewer, request.params.id, origin);
    },
  });

  app.post('/api/v0/apps/:id/explain', {
    config,
    schema: {
      tags: ['apps'],
      operationId: 'explainDraft',
      summary: 'Explain what a viewer would see of content that is not published',
      description:
        'The tile, story or dashboard need not be saved; for tiles that it names, the draft is used. Queries no database, and is recorded in the audit.',
      params: byId,
      body: ExplainDraftSchema,
      response: { 200: EmbedExplanationSchema, ...errors(400, 401, 404) },
    },
    handler: async (request) => {
      const { context, ...draft } = request.body;
      const viewer = viewerOfContext(services, tenantOf(request).id, context);
      const { id } = request.params;
      return explainDraft(services, viewer, { appId: id, ...draft }, actingIn(request));
    },
  });

  app.post('/api/v0/embeds/:id/preview-token', {
    config,
    schema: {
      tags,
      operationId: 'previewEmbed',
      summary: 'Get a token to see an embed as a viewer',
      description:
        'Ten minutes, this embed only, and recorded in the audit. The admin app may show it regardless of the allowed origins.',
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
    config,
    schema: {
      tags,
      operationId: 'authorInBuilder',
      summary: 'Get a token to work in a dashboard builder as yourself',
      description:
        'For an embed of the kind `builder`: ten minutes, this embed only, with all privileges in its app, past visibility and row rules, and recorded in the audit. The admin app may show it regardless of the allowed origins.',
      params: byId,
      response: { 201: PreviewTokenSchema, ...errors(401, 404, 409) },
    },
    handler: async (request, reply) => {
      const { userId } = principalOf(request);
      const tenantId = tenantOf(request).id;
      const { id } = request.params;
      return reply.code(201).send(await authorInBuilder(services, tenantId, id, userId, actingIn(request)));
    },
  });
}
