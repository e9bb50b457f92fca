import {
  BuilderContentSchema,
  BuilderDashboardSchema,
  BuilderDocumentSchema,
  BuilderResponseSchema,
  DashboardNamesSchema,
  HeartbeatSchema,
  NewDashboardSchema,
  NewSharingSchema,
  PresenceSchema,
  type Publication,
  PublicationSchema,
  PublishedGroupsSchema,
} from '@inlay/content/builder';
import { ReturnCommentSchema, TransitionCommentSchema } from '@inlay/content/content';
import { pageFields } from '@inlay/content/embed-api';
import { PageOf } from '@inlay/protocol/pagination';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { errors } from '../../platform/http/documented-errors.ts';
import { callerOf, type HttpApp, viewerOf } from '../../platform/http/http-app.ts';
import { ifMatchHeader, readIfMatch, requireIfMatch } from '../../platform/http/if-match.ts';
import { createRateLimit } from '../../platform/http/rate-limit.ts';
import { documentedBody, readBody } from '../../platform/http/read-body.ts';
import { pageQuery, readPageQuery } from '../../platform/http/route-parameters.ts';
import type { Services } from '../../services.ts';
import { embedId, readSetting } from '../embeds/index.ts';
import { readBuilderContext } from './builder-context.ts';
import { findDashboard, type OpenedDashboard } from './find-dashboard.ts';
import { type Builder, type BuilderRequest, enterBuilder } from './open-builder.ts';
import { heartbeat } from './presence.ts';
import { listDashboardsFor, readBuilder } from './read-builder.ts';
import { serializeDashboards, serializeDocument } from './serialize-dashboard.ts';
import {
  changeGroups,
  contentToCopy,
  copyDashboard,
  createDashboard,
  deleteDashboard,
  renameDashboard,
  resetDashboard,
  saveDashboard,
  shareDashboard,
  transitionDashboard,
} from './write-dashboards.ts';

type InBuilder = FastifyRequest & { readonly params: { readonly id: string } };

export const ofBuilder = { id: embedId };
export const ofDashboard = { ...ofBuilder, dashboardId: Type.String({ maxLength: 128 }) };
const READS = 900;
const WRITES = 400;

export const BUILDER_URL = '/embed/api/v0/embeds/:id/builder';
const config = { access: 'embed' } as const;
const common = { tags: ['builder'], security: [{ embed: [] }] };

/** The dashboards of a builder. The functions called here authorize. */
export function builderRoutes(app: HttpApp, services: Services): void {
  const limits = {
    read: createRateLimit(services.time, READS),
    write: createRateLimit(services.time, WRITES),
  };
  const enter: BuilderRoutes['enter'] = async (request, what) => {
    const viewer = viewerOf(request);
    limits[what](`${viewer.tenantId}/${viewer.workspaceId}/${viewer.username}`);
    return enterBuilder(services, viewer, request.params.id);
  };
  const routes: BuilderRoutes = {
    app,
    services,
    enter,
    change: async (request) => ({
      services,
      builder: await enter(request, 'write'),
      caller: callerOf(request),
    }),
    replyWith: async (reply, { context, ...found }) => {
      const document = await serializeDocument(services, context, found);
      return reply.header('etag', `"${document.dashboard.revision}"`).send(document);
    },
  };
  readRoutes(routes);
  writeRoutes(routes);
  statusRoutes(routes);
}

interface BuilderRoutes {
  readonly app: HttpApp;
  readonly services: Services;
  /** The builder of a request, within the rate limit of its viewer. */
  enter(request: InBuilder, what: 'read' | 'write'): Promise<Builder>;
  change(request: InBuilder): Promise<BuilderRequest>;
  replyWith(reply: FastifyReply, opened: OpenedDashboard): Promise<FastifyReply>;
}

