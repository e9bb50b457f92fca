import { randomBytes } from 'node:crypto';
import { type ReadEmbedFields, readEmbedFields } from '@inlay/protocol/embed-fields';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { addressOf } from '../../../platform/http/address-of.ts';
import { callerSignal, queryDeadline } from '../../../platform/http/caller-signal.ts';
import { errors } from '../../../platform/http/documented-errors.ts';
import { chooseEncoding, encodePage, encodeParts } from '../../../platform/http/encoding.ts';
import { asAppError, logFailure, replyWithError } from '../../../platform/http/error-reply.ts';
import { type HttpApp, tenantOf } from '../../../platform/http/http-app.ts';
import { readForms } from '../../../platform/http/other-bodies.ts';
import type { Services } from '../../../services.ts';
import { type EmbedPage, type PageRequest, renderEmbed, renderFailure } from './render-embed.ts';

const params = Type.Object({ id: Type.String({ description: 'Identifier or alias of the embed.' }) });
const html = { content: { 'text/html': { schema: Type.String({ description: 'The page.' }) } } };
const response = {
  200: { description: 'The embed, rendered for the viewer.', ...html },
  401: { description: 'The token is missing, invalid or expired.', ...html },
  403: { description: 'The viewer or the host page does not have access.', ...html },
  404: { description: 'Embed not found.', ...html },
  429: { description: 'Too many requests of this viewer are waiting, or a quota is used up.', ...html },
  502: { description: 'The database is unavailable.', ...html },
  503: { description: 'Too many requests at the same time.', ...html },
};

/** The page in the frame: the content as the viewer may see it, readable before any script arrives. */
export function embedPageRoutes(
  app: HttpApp,
  services: Services,
  { assets, renderBuilder }: Pick<PageRequest, 'assets' | 'renderBuilder'>,
): void {
  const render = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { settings, problems }: ReadEmbedFields,
    withoutToken: PageRequest['withoutToken'],
  ) => {
    const nonce = randomBytes(16).toString('base64url');
    const page = await renderEmbed(services, {
      tenantId: tenantOf(request).id,
      name: (request.params as { id: string }).id,
      settings,
      problems,
      withoutToken,
      sentOrigin: originOf(request),
      ownOrigins: [services.config.publicUrl.origin, `${request.protocol}://${request.host}`],
      acceptLanguage: request.headers['accept-language'],
      assets,
      renderBuilder,
      nonce,
      ip: addressOf(request),
      signal: callerSignal(request),
      deadline: queryDeadline(request, services),
    });
    return sendPage(request, reply, page, nonce);
  };

  app.register(async (scope) => {
    const routes = scope as HttpApp;
    readForms(scope, 128 * 1024);
    // The frame displays this response, so errors before the handler are pages too.
    scope.setErrorHandler(async (thrown, request, reply) => {
      const error = asAppError(thrown);
      if (error.statusCode < 500) return replyWithError(thrown, request, reply);
      logFailure(thrown, request);
      const { origin } = request.query as { readonly origin?: string };
      const nonce = randomBytes(16).toString('base64url');
      const page = renderFailure(
        {
          name: (request.params as { id: string }).id,
          settings: readEmbedFields(origin === undefined ? [] : [['origin', origin]]).settings,
          acceptLanguage: request.headers['accept-language'],
          assets,
          nonce,
        },
        error,
      );
      return sendPage(request, reply, page, nonce);
    });

    routes.get('/embed/:id', {
      config: { access: 'public' },
      schema: {
        tags: ['embed'],
        security: [],
        operationId: 'openEmbedPage',
        summary: 'Open the page of an embed without a token',
        description:
          'For host pages that cannot submit forms: the page requests the fields from its host and submits them itself. Without a host, it shows the same short message for every id.',
        params,
        querystring: Type.Object({ origin: Type.Optional(Type.String({ maxLength: 512 })) }),
        response: { ...response, ...errors(400) },
      },
      handler: async (request, reply) => {
        const { origin } = request.query;
        const fields = readEmbedFields(origin === undefined ? [] : [['origin', origin]]);
        const isFramed = request.headers['sec-fetch-dest'] !== 'document';
        const hasHost = isFramed && fields.settings.origin !== undefined;
        return render(request, reply, fields, hasHost ? 'waiting' : 'direct');
      },
    });

    routes.post('/embed/:id', {
      config: { access: 'public' },
      schema: {
        tags: ['embed'],
        security: [],
        consumes: ['application/x-www-form-urlencoded'],
        operationId: 'renderEmbedPage',
        summary: 'Render an embed for a viewer',
        description:
          "The launcher submits this form into its frame. The token is in the body, so that it does not appear in URLs, referrers or logs. Errors are also pages in the viewer's language, with a code for the host page.",
        params,
        'x-openapi-body': embedForm,
        response: { ...response, ...errors(400, 413, 415) },
      },
      handler: async (request, reply) => {
        const fields = new URLSearchParams((request.body as string | undefined) ?? '');
        return render(request, reply, readEmbedFields(fields), 'refused');
      },
    });
  });
}

const embedForm = {
  type: 'object',
  title: 'EmbedForm',
  required: ['token'],
  properties: {
    token: { type: 'string', description: 'Opaque token of the viewer.' },
    origin: { type: 'string', description: 'Origin of the page that shows the embed.' },
    width: { type: 'string', description: 'Width of the frame in CSS pixels.' },
    height: { type: 'string', description: 'Pixels, `auto` or `fill`.' },
    lang: { type: 'string' },
    timeZone: { type: 'string' },
    theme: { type: 'string' },
    step: { type: 'string' },
    filters: { type: 'string', description: 'JSON, or one field `filters.<name>` per filter.' },
  },
};

/** Browsers send `null` for a page that hides its origin, as launchers do. */
function originOf({ headers: { origin } }: FastifyRequest): string | undefined {
  return origin === 'null' ? undefined : origin;
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, html: page, more, frameAncestors, imageHosts = [], headers = {} }: EmbedPage,
  nonce: string,
): Promise<FastifyReply> {
  const encoding = chooseEncoding(request, reply);
  const body = await (more ? encodeParts(joined(page, more), encoding) : encodePage(page, encoding));
  // Crawlers send no forms.
  if (request.method === 'GET') reply.header('x-robots-tag', 'noindex');
  return reply
    .code(status)
    .headers(status === 503 ? { 'retry-after': '5', ...headers } : headers)
    .header('content-security-policy', embedPolicy(nonce, frameAncestors, imageHosts))
    .header('cross-origin-resource-policy', 'cross-origin')
    .type('text/html; charset=utf-8')
    .send(body);
}

async function* joined(first: string, more: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* more;
}

/** What a rendered page may load and do, and who may show it. */
function embedPolicy(
  nonce: string,
  frameAncestors: readonly string[] | 'any',
  imageHosts: readonly string[],
): string {
  const ancestors =
    frameAncestors === 'any' ? '*' : frameAncestors.length === 0 ? "'none'" : frameAncestors.join(' ');
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    // The page's style is inline; styles for interaction are a file of this server.
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    // Images of charts, which the page makes for exports, and images in tables.
    ["img-src 'self' data: blob:", ...imageHosts.map((host) => `https://${host}`)].join(' '),
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors}`,
    "require-trusted-types-for 'script'",
    // For the only place that inserts server markup into the page: re-rendered tiles.
    'trusted-types inlay',
  ].join(';');
}
