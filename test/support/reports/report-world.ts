import assert from 'node:assert/strict';
import type { AlertCondition, DeliverTo } from '@inlay/content/subscription';
import type { ReportSchedule } from '@inlay/protocol/report-schedule';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { sealAddress } from '@inlay/server/features/reports/channels/destinations';
import { contextColumns } from '@inlay/server/features/reports/rights/context-columns';
import { nextDue } from '@inlay/server/features/reports/schedule/next-due';
import {
  NO_REPORT_SETTINGS,
  type StoredReportSettings,
} from '@inlay/server/features/reports/settings/report-settings';
import type { SubscriptionSettings } from '@inlay/server/features/reports/store/subscriptions';
import { authenticateEmbed } from '@inlay/server/features/tokens/embed-tokens';
import { newId } from '@inlay/server/platform/new-id';
import type { ReportJobRow, SubscriptionRow } from '@inlay/server/platform/store/schema';
import type { Services } from '@inlay/server/services';
import { CONTEXT, type EmbedSetup } from '../embeds/embed-client.ts';
import { viewerToken } from '../embeds/embed-world.ts';
import { type ReceivedMail, type SmtpServer, startSmtpServer } from '../mail/start-smtp-server.ts';
import { type MakeStore, startInlay, type TestInlay, type TestStore } from '../server/start-inlay.ts';
import { startWorld } from '../server/worlds.ts';
import { eventually } from '../time/eventually.ts';
import type { FakeTime } from '../time/fake-time.ts';

export const DEMO = 'demo' as TenantId;
/** Longer than a node waits before it looks for what is due. */
const POLL_MS = 2500;
const PORTION = 200;

/** Every day at eight, UTC. */
export const DAILY: ReportSchedule = { every: 'day', at: '08:00', timeZone: 'UTC' };

export interface TestSubscription {
  readonly schedule?: ReportSchedule;
  readonly to?: DeliverTo;
  readonly alert?: AlertCondition;
  readonly title?: string;
  readonly nextAt?: number;
  readonly createdAt?: number;
}

