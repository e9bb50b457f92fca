import type { Embed } from '@inlay/content/embed';
import { describeFieldProblem } from '@inlay/protocol/describe-field-problem';
import type { FieldProblem } from '@inlay/protocol/embed-fields';
import { ERRORS, type ErrorCode } from '@inlay/protocol/error-codes';
import type { FrameErrorCode } from '@inlay/protocol/frame-messages';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { NO_TENANT_SETTINGS } from '@inlay/protocol/tenant-settings';
import { QueueFullError } from '../../../platform/concurrency/fair-queue.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EmbedPrincipal } from '../../../platform/identity/embed-principal.ts';
import { sourceOf } from '../../../platform/identity/hashing-turns.ts';
import { withDataErrors } from '../../../platform/query/result/data-errors.ts';
import {
  bareMessagePage,
  directPage,
  messagePage,
  waitingPage,
} from '../../../platform/render/message-page.ts';
import { createPageTheme, type PageTheme } from '../../../platform/render/page-theme.ts';
import { StoreUnavailableError } from '../../../platform/store/store-unavailable-error.ts';
import type { Services } from '../../../services.ts';
import { readTenantSettings } from '../../tenants/index.ts';
import { resolveTheme } from '../../themes/index.ts';
import { authenticateEmbed, readAllowedOrigins, whyRefused } from '../../tokens/index.ts';
import { createEmbedRequest } from '../request/embed-request.ts';
import { allowedOrigins, type FoundEmbed, openEmbed, resolveEmbed } from '../request/open-embed.ts';
import { type ViewerSetting, viewerSetting } from '../request/viewer-setting.ts';
import { meterView } from '../request/viewer-usage.ts';
import { withDefaultView } from '../views/saved-views.ts';
import { type PageOptions, type RenderedPage, renderPage } from './render-page.ts';

/** Renders an embed whose target is a builder. */
export type RenderBuilder = (request: BuilderPageRequest) => Promise<RenderedPage>;

export interface BuilderPageRequest {
  readonly services: Services;
  readonly viewer: EmbedPrincipal;
  readonly found: FoundEmbed;
  readonly setting: ViewerSetting;
  readonly options: PageOptions;
  readonly signal: AbortSignal;
}

/** A request for the page of an embed. */
export interface PageRequest extends Pick<PageOptions, 'settings' | 'assets' | 'nonce'> {
  readonly tenantId: TenantId;
  /** Identifier or alias. */
  readonly name: string;
  readonly problems: readonly FieldProblem[];
  /** The page's origin as the browser names it, where it does. */
  readonly sentOrigin?: string | undefined;
  /** A page without a token: refused, waiting for a host that could not send a form, or opened without a host. */
  readonly withoutToken: 'refused' | 'waiting' | 'direct';
  readonly acceptLanguage?: string | undefined;
  /** `{instance_url}`'s own origins: a frame that reloads itself sends one of them. */
  readonly ownOrigins: readonly string[];
  /** The builder builds on embeds, so its page is passed in. */
  readonly renderBuilder: RenderBuilder;
  readonly ip: string;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** Aborted when the time limit of queries is over, counted from the arrival of the request. */
  readonly deadline: AbortSignal;
}

export interface EmbedPage extends RenderedPage {
  readonly status: number;
  readonly frameAncestors: readonly string[] | 'any';
  /** Where images in tables may come from. */
  readonly imageHosts?: readonly string[];
  /** Absent where the page shows the requested content. */
  readonly code?: FrameErrorCode;
  readonly headers?: AppError['headers'];
}

/** token → queue → embed → origin → visible content → data → page. Each refusal is a page too. */
export async function renderEmbed(services: Services, request: PageRequest): Promise<EmbedPage> {
  const { tenantId, settings, signal } = request;
  const inTurn = (key: string, render: () => Promise<EmbedPage>) =>
    withDataErrors(() => services.queues.pages.run([tenantId, key], render, signal));
  // Unauthenticated callers are queued by IP address.
  const source = `source:${sourceOf(request.ip)}`;
  try {
    if (settings.token === undefined && request.withoutToken !== 'refused')
      return await inTurn(source, () => renderWithoutToken(services, request));
    const viewer = await authenticate(services, tenantId, settings.token);
    return await inTurn(viewer.username, () => renderFor(services, viewer, request));
  } catch (error) {
    if (!(error instanceof AppError) || signal.aborted) throw error;
    const { code, detail } = error;
    const logged = { embed: request.name, code: frameCode(error), detail };
    services.log.info(code === 'UNAVAILABLE' ? { ...logged, err: error } : logged, 'embed refused');
    // A themed page would wait for the same store.
    if (error instanceof StoreUnavailableError) return renderFailure(request, error);
    return inTurn(source, () => renderRefusal(services, request, error)).catch((full) => {
      if (full instanceof QueueFullError) return refusalOf(error, bareMessagePage(error.message));
      if (full instanceof StoreUnavailableError) return renderFailure(request, full);
      throw full;
    });
  }
}

