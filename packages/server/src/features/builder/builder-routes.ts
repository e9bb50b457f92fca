import {
  BuilderContentSchema,
  BuilderDashboardSchema,
  type DashboardNames,
  DashboardNamesSchema,
  type Heartbeat,
  HeartbeatSchema,
  NewDashboardSchema,
  type NewSharing,
  NewSharingSchema,
  PresenceSchema,
} from '@inlay/protocol/builder';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { documentedBody } from '../../platform/http/documented-body.ts';
import { errors } from '../../platform/http/documented-errors.ts';
import { callerOf, type HttpApp, viewerOf } from '../../platform/http/http-app.ts';
import { ifMatchHeader, readIfMatch, requireIfMatch } from '../../platform/http/if-match.ts';
import { PageOf, pageQuery, readPageQuery } from '../../platform/http/page-query.ts';
import { createRateLimit } from '../../platform/http/rate-limit.ts';
import { readBody } from '../../platform/http/read-body.ts';
import type { Services } from '../../services.ts';
import { MoveCommentBody, ReturnCommentBody } from '../content/index.ts';
import { embedId, FiltersBody, readSetting } from '../embeds/index.ts';
import { BuilderBody, BuilderDocumentBody } from './builder-schemas.ts';
import {
  findDashboard,
  type OpenedDashboard,
  showDashboards,
  showDocument,
  surroundingsOf,
} from './find-dashboard.ts';
import { heartbeat } from './heartbeat.ts';
import { type Builder, enterBuilder } from './open-builder.ts';
import { listFor, readBuilder } from './read-builder.ts';
import {
  copyDashboard,
  createDashboard,
  deleteDashboard,
  moveDashboard,
  renameDashboard,
  resetDashboard,
  saveDashboard,
  shareDashboard,
} from './write-dashboards.ts';

export const ofBuilder = { id: embedId };
export const ofDashboard = { ...ofBuilder, dashboardId: Type.String({ maxLength: 128 }) };
const READS = 900;
const WRITES = 400;

