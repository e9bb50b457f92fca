import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { findDefaultTenant, findTenant, type Tenant } from '../features/tenants/tenants.ts';
import { userProblems } from '../features/users/check-user.ts';
import { changeUser, createUsers } from '../features/users/manage-users.ts';
import { findUserByUsername } from '../features/users/users.ts';
import { StartError } from '../platform/errors.ts';
import { OPERATOR } from '../platform/identity/acting.ts';
import type { Services } from '../services.ts';
import { type Command, print } from './command.ts';
import { oneArgument } from './one-argument.ts';
import { withServices } from './with-services.ts';

const ONE_USER = 'Name one user, such as: inlay user create ann@example.com';
const acting = { actor: null, caller: OPERATOR };

export const userCreate: Command = {
  summary: 'create a user and print its password',
  usage: `inlay user create <username> [--tenant ID] [--admin] [--email ADDRESS] [--workspace ID]

Prints a random password once. Without --tenant the user belongs to the default tenant.`,
  run(args, env) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        tenant: { type: 'string' },
        admin: { type: 'boolean' },
        email: { type: 'string' },
        workspace: { type: 'string' },
      },
    });
    const username = oneArgument(positionals, ONE_USER);
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
};

export const userResetPassword: Command = {
  summary: 'give a user a new password and end its logins',
  usage: 'inlay user reset-password <username> [--tenant ID]\n\nPrints the new random password once.',
  run(args, env) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { tenant: { type: 'string' } },
    });
    const username = oneArgument(positionals, ONE_USER);
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
};

/** The tenant that a command names, or the default one. */
export async function chosenTenant({ store }: Services, id: string | undefined): Promise<Tenant> {
  const tenant = id === undefined ? await findDefaultTenant(store) : await findTenant(store, id);
  if (tenant) return tenant;
  throw new StartError(
    id === undefined
      ? 'There is no tenant yet: start the server once, or run: inlay tenant create <id>'
      : `There is no tenant '${id}'. 'inlay tenant list' shows those there are.`,
  );
}
