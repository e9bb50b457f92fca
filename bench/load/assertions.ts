import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { prepareRequest } from './prepare-request.ts';
import type { ServerProcess } from './server-process.ts';

/** A server that exchanges assertions, and the client that is registered with it. */
export interface Contender {
  readonly server: ServerProcess;
  readonly client: Client;
  stop(): Promise<void>;
}

export interface Client {
  readonly secret: string;
  readonly tokenUrl: string;
}

export const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
export const SCOPE = 'embed';
export const KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const PUBLIC_KEY = KEYS.publicKey.export({ type: 'spki', format: 'pem' }).toString();
/** All servers have the same settings and separate stores, so that they can be sent the same assertions. */
export const PUBLIC_URL = 'https://inlay.test';
export const CLIENT_ID = 'demo-embed';
export const ISSUER = 'https://demo-embed';
export const AUDIENCE = `${PUBLIC_URL}/api/auth/realms/demo`;
/** Longer than a run takes with every peer. */
export const LIFETIME_SECONDS = 3600;

export const CONTEXT = {
  username: 'ann@customer.example',
  workspace_id: 'main',
  roles: ['USER'],
  privileges: { sales: ['view'], finance: ['view', 'contribute'] },
  groups: ['emea', 'managers'],
  attributes: { region: 'north', country: ['DE', 'FR'], tier: 'gold' },
  secrets: { warehouse: 'a-password-of-the-warehouse' },
};

const signAsync = promisify(
  (data: Buffer, key: KeyObject, done: (error: Error | null, signature: Buffer) => void) =>
    sign('sha512', data, key, done),
);

/** RS512, each with its own `jti`. */
export async function signAssertions(count: number): Promise<string[]> {
  const header = Buffer.from('{"alg":"RS512","typ":"JWT"}').toString('base64url');
  return Promise.all(
    Array.from({ length: count }, async () => {
      const now = Math.floor(Date.now() / 1000);
      const claims = {
        iss: ISSUER,
        sub: CLIENT_ID,
        aud: AUDIENCE,
        iat: now,
        exp: now + LIFETIME_SECONDS,
        jti: randomUUID(),
        embed_context: CONTEXT,
      };
      const input = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
      const signature = await signAsync(Buffer.from(input), KEYS.privateKey);
      return `${input}.${signature.toString('base64url')}`;
    }),
  );
}

export function requestsOf({ secret, tokenUrl }: Client, assertions: readonly string[]): Buffer[] {
  const authorization = `Basic ${Buffer.from(`${CLIENT_ID}:${secret}`).toString('base64')}`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization };
  return assertions.map((assertion) => {
    const form = new URLSearchParams({ grant_type: GRANT_TYPE, scope: SCOPE, assertion });
    return prepareRequest(tokenUrl, { headers, body: form.toString() });
  });
}