async function renderWithoutToken(services: Services, request: PageRequest): Promise<EmbedPage> {
  const { assets, nonce, withoutToken } = request;
  const pageTheme = await anonymousTheme(services, request);
  const html =
    withoutToken === 'direct'
      ? directPage(pageTheme, assets, nonce)
      : waitingPage(pageTheme, pageOf(request), assets, nonce);
  return { status: 200, html, frameAncestors: 'any' };
}

/** A page that does not need the store: in the language of page or browser, and in the default theme. */
export function renderFailure(request: FailedRequest, error: AppError): EmbedPage {
  const { settings, acceptLanguage, assets, nonce } = request;
  const { locale } = viewerSetting({ ...settings, acceptLanguage }, NO_TENANT_SETTINGS);
  const failure = { ...pageOf(request), ...failureOf(error) };
  return refusalOf(error, messagePage(createPageTheme(locale, []), failure, assets, nonce));
}

export type FailedRequest = Pick<PageRequest, 'name' | 'settings' | 'acceptLanguage' | 'assets' | 'nonce'>;

async function renderRefusal(services: Services, request: PageRequest, error: AppError): Promise<EmbedPage> {
  const failure = { ...pageOf(request), ...failureOf(error) };
  const pageTheme = await anonymousTheme(services, request);
  return refusalOf(error, messagePage(pageTheme, failure, request.assets, request.nonce));
}

function failureOf(error: AppError) {
  const code = frameCode(error);
  return { code, message: publicMessage(error, code), isOfServer: isOfServer(error) };
}

/** Errors of databases name the engine's code. */
function isOfServer({ code, details }: AppError): boolean {
  const isOfDatabase = typeof details === 'object' && details !== null && 'code' in details;
  return !isOfDatabase && (code === 'UNAVAILABLE' || code === 'TOO_MANY_REQUESTS');
}

/** An error page reveals nothing about content or viewer, so any page may frame it. */
const refusalOf = (error: AppError, html: string): EmbedPage => ({
  status: error.statusCode,
  html,
  frameAncestors: 'any',
  code: frameCode(error),
  headers: error.headers,
});

const pageOf = ({ name, settings: { origin } }: Pick<PageRequest, 'name' | 'settings'>) => ({
  embedId: name,
  ...(origin === undefined ? {} : { hostOrigin: origin }),
});

async function renderFor(
  services: Services,
  viewer: EmbedPrincipal,
  request: PageRequest,
): Promise<EmbedPage> {
  const found = await resolveEmbed(services, viewer, request.name);
  const frameAncestors = await originsOf(services, request, found.embed, viewer);
  refuseBrokenChoices(request.problems);
  const page = await meterView(services, { viewer, embedId: found.embed.id }, () =>
    renderTarget(services, { viewer, found, request }),
  );
  return { status: 200, frameAncestors, ...page };
}

async function renderTarget(
  services: Services,
  {
    viewer,
    found,
    request,
  }: { readonly viewer: EmbedPrincipal; readonly found: FoundEmbed; readonly request: PageRequest },
): Promise<RenderedPage & Pick<EmbedPage, 'imageHosts'>> {
  const { tenantId, settings, acceptLanguage, assets, nonce, deadline } = request;
  const ofTenant = await readTenantSettings(services.store, tenantId);
  const setting = viewerSetting({ ...settings, acceptLanguage }, ofTenant, viewer);
  const options = { settings, assets, nonce };
  const common = { services, viewer, setting, signal: deadline };
  const { imageHosts } = setting;
  if (found.embed.target.kind === 'builder')
    return { ...(await request.renderBuilder({ ...common, found, options })), imageHosts };
  const page = await withDefaultView(
    createEmbedRequest({
      ...common,
      opened: await openEmbed(services, viewer, found),
      filters: settings.filters,
      variables: settings.variables,
      theme: settings.theme,
    }),
    settings.features,
    (opened) => renderPage(opened, options),
  );
  return { ...page, imageHosts };
}

/** The theme of a page without a viewer. */
async function anonymousTheme(
  { store }: Services,
  { tenantId, settings, acceptLanguage }: PageRequest,
): Promise<PageTheme> {
  const ofTenant = await readTenantSettings(store, tenantId);
  const resolved = await resolveTheme(store, tenantId, [settings.theme]);
  return createPageTheme(viewerSetting({ ...settings, acceptLanguage }, ofTenant).locale, resolved);
}

