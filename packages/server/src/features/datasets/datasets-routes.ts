import {
  DatasetChangeSchema,
  DatasetDtoSchema,
  DatasetUsageSchema,
  DocumentedDatasetChangeSchema,
  DocumentedNewDatasetSchema,
  NewDatasetSchema,
} from '@inlay/protocol/dataset-api';
import { PageOf, pageIn } from '@inlay/protocol/pagination';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { errors } from '../../platform/http/documented-errors.ts';
import { actingIn, type HttpApp, tenantOf } from '../../platform/http/http-app.ts';
import { ifMatchHeader, readIfMatch } from '../../platform/http/if-match.ts';
import { documentedBody } from '../../platform/http/read-body.ts';
import { forAdmins } from '../../platform/http/route-access.ts';
import {
  byId,
  nameQuery,
  ofWorkspace,
  pageQuery,
  readPageQuery,
  readWholePageQuery,
  wholePageQuery,
} from '../../platform/http/route-parameters.ts';
import { viewerOfContext } from '../../platform/identity/viewer-of-context.ts';
import { isoTime } from '../../platform/time/time.ts';
import type { Services } from '../../services.ts';
import { listDatasets, type StoredDataset } from './datasets.ts';
import {
  changeDataset,
  createDataset,
  type DatasetDependents,
  removeDataset,
  requireDataset,
} from './manage-datasets.ts';
import { datasetsUsing } from './related-datasets.ts';

const tags = ['datasets'];
const url = '/api/v0/datasets';
const send = (reply: FastifyReply, dataset: StoredDataset) =>
  reply.header('etag', `"${dataset.definition.version}"`).send(serializeDataset(dataset));

export function datasetsRoutes(app: HttpApp, services: Services, dependents: DatasetDependents): void {
  readRoutes(app, services, dependents);
  changeRoutes(app, services, dependents);
}

function readRoutes(app: HttpApp, services: Services, dependents: DatasetDependents): void {
  const { store } = services;

  app.get(url, {
    config: forAdmins('data:read'),
    schema: {
      tags,
      operationId: 'listDatasets',
      summary: 'List datasets',
      querystring: Type.Object({
        ...pageQuery,
        connection: Type.Optional(
          Type.String({ maxLength: 128, description: 'Only datasets of the connection with this id.' }),
        ),
        workspace: ofWorkspace,
        q: nameQuery,
      }),
      response: { 200: PageOf(DatasetDtoSchema) },
    },
    handler: async (request) => {
      const { id } = tenantOf(request);
      const page = readPageQuery(request.query);
      const { data, meta } = await listDatasets(store.lists, id, page, request.query);
      return { data: data.map(serializeDataset), meta };
    },
  });

  app.get(`${url}/:id`, {
    config: forAdmins('data:read'),
    schema: {
      tags,
      operationId: 'readDataset',
      summary: 'Read a dataset',
      params: byId,
      response: { 200: DatasetDtoSchema },
    },
    handler: async (request, reply) => {
      const dataset = await requireDataset(store, tenantOf(request).id, request.params.id);
      return send(reply, dataset);
    },
  });

  app.get(`${url}/:id/usage`, {
    config: forAdmins('data:read'),
    schema: {
      tags,
      operationId: 'listDatasetUsage',
      summary: 'List the content that uses a dataset',
      description:
        'Lists tiles and other content that queries the dataset, in a working copy or a published version, and datasets ' +
        'with a relationship to it or row rules that use it.',
      params: byId,
      querystring: Type.Object(wholePageQuery),
      response: { 200: DatasetUsageSchema },
    },
    handler: async (request) => {
      const { id } = tenantOf(request);
      await requireDataset(store, id, request.params.id);
      const users = await dependents.list(store, id, request.params.id);
      const related = await datasetsUsing(store, id, request.params.id);
      const { data, meta } = pageIn(users, readWholePageQuery(request.query));
      return {
        data: data.map((user) => ({
          kind: user.kind,
          id: user.id,
          appId: user.app_id,
          title: (JSON.parse(user.draft) as { title?: string }).title ?? user.id,
          published: user.published_version !== null,
        })),
        meta,
        datasets: related.map((dataset) => ({ id: dataset.id, name: dataset.name })),
      };
    },
  });
}

