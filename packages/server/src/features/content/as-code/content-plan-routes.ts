import {
  ContentPlanSchema,
  ExportedContentSchema,
  NewContentApplicationSchema,
  type NewContentPlan,
  NewContentPlanSchema,
} from '@inlay/content/content-plan';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { errors } from '../../../platform/http/documented-errors.ts';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import { replyJson } from '../../../platform/http/reply-json.ts';
import { forAdmins } from '../../../platform/http/route-access.ts';
import { byId } from '../../../platform/http/route-parameters.ts';
import type { Services } from '../../../services.ts';
import { contentRequest } from '../lifecycle/content-items-routes.ts';
import { auditPrivateList } from '../lifecycle/read-content.ts';
import { FULL_ACCESS } from '../store/content-request.ts';
import { applyFolder, type DeployOptions, planFolder } from './deploy-folder.ts';
import { exportApp } from './export-content.ts';
import { builderDashboardKind } from './folder-builder-dashboards.ts';
import { readSentFiles, toSentFile } from './sent-files.ts';

const mebibyte = 1024 * 1024;
/** Several thousand tiles. Reading more at once would hold up other requests. */
const MAX_FOLDER_BYTES = 4 * mebibyte;

const optionsIn = ({ publish, prune, connections, variables }: NewContentPlan): DeployOptions => ({
  publish: publish ?? false,
  prune: prune ?? false,
  connections: connections ?? {},
  variables: variables ?? {},
});

/** Content as code, for pipelines (ADR 329). */
export function contentPlanRoutes(app: HttpApp, services: Services): void {
  const tags = ['content as code'];

  const requestIn = async (request: FastifyRequest) => ({
    ...(await contentRequest(services, request)),
    services,
  });
  /** A comparison shows drafts that viewers keep private. */
  const auditComparison = async (request: FastifyRequest, { files }: NewContentPlan) => {
    if (files.some(({ path }) => path.startsWith(`${builderDashboardKind.folder}/`)))
      await auditPrivateList(await contentRequest(services, request), undefined);
  };

  app.get('/api/v0/apps/:id/content', {
    config: forAdmins('content:read', 'data:read'),
    schema: {
      tags,
      operationId: 'exportContent',
      summary: 'Export an app as files',
      description:
        'The working copies of the app, its items and their datasets, including dashboards that viewers made in a Dashboard Builder, ' +
        'with their owners. Archived content is left out. `inlay content export` writes them as YAML.',
      params: byId,
      querystring: Type.Object({
        connections: Type.Optional(
          Type.Enum(['true', 'false'], {
            description: 'With the connections of the datasets. Passwords are replaced by variables.',
          }),
        ),
      }),
      response: { 200: ExportedContentSchema, ...errors(401, 404) },
    },
    handler: async (request, reply) => {
      const { tenantId, ...content } = await contentRequest(services, request);
      await auditPrivateList({ tenantId, ...content }, request.params.id);
      const connections = request.query.connections === 'true';
      const files = await exportApp(services.store, tenantId, request.params.id, { connections });
      return replyJson(reply, { files: files.map(toSentFile) });
    },
  });

  app.post('/api/v0/content-plans', {
    config: forAdmins('content:read', 'data:read'),
    bodyLimit: MAX_FOLDER_BYTES,
    schema: {
      tags,
      operationId: 'planContent',
      summary: 'Plan the changes that files of an app make',
      description:
        'Changes nothing. Lists what an application of the same files would create, change, publish and delete, and the published embeds that ' +
        'viewers will see differently. If it would be refused, so is the plan: `details` lists the `file`, `path` and `problem` of each mistake.',
      body: NewContentPlanSchema,
      response: { 200: ContentPlanSchema, ...errors(409) },
    },
    handler: async (request, reply) => {
      await auditComparison(request, request.body);
      const files = await readSentFiles(request.body.files);
      // It rolls back, so that a key that may only read can check a pull request.
      const planning = { ...(await requestIn(request)), as: FULL_ACCESS };
      return replyJson(reply, await planFolder(planning, files, optionsIn(request.body)));
    },
  });

  app.post('/api/v0/content-applications', {
    config: forAdmins('content:write', 'embeds:write', 'data:write'),
    bodyLimit: MAX_FOLDER_BYTES,
    schema: {
      tags,
      operationId: 'applyContent',
      summary: 'Apply files of an app',
      description:
        'Makes all changes of the plan with this `revision`, or none. The response is 412 if the files, the options or the content that they ' +
        'were compared with have changed since.',
      body: NewContentApplicationSchema,
      response: { 200: ContentPlanSchema, ...errors(409, 412) },
    },
    handler: async (request, reply) => {
      const { revision } = request.body;
      const files = await readSentFiles(request.body.files);
      const applied = await applyFolder(await requestIn(request), files, optionsIn(request.body), revision);
      return replyJson(reply, applied);
    },
  });
}
