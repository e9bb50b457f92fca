import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { ViewState } from '@inlay/content/view-state';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { makeReport } from '@inlay/server/features/reports/message/make-report';
import { openSubscription } from '@inlay/server/features/reports/message/open-subscription';
import type { Report } from '@inlay/server/features/reports/message/report';
import {
  findSubscription,
  type StoredSubscription,
  type SubscriptionSettings,
} from '@inlay/server/features/reports/store/subscriptions';
import type { EmbedPrincipal } from '@inlay/server/platform/identity/embed-principal';
import { viewerOfContext } from '@inlay/server/platform/identity/viewer-of-context';
import type { Services } from '@inlay/server/services';
import { CONTEXT } from '../embeds/embed-client.ts';

export const TENANT = 'demo' as TenantId;

export interface NewSubscription extends Partial<Omit<StoredSubscription, 'settings'>> {
  readonly settings?: Partial<SubscriptionSettings>;
  readonly state?: ViewState;
}

/** A subscription in the store: by default to the dashboard of `makeEmbedWorld`, in a message. */
export async function newSubscription(
  { store, time }: Pick<Services, 'store' | 'time'>,
  { settings, state = {}, ...fields }: NewSubscription = {},
): Promise<StoredSubscription> {
  const now = time.now();
  const id = randomUUID();
  const all: SubscriptionSettings = {
    schedule: { every: 'day', at: '08:00', timeZone: 'Europe/Berlin' },
    format: 'message',
    to: { kind: 'email', recipients: [CONTEXT.username] },
    alert: null,
    state,
    variables: {},
    language: 'en-GB',
    timeZone: 'Europe/Berlin',
    ...settings,
  };
  const row = {
    id,
    kind: 'report',
    workspace_id: CONTEXT.workspace_id,
    username: CONTEXT.username,
    username_key: CONTEXT.username,
    app_id: 'sales',
    embed_id: 'e-dashboard',
    content_kind: 'dashboard',
    content_id: 'overview',
    tile_id: null,
    title: 'Overview',
    status: 'active',
    reason: null,
    sealed_context: null,
    context_ends_at: null,
    revocation_epoch: 0,
    sealed_alert_state: null,
    version: 1,
    next_at: now,
    last_at: null,
    last_state: null,
    last_reason: null,
    last_code: null,
    created_at: now,
    updated_at: now,
    ...fields,
    settings: JSON.stringify(all),
  } as const;
  await store.write((transaction) => transaction.tenant(TENANT).insertInto('subscriptions', row).execute());
  const stored = await findSubscription(store, TENANT, id);
  assert.ok(stored);
  return stored;
}

/** A viewer whose context is the usual one but for these fields. */
export const reportViewer = (services: Services, context: object = {}): EmbedPrincipal =>
  viewerOfContext(services, TENANT, { ...CONTEXT, ...context });

/** What such a subscription sends to this viewer now. */
export async function reportFor(
  services: Services,
  subscription: NewSubscription = {},
  context: object = {},
): Promise<Report> {
  const stored = await newSubscription(services, subscription);
  const { signal } = new AbortController();
  const request = await openSubscription(services, stored, reportViewer(services, context), signal);
  return makeReport(request, stored);
}
