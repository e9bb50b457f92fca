import { createServer } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { guardRoutes } from './access.ts';
import { adminAppRoutes } from './features/admin-app/admin-app-routes.ts';
import { auditEventsRoutes } from './features/audit/audit-events-routes.ts';
import { builderDataRoutes } from './features/builder/builder-data-routes.ts';
import { builderRoutes } from './features/builder/builder-routes.ts';
import { builderVersionRoutes } from './features/builder/builder-versions-routes.ts';
import { renderBuilder } from './features/builder/render-builder.ts';
import { tilePreviewsRoutes } from './features/builder/tile-previews-routes.ts';
import { connectionsRoutes } from './features/connections/connections-routes.ts';
import { appsRoutes } from './features/content/apps-routes.ts';
import { dashboardsRoutes } from './features/content/dashboards-routes.ts';
import { datasetUses } from './features/content/dataset-uses.ts';
import { storiesRoutes } from './features/content/stories-routes.ts';
import { tilesRoutes } from './features/content/tiles-routes.ts';
import { datasetQuestionsRoutes } from './features/datasets/dataset-questions-routes.ts';
import { datasetsRoutes } from './features/datasets/datasets-routes.ts';
import { embedDataRoutes } from './features/embeds/embed-data-routes.ts';
import { embedPageRoutes } from './features/embeds/embed-page-routes.ts';
import { builtFiles, embedScriptsRoutes, openFrameBuild } from './features/embeds/embed-scripts-routes.ts';
import { embedsRoutes } from './features/embeds/embeds-routes.ts';
import { filesRoutes } from './features/files/files-routes.ts';
import { referenceRoutes } from './features/reference/reference-routes.ts';
import { adminSessionRoutes } from './features/sessions/admin-session-routes.ts';
import { sessionRoutes } from './features/sessions/session-routes.ts';
import { resolveTenants } from './features/tenants/tenant-of-host.ts';
import { tenantSettingsRoutes } from './features/tenants/tenant-settings-routes.ts';
import { themesRoutes } from './features/themes/themes-routes.ts';
import { embedSettingsRoutes } from './features/tokens/embed-settings-routes.ts';
import { createTokenExchange } from './features/tokens/exchange-token.ts';
import { realmMetadataRoutes } from './features/tokens/realm-metadata-routes.ts';
import { sdkSessionRoutes } from './features/tokens/sdk-session-routes.ts';
import { createTokenLane } from './features/tokens/token-lane.ts';
import { tokenRoutes } from './features/tokens/token-routes.ts';
import { hasTwoAuthorizations } from './features/tokens/two-authorizations.ts';
import { usageRoutes } from './features/usage/usage-routes.ts';
import { namedRoutes } from './features/users/named-things-routes.ts';
import { userImportsRoutes } from './features/users/user-imports-routes.ts';
import { usersRoutes } from './features/users/users-routes.ts';
import { AppError } from './platform/errors.ts';
import { answerUnknownRoutes } from './platform/http/allowed-methods.ts';
import { answerBrokenRequest } from './platform/http/answer-broken-request.ts';
import { openAssetShelf } from './platform/http/asset-shelf.ts';
import { compileOnFirstUse } from './platform/http/compile-on-first-use.ts';
import { replyWithError } from './platform/http/error-reply.ts';
import type { HttpApp } from './platform/http/http-app.ts';
import { readJsonBodies } from './platform/http/json-body.ts';
import { dropStalledReader, limitConnections } from './platform/http/limit-connections.ts';
import { measureRequests } from './platform/http/measure-requests.ts';
import { describeRoutes } from './platform/http/openapi.ts';
import { probeRoutes } from './platform/http/probes.ts';
import { safeHeaders } from './platform/http/safe-headers.ts';
import { randomText } from './platform/random-text.ts';
import type { Services } from './services.ts';
import { VERSION } from './version.ts';

