import { loadDestinationsMessages } from '@inlay/messages/destinations';
import { readsRightToLeft } from '@inlay/protocol/language';
import type { DestinationTest } from '@inlay/protocol/report-settings';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { recordEvent } from '../../../platform/audit/record-event.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Acting } from '../../../platform/identity/acting.ts';
import { type AttemptLimit, recordFailure } from '../../../platform/identity/attempt-limit.ts';
import { newId } from '../../../platform/new-id.ts';
import type { DestinationRow } from '../../../platform/store/schema.ts';
import type { Services } from '../../../services.ts';
import { mailTime } from '../../mail/index.ts';
import { readTenantSettings } from '../../tenants/index.ts';
import type { Report } from '../message/report.ts';
import { ReportError } from '../store/report-error.ts';
import { destinationRequest } from './destination-request.ts';
import { requireDestination } from './manage-destinations.ts';
import { postToDestination } from './post-to-destination.ts';

/** Somebody else's server must not get more than a few. */
const TESTS: AttemptLimit = {
  scope: 'destination-test',
  failures: 10,
  windowMs: 600_000,
  blockMs: 600_000,
};

/** Sends a message without data at once, to say what is wrong with a destination. */
export async function sendTestMessage(
  services: Services,
  tenantId: TenantId,
  id: string,
  acting: Acting,
): Promise<DestinationTest> {
  const row = await requireDestination(services.store, tenantId, id);
  await limitTests(services, tenantId);
  const problem = await attempt(services, row);
  await recordTest(services, row, problem, acting);
  return { sent: problem === null, problem };
}

/** Returns what failed. */
async function attempt(services: Services, row: DestinationRow): Promise<string | null> {
  const { vault, time, egressOf } = services;
  const now = time.now();
  const report = await testReport(services, row.tenant_id, now);
  const messageId = newId(now);
  const payload = {
    type: 'test',
    id: messageId,
    tenant: row.tenant_id,
    workspace_id: row.workspace_id,
    sent_at: new Date(now).toISOString(),
    title: report.title,
    headline: report.headline,
  };
  const outgoing = { report, payload, idempotencyKey: messageId, username: null, now };
  try {
    const request = await destinationRequest(vault, row, outgoing);
    await postToDestination({ time, egress: egressOf(row.tenant_id) }, request);
    return null;
  } catch (error) {
    if (error instanceof ReportError) return error.message;
    throw error;
  }
}

async function testReport({ store }: Services, tenantId: TenantId, now: number): Promise<Report> {
  const { language, timeZone } = await readTenantSettings(store, tenantId);
  const spoken = language ?? 'en';
  const { title, text } = (await loadDestinationsMessages(spoken)).test;
  return {
    title,
    headline: text,
    language: spoken,
    direction: readsRightToLeft(spoken) ? 'rtl' : 'ltr',
    filters: [],
    madeAt: mailTime({ language: spoken, timeZone: timeZone ?? 'UTC' }, now),
    sections: [],
    leftOut: 0,
    files: [],
    link: null,
    endsAt: null,
  };
}

async function limitTests({ store, time }: Services, tenantId: TenantId): Promise<void> {
  const { blockedForMs } = await store.write((transaction) =>
    recordFailure(transaction, tenantId, TESTS, '', time.now()),
  );
  if (blockedForMs > 0)
    throw new AppError('TOO_MANY_REQUESTS', {
      headers: { 'retry-after': String(Math.ceil(blockedForMs / 1000)) },
    });
}

async function recordTest(
  { store, time }: Services,
  { tenant_id: tenantId, id, name, host }: DestinationRow,
  problem: string | null,
  { actor, caller }: Acting,
): Promise<void> {
  await store.write((transaction) =>
    recordEvent(transaction, tenantId, time.now(), caller, {
      action: 'report-destination.test',
      outcome: problem === null ? 'success' : 'refused',
      actor,
      target: id,
      reason: problem === null ? null : 'not_delivered',
      details: { name, host },
    }),
  );
}
