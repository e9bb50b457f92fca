import { PageOf } from '@inlay/protocol/pagination';
import { NewUser, Role, User, UserChange } from '@inlay/protocol/user';
import Type from 'typebox';
import { AppError } from '../../platform/errors.ts';
import { errors } from '../../platform/http/documented-errors.ts';
import { type HttpApp, tenantOf } from '../../platform/http/http-app.ts';
import { afterConfirmation, forAdmins } from '../../platform/http/route-access.ts';
import { byId, ofWorkspace, pageQuery, readPageQuery } from '../../platform/http/route-parameters.ts';
import type { Services } from '../../services.ts';
import { changeUser, createUsers, removeUser } from './manage-users.ts';
import type { NotifyUser } from './notify-user.ts';
import { userManagerIn } from './user-manager.ts';
import { findUser, listUsers, toUserDto } from './users.ts';

const bulkBytes = 16 * 1024 * 1024;

const tags = ['users'];

export function usersRoutes(app: HttpApp, services: Services, notify: NotifyUser): void {
  readRoutes(app, services);
  createRoutes(app, services);
  changeRoutes(app, { ...services, notify });
}

function readRoutes(app: HttpApp, services: Services): void {
  const { store } = services;

  app.get('/api/v0/users', {
    config: forAdmins('users:read'),
    schema: {
      tags,
      operationId: 'listUsers',
      summary: 'List users',
      description: 'By creation time, then id.',
      querystring: Type.Object({
        ...pageQuery,
        q: Type.Optional(
          Type.String({
            maxLength: 256,
            description: 'Text to search for in usernames, email addresses and names.',
          }),
        ),
        role: Type.Optional(Role),
        group: Type.Optional(
          Type.String({ maxLength: 128, description: 'Only members of the group with this id.' }),
        ),
        workspace: ofWorkspace,
        status: Type.Optional(Type.Enum(['active', 'disabled'])),
      }),
      response: { 200: PageOf(User) },
    },
    handler: async (request) => {
      const { q, role, group, workspace, status } = request.query;
      const filter = { q: q?.trim() || undefined, role, group, workspace, status };
      const { data, meta } = await listUsers(
        store.lists,
        tenantOf(request).id,
        readPageQuery(request.query),
        filter,
      );
      return { data: data.map(toUserDto), meta };
    },
  });

  app.get('/api/v0/users/:id', {
    config: forAdmins('users:read'),
    schema: {
      tags,
      operationId: 'readUser',
      summary: 'Read a user',
      params: byId,
      response: { 200: User },
    },
    handler: async (request) => {
      const user = await findUser(store, tenantOf(request).id, request.params.id);
      if (!user) throw new AppError('NOT_FOUND', { message: 'User not found. Check the id.' });
      return toUserDto(user);
    },
  });
}

function createRoutes(app: HttpApp, services: Services): void {
  app.post('/api/v0/users', {
    config: afterConfirmation(forAdmins('users:write'), 'adminRole', 'roles'),
    schema: {
      tags,
      operationId: 'createUser',
      summary: 'Create a user',
      body: NewUser,
      response: { 201: User, ...errors(409, 429) },
    },
    handler: async (request, reply) => {
      const manager = userManagerIn(request);
      const [user] = await createUsers(services, tenantOf(request).id, [request.body], manager, () => '');
      if (!user) throw new AppError('INTERNAL', { detail: 'the created user was not returned' });
      return reply.code(201).header('location', `/api/v0/users/${user.id}`).send(toUserDto(user));
    },
  });

  app.post('/api/v0/users/bulk', {
    config: afterConfirmation(forAdmins('users:write')),
    bodyLimit: bulkBytes,
    schema: {
      tags,
      operationId: 'createUsers',
      summary: 'Create up to 1,000 users',
      description:
        'All or none: if one is invalid, the response names each invalid field by index and nothing is created.',
      body: Type.Object(
        { users: Type.Array(NewUser, { minItems: 1, maxItems: 1000 }) },
        { additionalProperties: false, title: 'NewUsers' },
      ),
      response: {
        201: Type.Object({ data: Type.Array(User) }, { title: 'CreatedUsers' }),
        ...errors(409, 429),
      },
    },
    handler: async (request, reply) => {
      const users = await createUsers(
        services,
        tenantOf(request).id,
        request.body.users,
        userManagerIn(request),
      );
      return reply.code(201).send({ data: users.map(toUserDto) });
    },
  });
}

function changeRoutes(app: HttpApp, services: Services & { readonly notify: NotifyUser }): void {
  app.patch('/api/v0/users/:id', {
    // What signs somebody in, resets that, or makes the account worth taking.
    config: afterConfirmation(forAdmins('users:write'), 'password', 'email', 'adminRole', 'roles'),
    schema: {
      tags,
      operationId: 'changeUser',
      summary: 'Change a user',
      description:
        'Changes only the given fields. Changing the password, status or roles logs the user out everywhere.',
      params: byId,
      body: UserChange,
      response: { 200: User, ...errors(409, 429) },
    },
    handler: async (request) =>
      toUserDto(
        await changeUser(
          services,
          tenantOf(request).id,
          request.params.id,
          request.body,
          userManagerIn(request),
        ),
      ),
  });

  app.delete('/api/v0/users/:id', {
    config: forAdmins('users:write'),
    schema: {
      tags,
      operationId: 'deleteUser',
      summary: 'Delete a user',
      params: byId,
      response: { 204: Type.Null(), ...errors(409) },
    },
    handler: async (request, reply) => {
      await removeUser(services, tenantOf(request).id, request.params.id, userManagerIn(request));
      return reply.code(204).send(null);
    },
  });
}
