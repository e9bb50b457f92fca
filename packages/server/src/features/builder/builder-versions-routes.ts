import { BuilderDocumentSchema, DashboardVersionSchema } from '@inlay/content/builder';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { errors } from '../../platform/http/documented-errors.ts';
import { callerOf, type HttpApp, viewerOf } from '../../platform/http/http-app.ts';
import { ifMatchHeader, readIfMatch } from '../../platform/http/if-match.ts';
import { createRateLimit } from '../../platform/http/rate-limit.ts';
import type { Services } from '../../services.ts';
import { readBuilderContext } from './builder-context.ts';
import { BUILDER_URL, ofDashboard } from './builder-routes.ts';
import { listDashboardVersions, restoreDashboardVersion } from './dashboard-versions.ts';
import { enterBuilder } from './open-builder.ts';
import { serializeDocument } from './serialize-dashboard.ts';

export const Revision = Type.String({
  pattern: '^[1-9][0-9]{0,8}$',
  'x-problem': 'must be the revision of a version',
  'x-openapi': { type: 'integer', minimum: 1 },
});
const A_MINUTE = 120;

/** The history of a builder dashboard. */
export function builderVersionRoutes(app: HttpApp, services: Services): void {
  const url = `${BUILDER_URL}/dashboards/:dashboardId/versions`;
  const config = { access: 'embed' } as const;
  const common = { tags: ['builder'], security: [{ embed: [] }] };
  const limit = createRateLimit(services.time, A_MINUTE);
  const enter = (request: FastifyRequest & { readonly params: { readonly id: string } }) => {
    const viewer = viewerOf(request);
    limit(`${viewer.tenantId}/${viewer.workspaceId}/${viewer.username}`);
    return enterBuilder(services, viewer, request.params.id);
  };

  app.get(url, {
    config,
    schema: {
      ...common,
      operationId: 'listBuilderDashboardVersions',
      summary: 'List the versions of a builder dashboard',
      description:
        'Lists publications and the latest changes, newest first. Requires access to the working copy.',
      params: Type.Object(ofDashboard),
      response: {
        200: Type.Object({ data: Type.Array(DashboardVersionSchema) }, { title: 'BuilderVersions' }),
        ...errors(429),
      },
    },
    handler: async (request) => {
      const context = await readBuilderContext(services.store, await enter(request));
      const { dashboardId } = request.params;
      return { data: [...(await listDashboardVersions(services.store, context, dashboardId))] };
    },
  });

  app.post(`${url}/:revision/restore`, {
    config,
    schema: {
      ...common,
      operationId: 'restoreBuilderDashboardVersion',
      summary: 'Restore a version of a builder dashboard',
      description: 'Replaces the working copy. Viewers see it once it is published.',
      params: Type.Object({ ...ofDashboard, revision: Revision }),
      headers: ifMatchHeader,
      response: { 200: BuilderDocumentSchema, ...errors(409, 429) },
    },
    handler: async (request, reply: FastifyReply) => {
      const change = { services, builder: await enter(request), caller: callerOf(request) };
      const { dashboardId, revision } = request.params as { dashboardId: string; revision: string };
      const { context, ...found } = await restoreDashboardVersion(
        change,
        { id: dashboardId, ifMatch: readIfMatch(request) },
        Number(revision),
      );
      const document = await serializeDocument(services, context, found);
      return reply.header('etag', `"${document.dashboard.revision}"`).send(document);
    },
  });
}
