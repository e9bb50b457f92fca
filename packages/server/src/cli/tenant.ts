import { rm } from 'node:fs/promises';
import { readOrigin } from '../config.ts';
import { recordEvent } from '../features/audit/record-event.ts';
import { filesFolder } from '../features/connections/connect-for.ts';
import { createTenant } from '../features/provisioning/create-tenant.ts';
import { deleteTenant } from '../features/provisioning/delete-tenant.ts';
import {
  findTenant,
  listTenants,
  setTenantStatus,
  type Tenant,
  tenantUrl,
} from '../features/tenants/tenants.ts';
import { StartError } from '../platform/errors.ts';
import { OPERATOR } from '../platform/identity/acting.ts';
import type { Services } from '../services.ts';
import { defineCommand, print } from './command.ts';
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
  },
  details: "Prints the tenant's addresses and the administrator's password, which is shown only once.",
  examples: ['acme', 'acme --name "Acme Inc." --url https://acme.example.com --admin ann@acme.example'],
  run({ argument: id, values, env }) {
    const publicUrl = values.url === undefined ? undefined : readUrl(values.url);
    return withServices(env, async (services) => {
      const adminUsername = values.admin ?? `admin@${id}.test`;
      const created = await createTenant(services, { id, name: values.name, publicUrl, adminUsername });
      const instance = addressOf(services, created.tenant).origin;
      print(
        `Created tenant '${id}'.\n\n` +
          `  Instance        ${instance}\n` +
          `  Public API      ${instance}/api\n` +
          `  Token endpoint  ${instance}/api/auth/realms/${id}/protocol/openid-connect/token\n` +
          `  Admin           ${created.adminUsername}\n` +
          `  Password        ${created.adminPassword}   (shown only once)\n`,
      );
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
      const rows = await deleteTenant(services.store, tenant.id);
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
          await recordEvent(transaction, tenant.id, services.clock(), OPERATOR, event);
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
