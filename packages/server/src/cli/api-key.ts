import { MAX_OVERLAP_HOURS, type NewApiKey, NewApiKeySchema } from '@inlay/protocol/api-key';
import { PERMISSIONS } from '@inlay/protocol/permission';
import { shapeErrors } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { findApiKey, listApiKeys, toApiKeyDto } from '../features/api-keys/api-keys.ts';
import {
  createApiKey,
  type IssuedKey,
  operatorOfKeys,
  revokeApiKey,
  rotateApiKey,
} from '../features/api-keys/manage-api-keys.ts';
import { StartError, sentenceOf } from '../platform/errors.ts';
import type { ApiKeyRow } from '../platform/store/schema.ts';
import type { Services } from '../services.ts';
import { chosenTenant, TENANT_OPTION } from './chosen-tenant.ts';
import { defineCommand, print } from './command.ts';
import { UsageError } from './usage-error.ts';
import { withServices } from './with-services.ts';

const argument = { label: '<name>', description: 'Name of the key' };
const MAX_LISTED = 500;

const scopeList = Object.entries(PERMISSIONS)
  .map(([name, meaning]) => `  ${name.padEnd(15)} ${meaning}`)
  .join('\n');

export const apiKeyCreate = defineCommand({
  summary: 'Create an API key',
  argument,
  options: {
    scopes: {
      type: 'string',
      value: 'LIST',
      description: 'What the key may do, such as content:read,content:write',
    },
    workspaces: { type: 'string', value: 'LIST', description: 'Ids of workspaces (default: all)' },
    networks: {
      type: 'string',
      value: 'LIST',
      description: 'Addresses and networks, such as 203.0.113.0/24 (default: all)',
    },
    expires: {
      type: 'string',
      value: 'DATE',
      description: 'When the key ends, such as 2027-12-31 (default: never)',
    },
    tenant: TENANT_OPTION,
  },
  details: `Prints the key, which is shown only once. Programs send it as 'Authorization: Bearer <key>'.

Scopes:
${scopeList}`,
  examples: [
    'deploy --scopes content:read,content:write,data:read',
    'reports --scopes usage:read --expires 2027-12-31',
  ],
  run({ argument: name, values, env }) {
    const wanted = readWanted(name, values);
    return withServices(env, async (services) => {
      const tenant = await chosenTenant(services, values.tenant);
      printIssued(
        `Created API key '${name}' in tenant '${tenant.id}'.`,
        await createApiKey(services, tenant.id, wanted, operatorOfKeys),
      );
      return 0;
    });
  },
});

export const apiKeyList = defineCommand({
  summary: 'List API keys',
  options: { tenant: TENANT_OPTION },
  details: 'Prints one line per key: name, beginning of the key, scopes, expiry and last use.',
  examples: ['', '--tenant acme'],
  run({ values, env }) {
    return withServices(env, async (services) => {
      const tenant = await chosenTenant(services, values.tenant);
      const { data } = await listApiKeys(services.store.lists, tenant.id, { page: 1, limit: MAX_LISTED });
      if (data.length === 0) print(`Tenant '${tenant.id}' has no API keys.\n`);
      for (const row of data) {
        const { name, prefix, scopes, expiresAt, lastUsedAt } = toApiKeyDto(row, services.time.now());
        const expiry = expiresAt ? `expires ${expiresAt.slice(0, 10)}` : 'does not expire';
        const use = lastUsedAt ? `last used ${lastUsedAt.slice(0, 16)}Z` : 'never used';
        print(`${name}  ${prefix}…  ${scopes.join(',')}  ${expiry}  ${use}\n`);
      }
      return 0;
    });
  },
});

export const apiKeyRotate = defineCommand({
  summary: 'Replace an API key',
  argument,
  options: {
    overlap: {
      type: 'string',
      value: 'HOURS',
      description: 'How long the previous key stays valid (default: 24)',
    },
    tenant: TENANT_OPTION,
  },
  details: 'Prints the new key, which is shown only once. With --overlap 0 the previous key ends at once.',
  examples: ['deploy', 'deploy --overlap 0'],
  run({ argument: name, values, env }) {
    const overlap = readOverlap(values.overlap ?? '24');
    return withServices(env, async (services) => {
      const { tenantId, key } = await openKey(services, values.tenant, name);
      const issued = await rotateApiKey(services, tenantId, key.id, overlap, operatorOfKeys);
      const ends = overlap === 0 ? 'ended' : `ends in ${overlap} hours`;
      printIssued(`Replaced API key '${name}'. The previous key ${ends}.`, issued);
      return 0;
    });
  },
});

export const apiKeyRevoke = defineCommand({
  summary: 'Revoke an API key',
  argument,
  options: { tenant: TENANT_OPTION },
  details: 'Programs with this key are refused at once, on every node.',
  examples: ['deploy'],
  run({ argument: name, values, env }) {
    return withServices(env, async (services) => {
      const { tenantId, key } = await openKey(services, values.tenant, name);
      await revokeApiKey(services, tenantId, key.id, operatorOfKeys);
      print(`Revoked API key '${name}'.\n`);
      return 0;
    });
  },
});

interface GivenLists {
  readonly scopes?: string | undefined;
  readonly workspaces?: string | undefined;
  readonly networks?: string | undefined;
  readonly expires?: string | undefined;
}

function readWanted(name: string, { scopes, workspaces, networks, expires }: GivenLists): NewApiKey {
  if (scopes === undefined) throw new UsageError('--scopes is missing.');
  const time = expires === undefined ? undefined : Date.parse(expires);
  if (Number.isNaN(time))
    throw new UsageError(`--expires must be a date such as 2027-12-31, not '${expires}'.`);
  const wanted = {
    name,
    scopes: listOf(scopes),
    workspaces: workspaces === undefined ? null : listOf(workspaces),
    networks: networks === undefined ? null : listOf(networks),
    expiresAt: time === undefined ? null : new Date(time).toISOString(),
  };
  const problems = shapeErrors(NewApiKeySchema, wanted, '');
  if (problems.length > 0) throw new UsageError(`${sentenceOf(problems)}.`);
  return wanted as NewApiKey;
}

const listOf = (text: string) => text.split(',').map((each) => each.trim());

function readOverlap(text: string): number {
  const hours = Number(text);
  if (Number.isInteger(hours) && hours >= 0 && hours <= MAX_OVERLAP_HOURS) return hours;
  throw new UsageError(`--overlap must be a number of hours from 0 to ${MAX_OVERLAP_HOURS}, not '${text}'.`);
}

async function openKey(
  services: Services,
  tenant: string | undefined,
  name: string,
): Promise<{ readonly tenantId: TenantId; readonly key: ApiKeyRow }> {
  const { id: tenantId } = await chosenTenant(services, tenant);
  const key = await findApiKey(services.store, tenantId, { name });
  if (key) return { tenantId, key };
  throw new StartError(
    `API key '${name}' does not exist in tenant '${tenantId}'. Run 'inlay api-key list' to see all keys.`,
  );
}

function printIssued(headline: string, { key }: IssuedKey): void {
  print(`${headline}\n${key}   (shown only once)\n`);
}
