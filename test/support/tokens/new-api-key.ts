import assert from 'node:assert/strict';
import type { CreatedApiKey } from '@inlay/protocol/api-key';
import type { Permission } from '@inlay/protocol/permission';
import { call, logInAs } from '../http/api-client.ts';

/** What the guide recommends for a pipeline that deploys content. */
export const PLAN_SCOPES = ['content:read', 'data:read'] as const;
export const APPLY_SCOPES = [...PLAN_SCOPES, 'content:write', 'embeds:write', 'data:write'] as const;

let made = 0;

/** An API key of the instance at this address, made by its administrator. */
export async function newApiKey(url: string, scopes: readonly Permission[]): Promise<string> {
  made += 1;
  const { status, body } = await call<CreatedApiKey>(`${url}/api/v0/api-keys`, {
    token: await logInAs(url),
    body: { name: `key ${made}`, scopes },
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body.key;
}
