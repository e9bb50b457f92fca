import { serializedAsIs } from '@inlay/protocol/schema-parts';
import { SCIM_PATH, ScimErrorSchema } from '@inlay/protocol/scim';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type TSchema } from 'typebox';
import { tenantOf } from '../../../platform/http/http-app.ts';
import { forAdmins } from '../../../platform/http/route-access.ts';
import type { Services } from '../../../services.ts';
import { tenantUrl } from '../../tenants/index.ts';

export const SCIM_TYPE = 'application/scim+json';

/** What every SCIM route has. */
export const scimRoute = { config: forAdmins('scim') } as const;

export const scimSchema = {
  tags: ['scim'],
  produces: [SCIM_TYPE],
  consumes: [SCIM_TYPE, 'application/json'],
};

/**
 * The error responses of a SCIM route: those that every route has, and its own. Not applied, because what is refused before
 * anything of SCIM has another body.
 */
export function scimErrors(...statuses: readonly number[]) {
  const all = [400, 403, 404, ...statuses];
  return Object.fromEntries(all.map((status) => [status, described(ScimErrorSchema)]));
}

/** Described, but not applied to the response, whose attributes the client chooses. */
export const described = <S extends TSchema & { readonly title?: string }>(schema: S) =>
  Type.Unsafe<Readonly<Record<string, unknown>>>(serializedAsIs(schema));

export function replyScim(reply: FastifyReply, body: Readonly<Record<string, unknown>>): FastifyReply {
  return reply.type(`${SCIM_TYPE}; charset=utf-8`).send(body);
}

/** The address of a tenant's SCIM endpoint, which resources refer to. */
export const baseUrl = (request: FastifyRequest, { config }: Pick<Services, 'config'>): string =>
  new URL(SCIM_PATH, tenantUrl(tenantOf(request), config.publicUrl)).href;
