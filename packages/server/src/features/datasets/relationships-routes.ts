import {
  DataModelSchema,
  DocumentedSuggestModelRequestSchema,
  RelationshipCheckSchema,
  RelationshipSuggestionsSchema,
  SuggestModelRequestSchema,
  SuggestRequestSchema,
  ValidateRequestSchema,
} from '@inlay/protocol/model-api';
import { sourceAttributes } from '@inlay/protocol/read-attributes';
import type { Wire } from '@inlay/protocol/schema-parts';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { FastifyRequest } from 'fastify';
import { dialectNamed } from '../../platform/engines/engines.ts';
import { refuseFields } from '../../platform/errors.ts';
import { querySignal } from '../../platform/http/caller-signal.ts';
import { errors } from '../../platform/http/documented-errors.ts';
import { type HttpApp, tenantOf } from '../../platform/http/http-app.ts';
import { documentedBody } from '../../platform/http/read-body.ts';
import { replyJson } from '../../platform/http/reply-json.ts';
import { forAdmins } from '../../platform/http/route-access.ts';
import { byId } from '../../platform/http/route-parameters.ts';
import { viewerOfContext } from '../../platform/identity/viewer-of-context.ts';
import { checkDataset } from '../../platform/query/plan/check-dataset.ts';
import type { Services } from '../../services.ts';
import { requireConnection } from '../connections/index.ts';
import { listDatasets, type StoredDataset } from './datasets.ts';
import { requireDataset } from './manage-datasets.ts';
import type { SourceConnection } from './sample-source.ts';
import { suggestRelationships } from './suggest-relationships.ts';
import { validateRelationship } from './validate-relationship.ts';

/** A drawing of more is unreadable. */
const MAX_DATASETS = 500;

const tags = ['datasets'];

/** The data model of a connection: its datasets and how they relate to each other. */
export function relationshipsRoutes(app: HttpApp, services: Services): void {
  modelRoutes(app, services);
  datasetRoutes(app, services);
}

/** Routes for all datasets of a connection. */
function modelRoutes(app: HttpApp, services: Services): void {
  const { store } = services;

  app.get('/api/v0/connections/:id/model', {
    config: forAdmins('data:read'),
    schema: {
      tags,
      operationId: 'readDataModel',
      summary: 'Read the data model of a connection',
      description: `Returns the datasets of a connection with their columns, relationships and row rules, up to ${MAX_DATASETS} datasets.`,
      params: byId,
      response: { 200: DataModelSchema },
    },
    handler: async (request, reply) => {
      const { id: tenantId } = tenantOf(request);
      await requireConnection(store, tenantId, request.params.id);
      const { data, meta } = await datasetsOf(services, tenantId, request.params.id);
      return replyJson(reply, { datasets: data.map(modelDataset), truncated: meta.total > data.length });
    },
  });

  app.post('/api/v0/connections/:id/relationships/suggest', {
    config: forAdmins('data:query'),
    schema: {
      tags,
      operationId: 'suggestModelRelationships',
      summary: 'Suggest relationships between the datasets of a connection',
      description:
        'Suggests relationships from foreign keys and from names such as `customer_id`, if the key is unique in the data. ' +
        'With `drafts`, those of datasets that are not saved yet, with each other and with saved ones. Saves nothing.',
      params: byId,
      body: SuggestModelRequestSchema,
      ...documentedBody(DocumentedSuggestModelRequestSchema),
      response: { 200: RelationshipSuggestionsSchema, ...errors(429, 502, 504) },
    },
    handler: async (request) => {
      const { context, drafts = [] } = request.body;
      const from = await sourceIn(services, request, request.params.id, context);
      const { data: saved } = await datasetsOf(services, from.tenantId, request.params.id);
      const unsaved = drafts.map((draft, at) => unsavedDataset(draft, from, `/drafts/${at}`));
      const ids = new Set(unsaved.map(({ id }) => id));
      const all = [...unsaved, ...saved.filter(({ id }) => !ids.has(id))];
      const isWanted = ({ own }: { readonly own: StoredDataset }) => ids.size === 0 || ids.has(own.id);
      const signal = querySignal(request, services);
      return { data: [...(await suggestRelationships(from, all, isWanted, signal))] };
    },
  });
}

