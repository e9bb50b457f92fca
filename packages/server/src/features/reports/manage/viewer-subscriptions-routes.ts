import {
  AlertDryRunSchema,
  DeliverySchema,
  MessagePreviewSchema,
  type NewSubscription,
  NewSubscriptionSchema,
  SubscriptionChangeSchema,
  SubscriptionSchema,
  SubscriptionsSchema,
} from '@inlay/content/subscription';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { AppError, fieldsInvalid } from '../../../platform/errors.ts';
import { querySignal } from '../../../platform/http/caller-signal.ts';
import { errors } from '../../../platform/http/documented-errors.ts';
import { callerOf, type HttpApp, viewerOf } from '../../../platform/http/http-app.ts';
import { createRateLimit } from '../../../platform/http/rate-limit.ts';
import { documentedBody, readBody } from '../../../platform/http/read-body.ts';
import type { Services } from '../../../services.ts';
import { publishedDashboards } from '../../builder/index.ts';
import { type ContentSource, contentOfEmbed, contentOfLinked, readSetting } from '../../embeds/index.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';
import type { Spoken } from './draft-subscription.ts';
import { serializeDeliveries } from './list-deliveries.ts';
import { listOfApp, listOwn } from './list-subscriptions.ts';
import { serializeColleagues, serializeSubscription } from './serialize-subscription.ts';
import { readSubscriptionRules } from './subscription-options.ts';
import {
  contentOf,
  isOf,
  isPerson,
  refusePreview,
  type SubscriptionPlace,
  seesAll,
} from './subscription-place.ts';
import { testSubscription } from './test-subscription.ts';
import { dryRunOf, previewOf, type Trying } from './try-subscription.ts';
import {
  changeSubscription,
  checkedDraft,
  createSubscription,
  deleteSubscription,
  findOwn,
  type Saving,
} from './write-subscriptions.ts';

/** Per minute and viewer. */
const WRITES = 120;
const PREVIEWS = 60;
/** In so many minutes. */
const TESTS = 5;
const TEST_MINUTES = 10;

/** What viewers have sent to them: of embeds, of dashboards that clicks open, and of dashboards of a builder. */
export function viewerSubscriptionsRoutes(app: HttpApp, services: Services): void {
  const { time } = services;
  const limits = {
    write: createRateLimit(time, WRITES),
    preview: createRateLimit(time, PREVIEWS),
    test: createRateLimit(time, TESTS, TEST_MINUTES),
  };
  for (const source of [contentOfEmbed(services), contentOfLinked(services), publishedDashboards(services)]) {
    const routes = subscriptionsIn({ app, services, source, limits });
    listRoute(routes);
    writeRoutes(routes);
    tryRoutes(routes);
  }
}

type Limits = Readonly<Record<'write' | 'preview' | 'test', (key: string) => void>>;

interface SubscriptionRoutes {
  readonly app: HttpApp;
  readonly services: Services;
  readonly source: ContentSource;
  open(request: FastifyRequest): Promise<SubscriptionPlace>;
  /** Within the rate limit of a viewer who is a person. */
  openToWrite(request: FastifyRequest, limit: keyof Limits): Promise<SubscriptionPlace>;
  save(
    request: FastifyRequest,
    place: SubscriptionPlace,
    given: Pick<NewSubscription, 'lang' | 'schedule'>,
  ): Promise<Saving>;
}

function subscriptionsIn({
  app,
  services,
  source,
  limits,
}: Pick<SubscriptionRoutes, 'app' | 'services' | 'source'> & {
  readonly limits: Limits;
}): SubscriptionRoutes {
  const open = async (request: FastifyRequest): Promise<SubscriptionPlace> => ({
    viewer: viewerOf(request),
    opened: await source.open(request),
  });
  return {
    app,
    services,
    source,
    open,
    openToWrite: async (request, limit) => {
      const viewer = viewerOf(request);
      refusePreview({ viewer });
      limits[limit](`${viewer.tenantId}/${viewer.workspaceId}/${viewer.username}`);
      return open(request);
    },
    save: async (request, place, { lang, schedule: { timeZone } }) => {
      const spoken = await readSpoken(services, request, { lang, timeZone });
      return {
        ...place,
        services,
        spoken,
        rules: await readSubscriptionRules(services, services.store, place, spoken.timeZone),
        caller: callerOf(request),
        signal: querySignal(request, services),
        now: services.time.now(),
      };
    },
  };
}

