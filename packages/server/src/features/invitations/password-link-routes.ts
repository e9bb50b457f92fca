import {
  LinkTokenSchema,
  NewPasswordSchema,
  PasswordLinkSchema,
  ResetRequestSchema,
} from '@inlay/protocol/password-link';
import Type from 'typebox';
import { callerOf, type HttpApp, tenantOf } from '../../platform/http/http-app.ts';
import { isoTime } from '../../platform/time/time.ts';
import type { Services } from '../../services.ts';
import { MAX_CREDENTIALS_BYTES, requireSameOrigin } from '../sessions/index.ts';
import { canResetByMail } from './can-reset-by-mail.ts';
import { requestReset } from './request-reset.ts';
import { readLink, setPassword } from './set-password.ts';

/** What people use before they can sign in: only the admin app of the tenant calls it. */
export function passwordLinkRoutes(app: HttpApp, services: Services): void {
  const { config } = services;
  const route = { config: { access: 'public' }, bodyLimit: MAX_CREDENTIALS_BYTES } as const;

  app.get('/admin/password-reset', {
    config: route.config,
    schema: { hide: true, response: { 200: Type.Object({ available: Type.Boolean() }) } },
    handler: async (request) => {
      requireSameOrigin(request, config);
      return { available: await canResetByMail(services, tenantOf(request).id) };
    },
  });

  app.post('/admin/password-reset', {
    ...route,
    schema: { hide: true, body: ResetRequestSchema, response: { 202: Type.Null() } },
    handler: async (request, reply) => {
      requireSameOrigin(request, config);
      await requestReset(services, tenantOf(request).id, request.body.username, callerOf(request));
      return reply.code(202).send(null);
    },
  });

  app.post('/admin/password-link', {
    ...route,
    schema: { hide: true, body: LinkTokenSchema, response: { 200: PasswordLinkSchema } },
    handler: async (request) => {
      requireSameOrigin(request, config);
      const { purpose, user, expiresAt } = await readLink(services, tenantOf(request).id, request.body.token);
      return { purpose, username: user.username, expiresAt: isoTime(expiresAt) };
    },
  });

  app.post('/admin/password-link/password', {
    ...route,
    schema: { hide: true, body: NewPasswordSchema, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      requireSameOrigin(request, config);
      await setPassword(services, tenantOf(request).id, request.body, callerOf(request));
      return reply.code(204).send(null);
    },
  });
}
