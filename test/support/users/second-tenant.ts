import { createTenant } from '@inlay/server/features/provisioning/create-tenant';
import { type EmbedSetup, KEYS } from '../embeds/embed-client.ts';
import { rawRequest } from '../http/raw-request.ts';
import { ADMIN, type TestInlay } from '../server/start-inlay.ts';

export interface SecondTenant extends EmbedSetup {
  /** Its own name below the instance's: what a request's Host header must say. */
  readonly host: string;
}

/** Another tenant on the same server, reached by its host name, ready to exchange with the same key pair. */
export async function addTenant(inlay: TestInlay, id = 'acme'): Promise<SecondTenant> {
  await createTenant(inlay.services, { id, adminUsername: ADMIN.username, adminPassword: ADMIN.password });
  const host = `${id}.${inlay.services.config.publicUrl.hostname}`;
  const ask = async (method: string, path: string, body?: unknown, token?: string) => {
    const headers = {
      host,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    const text = body === undefined ? undefined : JSON.stringify(body);
    const response = await rawRequest(inlay.url, { method, path, headers, ...(text ? { body: text } : {}) });
    if (response.status >= 300)
      throw new Error(`${method} ${path} answered ${response.status}: ${response.text}`);
    return response.body;
  };
  const { token: adminToken } = await ask('POST', '/api/login', ADMIN);
  const settings = await ask('GET', '/api/v0/embed-settings', undefined, adminToken);
  const { secret } = await ask('POST', '/api/v0/embed-settings/secret', {}, adminToken);
  const publicKey = KEYS.publicKey.export({ type: 'spki', format: 'pem' });
  await ask('PUT', '/api/v0/embed-settings/public-key', { publicKey }, adminToken);
  return {
    inlay,
    adminToken,
    host,
    realm: id,
    clientId: settings.clientId,
    secret,
    issuer: settings.iss,
    audience: settings.aud,
    tokenUrl: `${inlay.url}/api/auth/realms/${id}/protocol/openid-connect/token`,
  };
}
