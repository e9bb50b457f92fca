import { CurrentUser, OwnPasswordChange } from '@inlay/protocol/user';
import Type from 'typebox';
import { AppError } from '../../platform/errors.ts';
import { errors } from '../../platform/http/documented-errors.ts';
import { callerOf, type HttpApp, tenantOf, userOf } from '../../platform/http/http-app.ts';
import { forLogins } from '../../platform/http/route-access.ts';
import { permissionsOf } from '../../platform/identity/principal.ts';
import type { Services } from '../../services.ts';
import { findUser, toUserDto } from '../users/index.ts';
import { changeOwnPassword } from './change-own-password.ts';
import { clientOf } from './client-of.ts';
import { logIn, logOut } from './log-in.ts';
import { MAX_CREDENTIALS_BYTES } from './max-credentials.ts';

/** Login, logout, and the current user's own account. */
export function sessionRoutes(app: HttpApp, services: Services): void {
  app.post('/api/login', {
    config: { access: 'public' },
    bodyLimit: MAX_CREDENTIALS_BYTES,
    schema: {
      tags: ['session'],
      operationId: 'logIn',
      summary: 'Log in',
      description:
        'After five failed attempts within a minute, the username is blocked temporarily, even with the correct password. Accounts with a second factor cannot log in here: programs use API keys.',
      body: Type.Object({ username: Type.String(), password: Type.String() }, { title: 'Credentials' }),
      response: {
        200: Type.Object(
          {
            token: Type.String({
              description: 'Valid for 12 hours, unless the sign-in settings say otherwise.',
            }),
          },
          { title: 'LoginToken' },
        ),
        ...errors(400, 401, 429, 503),
      },
    },
    handler: async (request) => {
      const { token } = await logIn(services, tenantOf(request).id, request.body, clientOf(request));
      return { token };
    },
  });

  app.post('/api/logout', {
    config: forLogins(),
    schema: {
      tags: ['session'],
      operationId: 'logOut',
      summary: 'Log out',
      description: 'Revokes the token of the request.',
      response: { 204: Type.Null(), ...errors(401) },
    },
    handler: async (request, reply) => {
      await logOut(services, userOf(request), callerOf(request));
      return reply.code(204).send(null);
    },
  });

  app.get('/api/v0/me', {
    config: forLogins(),
    schema: {
      tags: ['session'],
      operationId: 'readOwnUser',
      summary: 'Read the current user and tenant',
      response: { 200: CurrentUser, ...errors(401) },
    },
    handler: async (request) => {
      const { tenantId, userId } = userOf(request);
      const user = await findUser(services.store, tenantId, userId);
      if (!user) throw new AppError('UNAUTHORIZED');
      const { id, name } = tenantOf(request);
      return { ...toUserDto(user), permissions: [...permissionsOf(user.admin_role)], tenant: { id, name } };
    },
  });

  app.post('/api/v0/me/password', {
    config: forLogins(),
    bodyLimit: MAX_CREDENTIALS_BYTES,
    schema: {
      tags: ['session'],
      operationId: 'changeOwnPassword',
      summary: "Change the current user's password",
      description: 'Logs the user out everywhere else.',
      body: OwnPasswordChange,
      response: { 204: Type.Null(), ...errors(400, 401, 429, 503) },
    },
    handler: async (request, reply) => {
      await changeOwnPassword(services, userOf(request), request.body, callerOf(request));
      return reply.code(204).send(null);
    },
  });
}
