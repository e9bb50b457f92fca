import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../../../platform/http/address-of.ts';
import { callerOf, type HttpApp, tenantOf } from '../../../platform/http/http-app.ts';
import { createRateLimit } from '../../../platform/http/rate-limit.ts';
import type { PageAssets } from '../../../platform/render/page-shell.ts';
import type { Services } from '../../../services.ts';
import { readUnsubscribeToken } from '../channels/unsubscribe-token.ts';
import { findSubscription } from '../store/subscriptions.ts';
import { unsubscribe } from './unsubscribe.ts';
import { unsubscribePage } from './unsubscribe-page.ts';

/** Per minute and address: mail providers send those of many people from one. */
const CALLS = 600;
const MAX_BODY = 4096;
const config = { access: 'public' } as const;
// For people and mail programs, not for programs that call the API.
const schema = { hide: true };

/**
 * Where the link in a message leads. Scanners follow every link, so opening it changes nothing; mail programs that offer
 * a button of their own post to it (RFC 8058), and so does the page.
 */
export function unsubscribeRoutes(app: HttpApp, services: Services, { style }: PageAssets): void {
  const limit = createRateLimit(services.time, CALLS);
  const readToken = (request: FastifyRequest) => {
    const { id } = tenantOf(request);
    limit(`${id}/${addressOf(request)}`);
    const { '*': token = '' } = request.params as { readonly '*'?: string };
    return readUnsubscribeToken(services.vault, id, token);
  };
  const sendPage = async (
    request: FastifyRequest,
    reply: FastifyReply,
    state: 'asks' | 'done',
    subscriptionId: string | undefined,
  ) => {
    const { id: tenantId } = tenantOf(request);
    const found =
      subscriptionId === undefined
        ? undefined
        : await findSubscription(services.store, tenantId, subscriptionId);
    const nonce = randomBytes(16).toString('base64url');
    const page = await unsubscribePage(services, {
      tenantId,
      state,
      nonce,
      assets: { style, loader: undefined },
      language: found?.settings.language,
      acceptLanguage: request.headers['accept-language'],
    });
    return reply
      .header('content-security-policy', policy(nonce))
      .header('x-robots-tag', 'noindex')
      .type('text/html; charset=utf-8')
      .send(page);
  };

  app.register(async (scope) => {
    // Of a mail program, one field in either encoding of forms (RFC 8058 §3.2); of the page, nothing. The link says it all.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY }, (_request, _body, done) =>
      done(null),
    );
    // A wildcard, because a parameter is limited to fewer characters than a token has; without one, a link that was cut off.
    for (const url of ['/unsubscribe', '/unsubscribe/*']) {
      scope.get(url, { config, schema }, async (request, reply) =>
        sendPage(request, reply, 'asks', readToken(request)?.subscriptionId),
      );
      scope.post(url, { config, schema }, async (request, reply) => {
        const read = readToken(request);
        if (read) await unsubscribe(services, tenantOf(request).id, read, callerOf(request));
        return sendPage(request, reply, 'done', read?.subscriptionId);
      });
    }
  });
}

const policy = (nonce: string) =>
  [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join(';');
