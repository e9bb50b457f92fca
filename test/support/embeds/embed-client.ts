import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { call, logInAs } from '../http/api-client.ts';
import type { TestInlay } from '../server/start-inlay.ts';
import { sharedFolder } from '../stores/shared-folder.ts';

export const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** One pair for all tests of a run: prepared stores know its public key. */
export const KEYS = await readKeys();

async function readKeys(): Promise<{ readonly publicKey: KeyObject; readonly privateKey: KeyObject }> {
  const folder = await sharedFolder('keys', (folder) => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    writeFileSync(join(folder, 'private.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  });
  const privateKey = createPrivateKey(readFileSync(join(folder, 'private.pem')));
  return { publicKey: createPublicKey(privateKey), privateKey };
}

export const CONTEXT = {
  username: 'ann@customer.example',
  workspace_id: 'main',
  roles: ['USER'],
  privileges: { sales: ['view'] },
  groups: ['emea'],
  attributes: { region: 'north' },
  secrets: { warehouse: 'canary-warehouse-password' },
};

export interface EmbedSetup {
  readonly inlay: TestInlay;
  readonly adminToken: string;
  readonly realm: string;
  readonly clientId: string;
  readonly secret: string;
  readonly issuer: string;
  readonly audience: string;
  readonly tokenUrl: string;
}

const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();

/** A tenant that is ready to exchange: secret generated, public key uploaded. */
export async function setUpEmbedding(
  inlay: TestInlay,
  publicKey: KeyObject = KEYS.publicKey,
): Promise<EmbedSetup> {
  const adminToken = await logInAs(inlay.url);
  const url = `${inlay.url}/api/v0/embed-settings`;
  const { body } = await call<{ secret: string }>(`${url}/secret`, {
    token: adminToken,
    method: 'POST',
    body: {},
  });
  await call(`${url}/public-key`, { token: adminToken, method: 'PUT', body: { publicKey: pem(publicKey) } });
  return readEmbedSetup(inlay, { adminToken, secret: body.secret });
}

/** The same of a tenant that was set up before. */
export async function readEmbedSetup(
  inlay: TestInlay,
  known: Pick<EmbedSetup, 'adminToken' | 'secret'>,
): Promise<EmbedSetup> {
  const { body: settings } = await call<{ clientId: string; iss: string; aud: string }>(
    `${inlay.url}/api/v0/embed-settings`,
    { token: known.adminToken },
  );
  return {
    ...known,
    inlay,
    realm: 'demo',
    clientId: settings.clientId,
    issuer: settings.iss,
    audience: settings.aud,
    tokenUrl: `${inlay.url}/api/auth/realms/demo/protocol/openid-connect/token`,
  };
}

export type Claims = Record<string, unknown>;

/** Claims that pass every check. */
export function goodClaims(setup: EmbedSetup, now: number = Date.now()): Claims {
  return {
    iss: setup.issuer,
    sub: setup.clientId,
    aud: setup.audience,
    exp: Math.floor(now / 1000) + 300,
    jti: randomUUID(),
    embed_context: CONTEXT,
  };
}

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

export function signJwt(
  claims: Claims,
  { key = KEYS.privateKey, header = {} }: { readonly key?: KeyObject; readonly header?: Claims } = {},
): string {
  const input = `${encode({ alg: 'RS512', typ: 'JWT', ...header })}.${encode(claims)}`;
  return `${input}.${sign('sha512', Buffer.from(input), key).toString('base64url')}`;
}

export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

export interface TokenResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, string> & { readonly expires_in?: number };
}

/** Posts a form to the token endpoint; `fields` and `headers` replace what a good request would send. */
export async function exchange(
  setup: EmbedSetup,
  assertion: string,
  options: {
    readonly fields?: Readonly<Record<string, string | undefined>>;
    readonly headers?: Readonly<Record<string, string>>;
    readonly url?: string;
  } = {},
): Promise<TokenResponse> {
  const fields = { grant_type: GRANT_TYPE, scope: 'embed', assertion, ...options.fields };
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value);
  const response = await fetch(options.url ?? setup.tokenUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: basic(setup.clientId, setup.secret),
      ...options.headers,
    },
    body: form.toString(),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as TokenResponse['body'],
  };
}
