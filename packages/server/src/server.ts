import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { loadLayouts } from '@inlay/charts/flatten-table';
import { loadDrawings } from '@inlay/charts/tile-chart';
import { loadFigures } from '@inlay/charts/tile-figure';
import { loadHistories } from '@inlay/charts/tile-history';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { guardRoutes } from './access.ts';
import { adminAppRoutes } from './features/admin-app/admin-app-routes.ts';
import { apiKeysRoutes } from './features/api-keys/api-keys-routes.ts';
import { auditEventsRoutes } from './features/audit/audit-events-routes.ts';
import { builderDataRoutes } from './features/builder/builder-data-routes.ts';
import { builderRoutes } from './features/builder/builder-routes.ts';
import { builderVersionRoutes } from './features/builder/builder-versions-routes.ts';
import { checkTextsRoute } from './features/builder/check-texts-route.ts';
import { renderBuilder } from './features/builder/render-builder.ts';
import { tilePreviewsRoutes } from './features/builder/tile-previews-routes.ts';
import { connectionsRoutes } from './features/connections/connections-routes.ts';
import { contentPlanRoutes } from './features/content/as-code/content-plan-routes.ts';
import { contentRoutes } from './features/content/content-routes.ts';
import { bundleRoutes } from './features/content/lifecycle/bundle-routes.ts';
import { datasetDependents } from './features/content/lifecycle/dataset-dependents.ts';
import { datasetQueryRoutes } from './features/datasets/dataset-queries-routes.ts';
import { datasetsRoutes } from './features/datasets/datasets-routes.ts';
import { relationshipsRoutes } from './features/datasets/relationships-routes.ts';
import { embedDataRoutes } from './features/embeds/embed-data-routes.ts';
import { embedPageRoutes } from './features/embeds/page/embed-page-routes.ts';
import { embedScriptsRoutes, openFrameBuild, sdkBuild } from './features/embeds/page/embed-scripts-routes.ts';
import { embedsRoutes } from './features/embeds/preview/embeds-routes.ts';
import { filesRoutes } from './features/files/files-routes.ts';
import { identityProvidersRoutes } from './features/identity-providers/identity-providers-routes.ts';
import { signOutAtProvider } from './features/identity-providers/logout/sign-out-at-provider.ts';
import { confirmingProvider, offeredProviders } from './features/identity-providers/settings/providers.ts';
import { canResetByMail } from './features/invitations/can-reset-by-mail.ts';
import { invitationRoutes } from './features/invitations/invitation-routes.ts';
import { passwordLinkRoutes } from './features/invitations/password-link-routes.ts';
import { notifierOf } from './features/mail/index.ts';
import { mailSettingsRoutes } from './features/mail/mail-settings-routes.ts';
import { packagesRoutes } from './features/packages/packages-routes.ts';
import { docsRoutes } from './features/reference/docs-routes.ts';
import { referenceRoutes } from './features/reference/reference-routes.ts';
import { destinationsRoutes } from './features/reports/channels/destinations-routes.ts';
import { subscriptionsRoutes } from './features/reports/manage/subscriptions-routes.ts';
import { unsubscribeRoutes } from './features/reports/manage/unsubscribe-routes.ts';
import { viewerSubscriptionsRoutes } from './features/reports/manage/viewer-subscriptions-routes.ts';
import { reportSettingsRoutes } from './features/reports/settings/report-settings-routes.ts';
import { sampleDataRoutes } from './features/samples/sample-data-routes.ts';
import { scimRoutes } from './features/scim/scim-routes.ts';
import { hasPasskeys } from './features/second-factors/factors/passkeys.ts';
import { secondFactorsRoutes } from './features/second-factors/second-factors-routes.ts';
import { startSignIn } from './features/second-factors/sign-in/sign-in-flow.ts';
import { adminSessionRoutes } from './features/sessions/admin-session-routes.ts';
import { sessionRoutes } from './features/sessions/session-routes.ts';
import { sessionsRoutes } from './features/sessions/sessions-routes.ts';
import { signInOptionsRoutes } from './features/sessions/sign-in-options-routes.ts';
import { signInSettingsRoutes } from './features/tenants/sign-in-settings-routes.ts';
import { resolveTenants } from './features/tenants/tenant-of-host.ts';
import { tenantSettingsRoutes } from './features/tenants/tenant-settings-routes.ts';
import { themesRoutes } from './features/themes/themes-routes.ts';
import { authSettingsRoutes } from './features/tokens/auth-settings-routes.ts';
import { realmMetadataRoutes } from './features/tokens/realm-metadata-routes.ts';
import { sdkSessionRoutes } from './features/tokens/sdk-session-routes.ts';
import { tokenRoutes } from './features/tokens/token-routes.ts';
import type { TokenServices } from './features/tokens/token-services.ts';
import { quotasRoutes } from './features/usage/quotas-routes.ts';
import { usageRoutes } from './features/usage/usage-routes.ts';
import { namedRoutes } from './features/users/named-resources-routes.ts';
import { userImportsRoutes } from './features/users/user-imports-routes.ts';
import { usersRoutes } from './features/users/users-routes.ts';
import { AppError } from './platform/errors.ts';
import { boundResponses } from './platform/http/bound-responses.ts';
import { compileOnFirstUse } from './platform/http/compile-on-first-use.ts';
import { replyWithError } from './platform/http/error-reply.ts';
import type { HttpApp, WireTypeProvider } from './platform/http/http-app.ts';
import { readJsonBodies } from './platform/http/json-body.ts';
import { dropStalledReader, limitConnections } from './platform/http/limit-connections.ts';
import { lingerAfterRefusal } from './platform/http/linger-after-refusal.ts';
import { measureRequests } from './platform/http/measure-requests.ts';
import { describeRoutes } from './platform/http/openapi.ts';
import { probeRoutes } from './platform/http/probes.ts';
import { refuseBrokenRequest } from './platform/http/raw-refusals.ts';
import { openStaticAssets } from './platform/http/static-assets.ts';
import { traceRequests } from './platform/http/trace-requests.ts';
import { refuseUnknownRoutes } from './platform/http/unknown-routes.ts';
import { VERSION } from './version.ts';

