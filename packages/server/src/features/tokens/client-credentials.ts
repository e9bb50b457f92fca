import { timingSafeEqual } from 'node:crypto';
import { tokenHash } from '../../platform/identity/opaque-token.ts';
import type { EmbedSettings } from './embed-settings.ts';
import { OAuthError } from './oauth-error.ts';
import { formDecode } from './parse-form.ts';

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** RFC 6749 §2.3.1: HTTP Basic, and only it. Nothing in the address counts. */
export function readClientCredentials(
  authorization: string | undefined,
  fields: ReadonlyMap<string, string>,
): ClientCredentials {
  const basic = authorization === undefined ? undefined : readBasic(authorization);
  const inBody = fields.has('client_secret') || fields.has('client_assertion');
  // RFC 6749 §2.3: one way to authenticate in a request.
  if (basic && inBody) {
    throw new OAuthError(
      'invalid_request',
      'Authenticate with HTTP Basic only, without client credentials in the body.',
    );
  }
  if (!basic) throw invalidClient();
  const clientId = fields.get('client_id');
  if (clientId !== undefined && clientId !== basic.clientId) {
    throw new OAuthError(
      'invalid_request',
      'client_id in the body names another client than HTTP Basic does.',
    );
  }
  return basic;
}

function readBasic(authorization: string): ClientCredentials | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  // RFC 4648 §3: Node alone would pass over missing padding and spare bits.
  if (bytes.toString('base64') !== encoded) return undefined;
  const text = decodeUtf8(bytes);
  const colon = text?.indexOf(':') ?? -1;
  if (text === undefined || colon < 0) return undefined;
  const clientId = formDecode(text.slice(0, colon));
  const clientSecret = formDecode(text.slice(colon + 1));
  return clientId === undefined || clientSecret === undefined ? undefined : { clientId, clientSecret };
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

const noSecret = tokenHash('');

/** Unknown clients and wrong secrets take the same path and the same time. */
export function isRightClient(
  settings: Pick<EmbedSettings, 'clientId' | 'secretHash' | 'formerSecretHash' | 'formerSecretUntil'>,
  given: ClientCredentials,
  now: number,
): boolean {
  const presented = tokenHash(given.clientSecret);
  const current = equal(presented, settings.secretHash ?? noSecret) && settings.secretHash !== null;
  const former =
    equal(presented, settings.formerSecretHash ?? noSecret) && (settings.formerSecretUntil ?? 0) > now;
  return given.clientId === settings.clientId && (current || former);
}

function equal(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

export function invalidClient(): OAuthError {
  return new OAuthError('invalid_client', 'Client authentication failed.', {
    statusCode: 401,
    headers: { 'www-authenticate': 'Basic realm="token endpoint", charset="UTF-8"' },
  });
}