const mebibyte = 1024 * 1024;
const timeouts = {
  requestTimeout: 30_000,
  keepAliveTimeout: 72_000,
  headersTimeout: 10_000,
  // How often the two above are looked at.
  connectionsCheckingInterval: 5000,
  maxHeaderSize: 16 * 1024,
};

/** The whole HTTP side of the product: doors first, then the routes behind them. */
export async function createHttpServer(services: Services): Promise<HttpApp> {
  const { config, log } = services;
  const exchange = createTokenExchange(services);
  const lane = createTokenLane(services, exchange);
  let closing = false;
  const app: HttpApp = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request would cost more than most requests log; lines name the request themselves.
    childLoggerFactory: (logger) => logger,
    genReqId: () => randomText(12, 'hex'),
    trustProxy: Array.isArray(config.trustProxy) ? [...config.trustProxy] : (config.trustProxy as boolean),
    bodyLimit: mebibyte,
    routerOptions: { maxParamLength: 256 },
    serverFactory: (framework) => {
      const server = createServer(timeouts, (request, response) => {
        dropStalledReader(response);
        if (closing || !lane(request, response)) framework(request, response);
      });
      limitConnections(server, services);
      return server;
    },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      reply.headers(safeHeaders(request.id));
      replyWithError(error, request, reply as never);
    },
  }).withTypeProvider<TypeBoxTypeProvider>();

  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  compileOnFirstUse(app);
  app.setErrorHandler(replyWithError);
  answerUnknownRoutes(app);
  readJsonBodies(app);
  setSafeHeaders(app);
  refuseNullCharacters(app);
  refuseTwoAuthorizations(app);
  measureRequests(app, services);
  resolveTenants(app, services);
  guardRoutes(app, services);
  describeRoutes(app, VERSION);

  const frame = openFrameBuild();
  app.after(() => {
    probeRoutes(app, services);
    sessionRoutes(app, services);
    usersRoutes(app, services);
    userImportsRoutes(app, services);
    namedRoutes(app, services, 'groups', 'group');
    namedRoutes(app, services, 'workspaces', 'workspace');
    appsRoutes(app, services);
    tilesRoutes(app, services);
    tilePreviewsRoutes(app, services);
    storiesRoutes(app, services);
    dashboardsRoutes(app, services);
    embedsRoutes(app, services);
    connectionsRoutes(app, services);
    filesRoutes(app, services);
    datasetsRoutes(app, { ...services, uses: datasetUses });
    datasetQuestionsRoutes(app, services);
    auditEventsRoutes(app, services);
    usageRoutes(app, services);
    embedSettingsRoutes(app, services);
    tenantSettingsRoutes(app, services);
    themesRoutes(app, services);
    embedDataRoutes(app, services);
    builderRoutes(app, services);
    builderDataRoutes(app, services);
    builderVersionRoutes(app, services);
    sdkSessionRoutes(app, services);
    embedPageRoutes(app, services, { assets: frame.page, renderBuilder });
    embedScriptsRoutes(app, { sdk: openAssetShelf(builtFiles('sdk/dist/')), frame: frame.shelf });
    tokenRoutes(app, services, exchange);
    realmMetadataRoutes(app, services);
    referenceRoutes(app);
    adminSessionRoutes(app, services);
    adminAppRoutes(app, services);
  });
  await app.ready();
  return app;
}

function setSafeHeaders(app: HttpApp): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(safeHeaders(request.id));
    done();
  });
}

function refuseTwoAuthorizations(app: HttpApp): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const message = 'The Authorization header was sent more than once. Send it once.';
    const isTwice = hasTwoAuthorizations(request.raw.rawHeaders);
    done(isTwice ? new AppError('REQUEST_INVALID', { message }) : undefined);
  });
}

/** No id, name or search has this character, and PostgreSQL refuses to look for it. */
function refuseNullCharacters(app: HttpApp): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const message = 'The address holds the character U+0000.';
    done(request.url.includes('%00') ? new AppError('REQUEST_INVALID', { message }) : undefined);
  });
}
