import type { QuotaLimits, QuotaName } from '@inlay/protocol/quota';
import { findTenant } from '../features/tenants/tenants.ts';
import { readQuotaUse } from '../features/usage/quotas-routes.ts';
import { recordEvent } from '../platform/audit/record-event.ts';
import { readQuotas } from '../platform/counters/tenant-quotas.ts';
import { StartError } from '../platform/errors.ts';
import { OPERATOR } from '../platform/identity/acting.ts';
import type { Services } from '../services.ts';
import { defineCommand, print } from './command.ts';
import { UsageError } from './usage-error.ts';
import { withServices } from './with-services.ts';

const MEGABYTE = 1_000_000;
const MAX = 1_000_000_000_000;

const quota = (description: string) => ({ type: 'string', value: 'N', description }) as const;

/** How each quota is named on the command line, and how many of its unit make one. */
const OPTIONS = {
  views: { name: 'views', unit: 1, label: 'Embed views per month' },
  exchanges: { name: 'exchanges', unit: 1, label: 'Token exchanges per month' },
  exportedRows: { name: 'exported-rows', unit: 1, label: 'Exported rows per month' },
  storageBytes: { name: 'storage-mb', unit: MEGABYTE, label: 'Storage of uploads (MB)' },
} as const satisfies Record<QuotaName, object>;

export const tenantQuota = defineCommand({
  summary: 'Set or show the quotas of a tenant',
  argument: { label: '<id>', description: 'Id of the tenant' },
  options: {
    views: quota('Embed views per month, or none'),
    exchanges: quota('Token exchanges per month, or none'),
    'exported-rows': quota('Exported rows per month, or none'),
    'storage-mb': quota('Storage of uploaded files in MB, or none'),
  },
  details: `Without options, prints the quotas and how much of them is used. Months are calendar months in UTC. Changes take
effect on every node within a second. Quotas that are not set are unlimited.`,
  examples: ['acme --views 100000 --exchanges 50000', 'acme --views none', 'acme'],
  run({ argument: id, values, env }) {
    const changes: Partial<Record<QuotaName, number | 'none'>> = {};
    for (const [name, { name: option, unit }] of Object.entries(OPTIONS)) {
      const given = values[option];
      if (given !== undefined) changes[name as QuotaName] = readLimit(option, given, unit);
    }
    return withServices(env, async (services) => {
      const tenant = await findTenant(services.store, id);
      if (!tenant)
        throw new StartError(`Tenant '${id}' does not exist. Run 'inlay tenant list' to see all tenants.`);
      if (Object.keys(changes).length > 0) await changeQuotas(services, tenant.id, changes);
      const { quotas, resetsAt } = await readQuotaUse(services, tenant.id);
      if (quotas.length === 0) print(`Tenant '${id}' has no quotas.\n`);
      for (const { name, limit, used } of quotas) {
        const { unit, label } = OPTIONS[name];
        const share = limit === 0 ? 100 : Math.floor((used / limit) * 100);
        print(`${label.padEnd(26)} ${Math.ceil(used / unit)} of ${limit / unit} (${share}%)\n`);
      }
      if (quotas.some(({ name }) => name !== 'storageBytes'))
        print(`Monthly quotas reset on ${resetsAt.slice(0, 10)} (UTC).\n`);
      return 0;
    });
  },
});

function readLimit(option: string, given: string, unit: number): number | 'none' {
  if (given === 'none') return given;
  const limit = /^\d{1,13}$/.test(given) ? Number(given) * unit : Number.NaN;
  if (limit <= MAX * unit) return limit;
  throw new UsageError(`--${option} must be a whole number from 0 to ${MAX}, or none, not '${given}'.`);
}

async function changeQuotas(
  { store, time }: Services,
  tenantId: Parameters<typeof readQuotas>[1],
  changes: Readonly<Partial<Record<QuotaName, number | 'none'>>>,
): Promise<void> {
  await store.write(async (transaction) => {
    const former = await readQuotas(transaction, tenantId);
    const limits: QuotaLimits = Object.fromEntries(
      Object.entries({ ...former, ...changes }).filter(([, limit]) => limit !== 'none'),
    );
    const text = JSON.stringify(limits);
    await transaction
      .tenant(tenantId)
      .insertInto('tenant_quotas', { limits: text })
      .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ limits: text }))
      .execute();
    const event = { action: 'tenant.quota', target: tenantId, details: { ...limits } } as const;
    await recordEvent(transaction, tenantId, time.now(), OPERATOR, event);
  });
}
