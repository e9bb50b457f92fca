import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Permission } from '@inlay/protocol/permission';
import type { Wire } from '@inlay/protocol/schema-parts';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyRequest,
  FastifyTypeProvider,
  RawServerDefault,
} from 'fastify';
import type { TSchema } from 'typebox';
import { AppError } from '../errors.ts';
import type { Acting, Caller } from '../identity/acting.ts';
import type { EmbedPrincipal } from '../identity/embed-principal.ts';
import type { Principal, UserPrincipal } from '../identity/principal.ts';
import type { TenantRow } from '../store/schema.ts';
import type { Deadline } from '../time/time.ts';
import { addressOf } from './address-of.ts';

/** Types requests and replies of a route by its TypeBox schemas, readonly as everything on the wire (ADR 263). */
export interface WireTypeProvider extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Wire<this['schema']> : unknown;
  serializer: this['schema'] extends TSchema ? Wire<this['schema']> : unknown;
}

/** The Fastify instance that routes are added to. */
export type HttpApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  WireTypeProvider
>;

/**
 * Who may call a route: anyone, any user, a user with the permissions in `scopes`, or a viewer with an embed token.
 * Every route states it.
 */
export type Access = 'public' | 'USER' | 'ADMIN' | 'embed';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /**
     * The permissions that an API key needs, all of them, and a user too if `access` is `ADMIN`. Every route with a
     * login states them.
     */
    scopes?: readonly Permission[];
    /**
     * Shows or makes secrets: the admin app asks for confirmation first, unless it just did (ADR 349).
     * With names, only if the body gives one of these fields a value.
     */
    confirmed?: true | readonly string[];
    /** Only for people who logged in: no API key can call it. */
    loginOnly?: true;
    /**
     * Where the tenant comes from: the host, unless the path names a realm. Static assets are also served at hosts
     * without a tenant (`any-host`). Probes are the operator's, not a tenant's: they work even if the tenant is
     * disabled or the store unavailable.
     */
    tenant?: 'host' | 'any-host' | 'realm' | 'none';
  }
  interface FastifyRequest {
    tenant: TenantRow | null;
    principal: Principal | null;
    viewer: EmbedPrincipal | null;
    /** By `Time.monotonic`. */
    arrivedAt: number;
    /** The deadline of its queries; set on first use. */
    deadline: Deadline | null;
  }
}

export function tenantOf(request: FastifyRequest): TenantRow {
  if (!request.tenant) throw new AppError('NO_TENANT');
  return request.tenant;
}

export function principalOf(request: FastifyRequest): Principal {
  if (!request.principal) throw new AppError('UNAUTHORIZED');
  return request.principal;
}

/** Of routes that API keys cannot call. */
export function userOf(request: FastifyRequest): UserPrincipal {
  const principal = principalOf(request);
  if (principal.kind !== 'user') throw new AppError('UNAUTHORIZED');
  return principal;
}

export function viewerOf(request: FastifyRequest): EmbedPrincipal {
  if (!request.viewer) throw new AppError('UNAUTHORIZED');
  return request.viewer;
}

export function callerOf(request: FastifyRequest): Caller {
  const { principal } = request;
  const apiKey = principal?.kind === 'key' ? { apiKey: principal.keyId } : {};
  return { requestId: request.id, ip: addressOf(request), ...apiKey };
}

/** The user or API key and the caller behind a change. */
export function actingIn(request: FastifyRequest): Acting {
  return { actor: principalOf(request).name, caller: callerOf(request) };
}
