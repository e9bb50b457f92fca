import {
  DELIVERY_STATES,
  DeliverySchema,
  MessagePreviewSchema,
  QueuedDeliveriesSchema,
  SubscriptionPauseSchema,
  SubscriptionSchema,
} from '@inlay/content/subscription';
import { PageOf } from '@inlay/protocol/pagination';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { AppError } from '../../../platform/errors.ts';
import { querySignal } from '../../../platform/http/caller-signal.ts';
import { errors } from '../../../platform/http/documented-errors.ts';
import { actingIn, type HttpApp, tenantOf } from '../../../platform/http/http-app.ts';
import { forAdmins } from '../../../platform/http/route-access.ts';
import { byId, ofWorkspace, pageQuery, readPageQuery } from '../../../platform/http/route-parameters.ts';
import type { Services } from '../../../services.ts';
import type { TokenServices } from '../../tokens/index.ts';
import { listDeliveries, serializeDeliveries } from './list-deliveries.ts';
import { listSubscriptions } from './list-subscriptions.ts';
import {
  type Managing,
  pauseSubscription,
  readSubscriptionOf,
  removeSubscription,
  resendDelivery,
  runSubscription,
} from './manage-subscriptions.ts';
import { serializeSubscription } from './serialize-subscription.ts';
import { previewAsViewer } from './try-subscription.ts';

const tags = ['reports'];
const url = '/api/v0/subscriptions';
const deliveriesUrl = '/api/v0/report-deliveries';
const read = forAdmins('reports:read');
const write = forAdmins('reports:write');
const ofOthers = { isMine: false };

const text = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }));
const filterQuery = {
  status: Type.Optional(Type.Enum(['active', 'paused', 'ended'])),
  kind: Type.Optional(Type.Enum(['report', 'alert'])),
  appId: text(128, 'Only of this app.'),
  embedId: text(128, 'Only of this embed.'),
  workspaceId: ofWorkspace,
  username: text(1024, 'Only of the viewer with exactly this username.'),
  q: text(256, 'Part of a title or username.'),
};
const stateQuery = { state: Type.Optional(Type.Enum([...DELIVERY_STATES])) };

/** All subscriptions of a tenant and what was delivered, for administrators and the host's server. */
export function subscriptionsRoutes(app: HttpApp, services: TokenServices): void {
  subscriptionRoutes(app, services);
  previewRoute(app, services);
  deliveryRoutes(app, services);
}

const managingIn = (services: Services, request: FastifyRequest): Managing => ({
  services,
  tenantId: tenantOf(request).id,
  acting: actingIn(request),
});

function subscriptionRoutes(app: HttpApp, services: TokenServices): void {
  const { store } = services;

  app.get(url, {
    config: read,
    schema: {
      tags,
      operationId: 'listSubscriptions',
      summary: 'List subscriptions',
      description:
        'Reports and alerts of all viewers, newest first, with the next run and the last result. Viewers create and change them in embeds.',
      querystring: Type.Object({ ...pageQuery, ...filterQuery }),
      response: { 200: PageOf(SubscriptionSchema) },
    },
    handler: async (request) => {
      const page = readPageQuery(request.query);
      const { data, meta } = await listSubscriptions(store.lists, tenantOf(request).id, page, request.query);
      return { data: data.map((row) => serializeSubscription(row, ofOthers)), meta };
    },
  });

  app.get(`${url}/:id`, {
    config: read,
    schema: {
      tags,
      operationId: 'readSubscription',
      summary: 'Read a subscription',
      params: byId,
      response: { 200: SubscriptionSchema },
    },
    handler: async (request) =>
      serializeSubscription(
        await readSubscriptionOf(store, tenantOf(request).id, request.params.id),
        ofOthers,
      ),
  });

  app.patch(`${url}/:id`, {
    config: write,
    schema: {
      tags,
      operationId: 'pauseSubscription',
      summary: 'Pause or resume a subscription',
      description: 'What was due while it was paused is not sent.',
      params: byId,
      body: SubscriptionPauseSchema,
      response: { 200: SubscriptionSchema, ...errors(409) },
    },
    handler: async (request) =>
      serializeSubscription(
        await pauseSubscription(managingIn(services, request), request.params.id, request.body.isPaused),
        ofOthers,
      ),
  });

  app.delete(`${url}/:id`, {
    config: write,
    schema: {
      tags,
      operationId: 'deleteSubscription',
      summary: 'Delete a subscription',
      description: 'With the list of its deliveries.',
      params: byId,
      response: { 204: Type.Null({ description: 'Deleted.' }) },
    },
    handler: async (request, reply) => {
      await removeSubscription(managingIn(services, request), request.params.id);
      return reply.code(204).send(null);
    },
  });

  app.post(`${url}/:id/run`, {
    config: write,
    schema: {
      tags,
      operationId: 'runSubscription',
      summary: 'Send a subscription now',
      description:
        'To all of its recipients, with the rights that its viewer has now; an alert is checked. The next run stays as it is.',
      params: byId,
      response: { 202: QueuedDeliveriesSchema, ...errors(409) },
    },
    handler: async (request, reply) => {
      const jobs = await runSubscription(managingIn(services, request), request.params.id);
      return reply.code(202).send({ data: await serializeDeliveries(store, tenantOf(request).id, jobs) });
    },
  });
}

