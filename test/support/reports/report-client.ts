import assert from 'node:assert/strict';
import type { NewSubscription, Subscription, Subscriptions } from '@inlay/content/subscription';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { StoredReportSettings } from '@inlay/server/features/reports/settings/report-settings';
import type { ReportJobRow } from '@inlay/server/platform/store/schema';
import { CONTEXT } from '../embeds/embed-client.ts';
import { type ApiResponse, call } from '../http/api-client.ts';
import type { TestInlay } from '../server/start-inlay.ts';

/** A server whose operator configured a mail server: subscriptions need one, and whoever asks it sends nothing. */
export const WITH_MAIL = {
  env: { INLAY_SMTP_URL: 'smtp://127.0.0.1:9', INLAY_MAIL_FROM: 'analytics@vendor.example' },
};

/** What a tenant has to set before viewers can subscribe. */
export async function setReports(
  { services: { store } }: TestInlay,
  settings: Partial<StoredReportSettings>,
  tenant = 'demo',
): Promise<void> {
  const row = { settings: JSON.stringify({ rights: 'stored-context', ...settings }), sealed_secret: null };
  await store.write((transaction) =>
    transaction
      .tenant(tenant as TenantId)
      .insertInto('report_settings', row)
      .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(row))
      .execute(),
  );
}

/** Somewhere else than email. Its URL never leaves the server. */
export async function addDestination(
  { services: { store, vault } }: TestInlay,
  id: string,
  workspace = 'main',
  tenant = 'demo',
): Promise<void> {
  const tenantId = tenant as TenantId;
  await store.write((transaction) =>
    transaction
      .tenant(tenantId)
      .insertInto('report_destinations', {
        id,
        workspace_id: workspace,
        name: `Channel ${id}`,
        kind: 'webhook',
        host: 'hooks.customer.example',
        sealed: vault.seal(tenantId, 'destination', 'https://hooks.customer.example/canary-hook'),
        created_at: 0,
        updated_at: 0,
      })
      .execute(),
  );
}

/** A delivery as the server would have left it: failed, unless the rest says otherwise. */
export async function addDelivery(
  { services: { store } }: TestInlay,
  {
    tenant = 'demo',
    ...row
  }: Partial<Omit<ReportJobRow, 'tenant_id'>> & { readonly id: string; readonly tenant?: string },
): Promise<void> {
  const failed = {
    subscription_id: '',
    kind: 'report',
    due_at: 0,
    recipient: CONTEXT.username,
    state: 'failed',
    attempts: 3,
    next_at: null,
    sealed: null,
    reason: null,
    finished_at: 0,
  } as const;
  const tenantId = tenant as TenantId;
  await store.write((transaction) =>
    transaction
      .tenant(tenantId)
      .insertInto('report_jobs', { ...failed, ...row })
      .execute(),
  );
}

/** Every Monday, in the message, to the viewer of the usual context. */
export const WEEKLY: NewSubscription = {
  title: 'Every Monday',
  schedule: { every: 'week', weekday: 1, at: '08:30', timeZone: 'Europe/Berlin' },
  format: 'message',
  to: { kind: 'email', recipients: [CONTEXT.username] },
};

/** Hourly, if the revenue of a product is above 8. */
export const ALERT: NewSubscription = {
  ...WEEKLY,
  title: 'Revenue',
  schedule: { every: 'hour', timeZone: 'UTC' },
  tileId: 'revenue',
  alert: { kind: 'above', limit: 8, margin: 1, measure: 'revenue', by: 'product', quietMinutes: 60 },
};

interface Refusal {
  readonly code?: string;
  readonly message: string;
}

/** The subscriptions of an embed, as a viewer's page asks for them. */
export interface ReportClient {
  ask<Body = Subscription & Refusal>(
    method: string,
    path?: string,
    body?: unknown,
  ): Promise<ApiResponse<Body>>;
  list(query?: string): Promise<Subscriptions>;
  subscribe(body?: object): Promise<Subscription>;
}

export function reportClient(
  { url }: Pick<TestInlay, 'url'>,
  token: string,
  { embed = 'e-dashboard', host }: { readonly embed?: string; readonly host?: string | undefined } = {},
): ReportClient {
  const ask: ReportClient['ask'] = (method, path = '', body) =>
    call(`${url}/embed/api/v0/embeds/${embed}/subscriptions${path}`, {
      method,
      token,
      ...(host !== undefined && { headers: { host } }),
      ...(body !== undefined && { body }),
    });
  return {
    ask,
    list: async (query = '') => {
      const { status, body } = await ask<Subscriptions>('GET', query);
      assert.equal(status, 200, JSON.stringify(body));
      return body;
    },
    subscribe: async (body = {}) => {
      const { status, body: made } = await ask('POST', '', { ...WEEKLY, ...body });
      assert.equal(status, 201, JSON.stringify(made));
      return made;
    },
  };
}