async function readSpoken(
  services: Services,
  request: FastifyRequest,
  given: { readonly lang?: string | undefined; readonly timeZone?: string | undefined },
): Promise<Spoken> {
  const { locale, calendar } = await readSetting(services, request, given);
  return { language: locale.language, timeZone: calendar.timeZone };
}

const config = { access: 'embed' } as const;

const common = ({ source: { query } }: SubscriptionRoutes) => ({
  tags: ['embed'],
  security: [{ embed: [] }],
  querystring: Type.Object(query),
});

const ofSubscription = ({ source: { params } }: SubscriptionRoutes) =>
  Type.Object({ ...params, subscriptionId: Type.String({ maxLength: 128 }) });

const idIn = (request: FastifyRequest) => (request.params as { subscriptionId: string }).subscriptionId;

const mine = (row: StoredSubscription) => serializeSubscription(row, { isMine: true });

function listRoute(routes: SubscriptionRoutes): void {
  const { app, services, source, open } = routes;
  app.get(`${source.url}/subscriptions`, {
    config,
    schema: {
      ...common(routes),
      operationId: `list${source.name}Subscriptions`,
      summary: `List the viewer's subscriptions in the embed of ${source.of}, and what they can choose`,
      description:
        'Newest first, of all content of this embed. With `validate` on the app, `all=true` lists those of everybody in the workspace, for all embeds of the app, at most 200.',
      params: Type.Object(source.params),
      querystring: Type.Object({
        ...source.query,
        all: Type.Optional(Type.Enum(['true', 'false'])),
        timeZone: Type.Optional(
          Type.String({ maxLength: 64, description: 'Of the page, unless the viewer’s is signed.' }),
        ),
      }),
      response: { 200: SubscriptionsSchema, ...errors(401, 403, 404) },
    },
    handler: async (request) => {
      const place = await open(request);
      const { all, timeZone } = request.query as { all?: 'true' | 'false'; timeZone?: string };
      const spoken = await readSpoken(services, request, { timeZone });
      const { options } = await readSubscriptionRules(services, services.store, place, spoken.timeZone);
      const rows = await listFor(services, place, all === 'true');
      const { content_kind: kind, content_id: id } = contentOf(place);
      return {
        data: rows.map((row) => (isOf(place, row) ? mine(row) : serializeColleagues(row))),
        content: { kind, id },
        options,
      };
    },
  });
}

async function listFor(
  { store }: Services,
  place: SubscriptionPlace,
  all: boolean,
): Promise<readonly StoredSubscription[]> {
  if (all && !seesAll(place))
    throw new AppError('NOT_PERMITTED', {
      message: "Listing the subscriptions of others requires the privilege 'validate' on the app.",
    });
  // A preview shows what the author made, and nothing of the person.
  if (!isPerson(place.viewer)) return [];
  return all ? listOfApp(store, place) : listOwn(store, place);
}

