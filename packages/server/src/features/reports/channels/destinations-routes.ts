import { PageOf } from '@inlay/protocol/pagination';
import {
  CreatedDestinationSchema,
  DestinationChangeSchema,
  DestinationSchema,
  DestinationSecretSchema,
  DestinationTestSchema,
  NewDestinationSchema,
} from '@inlay/protocol/report-settings';
import Type from 'typebox';
import { errors } from '../../../platform/http/documented-errors.ts';
import { actingIn, type HttpApp, tenantOf } from '../../../platform/http/http-app.ts';
import { afterConfirmation, forAdmins } from '../../../platform/http/route-access.ts';
import { byId, pageQuery, readPageQuery } from '../../../platform/http/route-parameters.ts';
import type { Services } from '../../../services.ts';
import { listDestinations, toDestinationDto } from './destinations.ts';
import {
  changeDestination,
  createDestination,
  regenerateDestinationSecret,
  removeDestination,
  requireDestination,
} from './manage-destinations.ts';
import { sendTestMessage } from './send-test-message.ts';

const tags = ['reports'];
const url = '/api/v0/report-destinations';

/** Webhooks, Slack channels and Teams channels that reports can be sent to. */
export function destinationsRoutes(app: HttpApp, services: Services): void {
  readRoutes(app, services);
  changeRoutes(app, services);
  secretRoutes(app, services);
}

function readRoutes(app: HttpApp, { store }: Services): void {
  app.get(url, {
    config: forAdmins('settings:read'),
    schema: {
      tags,
      operationId: 'listReportDestinations',
      summary: 'List report destinations',
      description: 'By name. Of each URL, only the host is shown.',
      querystring: Type.Object(pageQuery),
      response: { 200: PageOf(DestinationSchema) },
    },
    handler: async (request) => {
      const page = readPageQuery(request.query);
      const { data, meta } = await listDestinations(store.lists, tenantOf(request).id, page);
      return { data: data.map(toDestinationDto), meta };
    },
  });

  app.get(`${url}/:id`, {
    config: forAdmins('settings:read'),
    schema: {
      tags,
      operationId: 'readReportDestination',
      summary: 'Read a report destination',
      params: byId,
      response: { 200: DestinationSchema },
    },
    handler: async (request) =>
      toDestinationDto(await requireDestination(store, tenantOf(request).id, request.params.id)),
  });
}

function changeRoutes(app: HttpApp, services: Services): void {
  app.post(url, {
    // Shows the signing secret, and decides where rows are sent.
    config: afterConfirmation(forAdmins('settings:write')),
    schema: {
      tags,
      operationId: 'createReportDestination',
      summary: 'Add a report destination',
      description:
        'Viewers of the workspace can then choose it. The URL is stored encrypted and never returned. The response contains the signing secret of a webhook, which is shown only once.',
      body: NewDestinationSchema,
      response: { 201: CreatedDestinationSchema, ...errors(409) },
    },
    handler: async (request, reply) => {
      const { id: tenantId } = tenantOf(request);
      const { row, secret } = await createDestination(services, tenantId, request.body, actingIn(request));
      return reply
        .code(201)
        .header('location', `${url}/${row.id}`)
        .send({ ...toDestinationDto(row), secret });
    },
  });

  app.patch(`${url}/:id`, {
    config: afterConfirmation(forAdmins('settings:write'), 'url'),
    schema: {
      tags,
      operationId: 'changeReportDestination',
      summary: 'Change a report destination',
      description: 'Kind, workspace and signing secret stay the same.',
      params: byId,
      body: DestinationChangeSchema,
      response: { 200: DestinationSchema, ...errors(409) },
    },
    handler: async (request) => {
      const change = { id: request.params.id, change: request.body };
      return toDestinationDto(
        await changeDestination(services, tenantOf(request).id, change, actingIn(request)),
      );
    },
  });

  app.delete(`${url}/:id`, {
    config: forAdmins('settings:write'),
    schema: {
      tags,
      operationId: 'deleteReportDestination',
      summary: 'Delete a report destination',
      description: 'Subscriptions that send to it end when they are next due.',
      params: byId,
      response: { 204: Type.Null() },
    },
    handler: async (request, reply) => {
      await removeDestination(services, tenantOf(request).id, request.params.id, actingIn(request));
      return reply.code(204).send(null);
    },
  });
}

function secretRoutes(app: HttpApp, services: Services): void {
  app.post(`${url}/:id/secret`, {
    config: afterConfirmation(forAdmins('settings:write')),
    schema: {
      tags,
      operationId: 'regenerateReportDestinationSecret',
      summary: 'Re-generate the signing secret of a webhook',
      description:
        'The secret is returned only once, in this response. From the next message on, it signs instead of the previous one.',
      params: byId,
      response: { 200: DestinationSecretSchema, ...errors(409) },
    },
    handler: async (request) => {
      const { id: tenantId } = tenantOf(request);
      const { id } = request.params;
      return { secret: await regenerateDestinationSecret(services, tenantId, id, actingIn(request)) };
    },
  });

  app.post(`${url}/:id/test`, {
    config: forAdmins('settings:write'),
    schema: {
      tags,
      operationId: 'testReportDestination',
      summary: 'Send a test message',
      description: 'Sends a message without data. A webhook gets `"type": "test"`, signed like a report.',
      params: byId,
      response: { 200: DestinationTestSchema, ...errors(429) },
    },
    handler: (request) =>
      sendTestMessage(services, tenantOf(request).id, request.params.id, actingIn(request)),
  });
}
