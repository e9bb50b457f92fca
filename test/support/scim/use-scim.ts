import { before } from 'node:test';
import type { Permission } from '@inlay/protocol/permission';
import type { ApiCall, ApiResponse } from '../http/api-client.ts';
import type { MakeStore } from '../server/start-inlay.ts';
import { type InlayInUse, useInlay } from '../server/use-inlay.ts';

export interface ScimResource {
  readonly id: string;
  readonly schemas: readonly string[];
  readonly meta: { readonly version?: string; readonly location: string; readonly [name: string]: unknown };
  readonly [name: string]: unknown;
}

export interface ScimList {
  readonly totalResults: number;
  readonly startIndex: number;
  readonly itemsPerPage: number;
  readonly Resources: readonly ScimResource[];
}

export interface ScimFailure {
  readonly schemas: readonly string[];
  readonly status: string;
  readonly scimType?: string;
  readonly detail: string;
}

interface ScimCall extends ApiCall {
  readonly key?: string;
}

export interface ScimInUse {
  readonly inlay: InlayInUse;
  scim<T = ScimResource>(path: string, options?: ScimCall): Promise<ApiResponse<T>>;
  newKey(scopes: readonly Permission[]): Promise<string>;
  create(resource: object): Promise<ScimResource>;
  patch(path: string, operations: readonly object[], options?: ScimCall): Promise<ApiResponse<ScimResource>>;
  list(path: string, parameters?: Readonly<Record<string, string>>): Promise<ScimList>;
  /** A token of the administrator of the tenant, who is its owner. */
  owner(): Promise<string>;
}

export const USER_URN = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_URN = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE_URN = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const PATCH_URN = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** A server with an API key whose only scope is `scim`. */
export function useScim(makeStore: MakeStore): ScimInUse {
  const inlay = useInlay(makeStore);
  let key = '';
  let keys = 0;
  const owner = () => inlay.adminToken();
  const newKey = async (scopes: readonly Permission[]) => {
    keys += 1;
    const body = { name: `key ${keys}`, scopes };
    const created = await inlay.call<{ key: string }>('/api/v0/api-keys', { token: await owner(), body });
    return created.body.key;
  };
  const scim = <T = ScimResource>(path: string, { key: other, headers, ...options }: ScimCall = {}) =>
    inlay.call<T>(`/api/scim/v2${path}`, {
      token: other ?? key,
      ...options,
      headers: { 'content-type': 'application/scim+json', ...headers },
    });
  before(async () => {
    key = await newKey(['scim']);
  });
  return {
    inlay,
    scim,
    newKey,
    owner,
    create: async (resource) => {
      const path = 'displayName' in resource ? '/Groups' : '/Users';
      const { status, body } = await scim(path, { body: resource });
      if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
      return body;
    },
    patch: (path, operations, options = {}) =>
      scim(path, { method: 'PATCH', body: { schemas: [PATCH_URN], Operations: operations }, ...options }),
    list: async (path, parameters = {}) => {
      const { status, body } = await scim<ScimList>(`${path}?${new URLSearchParams(parameters)}`);
      if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
      return body;
    },
  };
}
