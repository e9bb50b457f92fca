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

const argument = { label: '<id>', noun: 'tenant', example: 'acme' };

export const tenantCreate = defineCommand({
  summary: 'create a tenant and its first administrator',
  argument,
  options: {
    name: { type: 'string', value: 'NAME' },
    url: { type: 'string', value: 'https://analytics.example.com' },
    admin: { type: 'string', value: 'USERNAME' },
  },
  details: `Prints the tenant's addresses and its administrator's password, which is not stored.
Without --url the tenant lives at <id>.<host of INLAY_PUBLIC_URL>.`,
  run({ argument: id, values, env }) {
    const publicUrl = values.url === undefined ? undefined : readUrl(values.url);
    return withServices(env, async (services) => {
      const adminUsername = values.admin ?? `admin@${id}.test`;
      const created = await createTenant(services, { id, name: values.name, publicUrl, adminUsername });
      const instance = addressOf(services, created.tenant).origin;
      print(
        `Tenant '${id}' is ready.\n\n` +
          `  Instance        ${instance}\n` +
          `  Public API      ${instance}/api\n` +
          `  Token endpoint  ${instance}/api/auth/realms/${id}/protocol/openid-connect/token\n` +
          `  Admin           ${created.adminUsername}\n` +
          `  Password        ${created.adminPassword}   (shown this once)\n`,
      );
      return 0;
    });
  },
});

export const tenantList = defineCommand({
  summary: 'list the tenants',
  options: {},
  details: 'Prints the id, the status and the address of each tenant, the oldest first.',
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

export const tenantDisable = switchTo('disabled', 'disable', 'refuse every request of a tenant');
export const tenantEnable = switchTo('active', 'enable', 'enable a disabled tenant');

export const tenantDelete = defineCommand({
  summary: 'delete a disabled tenant and everything it has',
  argument,
  options: { yes: { type: 'boolean' } },
  details: `The tenant must be disabled first, and --yes confirms the deletion, which cannot be undone. Deletes in small steps,
even while the server runs.`,
  run({ argument: id, values, env }) {
    return withServices(env, async (services) => {
      const tenant = await existing(services, id);
      if (!values.yes)
        throw new StartError(`This deletes tenant '${id}' for good. Repeat the command with --yes.`);
      if (tenant.status !== 'disabled') {
        throw new StartError(`Tenant '${id}' is active. Run 'inlay tenant disable ${id}' first.`);
      }
      const rows = await deleteTenant(services.store, tenant.id);
      await rm(filesFolder(services, tenant.id), { recursive: true, force: true });
      print(`Tenant '${id}' and its ${rows} rows and files are deleted.\n`);
      return 0;
    });
  },
});

function switchTo(status: Tenant['status'], verb: string, summary: string) {
  return defineCommand({
    summary,
    argument,
    options: {},
    details: 'Takes effect on every node within a second.',
    run({ argument: id, env }) {
      return withServices(env, async (services) => {
        const tenant = await existing(services, id);
        await services.store.write(async (transaction) => {
          await setTenantStatus(transaction, tenant.id, status);
          const event = { action: `tenant.${verb}`, target: tenant.id };
          await recordEvent(transaction, tenant.id, services.clock(), OPERATOR, event);
        });
        print(`Tenant '${id}' is ${status}.\n`);
        return 0;
      });
    },
  });
}

async function existing({ store }: Services, id: string): Promise<Tenant> {
  const tenant = await findTenant(store, id);
  if (!tenant) throw new StartError(`There is no tenant '${id}'. 'inlay tenant list' shows all tenants.`);
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
