import type { UsageReportBy } from '@inlay/protocol/usage-report';
import { listTenants } from '../features/tenants/tenants.ts';
import { reportDays } from '../features/usage/report-days.ts';
import { reportCsv } from '../features/usage/usage-report.ts';
import { chosenTenant } from './chosen-tenant.ts';
import { defineCommand, print } from './command.ts';
import { UsageError } from './usage-error.ts';
import { withServices } from './with-services.ts';

const BY: readonly UsageReportBy[] = ['tenant', 'day', 'workspace', 'viewer'];

export const usageCommand = defineCommand({
  summary: 'Print usage as CSV, for billing',
  options: {
    by: { type: 'string', value: 'WHAT', description: `${BY.join(', ')} (default: tenant)` },
    from: {
      type: 'string',
      value: 'DAY',
      description: 'First day, such as 2026-01-01 (default: first day of this month)',
    },
    to: { type: 'string', value: 'DAY', description: 'Last day, inclusive (default: today)' },
    tenant: { type: 'string', value: 'ID', description: 'Only this tenant (default: all tenants)' },
  },
  details: `Prints views, token exchanges and exported rows to standard output. Days are in UTC and kept for 400 days. A
running server writes its counts within three seconds.`,
  examples: ['', '--from 2026-10-01 --to 2026-10-31 --by workspace', '--by viewer --tenant acme > acme.csv'],
  run({ values, env }) {
    const by = BY.find((each) => each === (values.by ?? 'tenant'));
    if (!by) throw new UsageError(`--by must be one of ${BY.join(', ')}, not '${values.by}'.`);
    return withServices(env, async (services) => {
      const { store, time } = services;
      const days = reportDays(values, time.now());
      const tenants =
        values.tenant === undefined
          ? await listTenants(store)
          : [await chosenTenant(services, values.tenant)];
      const reports = tenants.map(({ id }) => ({ tenantId: id, by, ...days }));
      for await (const lines of reportCsv(store.lists, by, reports, { withTenant: true })) print(lines);
      return 0;
    });
  },
});
