import { list, type Responses, refuse } from './fake-api.ts';

const AT = '2026-05-04T10:00:00.000Z';

/** Groups that can be listed, created and renamed. */
export function storedGroups(...initial: readonly { readonly id: string; readonly name: string }[]) {
  const groups = new Map(initial.map((group) => [group.id, { ...group, createdAt: AT, updatedAt: AT }]));
  const find = (id: string) => groups.get(id) ?? refuse(404, { message: 'Not found' });
  return {
    'GET /groups': () => list(...groups.values()),
    'GET /groups/{id}': ({ path }) => find(path.id),
    'POST /groups': ({ body: { id, name } }) => {
      if (groups.has(id))
        return refuse(409, { details: [{ path: '/id', problem: 'is taken. Choose another one' }] });
      groups.set(id, { id, name, createdAt: AT, updatedAt: AT });
      return find(id);
    },
    'PATCH /groups/{id}': ({ path: { id }, body: { name } }) => {
      groups.set(id, { id, name, createdAt: AT, updatedAt: AT });
      return find(id);
    },
  } satisfies Responses;
}
