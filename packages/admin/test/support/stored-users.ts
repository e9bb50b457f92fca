import type { Schemas } from '../../src/api/operations.ts';
import { type Responses, refuse } from './fake-api.ts';
import { AT } from './sample-world.ts';

type User = Schemas['User'];

/** A user with defaults. */
export const userOf = (username: string, more: Partial<User> = {}): User => ({
  id: username,
  username,
  email: null,
  firstName: null,
  lastName: null,
  roles: ['USER'],
  adminRole: null,
  groups: [],
  privileges: {},
  attributes: {},
  workspaceId: 'main',
  status: 'active',
  lastLoginAt: null,
  createdAt: AT,
  updatedAt: AT,
  ...more,
});

/** Users that can be listed by page and filter, created, changed and deleted. */
export function storedUsers(...initial: readonly User[]) {
  const users = new Map(initial.map((user) => [user.id, user]));
  const find = (id: string) => users.get(id) ?? refuse(404, { message: 'Not found' });
  const save = (user: User) => {
    users.set(user.id, user);
    return user;
  };
  return {
    'GET /users': ({ query: { page = 1, limit = 25, q = '', role, workspace } }) => {
      const found = [...users.values()].filter(
        ({ username, roles, workspaceId }) =>
          username.includes(q) &&
          (!role || roles.includes(role)) &&
          (!workspace || workspaceId === workspace),
      );
      const [at, size] = [Number(page), Number(limit)];
      const meta = { page: at, limit: size, total: found.length, lastPage: Math.ceil(found.length / size) };
      return { data: found.slice((at - 1) * size, at * size), meta };
    },
    'GET /users/{id}': ({ path }) => find(path.id),
    'POST /users': ({ body: { password: _, ...body } }) => save(userOf(body.username, body)),
    'PATCH /users/{id}': ({ path, body: { password: _, ...body } }) => {
      const user = users.get(path.id);
      return user ? save({ ...user, ...body }) : find(path.id);
    },
    'DELETE /users/{id}': ({ path }) => {
      users.delete(path.id);
      return undefined;
    },
  } satisfies Responses;
}