function previewRoute(app: HttpApp, services: TokenServices): void {
  app.post(`${url}/:id/preview`, {
    // It contains rows.
    config: forAdmins('reports:read', 'data:query'),
    schema: {
      tags,
      operationId: 'previewSubscription',
      summary: 'Preview the message of a subscription',
      description:
        'As its viewer would get it now. Sends nothing, and is recorded as a preview of the embed.',
      params: byId,
      response: { 200: MessagePreviewSchema, ...errors(409, 422, 429, 502, 503, 504) },
    },
    handler: async (request) => {
      const row = await readSubscriptionOf(services.store, tenantOf(request).id, request.params.id);
      const signal = querySignal(request, services);
      return previewAsViewer(services, row, { acting: actingIn(request), signal });
    },
  });
}

function deliveryRoutes(app: HttpApp, services: Services): void {
  const { store } = services;

  app.get(`${url}/:id/deliveries`, {
    config: read,
    schema: {
      tags,
      operationId: 'listSubscriptionDeliveries',
      summary: 'List the deliveries of a subscription',
      description: 'Newest first.',
      params: byId,
      querystring: Type.Object({ ...pageQuery, ...stateQuery }),
      response: { 200: PageOf(DeliverySchema) },
    },
    handler: async (request) => {
      const { id: tenantId } = tenantOf(request);
      const { id } = await readSubscriptionOf(store, tenantId, request.params.id);
      const filter = { subscriptionId: id, state: request.query.state };
      return listDeliveries(store.lists, tenantId, readPageQuery(request.query), filter);
    },
  });

  app.get(deliveriesUrl, {
    config: read,
    schema: {
      tags,
      operationId: 'listReportDeliveries',
      summary: 'List deliveries',
      description: 'Of all subscriptions, newest first. With `state=failed`, those that can be sent again.',
      querystring: Type.Object({ ...pageQuery, ...stateQuery }),
      response: { 200: PageOf(DeliverySchema) },
    },
    handler: (request) =>
      listDeliveries(store.lists, tenantOf(request).id, readPageQuery(request.query), {
        state: request.query.state,
      }),
  });

  app.post(`${deliveriesUrl}/:id/resend`, {
    config: write,
    schema: {
      tags,
      operationId: 'resendReportDelivery',
      summary: 'Send a delivery again',
      description:
        'One that failed, was skipped or whose outcome is unknown: in that case the recipient may get it twice. The message is made again; a webhook gets the same idempotency key.',
      params: byId,
      response: { 202: DeliverySchema, ...errors(409) },
    },
    handler: async (request, reply) => {
      const job = await resendDelivery(managingIn(services, request), request.params.id);
      const [delivery] = await serializeDeliveries(store, tenantOf(request).id, [job]);
      if (!delivery) throw new AppError('NOT_FOUND');
      return reply.code(202).send(delivery);
    },
  });
}
