import { rm } from 'node:fs/promises';
import { readOrigin } from '../config.ts';
import { filesFolder } from '../features/connections/connect-for.ts';
import { createTenant } from '../features/provisioning/create-tenant.ts';
import { deleteTenant } from '../features/provisioning/delete-tenant.ts';
import {
  findTenant,
  listTenants,
  serverUrl,
  setDefaultTenant,
  setTenantStatus,
  type Tenant,
  tenantUrl,
} from '../features/tenants/tenants.ts';
import { recordEvent } from '../platform/audit/record-event.ts';
import { StartError } from '../platform/errors.ts';
import { OPERATOR } from '../platform/identity/acting.ts';
import type { Services } from '../services.ts';
import { chosenTenant } from './chosen-tenant.ts';
import { defineCommand, INLAY, print } from './command.ts';
import { withServices } from './with-services.ts';

const argument = { label: '<id>', description: 'Id of the tenant' };

export const tenantCreate = defineCommand({
  summary: 'Create a tenant and its first administrator',
  argument: {
    label: '<id>',
    description: 'Id of the new tenant: 1 to 63 lowercase letters, digits and dashes',
  },
  options: {
    name: { type: 'string', value: 'NAME', description: 'Display name (default: the id)' },
    url: {
      type: 'string',
      value: 'URL',
      description: 'Address of the tenant (default: <id>.<host of INLAY_PUBLIC_URL>)',
    },
    admin: {
      type: 'string',
      value: 'USERNAME',
      description: 'Username of the administrator (default: admin@<id>.test)',
    },
    'client-id': {
      type: 'string',
      value: 'ID',
      description: 'Id of the embed client (default: <id>-embed)',
    },
  },
  details: `Prints the tenant's addresses and the administrator's password, which is shown only once. Works with or without a
running server. The first tenant of a new installation is the default tenant, at the address of the instance.`,
  examples: ['acme', 'acme --name "Acme Inc." --url https://acme.example.com --admin ann@acme.example'],
  run({ argument: id, values, env }) {
    const publicUrl = values.url === undefined ? undefined : readUrl(values.url);
    return withServices(env, async (services) => {
      const adminUsername = values.admin ?? `admin@${id}.test`;
      const clientId = values['client-id'];
      const { tenant, ...created } = await createTenant(services, {
        id,
        name: values.name,
        publicUrl,
        adminUsername,
        clientId,
      });
      const { origin } = addressOf(services, tenant);
      const forServers = serverUrl(tenant, services.config.publicUrl).origin;
      print(
        `Created tenant '${id}'.\n\n` +
          `  Admin app       ${origin}/admin\n` +
          `  Public API      ${origin}/api\n` +
          `  Token endpoint  ${forServers}/api/auth/realms/${id}/protocol/openid-connect/token\n` +
          `  Admin           ${created.adminUsername}\n` +
          `  Password        ${created.adminPassword}   (shown only once)\n` +
          `  Client id       ${created.clientId}\n\n` +
          `Next: start the server if it is not running, sign in to the admin app, and follow its checklist.\n` +
          (origin === forServers ? '' : unresolved(id, origin, forServers)),
      );
      return 0;
    });
  },
});

/** What to do where a name below `localhost` does not resolve (ADR 281). */
const unresolved = (id: string, url: string, instanceUrl: string) =>
  `Chrome, Edge and Firefox resolve ${new URL(url).hostname} on every system; other programs may not. If yours does not, run
'${INLAY} tenant default ${id}' to move the tenant to ${instanceUrl}.\n`;

