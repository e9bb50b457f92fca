import {
  type PreviewRequest,
  PreviewRequestSchema,
  type PreviewTextsRequest,
  PreviewTextsRequestSchema,
  type PreviewValuesRequest,
  PreviewValuesRequestSchema,
} from '@inlay/protocol/builder-preview';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { documentedBody } from '../../platform/http/documented-body.ts';
import { errors } from '../../platform/http/documented-errors.ts';
import { replyEncoded } from '../../platform/http/encoding.ts';
import { type HttpApp, viewerOf } from '../../platform/http/http-app.ts';
import { createRateLimit } from '../../platform/http/rate-limit.ts';
import { readBody } from '../../platform/http/read-body.ts';
import type { Services } from '../../services.ts';
import {
  type AskedBody,
  dataRefusals,
  embedExportRoutes,
  embedPaintingRoutes,
  FiltersBody,
  FilterValuesBody,
  readQuestion,
  type ShownAt,
  shownDataRoutes,
  shownRequests,
  TextValuesBody,
  TileAnswerBody,
} from '../embeds/index.ts';
import { ofBuilder, ofDashboard } from './builder-routes.ts';
import { Revision } from './builder-versions-routes.ts';
import { viewVersion } from './dashboard-versions.ts';
import { findDashboard, surroundingsOf } from './find-dashboard.ts';
import { enterBuilder } from './open-builder.ts';
import { paintPreview } from './paint-preview.ts';
import { previewChart, previewTexts, previewValues } from './preview-chart.ts';
import { paintView } from './render-dashboard.ts';

const PREVIEWS = 300;
const PreviewAnswerBody = Type.Object(
  {
    ...TileAnswerBody.properties,
    html: Type.Optional(Type.String()),
    title: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
  },
  { title: 'PreviewAnswer' },
);

/** What the page of a builder asks of data: what its dashboards show, and what is not saved yet. */
export function builderDataRoutes(app: HttpApp, services: Services): void {
  const url = '/embed/api/v0/embeds/:id/builder';
  const limit = createRateLimit(services.clock, PREVIEWS);

  const enter = async (request: FastifyRequest) => {
    const viewer = viewerOf(request);
    const builder = await enterBuilder(services, viewer, (request.params as { id: string }).id);
    return surroundingsOf(services.store, builder);
  };

  const at: ShownAt = {
    url: `${url}/dashboards/:dashboardId`,
    params: ofDashboard,
    query: {
      side: Type.Optional(
        Type.Enum(['published'], { description: 'What viewers see, not the working copy.' }),
      ),
      revision: Type.Optional(Revision),
    },
    name: 'BuilderDashboard',
    of: 'a dashboard of a builder',
    open: async (request) => {
      const surroundings = await enter(request);
      const { dashboardId } = request.params as { dashboardId: string };
      const { side, revision } = request.query as { side?: 'published'; revision?: string };
      const view =
        revision === undefined
          ? (await findDashboard(services.store, surroundings, dashboardId, side)).view
          : await viewVersion(services.store, surroundings, dashboardId, Number(revision));
      return { viewer: surroundings.builder.viewer, opened: view.opened };
    },
  };
  const { question } = shownRequests(services, at);
  shownDataRoutes(app, services, at);
  embedPaintingRoutes(app, services, at);
  embedExportRoutes(app, services, at);

  app.post(`${at.url}/view`, {
    config: { access: 'embed' },
    schema: {
      tags: ['builder'],
      security: [{ embed: [] }],
      operationId: 'paintBuilderDashboard',
      summary: 'Paint a dashboard of a builder as its viewers see it',
      description: 'The markup that the page of an embed would hold, and what its script works with.',
      params: Type.Object(ofDashboard),
      querystring: Type.Object(at.query),
      body: Type.Object(
        {
          ...FiltersBody,
          width: Type.Number({ minimum: 1, maximum: 20_000 }),
          theme: Type.Optional(
            Type.String({ maxLength: 16_384, description: 'As the form field of the page.' }),
          ),
          features: Type.Optional(
            Type.Record(Type.String({ pattern: '^[a-z-]{1,32}$' }), Type.Boolean(), { maxProperties: 32 }),
          ),
        },
        { additionalProperties: false, title: 'ViewRequest' },
      ),
      response: {
        200: Type.Object(
          { html: Type.String(), css: Type.String(), state: Type.Object({}, { additionalProperties: true }) },
          { title: 'DashboardPainting' },
        ),
        ...dataRefusals,
      },
    },
    handler: async (request, reply) => {
      const { viewer, opened, setting, choices } = await question(request, request.body);
      const painted = await paintView(services, viewer, opened, choices, setting, request.body);
      return replyEncoded(request, reply, painted);
    },
  });

  const preview = (request: FastifyRequest) => {
    const { tenantId, workspaceId, username } = viewerOf(request);
    limit(`${tenantId}/${workspaceId}/${username}`);
    return enter(request);
  };
  const asking = async (request: FastifyRequest, body: AskedBody) => {
    const { setting, choices } = await readQuestion(services, request, { ...body, filters: {} });
    return {
      setting,
      asking: { calendar: choices.calendar, signal: choices.signal, variables: choices.variables },
    };
  };
  const common = {
    config: { access: 'embed' } as const,
    schema: { tags: ['builder'], security: [{ embed: [] }], params: Type.Object(ofBuilder) },
  };
  const refusals = { ...dataRefusals, ...errors(413, 422, 429) };

  app.post(`${url}/preview`, {
    ...common,
    schema: {
      ...common.schema,
      operationId: 'previewBuilderChart',
      summary: 'Answer a chart that is not saved yet',
      description: 'Within the row rules and the reach of the viewer. Hanging up cancels the query.',
      ...documentedBody(PreviewRequestSchema),
      response: { 200: PreviewAnswerBody, ...refusals },
    },
    handler: async (request) => {
      const surroundings = await preview(request);
      const body = readBody<PreviewRequest>(PreviewRequestSchema, request.body);
      const { setting, asking: how } = await asking(request, body);
      const answer = await previewChart(services, surroundings, body, how);
      const { paint } = body;
      const painted =
        paint && (await paintPreview(services, surroundings.builder, answer, setting, paint, how.variables));
      return { ...answer, ...painted } as never;
    },
  });

  app.post(`${url}/preview/values`, {
    ...common,
    schema: {
      ...common.schema,
      operationId: 'previewBuilderValues',
      summary: 'List what a column offers to choose from',
      ...documentedBody(PreviewValuesRequestSchema),
      response: { 200: FilterValuesBody, ...refusals },
    },
    handler: async (request) => {
      const surroundings = await preview(request);
      const body = readBody<PreviewValuesRequest>(PreviewValuesRequestSchema, request.body);
      return (await previewValues(
        services,
        surroundings,
        body,
        (
          await asking(request, body)
        ).asking,
      )) as never;
    },
  });

  app.post(`${url}/preview/texts`, {
    ...common,
    schema: {
      ...common.schema,
      operationId: 'previewBuilderTexts',
      summary: 'Read the values in the texts of a canvas that is not saved yet',
      ...documentedBody(PreviewTextsRequestSchema),
      response: { 200: TextValuesBody, ...refusals },
    },
    handler: async (request) => {
      const surroundings = await preview(request);
      const body = readBody<PreviewTextsRequest>(PreviewTextsRequestSchema, request.body);
      const { setting, asking: how } = await asking(request, body);
      return { values: { ...(await previewTexts(services, surroundings, body, setting, how)) } };
    },
  });
}