/** Routes for one dataset. */
function datasetRoutes(app: HttpApp, services: Services): void {
  const { store } = services;

  app.post('/api/v0/datasets/:id/relationships/suggest', {
    config: forAdmins('data:query'),
    schema: {
      tags,
      operationId: 'suggestRelationships',
      summary: 'Suggest relationships of a dataset',
      description:
        'Suggests relationships from foreign keys and from names such as `customer_id`, if the key is unique in the data. Saves nothing.',
      params: byId,
      body: SuggestRequestSchema,
      response: { 200: RelationshipSuggestionsSchema, ...errors(429, 502, 504) },
    },
    handler: async (request) => {
      const dataset = await requireDataset(store, tenantOf(request).id, request.params.id);
      const from = await sourceIn(services, request, dataset.connectionId, request.body.context);
      const { data } = await datasetsOf(services, from.tenantId, dataset.connectionId);
      const isOwn = ({ own }: { readonly own: StoredDataset }) => own.id === dataset.id;
      const signal = querySignal(request, services);
      return { data: [...(await suggestRelationships(from, data, isOwn, signal))] };
    },
  });

  app.post('/api/v0/datasets/:id/relationships/validate', {
    config: forAdmins('data:query'),
    schema: {
      tags,
      operationId: 'validateRelationship',
      summary: 'Validate a relationship against the data',
      description:
        'Counts rows without a partner, rows without a key, and keys that occur more than once where they must be unique. ' +
        'Reads the sources directly: row rules do not apply. Saves nothing.',
      params: byId,
      body: ValidateRequestSchema,
      response: { 200: RelationshipCheckSchema, ...errors(429, 502, 504) },
    },
    handler: async (request) => {
      const dataset = await requireDataset(store, tenantOf(request).id, request.params.id);
      const from = await sourceIn(services, request, dataset.connectionId, request.body.context);
      return validateRelationship(from, dataset, request.body.relationship, querySignal(request, services));
    },
  });
}

function unsavedDataset(
  { id, name, source, columns }: NonNullable<Wire<typeof SuggestModelRequestSchema>['drafts']>[number],
  { connection }: SourceConnection,
  path: string,
): StoredDataset {
  const definition = { id, version: 0, source, columns };
  const problems = checkDataset(definition, dialectNamed(connection.definition.kind));
  refuseFields(problems.map((each) => ({ ...each, path: `${path}${each.path}` })));
  return {
    id,
    name,
    connectionId: connection.id,
    workspaceId: null,
    definition: definition as StoredDataset['definition'],
    createdAt: 0,
    updatedAt: 0,
  };
}

function modelDataset({ id, name, workspaceId, definition }: StoredDataset) {
  const { columns, measures = [], relationships = [], rowRules = [], groupRules = [], source } = definition;
  return {
    id,
    name,
    workspaceId,
    columns: columns.map((column) => ({
      name: column.name,
      type: column.type,
      ...(column.label === undefined ? {} : { label: column.label }),
    })),
    measures: measures.length,
    relationships: [...relationships],
    rowRules: [...rowRules],
    groupRules: [...groupRules],
    sourceAttributes: [...sourceAttributes(source)],
  };
}

/** The connection of a request, as a viewer with this context would use it. */
async function sourceIn(
  services: Services,
  request: FastifyRequest,
  connectionId: string,
  context: object | undefined,
): Promise<SourceConnection> {
  const { id: tenantId } = tenantOf(request);
  const connection = await requireConnection(services.store, tenantId, connectionId);
  const viewer = context && viewerOfContext(services, tenantId, context);
  return { services, tenantId, connection, viewer };
}

const datasetsOf = ({ store }: Services, tenantId: TenantId, connection: string) =>
  listDatasets(store.lists, tenantId, { page: 1, limit: MAX_DATASETS }, { connection });
