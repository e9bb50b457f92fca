import type { TenantId } from '@inlay/protocol/tenant-id';
import { type Enqueued, enqueueNow, readEnqueued } from '../features/reports/jobs/enqueue-now.ts';
import { listTenants } from '../features/tenants/tenants.ts';
import { StartError } from '../platform/errors.ts';
import type { ReportJobRow } from '../platform/store/schema.ts';
import { isoTime } from '../platform/time/time.ts';
import type { Services } from '../services.ts';
import { chosenTenant, TENANT_OPTION } from './chosen-tenant.ts';
import { defineCommand, print } from './command.ts';
import { UsageError } from './usage-error.ts';
import { withServices } from './with-services.ts';

const POLL_MS = 500;
/** A running server looks every two seconds. */
const BEGIN_MS = 30_000;
/** A message takes at most three minutes. */
const PROGRESS_MS = 5 * 60_000;

export const reportsRun = defineCommand({
  summary: 'Send the reports of a tenant now and check its alerts',
  options: {
    now: { type: 'boolean', description: 'Send them although they are not due' },
    tenant: TENANT_OPTION,
    subscription: {
      type: 'string',
      value: 'ID',
      description: 'Only this one (default: all that are active)',
    },
  },
  details: `A running server sends the reports; this command waits for it and prints what came of each. Schedules stay as they are.
Rights, limits and pauses apply as usual.`,
  examples: ['--now', '--now --tenant acme --subscription 01a1f1a3-db50-7001-a942-4482911fd937'],
  exitCodes: { 1: 'A report was not sent, or the command failed' },
  async run({ values, env }) {
    if (!values.now)
      throw new UsageError('Reports are sent when they are due. Add --now to send them immediately.');
    return withServices(env, async (services) => {
      const { id: tenantId } = await chosenTenant(services, values.tenant);
      const enqueued = await enqueueNow(services, tenantId, values.subscription);
      if (enqueued.subscriptions.length === 0)
        throw new StartError(
          values.subscription === undefined
            ? `Tenant '${tenantId}' has no active subscriptions.`
            : `Tenant '${tenantId}' has no active subscription with this id. Run 'inlay reports list' to see all of them.`,
        );
      const jobs = await untilRun(services, tenantId, enqueued);
      const titles = new Map(enqueued.subscriptions.map(({ id, title }) => [id, title]));
      const names = await destinationNames(services, tenantId);
      for (const job of jobs) {
        const title = titles.get(job.subscription_id) ?? '';
        print(`${lineOf(job, { title, to: names.get(job.recipient) ?? job.recipient })}\n`);
      }
      return jobs.every(({ state }) => state === 'sent' || state === 'skipped') ? 0 : 1;
    });
  },
});

export const reportsList = defineCommand({
  summary: 'List subscriptions to reports and alerts',
  options: { tenant: { ...TENANT_OPTION, description: 'Only this tenant (default: all tenants)' } },
  details: 'Prints tenant, id, status, next due time, last result and title of each, by tenant and age.',
  examples: ['', '--tenant acme'],
  run({ values, env }) {
    return withServices(env, async (services) => {
      const tenants =
        values.tenant === undefined
          ? await listTenants(services.store)
          : [await chosenTenant(services, values.tenant)];
      for (const { id } of tenants) await printSubscriptions(services, id);
      return 0;
    });
  },
});

async function printSubscriptions({ store }: Services, tenantId: TenantId): Promise<void> {
  let last = '';
  for (;;) {
    const rows = await store
      .tenant(tenantId)
      .selectFrom('subscriptions')
      .select(['id', 'status', 'next_at', 'last_state', 'last_reason', 'title'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(500)
      .execute();
    for (const { id, status, next_at, last_state, last_reason, title } of rows) {
      const next = next_at === null ? '-' : isoTime(next_at);
      const columns = [
        tenantId.padEnd(24),
        id,
        status.padEnd(6),
        next.padEnd(24),
        (last_state ?? '-').padEnd(7),
        title,
      ];
      print(`${columns.join(' ')}${last_reason === null ? '' : ` (${last_reason})`}\n`);
    }
    last = rows.at(-1)?.id ?? '';
    if (rows.length === 0) return;
  }
}

/** Waits until each was attempted: what is tried again later does not keep the command. */
async function untilRun(
  services: Services,
  tenantId: TenantId,
  enqueued: Enqueued,
): Promise<readonly ReportJobRow[]> {
  const { store, time } = services;
  let changedAt = time.monotonic();
  let known = '';
  for (;;) {
    const jobs = await readEnqueued(store, tenantId, enqueued);
    const isRun = ({ state, attempts }: ReportJobRow) =>
      attempts > 0 && state !== 'working' && state !== 'sending';
    if (jobs.every(isRun)) return jobs;
    const current = jobs.map(({ state, attempts }) => `${state} ${attempts}`).join();
    if (current !== known) changedAt = time.monotonic();
    known = current;
    const hasBegun = jobs.some(({ attempts }) => attempts > 0);
    if (time.monotonic() - changedAt > (hasBegun ? PROGRESS_MS : BEGIN_MS))
      throw new StartError(
        hasBegun
          ? 'Some reports are not done yet. A running server goes on with them.'
          : 'No server has begun to send the reports. They are sent as soon as one runs.',
      );
    await time.sleep(POLL_MS);
  }
}

async function destinationNames(
  { store }: Services,
  tenantId: TenantId,
): Promise<ReadonlyMap<string, string>> {
  const rows = await store
    .tenant(tenantId)
    .selectFrom('report_destinations')
    .select(['id', 'name'])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function lineOf(
  { kind, state, reason }: ReportJobRow,
  { title, to }: { readonly title: string; readonly to: string },
): string {
  const because = reason === null ? '' : `: ${reason}`;
  if (kind !== 'check') return `${state.padEnd(8)} ${title}, to ${to}${because}`;
  const found = state === 'sent' ? 'alert' : reason === null ? 'no alert' : state;
  return `${found.padEnd(8)} ${title}, checked${because}`;
}