function writeRoutes(routes: SubscriptionRoutes): void {
  const { app, services, source, openToWrite, save } = routes;
  const refusals = errors(400, 401, 403, 404, 409, 413, 429);

  app.post(`${source.url}/subscriptions`, {
    config,
    schema: {
      ...common(routes),
      operationId: `create${source.name}Subscription`,
      summary: `Subscribe to ${source.of}`,
      description:
        'To a report, or with `alert` to be told when a value passes a limit. Each message contains what the viewer may see when it is sent. The report settings of the tenant and the options of the embed limit frequency, format and recipients.',
      params: Type.Object(source.params),
      ...documentedBody(NewSubscriptionSchema),
      response: { 201: SubscriptionSchema, ...refusals },
    },
    handler: async (request, reply) => {
      const place = await openToWrite(request, 'write');
      const body = readBody(NewSubscriptionSchema, request.body);
      const row = await createSubscription(await save(request, place, body), body);
      return reply.code(201).send(mine(row));
    },
  });

  app.patch(`${source.url}/subscriptions/:subscriptionId`, {
    config,
    schema: {
      ...common(routes),
      operationId: `change${source.name}Subscription`,
      summary: `Change, pause or resume a subscription to ${source.of}`,
      description:
        'The last change wins. Each change renews the stored context, and starts a subscription again that had ended.',
      params: ofSubscription(routes),
      ...documentedBody(SubscriptionChangeSchema),
      response: { 200: SubscriptionSchema, ...refusals },
    },
    handler: async (request) => {
      const place = await openToWrite(request, 'write');
      const body = readBody(SubscriptionChangeSchema, request.body);
      const { settings } = await findOwn(services.store, place, idIn(request));
      const given = { lang: body.lang ?? settings.language, schedule: body.schedule ?? settings.schedule };
      return mine(await changeSubscription(await save(request, place, given), idIn(request), body));
    },
  });

  app.delete(`${source.url}/subscriptions/:subscriptionId`, {
    config,
    schema: {
      ...common(routes),
      operationId: `delete${source.name}Subscription`,
      summary: `Delete a subscription to ${source.of}`,
      params: ofSubscription(routes),
      response: { 204: Type.Null({ description: 'Deleted.' }), ...errors(401, 403, 404, 429) },
    },
    handler: async (request, reply) => {
      const place = await openToWrite(request, 'write');
      const deleting = { ...place, services, caller: callerOf(request), now: services.time.now() };
      await deleteSubscription(deleting, idIn(request));
      return reply.code(204).send(null);
    },
  });

  app.post(`${source.url}/subscriptions/:subscriptionId/test`, {
    config,
    schema: {
      ...common(routes),
      operationId: `test${source.name}Subscription`,
      summary: `Send a message of a subscription to ${source.of} now`,
      description: `By email to the viewer alone, else to the destination of the subscription. At most ${TESTS} times in ${TEST_MINUTES} minutes.`,
      params: ofSubscription(routes),
      response: { 202: DeliverySchema, ...errors(401, 403, 404, 409, 429) },
    },
    handler: async (request, reply) => {
      const place = await openToWrite(request, 'test');
      const row = await findOwn(services.store, place, idIn(request));
      const saving = await save(request, place, { schedule: row.settings.schedule });
      const jobs = await testSubscription(saving, row.id);
      const [delivery] = await serializeDeliveries(services.store, row.tenant_id, jobs);
      if (!delivery) throw new AppError('TOO_MANY_REQUESTS');
      return reply.code(202).send(delivery);
    },
  });
}

/** What a subscription would send, before it is saved. */
function tryRoutes(routes: SubscriptionRoutes): void {
  const { app, source, openToWrite, save } = routes;
  const refusals = errors(400, 401, 403, 404, 409, 413, 422, 429, 502, 503, 504);
  const read = async (request: FastifyRequest): Promise<Trying> => {
    const place = await openToWrite(request, 'preview');
    const body = readBody(NewSubscriptionSchema, request.body);
    const saving = await save(request, place, body);
    return { ...saving, subscription: await checkedDraft(saving, body) };
  };

  app.post(`${source.url}/subscriptions/dry-run`, {
    config,
    schema: {
      ...common(routes),
      operationId: `dryRun${source.name}Alert`,
      summary: `Show when an alert on ${source.of} would have fired in the past`,
      description: 'Saves and sends nothing.',
      params: Type.Object(source.params),
      ...documentedBody(NewSubscriptionSchema),
      response: { 200: AlertDryRunSchema, ...refusals },
    },
    handler: async (request) => {
      const trying = await read(request);
      if (trying.subscription.settings.alert === null)
        throw fieldsInvalid([{ path: '/alert', problem: 'is required' }]);
      return dryRunOf(trying, { actor: trying.viewer.username, caller: callerOf(request) });
    },
  });

  app.post(`${source.url}/subscriptions/preview`, {
    config,
    schema: {
      ...common(routes),
      operationId: `preview${source.name}Subscription`,
      summary: `Preview a message of ${source.of}`,
      description: 'As it would be sent now, to this viewer. Saves and sends nothing.',
      params: Type.Object(source.params),
      ...documentedBody(NewSubscriptionSchema),
      response: { 200: MessagePreviewSchema, ...refusals },
    },
    handler: async (request) => previewOf(await read(request)),
  });
}
