import type { DeliverTo } from '@inlay/content/subscription';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { StoredSubscription } from '@inlay/server/features/reports/store/subscriptions';

/** A subscription as it is stored, for parts of the server that only read it. */
export const storedSubscription = (
  to: DeliverTo,
  fields: Partial<StoredSubscription> = {},
): StoredSubscription => ({
  tenant_id: 'demo' as TenantId,
  id: '01a1c6f0-0000-7000-8000-000000000001',
  kind: 'report',
  workspace_id: 'main',
  username: 'ann@customer.example',
  username_key: 'ann@customer.example',
  app_id: 'sales',
  embed_id: 'sales-overview',
  content_kind: 'dashboard',
  content_id: 'overview',
  tile_id: null,
  title: 'Every Monday',
  settings: {
    schedule: { every: 'day', at: '08:00', timeZone: 'Europe/Berlin' },
    format: 'message',
    to,
    alert: null,
    state: {},
    variables: {},
    language: 'en',
    timeZone: 'Europe/Berlin',
  },
  status: 'active',
  reason: null,
  sealed_context: null,
  context_ends_at: null,
  revocation_epoch: 0,
  sealed_alert_state: null,
  version: 1,
  next_at: null,
  last_at: null,
  last_state: null,
  last_reason: null,
  last_code: null,
  created_at: 0,
  updated_at: 0,
  ...fields,
});
