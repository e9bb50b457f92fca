import { randomBytes } from 'node:crypto';
import type { AdminRole } from '@inlay/protocol/admin-role';
import { notifierOf } from '../features/mail/index.ts';
import { resetSecondFactors } from '../features/second-factors/account/reset-second-factors.ts';
import { userProblems } from '../features/users/check-user.ts';
import { changeUser, createUsers } from '../features/users/manage-users.ts';
import { operatorOfUsers } from '../features/users/user-manager.ts';
import { findUserByUsername } from '../features/users/users.ts';
import { StartError } from '../platform/errors.ts';
import { chosenTenant, TENANT_OPTION } from './chosen-tenant.ts';
import { defineCommand, print } from './command.ts';
import { withServices } from './with-services.ts';

const argument = { label: '<username>', description: 'Username, such as an email address' };

export const userCreate = defineCommand({
  summary: 'Create a user with a random password',
  argument,
  options: {
    tenant: TENANT_OPTION,
    role: {
      type: 'string',
      value: 'ROLE',
      description: 'owner, administrator, data-manager, content-author or auditor (default: none)',
    },
    admin: { type: 'boolean', description: 'Same as --role owner' },
    email: { type: 'string', value: 'ADDRESS', description: 'Email address' },
    workspace: { type: 'string', value: 'ID', description: 'Id of the workspace' },
  },
  details: 'Prints the password, which is shown only once.',
  examples: ['ann@example.com', 'ann@example.com --role content-author --tenant acme'],
  run({ argument: username, values, env }) {
    return withServices(env, async (services) => {
      const tenant = await chosenTenant(services, values.tenant);
      const password = randomBytes(15).toString('base64url');
      const user = {
        username,
        password,
        adminRole: (values.role ?? (values.admin ? 'owner' : null)) as AdminRole | null,
        email: values.email ?? null,
        workspaceId: values.workspace ?? null,
      };
      const [problem] = userProblems(user);
      if (problem) throw new StartError(`The ${problem.field} ${problem.problem}.`);
      await createUsers(services, tenant.id, [user], operatorOfUsers, () => '');
      print(
        `Created user '${username}' in tenant '${tenant.id}'. Password: ${password}   (shown only once)\n`,
      );
      return 0;
    });
  },
});

export const userResetPassword = defineCommand({
  summary: 'Reset the password of a user',
  argument,
  options: { tenant: TENANT_OPTION },
  details: 'Sets a random password, prints it once, and logs the user out everywhere.',
  examples: ['ann@example.com'],
  run({ argument: username, values, env }) {
    return withServices(env, async (services) => {
      const tenant = await chosenTenant(services, values.tenant);
      const user = await findUserByUsername(services.store, tenant.id, username);
      if (!user) throw new StartError(`User '${username}' does not exist in tenant '${tenant.id}'.`);
      const password = randomBytes(15).toString('base64url');
      await changeUser(
        { ...services, notify: notifierOf(services) },
        tenant.id,
        user.id,
        { password },
        operatorOfUsers,
      );
      print(
        `New password of '${username}': ${password}   (shown only once)\nThe user was logged out everywhere.\n`,
      );
      return 0;
    });
  },
});

export const userResetSecondFactor = defineCommand({
  summary: 'Remove the second factors of a user who lost them',
  argument,
  options: { tenant: TENANT_OPTION },
  details: `Removes passkeys, authenticator app and recovery codes, and logs the user out everywhere. Then the password signs in; where
the tenant requires a second factor, the user sets up a new one at the next sign-in.`,
  examples: ['ann@example.com'],
  run({ argument: username, values, env }) {
    return withServices(env, async (services) => {
      const tenant = await chosenTenant(services, values.tenant);
      const user = await findUserByUsername(services.store, tenant.id, username);
      if (!user) throw new StartError(`User '${username}' does not exist in tenant '${tenant.id}'.`);
      await resetSecondFactors(services, tenant.id, user.id, operatorOfUsers);
      print(`Removed the second factors of '${username}'.\nThe user was logged out everywhere.\n`);
      return 0;
    });
  },
});
