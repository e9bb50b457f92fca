import {
  type PreviewRequest,
  PreviewRequestSchema,
  PreviewResponseSchema,
  PreviewTextsRequestSchema,
  PreviewValuesRequestSchema,
} from '@inlay/content/builder-preview';
import { FilterValuesResponseSchema, TextValuesResponseSchema } from '@inlay/content/embed-api';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { querySignal } from '../../platform/http/caller-signal.ts';
import { errors } from '../../platform/http/documented-errors.ts';
import { type HttpApp, viewerOf } from '../../platform/http/http-app.ts';
import { createRateLimit } from '../../platform/http/rate-limit.ts';
import { documentedBody, readBody } from '../../platform/http/read-body.ts';
import { readColors } from '../../platform/render/page-colors.ts';
import type { Services } from '../../services.ts';
import {
  dataRefusals,
  embedExportRoutes,
  readSetting,
  savedViewsRoutes,
  tileRoutes,
  viewRoute,
  viewStateRoutes,
} from '../embeds/index.ts';
import type { BuilderContext } from './builder-context.ts';
import { builderDashboards, enterContext } from './builder-dashboards.ts';
import { BUILDER_URL, ofBuilder } from './builder-routes.ts';
import { type PreviewContext, previewChart, previewTexts, previewValues } from './preview-chart.ts';

const PREVIEWS = 300;

/** Data for the page of a builder: of its dashboards, and previews of charts that are not saved yet. */
export function builderDataRoutes(app: HttpApp, services: Services): void {
  const source = builderDashboards(services);
  tileRoutes(app, services, source);
  embedExportRoutes(app, services, source);
  viewStateRoutes(app, services, source);
  savedViewsRoutes(app, services, source);
  viewRoute(app, services, source, 'builder');

  previewRoutes(app, services);
}

/** Charts, values and texts that are not saved yet. */
function previewRoutes(app: HttpApp, services: Services): void {
  const limit = createRateLimit(services.time, PREVIEWS);
  const enterPreview = async (request: FastifyRequest) => {
    const { tenantId, workspaceId, username } = viewerOf(request);
    limit(`${tenantId}/${workspaceId}/${username}`);
    return enterContext(services, request);
  };
  const contextOf = async (
    request: FastifyRequest,
    context: BuilderContext,
    {
      variables = {},
      categories,
      ...body
    }: Pick<PreviewRequest, 'variables' | 'lang' | 'timeZone' | 'categories'>,
  ): Promise<PreviewContext> => {
    const setting = await readSetting(services, request, body);
    return {
      services,
      context,
      setting,
      variables,
      colors: readColors(categories),
      signal: querySignal(request, services),
    };
  };
  const common = {
    config: { access: 'embed' } as const,
    schema: { tags: ['builder'], security: [{ embed: [] }], params: Type.Object(ofBuilder) },
  };
  const refusals = { ...dataRefusals, ...errors(413, 422, 429) };

  app.post(`${BUILDER_URL}/preview`, {
    ...common,
    schema: {
      ...common.schema,
      operationId: 'previewBuilderChart',
      summary: 'Preview a chart that is not saved yet',
      description:
        'Row rules and accessible fields of the viewer apply. Closing the connection cancels the query.',
      ...documentedBody(PreviewRequestSchema),
      response: { 200: PreviewResponseSchema, ...refusals },
    },
    handler: async (request) => {
      const context = await enterPreview(request);
      const body = readBody(PreviewRequestSchema, request.body);
      return previewChart(await contextOf(request, context, body), body);
    },
  });

  app.post(`${BUILDER_URL}/preview/values`, {
    ...common,
    schema: {
      ...common.schema,
      operationId: 'previewBuilderValues',
      summary: 'List the values of a column',
      ...documentedBody(PreviewValuesRequestSchema),
      response: { 200: FilterValuesResponseSchema, ...refusals },
    },
    handler: async (request) => {
      const context = await enterPreview(request);
      const body = readBody(PreviewValuesRequestSchema, request.body);
      return previewValues(await contextOf(request, context, body), body);
    },
  });

  app.post(`${BUILDER_URL}/preview/texts`, {
    ...common,
    schema: {
      ...common.schema,
      operationId: 'previewBuilderTexts',
      summary: 'Read the values in the texts of a canvas that is not saved yet',
      ...documentedBody(PreviewTextsRequestSchema),
      response: { 200: TextValuesResponseSchema, ...refusals },
    },
    handler: async (request) => {
      const context = await enterPreview(request);
      const body = readBody(PreviewTextsRequestSchema, request.body);
      return previewTexts(await contextOf(request, context, body), body);
    },
  });
}
