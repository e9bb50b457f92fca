import {
  NewSavedViewSchema,
  type SavedView,
  SavedViewChangeSchema,
  SavedViewSchema,
  SavedViewsSchema,
  type ViewState,
} from '@inlay/content/view-state';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { refuseFields } from '../../../platform/errors.ts';
import { errors } from '../../../platform/http/documented-errors.ts';
import { type HttpApp, viewerOf } from '../../../platform/http/http-app.ts';
import { createRateLimit } from '../../../platform/http/rate-limit.ts';
import { documentedBody, readBody } from '../../../platform/http/read-body.ts';
import type { SavedViewRow } from '../../../platform/store/schema.ts';
import { isoTime } from '../../../platform/time/time.ts';
import type { Services } from '../../../services.ts';
import type { ContentSource } from '../request/embed-request.ts';
import type { OpenEmbed } from '../request/open-embed.ts';
import { fitState } from './fit-state.ts';
import { changeView, deleteView, insertView, listViews, type ViewsPlace } from './saved-views.ts';

const WRITES = 400;

/** Views that a viewer saved for themselves. */
export function savedViewsRoutes(app: HttpApp, { store, time }: Services, source: ContentSource): void {
  const { url, params, query, name, of } = source;
  const config = { access: 'embed' } as const;
  const common = { tags: ['embed'], security: [{ embed: [] }], querystring: Type.Object(query) };
  const ofView = Type.Object({ ...params, viewId: Type.String({ maxLength: 128 }) });
  const refusals = errors(400, 401, 403, 404);
  const limit = createRateLimit(time, WRITES);

  const open = async (request: FastifyRequest): Promise<ViewsPlace> => ({
    viewer: viewerOf(request),
    opened: await source.open(request),
  });
  const openToWrite = async (request: FastifyRequest): Promise<ViewsPlace> => {
    const { tenantId, workspaceId, username } = viewerOf(request);
    limit(`${tenantId}/${workspaceId}/${username}`);
    return open(request);
  };

  app.get(`${url}/views`, {
    config,
    schema: {
      ...common,
      operationId: `list${name}Views`,
      summary: `List the viewer's saved views of ${of}`,
      params: Type.Object(params),
      response: { 200: SavedViewsSchema, ...errors(401, 403, 404) },
    },
    handler: async (request) => {
      const place = await open(request);
      const views = await listViews(store, place);
      return { data: views.map((view) => serializeView(view, place.opened)) };
    },
  });

  app.post(`${url}/views`, {
    config,
    schema: {
      ...common,
      operationId: `save${name}View`,
      summary: `Save a view of ${of}`,
      description:
        'Only this viewer sees it, and only in this embed. At most 50 views of 32 KiB each, with unique names.',
      params: Type.Object(params),
      ...documentedBody(NewSavedViewSchema),
      response: { 201: SavedViewSchema, ...refusals, ...errors(409, 413, 429) },
    },
    handler: async (request, reply) => {
      const place = await openToWrite(request);
      const view = readBody(NewSavedViewSchema, request.body);
      refuseMisfits(place.opened, view.state);
      const row = await store.write((transaction) => insertView(transaction, place, view, time.now()));
      return reply.code(201).send(serializeView(row, place.opened));
    },
  });

  app.patch(`${url}/views/:viewId`, {
    config,
    schema: {
      ...common,
      operationId: `change${name}View`,
      summary: `Rename or update a saved view of ${of}, or make it the default`,
      description: 'The last change wins.',
      params: ofView,
      ...documentedBody(SavedViewChangeSchema),
      response: { 200: SavedViewSchema, ...refusals, ...errors(409, 413, 429) },
    },
    handler: async (request) => {
      const place = await openToWrite(request);
      const change = readBody(SavedViewChangeSchema, request.body);
      if (change.state) refuseMisfits(place.opened, change.state);
      const { viewId } = request.params;
      const row = await store.write((transaction) =>
        changeView(transaction, place, viewId, { ...change, now: time.now() }),
      );
      return serializeView(row, place.opened);
    },
  });

  app.delete(`${url}/views/:viewId`, {
    config,
    schema: {
      ...common,
      operationId: `delete${name}View`,
      summary: `Delete a saved view of ${of}`,
      params: ofView,
      response: { 204: Type.Null({ description: 'Deleted.' }), ...refusals, ...errors(429) },
    },
    handler: async (request, reply) => {
      const place = await openToWrite(request);
      await store.write((transaction) => deleteView(transaction, place, request.params.viewId));
      return reply.code(204).send(null);
    },
  });
}

/** A saved view holds only what the viewer can set: filters that the embed shows, not those of the host page. */
function refuseMisfits(opened: OpenEmbed, state: ViewState): void {
  const problems = fitState(opened, state).problems;
  refuseFields(problems.map(({ path, problem }) => ({ path: `/state${path}`, problem })));
}

/** Without the parts that the content no longer has. */
function serializeView(row: SavedViewRow, opened: OpenEmbed): SavedView {
  const { state, problems } = fitState(opened, JSON.parse(row.state) as ViewState);
  return {
    id: row.id,
    name: row.name,
    isDefault: row.is_default === 1,
    state,
    isIncomplete: problems.length > 0,
    updatedAt: isoTime(row.updated_at),
  };
}