function changeRoutes(app: HttpApp, services: Services, dependents: DatasetDependents): void {
  const viewer = (tenantId: TenantId, context: object | undefined) =>
    context && viewerOfContext(services, tenantId, context);

  app.post(url, {
    config: forAdmins('data:write'),
    schema: {
      tags,
      operationId: 'createDataset',
      summary: 'Create a dataset',
      description:
        'Columns are checked against the source; without `columns`, all of its columns are used. If the connection uses the ' +
        'user context, `checkAs` is the context to check with.',
      body: NewDatasetSchema,
      ...documentedBody(DocumentedNewDatasetSchema),
      response: { 201: DatasetDtoSchema, ...errors(409, 502, 504) },
    },
    handler: async (request, reply) => {
      const { id } = tenantOf(request);
      const { checkAs, ...fields } = request.body;
      const dataset = await createDataset(
        { services, tenantId: id, acting: actingIn(request), checkAs: viewer(id, checkAs) },
        fields,
      );
      return send(reply.code(201).header('location', `${url}/${dataset.id}`), dataset);
    },
  });

  app.patch(`${url}/:id`, {
    config: forAdmins('data:write'),
    schema: {
      tags,
      operationId: 'changeDataset',
      summary: 'Change a dataset',
      description:
        'Replaces only the given fields; null removes a field. With another `source` or `connectionId` and without `columns`, ' +
        'the columns are read again: known ones keep their settings and new ones get a label. Refused while published content ' +
        'or a relationship of another dataset uses something that the change would remove; the error names it.',
      params: byId,
      headers: ifMatchHeader,
      body: DatasetChangeSchema,
      ...documentedBody(DocumentedDatasetChangeSchema),
      response: { 200: DatasetDtoSchema, ...errors(409, 502, 504) },
    },
    handler: async (request, reply) => {
      const { id } = tenantOf(request);
      const { checkAs, ...fields } = request.body;
      const dataset = await changeDataset(
        { services, tenantId: id, acting: actingIn(request), checkAs: viewer(id, checkAs), dependents },
        { id: request.params.id, ifMatch: readIfMatch(request) },
        fields,
      );
      return send(reply, dataset);
    },
  });

  app.delete(`${url}/:id`, {
    config: forAdmins('data:write'),
    schema: {
      tags,
      operationId: 'deleteDataset',
      summary: 'Delete a dataset',
      description: 'Refused while content or a relationship of another dataset uses it.',
      params: byId,
      response: { 204: Type.Null(), ...errors(409) },
    },
    handler: async (request, reply) => {
      const { id: tenantId } = tenantOf(request);
      await removeDataset({ services, tenantId, acting: actingIn(request), dependents }, request.params.id);
      return reply.code(204).send(null);
    },
  });
}

function serializeDataset({ definition, ...dataset }: StoredDataset) {
  const { id, version, columns, measures, relationships, rowRules, groupRules, ...rest } = definition;
  return {
    id,
    name: dataset.name,
    connectionId: dataset.connectionId,
    workspaceId: dataset.workspaceId,
    version,
    ...rest,
    columns: [...columns],
    ...(measures === undefined ? {} : { measures: [...measures] }),
    ...(relationships === undefined ? {} : { relationships: [...relationships] }),
    ...(rowRules === undefined ? {} : { rowRules: [...rowRules] }),
    ...(groupRules === undefined ? {} : { groupRules: [...groupRules] }),
    createdAt: isoTime(dataset.createdAt),
    updatedAt: isoTime(dataset.updatedAt),
  };
}
