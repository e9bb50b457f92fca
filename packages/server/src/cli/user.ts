import { randomBytes } from 'node:crypto';
import { findDefaultTenant, findTenant, type Tenant } from '../features/tenants/tenants.ts';
import { userProblems } from '../features/users/check-user.ts';
import { changeUser, createUsers } from '../features/users/manage-users.ts';
import { findUserByUsername } from '../features/users/users.ts';
import { StartError } from '../platform/errors.ts';
import { OPERATOR } from '../platform/identity/acting.ts';
import type { Services } from '../services.ts';
import { defineCommand, print } from './command.ts';
import { withServices } from './with-services.ts';

const argument = { label: '<username>', noun: 'user', example: 'ann@example.com' };
const acting = { actor: null, caller: OPERATOR };

export const userCreate = defineCommand({
  summary: 'create a user and print its password',
  argument,
  options: {
    tenant: { type: 'string', value: 'ID' },
    admin: { type: 'boolean' },
    email: { type: 'string', value: 'ADDRESS' },
    workspace: { type: 'string', value: 'ID' },
  },
  details: 'Prints a random password once. Without --tenant the user belongs to the default tenant.',
  run({ argument: username, values, env }) {
    return withServices(env, async (services) => {
      const tenant = await chosenTenant(services, values.tenant);
      const password = randomBytes(15).toString('base64url');
      const roles = values.admin ? (['ADMIN', 'USER'] as const) : (['USER'] as const);
      const user = {
        username,
        password,
        roles: [...roles],
        email: values.email ?? null,
        workspaceId: values.workspace ?? null,
      };
      const [problem] = userProblems(user);
      if (problem) throw new StartError(`The ${problem.field} ${problem.problem}.`);
      await createUsers(services, tenant.id, [user], acting, () => '');
      print(
        `User '${username}' of tenant '${tenant.id}' is ready. Password: ${password}   (shown this once)\n`,
      );
      return 0;
    });
  },
});

export const userResetPassword = defineCommand({
  summary: 'give a user a new password and end its logins',
  argument,
  options: { tenant: { type: 'string', value: 'ID' } },
  details: 'Prints the new random password once.',
  run({ argument: username, values, env }) {
    return withServices(env, async (services) => {
      const tenant = await chosenTenant(services, values.tenant);
      const user = await findUserByUsername(services.store, tenant.id, username);
      if (!user) throw new StartError(`Tenant '${tenant.id}' has no user '${username}'.`);
      const password = randomBytes(15).toString('base64url');
      await changeUser(services, tenant.id, user.id, { password }, acting);
      print(`New password of '${username}': ${password}   (shown this once; all its logins have ended)\n`);
      return 0;
    });
  },
});

/** The tenant that a command names, or the default one. */
export async function chosenTenant({ store }: Services, id: string | undefined): Promise<Tenant> {
  const tenant = id === undefined ? await findDefaultTenant(store) : await findTenant(store, id);
  if (tenant) return tenant;
  throw new StartError(
    id === undefined
      ? 'There is no tenant yet: start the server once, or run: inlay tenant create <id>'
      : `There is no tenant '${id}'. 'inlay tenant list' shows all tenants.`,
  );
}