/** The list, one dashboard, and who has it open. */
function readRoutes({ app, services, enter, replyWith }: BuilderRoutes): void {
  app.get(BUILDER_URL, {
    config,
    schema: {
      ...common,
      operationId: 'openBuilder',
      summary: 'Open a Dashboard Builder',
      description: 'Returns the viewer, their permissions, and the content and data that they can use.',
      params: Type.Object(ofBuilder),
      querystring: Type.Object({
        dashboard: Type.Optional(Type.String({ maxLength: 128 })),
        lang: pageFields.lang,
      }),
      response: { 200: BuilderResponseSchema, ...errors(429) },
    },
    handler: async (request) => {
      const { dashboard: dashboardId, lang } = request.query;
      const builder = await enter(request, 'read');
      const setting = await readSetting(services, request, { lang });
      return await readBuilder(services, builder, {
        dashboardId,
        language: setting.locale.language,
      });
    },
  });

  app.get(`${BUILDER_URL}/dashboards`, {
    config,
    schema: {
      ...common,
      operationId: 'listBuilderDashboards',
      summary: 'List the dashboards of a builder',
      description: "The viewer's own first, then by last change.",
      params: Type.Object(ofBuilder),
      querystring: Type.Object({
        ...pageQuery,
        q: Type.Optional(
          Type.String({ maxLength: 256, description: 'Text to search for in titles and descriptions.' }),
        ),
      }),
      response: { 200: PageOf(BuilderDashboardSchema), ...errors(429) },
    },
    handler: async (request) => {
      const context = await readBuilderContext(services.store, await enter(request, 'read'));
      const q = request.query.q?.trim() || undefined;
      return await listDashboardsFor(services.store, context, readPageQuery(request.query), q);
    },
  });

  app.get(`${BUILDER_URL}/dashboards/:dashboardId`, {
    config,
    schema: {
      ...common,
      operationId: 'readBuilderDashboard',
      summary: 'Read a builder dashboard',
      params: Type.Object(ofDashboard),
      querystring: Type.Object({
        as: Type.Optional(
          Type.Literal('copy', {
            description: 'Returns the content that a new dashboard `from` it begins with.',
          }),
        ),
      }),
      response: { 200: BuilderDocumentSchema, ...errors(429) },
    },
    handler: async (request, reply) => {
      const context = await readBuilderContext(services.store, await enter(request, 'read'));
      const found = await findDashboard(services.store, context, request.params.dashboardId);
      const { view } = found;
      const shown = request.query.as ? { ...view, content: contentToCopy(context, found) } : view;
      return replyWith(reply, { ...found, view: shown, context });
    },
  });

  app.post(`${BUILDER_URL}/dashboards/:dashboardId/presence`, {
    config,
    schema: {
      ...common,
      operationId: 'notePresence',
      summary: 'Report that a dashboard is open and list who else has it open',
      params: Type.Object(ofDashboard),
      ...documentedBody(HeartbeatSchema),
      response: { 200: PresenceSchema, ...errors(429) },
    },
    handler: async (request) => {
      const builder = await enter(request, 'read');
      const beat = readBody(HeartbeatSchema, request.body);
      return await heartbeat(services, builder, request.params.dashboardId, beat);
    },
  });
}

/** Creates, saves, renames and deletes. */
function writeRoutes({ app, change, replyWith }: BuilderRoutes): void {
  app.post(`${BUILDER_URL}/dashboards`, {
    config,
    schema: {
      ...common,
      operationId: 'createBuilderDashboard',
      summary: 'Create a builder dashboard',
      description:
        'Creates an empty dashboard, one with the given content, or a copy of a visible one. It is private at first. Requires `contribute`.',
      params: Type.Object(ofBuilder),
      ...documentedBody(NewDashboardSchema),
      response: { 201: BuilderDocumentSchema, ...errors(409, 412, 429) },
    },
    handler: async (request, reply) => {
      return replyWith(reply.code(201), await createDashboard(await change(request), request.body));
    },
  });

  app.put(`${BUILDER_URL}/dashboards/:dashboardId`, {
    config,
    schema: {
      ...common,
      operationId: 'saveBuilderDashboard',
      summary: 'Save a builder dashboard',
      description: 'Responds with 412 and a list of their changes if somebody else saved in the meantime.',
      params: Type.Object(ofDashboard),
      headers: ifMatchHeader,
      ...documentedBody(BuilderContentSchema),
      response: { 200: BuilderDocumentSchema, ...errors(409, 428, 429) },
    },
    handler: async (request, reply) => {
      const saving = await change(request);
      const target = { id: request.params.dashboardId, ifMatch: requireIfMatch(request) };
      return replyWith(reply, await saveDashboard(saving, target, request.body));
    },
  });

  app.patch(`${BUILDER_URL}/dashboards/:dashboardId`, {
    config,
    schema: {
      ...common,
      operationId: 'renameBuilderDashboard',
      summary: 'Rename a builder dashboard',
      params: Type.Object(ofDashboard),
      headers: ifMatchHeader,
      ...documentedBody(DashboardNamesSchema),
      response: { 200: BuilderDocumentSchema, ...errors(409, 428, 429) },
    },
    handler: async (request, reply) => {
      const renaming = await change(request);
      const target = { id: request.params.dashboardId, ifMatch: requireIfMatch(request) };
      const names = readBody(DashboardNamesSchema, request.body);
      return replyWith(reply, await renameDashboard(renaming, target, names));
    },
  });

  app.delete(`${BUILDER_URL}/dashboards/:dashboardId`, {
    config,
    schema: {
      ...common,
      operationId: 'deleteBuilderDashboard',
      summary: 'Delete a builder dashboard',
      params: Type.Object(ofDashboard),
      headers: ifMatchHeader,
      response: { 204: Type.Null(), ...errors(409, 429) },
    },
    handler: async (request, reply) => {
      const deletion = await change(request);
      await deleteDashboard(deletion, { id: request.params.dashboardId, ifMatch: readIfMatch(request) });
      return reply.code(204).send(null);
    },
  });
}

