import { PageOf } from '@inlay/protocol/pagination';
import { SessionSchema } from '@inlay/protocol/sign-in';
import Type from 'typebox';
import { writeRecorded } from '../../platform/audit/record-event.ts';
import { AppError } from '../../platform/errors.ts';
import { actingIn, type HttpApp, tenantOf, userOf } from '../../platform/http/http-app.ts';
import { forAdmins, forLogins } from '../../platform/http/route-access.ts';
import { byId, pageQuery, readPageQuery } from '../../platform/http/route-parameters.ts';
import { revokeLoginsOf, revokeLoginToken } from '../../platform/identity/login-tokens.ts';
import type { Services } from '../../services.ts';
import { findUser, refuseBeyond, userManagerIn } from '../users/index.ts';
import { findSession, listSessions } from './list-sessions.ts';

const tags = ['session'];
const sessionList = {
  querystring: Type.Object(pageQuery),
  response: { 200: PageOf(SessionSchema) },
} as const;

/** Where somebody is signed in, and how to end that: for oneself, and for those who manage the user. */
export function sessionsRoutes(app: HttpApp, services: Services): void {
  ownSessions(app, services);
  sessionsOfUsers(app, services);
}

function ownSessions(app: HttpApp, services: Services): void {
  const { store, time } = services;
  const url = '/api/v0/me/sessions';

  app.get(url, {
    config: forLogins(),
    schema: {
      tags,
      operationId: 'listOwnSessions',
      summary: "List the current user's sessions",
      description: 'Last used first.',
      ...sessionList,
    },
    handler: (request) => {
      const { tenantId, userId, tokenHash } = userOf(request);
      const page = readPageQuery(request.query);
      return listSessions(store, tenantId, userId, { page, now: time.now(), current: tokenHash });
    },
  });

  app.delete(url, {
    config: forLogins(),
    schema: {
      tags,
      operationId: 'endOtherSessions',
      summary: "End the current user's other sessions",
      response: { 204: Type.Null() },
    },
    handler: async (request, reply) => {
      const { tenantId, userId, tokenHash, name } = userOf(request);
      const event = { action: 'session.end', target: name, details: { sessions: 'others' } } as const;
      await writeRecorded(services, tenantId, actingIn(request), event, (transaction) =>
        revokeLoginsOf(transaction, tenantId, userId, tokenHash),
      );
      return reply.code(204).send(null);
    },
  });

  app.delete(`${url}/:id`, {
    config: forLogins(),
    schema: {
      tags,
      operationId: 'endOwnSession',
      summary: "End one of the current user's sessions",
      params: byId,
      response: { 204: Type.Null() },
    },
    handler: async (request, reply) => {
      const { tenantId, userId, name } = userOf(request);
      const event = { action: 'session.end', target: name } as const;
      await writeRecorded(services, tenantId, actingIn(request), event, async (transaction) => {
        const found = await findSession(transaction, tenantId, userId, request.params.id);
        if (found === undefined || !(await revokeLoginToken(transaction, tenantId, found)))
          throw new AppError('NOT_FOUND', { message: 'Session not found. It may have ended already.' });
      });
      return reply.code(204).send(null);
    },
  });
}

function sessionsOfUsers(app: HttpApp, services: Services): void {
  const { store, time } = services;
  const url = '/api/v0/users/:id/sessions';
  const notFound = () => new AppError('NOT_FOUND', { message: 'User not found. Check the id.' });

  app.get(url, {
    config: forAdmins('users:read'),
    schema: {
      tags,
      operationId: 'listSessionsOfUser',
      summary: "List a user's sessions",
      description: 'Last used first.',
      params: byId,
      ...sessionList,
    },
    handler: async (request) => {
      const { id: tenantId } = tenantOf(request);
      const user = await findUser(store, tenantId, request.params.id);
      if (!user) throw notFound();
      const { principal } = request;
      const current = principal?.kind === 'user' ? principal.tokenHash : undefined;
      const page = readPageQuery(request.query);
      return listSessions(store, tenantId, user.id, { page, now: time.now(), current });
    },
  });

  app.delete(url, {
    config: forAdmins('users:write'),
    schema: {
      tags,
      operationId: 'endSessionsOfUser',
      summary: 'Sign a user out everywhere',
      params: byId,
      response: { 204: Type.Null() },
    },
    handler: async (request, reply) => {
      const { id: tenantId } = tenantOf(request);
      const manager = userManagerIn(request);
      const user = await findUser(store, tenantId, request.params.id);
      if (!user) throw notFound();
      refuseBeyond(user.admin_role, manager);
      const event = { action: 'session.end', target: user.username, details: { sessions: 'all' } } as const;
      await writeRecorded(services, tenantId, manager, event, (transaction) =>
        revokeLoginsOf(transaction, tenantId, user.id),
      );
      return reply.code(204).send(null);
    },
  });
}