/** A refused token. The API has one code for all of these; the frame distinguishes them. */
class TokenRefusal extends AppError {
  readonly frameCode: FrameErrorCode;

  constructor(frameCode: FrameErrorCode, message: string) {
    super('UNAUTHORIZED', { message });
    this.frameCode = frameCode;
  }
}

async function authenticate(
  { store, time, refusals, quotas }: Services,
  tenantId: TenantId,
  token: string | undefined,
): Promise<EmbedPrincipal> {
  const viewer =
    token === undefined ? undefined : await authenticateEmbed(store, tenantId, token, time.now());
  if (viewer) return viewer;
  // Without a quota for exchanges, the host page cannot get a token.
  await quotas.refuseBeyond(tenantId, 'exchanges');
  if (token === undefined)
    throw new TokenRefusal('TOKEN_MISSING', 'The token is missing. Send the opaque token of the viewer.');
  const reason = await whyRefused(store, tenantId, token, time.now());
  refusals.count(tenantId, time.now(), { action: 'access', reason: `${reason} token` });
  throw reason === 'expired'
    ? new TokenRefusal('TOKEN_EXPIRED', 'The token has expired. Exchange a new assertion for another token.')
    : new TokenRefusal(
        'TOKEN_INVALID',
        'The token is not valid for this tenant or was revoked. Exchange a new assertion for another token.',
      );
}

async function originsOf(
  { store }: Services,
  { tenantId, settings: { origin }, sentOrigin, ownOrigins }: PageRequest,
  { allowedOrigins: ofEmbed }: Embed,
  { onlyEmbed }: EmbedPrincipal,
): Promise<readonly string[] | 'any'> {
  const ofTenant = await readAllowedOrigins(store, tenantId);
  const named = allowedOrigins(ofTenant, ofEmbed);
  // A preview is displayed in the admin app, which no list of origins includes.
  const allowed = named === 'any' || onlyEmbed === null ? named : [...named, ...ownOrigins];
  const own = sentOrigin === undefined || ownOrigins.includes(sentOrigin);
  if (!own && origin !== undefined && sentOrigin !== origin)
    throw new AppError('ORIGIN_REFUSED', {
      message: `The field 'origin' is ${origin}, but the browser submitted the form from ${sentOrigin}.`,
    });
  if (allowed === 'any') return allowed;
  const claimed = [origin, own ? undefined : sentOrigin].filter((each) => each !== undefined);
  const refused = claimed.find((each) => !allowed.includes(each));
  if (refused === undefined) return allowed;
  throw new AppError('ORIGIN_REFUSED', {
    message: `Pages of ${refused} cannot show this embed. Add the origin to the allowed origins of the embed or the tenant.`,
  });
}

/** Showing more than was requested is worse than showing nothing. */
function refuseBrokenChoices(problems: readonly FieldProblem[]): void {
  const problem = problems.find(({ field }) => /^(?:filters|variables)/.test(field));
  if (problem) throw new AppError('REQUEST_INVALID', { message: describeFieldProblem(problem) });
}

const frameCodes: Partial<Record<ErrorCode, FrameErrorCode>> = {
  EMBED_NOT_FOUND: 'EMBED_NOT_FOUND',
  ACCESS_DENIED: 'ACCESS_DENIED',
  DATA_DENIED: 'ACCESS_DENIED',
  ORIGIN_REFUSED: 'ORIGIN_REFUSED',
  REQUEST_INVALID: 'VALUE_INVALID',
  DATABASE_FAILED: 'ENGINE_UNAVAILABLE',
  DATABASE_TIMEOUT: 'ENGINE_UNAVAILABLE',
  UNAVAILABLE: 'ENGINE_UNAVAILABLE',
  TOO_MANY_REQUESTS: 'ENGINE_UNAVAILABLE',
  TENANT_QUOTA_REACHED: 'QUOTA_REACHED',
};

/** Messages of an engine are for the log only, and those of quotas for the tenant's own server. */
const CONFIDENTIAL: readonly FrameErrorCode[] = ['ENGINE_UNAVAILABLE', 'INTERNAL', 'QUOTA_REACHED'];
const publicMessage = (error: AppError, code: FrameErrorCode) =>
  CONFIDENTIAL.includes(code) ? ERRORS[error.code][1] : error.message;

/** The code of an error for the host page. */
export function frameCode(error: AppError): FrameErrorCode {
  return error instanceof TokenRefusal ? error.frameCode : (frameCodes[error.code] ?? 'INTERNAL');
}
