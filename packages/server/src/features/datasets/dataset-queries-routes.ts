import { DatasetDefinitionSchema } from '@inlay/protocol/dataset';
import {
  CheckExpressionSchema,
  CheckedExpressionSchema,
  DatasetExplanationSchema,
  DatasetTrialSchema,
  ExplainRequestSchema,
  FilterValuesSchema,
  InferRequestSchema,
  InferredSchema,
  QueryRequestSchema,
  QueryResponseSchema,
  SampleSchema,
  TryRequestSchema,
} from '@inlay/protocol/dataset-api';
import { QuerySpecSchema, UTC_CALENDAR } from '@inlay/protocol/query';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { refuseFields } from '../../platform/errors.ts';
import { querySignal } from '../../platform/http/caller-signal.ts';
import { errors } from '../../platform/http/documented-errors.ts';
import { acceptLanguageHeader, explanationTexts } from '../../platform/http/explanation-texts.ts';
import { actingIn, type HttpApp, tenantOf } from '../../platform/http/http-app.ts';
import { readBody } from '../../platform/http/read-body.ts';
import { replyJson } from '../../platform/http/reply-json.ts';
import { forAdmins } from '../../platform/http/route-access.ts';
import { byId } from '../../platform/http/route-parameters.ts';
import { viewerOfContext } from '../../platform/identity/viewer-of-context.ts';
import { withSourceErrors } from '../../platform/query/result/data-errors.ts';
import { heldResults } from '../../platform/query/result/result-bytes.ts';
import type { Services } from '../../services.ts';
import { type DataViewer, findConnection, requireConnection } from '../connections/index.ts';
import { checkExpression } from './check-expression.ts';
import { accessesOf } from './data-reads.ts';
import { explainQuery } from './explain-query.ts';
import { inferDataset } from './infer-dataset.ts';
import { requireDataset } from './manage-datasets.ts';
import { removedRows } from './removed-rows.ts';
import { type QueryOptions, runFilterValues, runQuery } from './run-query.ts';
import { sampleSource } from './sample-source.ts';
import { tryDataset } from './try-dataset.ts';

const tags = ['datasets'];
const url = '/api/v0/datasets';

/** Queries for administrators: the source itself, or the dataset as a viewer sees it. */
export function datasetQueryRoutes(app: HttpApp, services: Services): void {
  draftRoutes(app, services);
  queryRoutes(app, services);
  explainRoute(app, services);
}

/** Routes for a dataset that is not saved. */
function draftRoutes(app: HttpApp, services: Services): void {
  const { store } = services;

  app.post(`${url}/infer`, {
    config: forAdmins('data:write'),
    schema: {
      tags,
      operationId: 'inferDataset',
      summary: 'Infer the columns of a source',
      description: 'Returns the columns of the source and its first rows. Saves nothing.',
      body: InferRequestSchema,
      response: { 200: InferredSchema, ...errors(429, 502, 504) },
    },
    handler: async (request) => {
      const { id } = tenantOf(request);
      const { connectionId, source, context } = request.body;
      const connection = await findConnection(store, id, connectionId);
      if (!connection)
        refuseFields([{ path: '/connectionId', problem: 'refers to a connection that does not exist' }]);
      const viewer = context && viewerOfContext(services, id, context);
      const inferred = await inferDataset(
        { services, tenantId: id, connection: connection as NonNullable<typeof connection>, viewer },
        source,
      );
      auditSource(services, request, { datasetId: null, connectionId, rows: inferred.sample.rowCount });
      return inferred;
    },
  });

  app.post(`${url}/check-expression`, {
    config: forAdmins('data:read'),
    schema: {
      tags,
      operationId: 'checkExpression',
      summary: 'Check the expression of a computed column',
      description: 'Returns the type of the expression, or its first mistake. Saves nothing.',
      body: CheckExpressionSchema,
      response: { 200: CheckedExpressionSchema },
    },
    handler: async (request) => checkExpression(request.body),
  });

  app.post(`${url}/try`, {
    config: forAdmins('data:query'),
    schema: {
      tags,
      operationId: 'tryDataset',
      summary: 'Try an unsaved dataset as a viewer',
      description:
        'Returns the rows that a viewer with this context would see, the rules that apply and the SQL.',
      headers: acceptLanguageHeader,
      body: TryRequestSchema,
      response: { 200: DatasetTrialSchema, ...errors(429, 502, 504) },
    },
    handler: async (request, reply) => {
      const { id } = tenantOf(request);
      const { dataset, query, context, calendar = UTC_CALENDAR } = request.body;
      const { connectionId, workspaceId = null, ...definition } = dataset;
      const viewer = viewerOfContext(services, id, context);
      const trial = await tryDataset(services, viewer, {
        draft: { connectionId, workspaceId, definition: readBody(DatasetDefinitionSchema, definition) },
        query: readBody(QuerySpecSchema, query),
        calendar,
        onRead: auditReads(services, request, viewer),
        texts: explanationTexts(request, reply),
      });
      return replyJson(reply, trial, trial.answer && heldResults(trial.answer.result));
    },
  });
}