/** A dashboard builder: what its viewer has there, and what they change. The flows decide who may. */
export function builderRoutes(app: HttpApp, services: Services): void {
  const url = '/embed/api/v0/embeds/:id/builder';
  const config = { access: 'embed' } as const;
  const common = { tags: ['builder'], security: [{ embed: [] }] };
  const limits = {
    read: createRateLimit(services.clock, READS),
    write: createRateLimit(services.clock, WRITES),
  };
  const enter = async (request: FastifyRequest, what: keyof typeof limits): Promise<Builder> => {
    const viewer = viewerOf(request);
    limits[what](`${viewer.tenantId}/${viewer.workspaceId}/${viewer.username}`);
    return enterBuilder(services, viewer, (request.params as { id: string }).id);
  };
  const idIn = (request: FastifyRequest) => (request.params as { dashboardId: string }).dashboardId;

  const replyWith = async (reply: FastifyReply, { surroundings, ...found }: OpenedDashboard) => {
    const document = await showDocument(services, surroundings, found);
    return reply.header('etag', `"${document.dashboard.revision}"`).send(document as never);
  };

  app.get(url, {
    config,
    schema: {
      ...common,
      operationId: 'openBuilder',
      summary: 'Open a dashboard builder',
      description: 'Who the viewer is there, what they may do and what they may build from.',
      params: Type.Object(ofBuilder),
      querystring: Type.Object({
        dashboard: Type.Optional(Type.String({ maxLength: 128 })),
        lang: FiltersBody.lang,
      }),
      response: { 200: BuilderBody, ...errors(400, 401, 403, 404, 429) },
    },
    handler: async (request) => {
      const { dashboard: dashboardId, lang } = request.query;
      const builder = await enter(request, 'read');
      const setting = await readSetting(services, request, { lang });
      return (await readBuilder(services, builder, {
        dashboardId,
        language: setting.locale.language,
      })) as never;
    },
  });

  app.get(`${url}/dashboards`, {
    config,
    schema: {
      ...common,
      operationId: 'listBuilderDashboards',
      summary: 'List the dashboards of a builder',
      description: "The viewer's own first, then by last change.",
      params: Type.Object(ofBuilder),
      querystring: Type.Object({
        ...pageQuery,
        q: Type.Optional(Type.String({ maxLength: 256, description: 'Part of a title or description.' })),
      }),
      response: { 200: PageOf(BuilderDashboardSchema), ...errors(400, 401, 403, 404, 429) },
    },
    handler: async (request) => {
      const surroundings = await surroundingsOf(services.store, await enter(request, 'read'));
      const q = request.query.q?.trim() || undefined;
      return (await listFor(services.store, surroundings, readPageQuery(request.query), q)) as never;
    },
  });

  app.post(`${url}/dashboards`, {
    config,
    schema: {
      ...common,
      operationId: 'createBuilderDashboard',
      summary: 'Create a dashboard in a builder',
      description:
        "For the viewer alone at first: empty, as sent, or a copy of one they see. Needs 'contribute'.",
      params: Type.Object(ofBuilder),
      ...documentedBody(NewDashboardSchema),
      response: { 201: BuilderDocumentBody, ...errors(400, 401, 403, 404, 409, 413, 429) },
    },
    handler: async (request, reply) => {
      const builder = await enter(request, 'write');
      return replyWith(
        reply.code(201),
        await createDashboard(services, builder, request.body, callerOf(request)),
      );
    },
  });

  app.get(`${url}/dashboards/:dashboardId`, {
    config,
    schema: {
      ...common,
      operationId: 'readBuilderDashboard',
      summary: 'Read a dashboard of a builder',
      params: Type.Object(ofDashboard),
      response: { 200: BuilderDocumentBody, ...errors(401, 403, 404, 429) },
    },
    handler: async (request, reply) => {
      const surroundings = await surroundingsOf(services.store, await enter(request, 'read'));
      const found = await findDashboard(services.store, surroundings, idIn(request));
      return replyWith(reply, { ...found, surroundings });
    },
  });

  app.put(`${url}/dashboards/:dashboardId`, {
    config,
    schema: {
      ...common,
      operationId: 'saveBuilderDashboard',
      summary: 'Save a dashboard of a builder',
      description: 'Where somebody else was faster, the answer is 412 and says what they changed.',
      params: Type.Object(ofDashboard),
      headers: ifMatchHeader,
      ...documentedBody(BuilderContentSchema),
      response: { 200: BuilderDocumentBody, ...errors(400, 401, 403, 404, 409, 412, 413, 428, 429) },
    },
    handler: async (request, reply) => {
      const builder = await enter(request, 'write');
      const ifMatch = requireIfMatch(request);
      return replyWith(
        reply,
        await saveDashboard(services, builder, idIn(request), request.body, ifMatch, callerOf(request)),
      );
    },
  });

  app.patch(`${url}/dashboards/:dashboardId`, {
    config,
    schema: {
      ...common,
      operationId: 'renameBuilderDashboard',
      summary: 'Rename a dashboard of a builder',
      params: Type.Object(ofDashboard),
      headers: ifMatchHeader,
      ...documentedBody(DashboardNamesSchema),
      response: { 200: BuilderDocumentBody, ...errors(400, 401, 403, 404, 409, 412, 428, 429) },
    },
    handler: async (request, reply) => {
      const builder = await enter(request, 'write');
      const ifMatch = requireIfMatch(request);
      const names = readBody<DashboardNames>(DashboardNamesSchema, request.body);
      return replyWith(
        reply,
        await renameDashboard(services, builder, idIn(request), names, ifMatch, callerOf(request)),
      );
    },
  });

  app.delete(`${url}/dashboards/:dashboardId`, {
    config,
    schema: {
      ...common,
      operationId: 'deleteBuilderDashboard',
      summary: 'Delete a dashboard of a builder',
      params: Type.Object(ofDashboard),
      headers: ifMatchHeader,
      response: { 204: Type.Null(), ...errors(401, 403, 404, 409, 412, 429) },
    },
    handler: async (request, reply) => {
      const builder = await enter(request, 'write');
      await deleteDashboard(services, builder, idIn(request), readIfMatch(request), callerOf(request));
      return reply.code(204).send(null);
    },
  });

  for (const [move, summary, body] of moves) {
    app.post(`${url}/dashboards/:dashboardId/${move}`, {
      config,
      schema: {
        ...common,
        operationId: `${move}BuilderDashboard`,
        summary,
        params: Type.Object(ofDashboard),
        headers: ifMatchHeader,
        ...documentedBody(body),
        response: { 200: BuilderDocumentBody, ...errors(400, 401, 403, 404, 409, 412, 429) },
      },
      handler: async (request, reply) => {
        const builder = await enter(request, 'write');
        const { comment } = readBody<{ readonly comment?: string }>(body, request.body);
        const how = { comment, ifMatch: readIfMatch(request) };
        return replyWith(
          reply,
          await moveDashboard(services, builder, idIn(request), move, how, callerOf(request)),
        );
      },
    });
  }

  app.post(`${url}/dashboards/:dashboardId/copy`, {
    config,
    schema: {
      ...common,
      operationId: 'copyBuilderDashboard',
      summary: "Have a personal copy of a builder's dashboard",
      description: 'There is one for each person: where it exists, the answer is that one, with 200.',
      params: Type.Object(ofDashboard),
      response: {
        200: BuilderDocumentBody,
        201: BuilderDocumentBody,
        ...errors(401, 403, 404, 409, 429),
      },
    },
    handler: async (request, reply) => {
      const builder = await enter(request, 'write');
      const { copy, isNew } = await copyDashboard(services, builder, idIn(request), callerOf(request));
      return replyWith(reply.code(isNew ? 201 : 200), copy);
    },
  });

  app.post(`${url}/dashboards/:dashboardId/reset`, {
    config,
    schema: {
      ...common,
      operationId: 'resetBuilderDashboard',
      summary: 'Make a personal copy what its origin is now',
      params: Type.Object(ofDashboard),
      headers: ifMatchHeader,
      response: { 200: BuilderDocumentBody, ...errors(401, 403, 404, 409, 412, 429) },
    },
    handler: async (request, reply) => {
      const builder = await enter(request, 'write');
      return replyWith(
        reply,
        await resetDashboard(services, builder, idIn(request), readIfMatch(request), callerOf(request)),
      );
    },
  });

  app.put(`${url}/dashboards/:dashboardId/sharing`, {
    config,
    schema: {
      ...common,
      operationId: 'shareBuilderDashboard',
      summary: 'Say who else sees a dashboard while it is worked on',
      params: Type.Object(ofDashboard),
      ...documentedBody(NewSharingSchema),
      response: { 200: BuilderDashboardSchema, ...errors(400, 401, 403, 404, 429) },
    },
    handler: async (request) => {
      const builder = await enter(request, 'write');
      const sharing = readBody<NewSharing>(NewSharingSchema, request.body);
      const shared = await shareDashboard(services, builder, idIn(request), sharing, callerOf(request));
      return (await showDashboards(services.store, shared.surroundings, [shared]))[0] as never;
    },
  });

  app.post(`${url}/dashboards/:dashboardId/presence`, {
    config,
    schema: {
      ...common,
      operationId: 'notePresence',
      summary: 'Say that a dashboard is open here, and hear who else has it open',
      params: Type.Object(ofDashboard),
      ...documentedBody(HeartbeatSchema),
      response: { 200: PresenceSchema, ...errors(400, 401, 403, 404, 429) },
    },
    handler: async (request) => {
      const builder = await enter(request, 'read');
      const beat = readBody<Heartbeat>(HeartbeatSchema, request.body);
      return (await heartbeat(services, builder, idIn(request), beat)) as never;
    },
  });
}

const moves = [
  ['submit', 'Submit a dashboard for review', MoveCommentBody],
  ['publish', 'Publish a dashboard for all viewers of the app', MoveCommentBody],
  ['return', 'Return a submitted dashboard with a comment', ReturnCommentBody],
] as const;