/** Nodes on one store, a mail server, and viewers with subscriptions. */
export interface ReportWorld {
  readonly store: TestStore;
  readonly smtp: SmtpServer;
  readonly setup: EmbedSetup;
  readonly env: Readonly<Record<string, string>>;
  /** Of the first node. */
  readonly services: Services;
  /** Starts a node, or another one. */
  start(): Promise<TestInlay>;
  stop(node: TestInlay): Promise<void>;
  /** Resolves when nothing is due any more. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export async function startReportWorld(
  makeStore: MakeStore,
  time: FakeTime,
  env: Readonly<Record<string, string>> = {},
): Promise<ReportWorld> {
  const smtp = await startSmtpServer();
  const all = {
    INLAY_SMTP_URL: smtp.url,
    INLAY_MAIL_FROM: 'reports@vendor.example',
    INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
    ...env,
  };
  const { store, inlay, setup } = await startWorld('embeds', makeStore, { env: all, time });
  await enableReports(inlay.services);
  const nodes = new Set([inlay]);
  return {
    store,
    smtp,
    setup,
    env: { ...store.env, ...all },
    services: inlay.services,
    start: async () => {
      const node = await startInlay(store, { env: all, time });
      nodes.add(node);
      return node;
    },
    stop: async (node) => {
      nodes.delete(node);
      await node.close();
    },
    settle: () => settleReports(inlay.services, time),
    close: async () => {
      for (const node of nodes) await node.close();
      await smtp.close();
      await store.drop();
    },
  };
}

export async function enableReports(
  { store }: Pick<Services, 'store'>,
  change: Partial<StoredReportSettings> = {},
  tenantId = DEMO,
): Promise<void> {
  const settings: StoredReportSettings = {
    ...NO_REPORT_SETTINGS,
    rights: 'stored-context',
    contextDays: 366,
    allowedDomains: ['customer.example'],
    maxRecipients: 20,
    maxPerViewer: 100,
    ...change,
  };
  const row = { settings: JSON.stringify(settings), sealed_secret: null };
  await store.write((transaction) =>
    transaction
      .tenant(tenantId)
      .insertInto('report_settings', row)
      .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(row))
      .execute(),
  );
}

type Target = Pick<SubscriptionRow, 'app_id' | 'embed_id' | 'content_kind' | 'content_id'>;

const TILE: Target = { app_id: 'sales', embed_id: 'e-tile', content_kind: 'tile', content_id: 'revenue' };

/** Stores subscriptions of the viewer of `CONTEXT` to an embed of one tile. Returns their ids. */
export async function subscribe(
  services: Services,
  setup: EmbedSetup,
  all: readonly TestSubscription[],
): Promise<readonly string[]> {
  const tenantId = setup.realm as TenantId;
  const token = await viewerToken(setup, {}, services.time.now());
  return subscribeWith(services, { tenantId, token, target: TILE }, all);
}

/** What `contextColumns` fills in. */
type ContextColumn = 'sealed_context' | 'context_ends_at' | 'revocation_epoch';

/** The same for the viewer of a token and another embed. */
export async function subscribeWith(
  services: Services,
  {
    tenantId,
    token,
    target,
  }: { readonly tenantId: TenantId; readonly token: string; readonly target: Target },
  all: readonly TestSubscription[],
): Promise<readonly string[]> {
  const { store, time } = services;
  const now = time.now();
  const viewer = await authenticateEmbed(store, tenantId, token, now);
  assert.ok(viewer);
  const rows = all.map((each): Omit<SubscriptionRow, 'tenant_id' | ContextColumn> => {
    const schedule = each.schedule ?? DAILY;
    const settings: SubscriptionSettings = {
      schedule,
      format: 'message',
      to: each.to ?? { kind: 'email', recipients: [CONTEXT.username] },
      alert: each.alert ?? null,
      state: {},
      variables: {},
      language: 'en',
      timeZone: 'UTC',
    };
    return {
      id: newId(now),
      kind: each.alert ? 'alert' : 'report',
      workspace_id: viewer.workspaceId,
      username: viewer.username,
      username_key: viewer.username,
      ...target,
      tile_id: null,
      title: each.title ?? 'Revenue',
      settings: JSON.stringify(settings),
      status: 'active',
      reason: null,
      sealed_alert_state: null,
      version: 1,
      next_at: each.nextAt ?? nextDue(schedule, now),
      last_at: null,
      last_state: null,
      last_reason: null,
      last_code: null,
      created_at: each.createdAt ?? now,
      updated_at: now,
    };
  });
  for (let from = 0; from < rows.length; from += PORTION)
    await store.write(async (transaction) => {
      const stored: Omit<SubscriptionRow, 'tenant_id'>[] = [];
      for (const row of rows.slice(from, from + PORTION))
        stored.push({
          ...row,
          ...(await contextColumns(services, transaction, { id: row.id, viewer, now })),
        });
      await transaction.tenant(tenantId).insertInto('subscriptions', stored).execute();
    });
  return rows.map(({ id }) => id);
}

const WEBHOOK_SECRET = 'test-webhook-secret';

/** A webhook of the viewer's workspace. Returns its id. */
export async function insertDestination(
  { store, vault, time }: Pick<Services, 'store' | 'vault' | 'time'>,
  url: string,
): Promise<string> {
  const now = time.now();
  const id = newId(now);
  const row = {
    id,
    workspace_id: CONTEXT.workspace_id,
    name: `Webhook ${id}`,
    kind: 'webhook',
    host: new URL(url).host,
    sealed: sealAddress(vault, { tenantId: DEMO, id }, { url, secret: WEBHOOK_SECRET }),
    created_at: now,
    updated_at: now,
  } as const;
  await store.write((transaction) =>
    transaction.tenant(DEMO).insertInto('report_destinations', row).execute(),
  );
  return id;
}

/** By id, the oldest first. */
export const readJobs = ({ store }: Pick<Services, 'store'>): Promise<readonly ReportJobRow[]> =>
  store.everyTenant.selectFrom('report_jobs').selectAll().orderBy('id').execute();

export async function readSubscriptionRow(
  { store }: Pick<Services, 'store'>,
  id: string,
): Promise<SubscriptionRow> {
  return store.everyTenant
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Resolves when nothing is due any more. */
export async function settleReports(
  services: Pick<Services, 'store' | 'time'>,
  time: FakeTime,
): Promise<void> {
  await time.advance(POLL_MS);
  await eventually(async () => {
    const { due, busy } = await countDue(services);
    // Time that passes while a node works would end its lease.
    if (due > 0 && busy === 0) await time.advance(POLL_MS);
    assert.deepEqual({ due, busy }, { due: 0, busy: 0 });
  });
}

/** What has to be done, and what is being done. */
async function countDue(services: Pick<Services, 'store' | 'time'>) {
  const { store, time } = services;
  const due = await store.everyTenant
    .selectFrom('subscriptions')
    .select('id')
    .where('next_at', '<=', time.now())
    .execute();
  const open = (await readJobs(services)).filter(({ next_at }) => next_at !== null);
  const busy = open.filter(({ state }) => state === 'working' || state === 'sending');
  const waiting = open.filter(({ next_at }) => Number(next_at) <= time.now());
  return { due: due.length + waiting.length, busy: busy.length };
}

/** The job that a message was sent for. */
export const jobIdOf = ({ email }: Pick<ReceivedMail, 'email'>): string =>
  /^<([^@]+)@/.exec(email.messageId ?? '')?.[1] ?? '';

export const toAddress = (address: string): DeliverTo => ({ kind: 'email', recipients: [address] });