/** Reviews and publishes, copies and resets, shares. */
function statusRoutes({ app, services, change, replyWith }: BuilderRoutes): void {
  for (const [transition, summary, body] of transitions) {
    app.post(`${BUILDER_URL}/dashboards/:dashboardId/${transition}`, {
      config,
      schema: {
        ...common,
        operationId: `${transition}BuilderDashboard`,
        summary,
        params: Type.Object(ofDashboard),
        headers: ifMatchHeader,
        ...documentedBody(body),
        response: { 200: BuilderDocumentSchema, ...errors(409, 429) },
      },
      handler: async (request, reply) => {
        const transitioning = await change(request);
        const sent: Publication = readBody(body, request.body);
        const target = { id: request.params.dashboardId, ifMatch: readIfMatch(request) };
        return replyWith(reply, await transitionDashboard(transitioning, target, { transition, ...sent }));
      },
    });
  }

  app.put(`${BUILDER_URL}/dashboards/:dashboardId/groups`, {
    config,
    schema: {
      ...common,
      operationId: 'changeBuilderDashboardGroups',
      summary: 'Change who sees a published dashboard',
      description:
        'Publishes the dashboard, unchanged, to these groups. Takes effect with the next request of each viewer. Requires `validate` and a dashboard without unpublished changes.',
      params: Type.Object(ofDashboard),
      headers: ifMatchHeader,
      ...documentedBody(PublishedGroupsSchema),
      response: { 200: BuilderDocumentSchema, ...errors(409, 429) },
    },
    handler: async (request, reply) => {
      const changing = await change(request);
      const target = { id: request.params.dashboardId, ifMatch: readIfMatch(request) };
      const body = readBody(PublishedGroupsSchema, request.body);
      return replyWith(reply, await changeGroups(changing, target, body));
    },
  });

  app.post(`${BUILDER_URL}/dashboards/:dashboardId/copy`, {
    config,
    schema: {
      ...common,
      operationId: 'copyBuilderDashboard',
      summary: 'Create a personal copy of a builder dashboard',
      description: 'Each person can have one copy. If there is one already, it is returned with status 200.',
      params: Type.Object(ofDashboard),
      response: {
        200: BuilderDocumentSchema,
        201: BuilderDocumentSchema,
        ...errors(409, 429),
      },
    },
    handler: async (request, reply) => {
      const { copy, isNew } = await copyDashboard(await change(request), request.params.dashboardId);
      return replyWith(reply.code(isNew ? 201 : 200), copy);
    },
  });

  app.post(`${BUILDER_URL}/dashboards/:dashboardId/reset`, {
    config,
    schema: {
      ...common,
      operationId: 'resetBuilderDashboard',
      summary: 'Reset a personal copy to its original',
      params: Type.Object(ofDashboard),
      headers: ifMatchHeader,
      response: { 200: BuilderDocumentSchema, ...errors(409, 429) },
    },
    handler: async (request, reply) => {
      const resetting = await change(request);
      const target = { id: request.params.dashboardId, ifMatch: readIfMatch(request) };
      return replyWith(reply, await resetDashboard(resetting, target));
    },
  });

  app.put(`${BUILDER_URL}/dashboards/:dashboardId/sharing`, {
    config,
    schema: {
      ...common,
      operationId: 'shareBuilderDashboard',
      summary: 'Share the working copy of a dashboard',
      params: Type.Object(ofDashboard),
      ...documentedBody(NewSharingSchema),
      response: { 200: BuilderDashboardSchema, ...errors(429) },
    },
    handler: async (request) => {
      const sharing = await change(request);
      const body = readBody(NewSharingSchema, request.body);
      const shared = await shareDashboard(sharing, request.params.dashboardId, body);
      return (await serializeDashboards(services.store, shared.context, [shared]))[0];
    },
  });
}

const transitions = [
  ['submit', 'Submit a dashboard for review', TransitionCommentSchema],
  ['publish', 'Publish a dashboard for all viewers of the app, or for groups', PublicationSchema],
  ['return', 'Return a submitted dashboard with a comment', ReturnCommentSchema],
] as const;