/** Routes that query a saved dataset. */
function queryRoutes(app: HttpApp, services: Services): void {
  const { store } = services;

  app.get(`${url}/:id/sample`, {
    config: forAdmins('data:query'),
    schema: {
      tags,
      operationId: 'sampleDataset',
      summary: 'Read the first rows of a dataset',
      description: 'Reads the source directly. Row rules apply only to viewers.',
      params: byId,
      response: { 200: SampleSchema, ...errors(429, 502, 504) },
    },
    handler: async (request) => {
      const { id } = tenantOf(request);
      const dataset = await requireDataset(store, id, request.params.id);
      const connection = await requireConnection(store, id, dataset.connectionId);
      const { source } = dataset.definition;
      const { columns, rowCount } = await withSourceErrors(() =>
        sampleSource({ services, tenantId: id, connection }, source),
      );
      auditSource(services, request, { datasetId: dataset.id, connectionId: connection.id, rows: rowCount });
      return { columns: columns.map((column) => ({ ...column, values: [...column.values] })), rowCount };
    },
  });

  app.post(`${url}/:id/query`, {
    config: forAdmins('data:query'),
    schema: {
      tags,
      operationId: 'queryDataset',
      summary: 'Query a dataset as a viewer',
      description:
        'Returns the result that a viewer with this context would get, with row rules and limits applied.',
      params: byId,
      body: QueryRequestSchema,
      response: { 200: QueryResponseSchema, ...errors(429, 502, 504) },
    },
    handler: async (request, reply) => {
      const { id } = tenantOf(request);
      const { query, context, calendar = UTC_CALENDAR } = request.body;
      const dataset = await requireDataset(store, id, request.params.id);
      const viewer = viewerOfContext(services, id, context);
      const response = await runQuery(services, viewer, dataset, readBody(QuerySpecSchema, query), {
        calendar,
        signal: querySignal(request, services),
        onRead: auditReads(services, request, viewer),
      });
      return replyJson(reply, response, heldResults(response.result));
    },
  });

  app.get(`${url}/:id/filter-values`, {
    config: forAdmins('data:query'),
    schema: {
      tags,
      operationId: 'listFilterValues',
      summary: 'List the values of a column',
      description: 'Lists the values that a filter would offer to a viewer with this context.',
      params: byId,
      querystring: Type.Object({
        column: Type.String({ minLength: 1, maxLength: 256 }),
        search: Type.Optional(Type.String({ maxLength: 256 })),
        context: Type.String({ maxLength: 8192, description: 'A user context without secrets, as JSON.' }),
      }),
      response: { 200: FilterValuesSchema, ...errors(429, 502, 504) },
    },
    handler: async (request) => {
      const { id } = tenantOf(request);
      const { column, search, context } = request.query;
      const dataset = await requireDataset(store, id, request.params.id);
      const viewer = viewerOfContext(services, id, parseContext(context));
      const query = { column, ...(search === undefined ? {} : { search }) };
      const { result } = await runFilterValues(services, viewer, dataset, query, {
        calendar: UTC_CALENDAR,
        signal: querySignal(request, services),
        onRead: auditReads(services, request, viewer),
      });
      return { values: [...(result.columns[0]?.values ?? [])], truncated: result.truncated };
    },
  });
}

function explainRoute(app: HttpApp, services: Services): void {
  const { store } = services;

  app.post(`${url}/:id/explain`, {
    config: forAdmins('data:read'),
    schema: {
      tags,
      operationId: 'explainDataset',
      summary: 'Explain what a viewer sees',
      description:
        'Returns the rules that apply, the SQL with named parameters, whether the connection can be opened, how many rows required relationships leave out, and why a row is hidden. Secrets are never returned.',
      params: byId,
      headers: acceptLanguageHeader,
      body: ExplainRequestSchema,
      response: { 200: DatasetExplanationSchema },
    },
    handler: async (request, reply) => {
      const { id } = tenantOf(request);
      const { query, context, calendar = UTC_CALENDAR, row } = request.body;
      const dataset = await requireDataset(store, id, request.params.id);
      const viewer = viewerOfContext(services, id, context);
      const explanation = await explainQuery(services, viewer, dataset, {
        query: readBody(QuerySpecSchema, query),
        calendar,
        row,
        texts: explanationTexts(request, reply),
      });
      const signal = querySignal(request, services);
      return {
        ...explanation,
        required: [...(await removedRows(services, viewer, dataset, { calendar, signal }))],
      };
    },
  });
}

/** URLs end up in logs and browser history, so they must not contain secrets. */
function parseContext(text: string): object {
  let context: unknown;
  try {
    context = JSON.parse(text);
  } catch {
    context = undefined;
  }
  if (typeof context !== 'object' || context === null || Array.isArray(context))
    refuseFields([{ path: 'context', problem: 'must be a JSON object' }]);
  if (Object.hasOwn(context as object, 'secrets'))
    refuseFields([{ path: 'context', problem: 'must not contain secrets, because URLs end up in logs' }]);
  return context as object;
}

const auditReads =
  ({ accesses }: Services, request: FastifyRequest, viewer: DataViewer): QueryOptions['onRead'] =>
  (reads) =>
    accesses.count(accessesOf({ action: 'data.query', ...actingIn(request), viewer }, reads));

interface SourceRead {
  readonly datasetId: string | null;
  readonly connectionId: string;
  readonly rows: number;
}

/** Rows of the source itself, to which no rules apply. */
function auditSource({ accesses }: Services, request: FastifyRequest, read: SourceRead): void {
  const { datasetId, connectionId, rows } = read;
  accesses.count([
    {
      tenantId: tenantOf(request).id,
      action: 'data.query',
      ...actingIn(request),
      datasetId,
      rows,
      details: { connection: connectionId, unruled: true },
    },
  ]);
}