const mebibyte = 1024 * 1024;
const timeouts = {
  requestTimeout: 30_000,
  keepAliveTimeout: 72_000,
  headersTimeout: 10_000,
  // How often Node checks the two timeouts above.
  connectionsCheckingInterval: 5000,
  maxHeaderSize: 16 * 1024,
};

/** The HTTP server of the product: hooks first, then routes. */
export async function createHttpServer(services: TokenServices): Promise<HttpApp> {
  const { config, log } = services;
  await Promise.all([loadDrawings(), loadHistories(), loadLayouts(), loadFigures()]);
  const app: HttpApp = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger per request would cost more than most requests log; lines carry the request id themselves.
    childLoggerFactory: (logger) => logger,
    genReqId: () => randomBytes(12).toString('hex'),
    trustProxy: Array.isArray(config.trustProxy) ? [...config.trustProxy] : (config.trustProxy as boolean),
    bodyLimit: mebibyte,
    routerOptions: { maxParamLength: 256 },
    serverFactory: (framework) => {
      const server = createServer(timeouts, (request, response) => {
        dropStalledReader(response);
        lingerAfterRefusal(request, response, services.time);
        framework(request, response);
      });
      limitConnections(server, services);
      return server;
    },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    clientErrorHandler: (error, socket) => refuseBrokenRequest(services.time, error, socket),
    frameworkErrors: (error, request, reply) => {
      reply.headers(safeHeaders(request.id));
      replyWithError(error, request, reply);
    },
  }).withTypeProvider<WireTypeProvider>();

  compileOnFirstUse(app);
  app.setErrorHandler(replyWithError);
  readJsonBodies(app);
  setSafeHeaders(app);
  refuseNullCharacters(app);
  refuseRepeatedHeaders(app);
  traceRequests(app, services.tracer);
  measureRequests(app, services);
  resolveTenants(app, services);
  boundResponses(app, services.responses);
  refuseUnknownRoutes(app, services);
  guardRoutes(app, services);
  const describeApi = describeRoutes(app, VERSION);

  const frame = openFrameBuild();
  app.after(() => {
    probeRoutes(app, services);
    sessionRoutes(app, services);
    sessionsRoutes(app, services);
    signInSettingsRoutes(app, services);
    usersRoutes(app, services, notifierOf(services));
    invitationRoutes(app, services);
    userImportsRoutes(app, services);
    namedRoutes(app, services, 'groups', 'group');
    namedRoutes(app, services, 'workspaces', 'workspace');
    contentRoutes(app, services);
    bundleRoutes(app, services);
    contentPlanRoutes(app, services);
    tilePreviewsRoutes(app, services, frame.page);
    checkTextsRoute(app, services);
    embedsRoutes(app, services);
    connectionsRoutes(app, services);
    filesRoutes(app, services);
    datasetsRoutes(app, services, datasetDependents);
    datasetQueryRoutes(app, services);
    relationshipsRoutes(app, services);
    sampleDataRoutes(app, services);
    scimRoutes(app, services);
    auditEventsRoutes(app, services);
    usageRoutes(app, services);
    quotasRoutes(app, services);
    apiKeysRoutes(app, services);
    authSettingsRoutes(app, services);
    tenantSettingsRoutes(app, services);
    mailSettingsRoutes(app, services);
    reportSettingsRoutes(app, services);
    destinationsRoutes(app, services);
    themesRoutes(app, services);
    embedDataRoutes(app, services);
    builderRoutes(app, services);
    builderDataRoutes(app, services);
    builderVersionRoutes(app, services);
    viewerSubscriptionsRoutes(app, services);
    subscriptionsRoutes(app, services);
    unsubscribeRoutes(app, services, frame.page);
    sdkSessionRoutes(app, services);
    embedPageRoutes(app, services, { assets: frame.page, renderBuilder });
    embedScriptsRoutes(app, { sdk: openStaticAssets(sdkBuild), frame: frame.assets });
    packagesRoutes(app);
    tokenRoutes(app, services);
    realmMetadataRoutes(app, services);
    referenceRoutes(app, describeApi);
    docsRoutes(app, new URL('../../docs/dist/', import.meta.url));
    adminSessionRoutes(app, services, {
      secondStep: (tenantId, account) => startSignIn(services, tenantId, account),
      signOutElsewhere: (principal) => signOutAtProvider(services, principal),
    });
    secondFactorsRoutes(app, services, confirmingProvider);
    identityProvidersRoutes(app, services);
    passwordLinkRoutes(app, services);
    signInOptionsRoutes(app, services, {
      providers: offeredProviders,
      passkeys: hasPasskeys,
      passwordReset: (_queries, tenantId) => canResetByMail(services, tenantId),
    });
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

/** Node keeps the first header and drops the second, but a proxy may have decided by the second (RFC 9110 §5.3). */
function refuseRepeatedHeaders(app: HttpApp): void {
  app.addHook('onRequest', ({ raw: { rawHeaders } }, _reply, done) => {
    const isTwice = (name: RegExp) => {
      const isName = (text: string, index: number) => index % 2 === 0 && name.test(text);
      return rawHeaders.findIndex(isName) !== rawHeaders.findLastIndex(isName);
    };
    const repeated = isTwice(/^authorization$/i) ? 'Authorization' : isTwice(/^host$/i) ? 'Host' : undefined;
    const message = `The ${repeated} header was sent more than once. Send it once.`;
    done(repeated ? new AppError('REQUEST_INVALID', { message }) : undefined);
  });
}

/** No id, name or search contains this character, and PostgreSQL rejects it. */
function refuseNullCharacters(app: HttpApp): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const message = 'The address contains the character U+0000.';
    done(request.url.includes('%00') ? new AppError('REQUEST_INVALID', { message }) : undefined);
  });
}

/** Defaults for every response. */
const safeHeaders = (requestId: string) => ({
  'x-request-id': requestId,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
});