export const tenantDefault = defineCommand({
  summary: 'Move a tenant to the address of the instance',
  argument,
  options: {},
  details: `The default tenant is at INLAY_PUBLIC_URL and, on the machine itself, at localhost. The former default tenant moves to
its subdomain, and its users sign in again there. Takes effect on every node within a second.`,
  examples: ['acme'],
  run({ argument: id, env }) {
    return withServices(env, async (services) => {
      const tenant = await existing(services, id);
      const former = await chosenTenant(services, undefined);
      if (former.id === tenant.id) {
        print(`Tenant '${id}' is the default tenant already.\n`);
        return 0;
      }
      await services.store.write(async (transaction) => {
        await setDefaultTenant(transaction, tenant.id);
        const event = { action: 'tenant.default', target: tenant.id } as const;
        for (const affected of [tenant, former])
          await recordEvent(transaction, affected.id, services.time.now(), OPERATOR, event);
      });
      const [now, then] = [
        addressOf(services, { ...tenant, is_default: 1 }),
        addressOf(services, { ...former, is_default: 0 }),
      ];
      print(`Tenant '${id}' is now at ${now.origin}, and tenant '${former.id}' at ${then.origin}.\n`);
      if (former.id === 'demo') print('Restart the server, so that the demo shop uses the new address.\n');
      return 0;
    });
  },
});

export const tenantList = defineCommand({
  summary: 'List all tenants',
  options: {},
  details: 'Prints the id, status and address of each tenant, oldest first.',
  examples: [''],
  run({ env }) {
    return withServices(env, async (services) => {
      for (const tenant of await listTenants(services.store)) {
        const { origin } = addressOf(services, tenant);
        print(`${tenant.id.padEnd(24)} ${tenant.status.padEnd(9)} ${origin}\n`);
      }
      return 0;
    });
  },
});

export const tenantDisable = switchTo(
  'disabled',
  'disable',
  'Disable a tenant, so that all of its requests are refused',
);
export const tenantEnable = switchTo('active', 'enable', 'Enable a disabled tenant');

export const tenantDelete = defineCommand({
  summary: 'Delete a disabled tenant and all of its data',
  argument,
  options: { yes: { type: 'boolean', description: 'Confirm the deletion' } },
  details: `The tenant must be disabled first. The deletion cannot be undone. It runs in small steps, with or without a
running server.`,
  examples: ['acme --yes'],
  run({ argument: id, values, env }) {
    return withServices(env, async (services) => {
      const tenant = await existing(services, id);
      if (!values.yes)
        throw new StartError(
          `This permanently deletes tenant '${id}' and all of its data. Add --yes to confirm.`,
        );
      if (tenant.status !== 'disabled') {
        throw new StartError(`Tenant '${id}' is active. Run 'inlay tenant disable ${id}' first.`);
      }
      const rows = await deleteTenant(services, tenant.id);
      await rm(filesFolder(services, tenant.id), { recursive: true, force: true });
      print(`Deleted tenant '${id}' with ${rows} rows and all files.\n`);
      return 0;
    });
  },
});

function switchTo(status: Tenant['status'], verb: 'enable' | 'disable', summary: string) {
  return defineCommand({
    summary,
    argument,
    options: {},
    details: 'Takes effect on every node within a second.',
    examples: ['acme'],
    run({ argument: id, env }) {
      return withServices(env, async (services) => {
        const tenant = await existing(services, id);
        await services.store.write(async (transaction) => {
          await setTenantStatus(transaction, tenant.id, status);
          const event = { action: `tenant.${verb}`, target: tenant.id } as const;
          await recordEvent(transaction, tenant.id, services.time.now(), OPERATOR, event);
        });
        print(`Tenant '${id}' is now ${status}.\n`);
        return 0;
      });
    },
  });
}

async function existing({ store }: Services, id: string): Promise<Tenant> {
  const tenant = await findTenant(store, id);
  if (!tenant)
    throw new StartError(`Tenant '${id}' does not exist. Run 'inlay tenant list' to see all tenants.`);
  return tenant;
}

function addressOf({ config }: Services, tenant: Tenant): URL {
  return tenantUrl(tenant, config.publicUrl);
}

function readUrl(given: string): URL {
  const url = readOrigin(given);
  if (!url) throw new StartError(`--url must be an http or https address without a path, not '${given}'.`);
  return url;
}
