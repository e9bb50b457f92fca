import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Database } from './schema.ts';

interface TableFacts<T extends keyof Database> {
  /** The primary key: a unique order to read the table in. */
  readonly key: readonly (keyof Database[T] & string)[];
  readonly ofTenant: Database[T] extends { tenant_id: TenantId } ? true : false;
  /** Logins and counters of attempts stay behind: a restore must not bring back a login that was ended since. */
  readonly inBackup: boolean;
}

/** Every table, parents before children, for backups (ADR 23). A table that is missing here does not compile. */
export const TABLES = {
  meta: { key: ['key'], ofTenant: false, inBackup: true },
  tenants: { key: ['id'], ofTenant: false, inBackup: true },
  workspaces: { key: ['tenant_id', 'id'], ofTenant: true, inBackup: true },
  groups: { key: ['tenant_id', 'id'], ofTenant: true, inBackup: true },
  row_counts: { key: ['tenant_id', 'name'], ofTenant: true, inBackup: true },
  users: { key: ['tenant_id', 'id'], ofTenant: true, inBackup: true },
  user_groups: { key: ['tenant_id', 'group_id', 'user_id'], ofTenant: true, inBackup: true },
  passkeys: { key: ['tenant_id', 'id'], ofTenant: true, inBackup: true },
  totp_secrets: { key: ['tenant_id', 'user_id'], ofTenant: true, inBackup: true },
  recovery_codes: { key: ['tenant_id', 'user_id', 'code_hash'], ofTenant: true, inBackup: true },
  identity_providers: { key: ['tenant_id', 'id'], ofTenant: true, inBackup: true },
  identity_links: { key: ['tenant_id', 'provider_id', 'issuer', 'subject'], ofTenant: true, inBackup: true },
  // Last of the users' tables, so the first to be deleted: a running import then notices and stops.
  user_imports: { key: ['tenant_id', 'id'], ofTenant: true, inBackup: true },
  connections: { key: ['tenant_id', 'id'], ofTenant: true, inBackup: true },
  datasets: { key: ['tenant_id', 'id'], ofTenant: true, inBackup: true },
  content_items: { key: ['tenant_id', 'kind', 'id'], ofTenant: true, inBackup: true },
  content_revisions: { key: ['tenant_id', 'kind', 'id', 'revision'], ofTenant: true, inBackup: true },
  content_references: {
    key: ['tenant_id', 'from_kind', 'from_id', 'to_kind', 'to_id'],
    ofTenant: true,
    inBackup: true,
  },
  dashboard_owners: { key: ['tenant_id', 'dashboard_id'], ofTenant: true, inBackup: true },
  dashboard_groups: { key: ['tenant_id', 'dashboard_id', 'group_id'], ofTenant: true, inBackup: true },
  dashboard_presence: {
    key: ['tenant_id', 'dashboard_id', 'owner', 'session'],
    ofTenant: true,
    inBackup: false,
  },
  saved_views: { key: ['tenant_id', 'id'], ofTenant: true, inBackup: true },
  embed_names: { key: ['tenant_id', 'name'], ofTenant: true, inBackup: true },
  themes: { key: ['tenant_id', 'name'], ofTenant: true, inBackup: true },
  tenant_settings: { key: ['tenant_id'], ofTenant: true, inBackup: true },
  sign_in_settings: { key: ['tenant_id'], ofTenant: true, inBackup: true },
  tenant_quotas: { key: ['tenant_id'], ofTenant: true, inBackup: true },
  mail_settings: { key: ['tenant_id'], ofTenant: true, inBackup: true },
  // Not backed up: a restore must not send messages again.
  outgoing_mail: { key: ['tenant_id', 'id'], ofTenant: true, inBackup: false },
  report_settings: { key: ['tenant_id'], ofTenant: true, inBackup: true },
  report_destinations: { key: ['tenant_id', 'id'], ofTenant: true, inBackup: true },
  subscriptions: { key: ['tenant_id', 'id'], ofTenant: true, inBackup: true },
  // Restored as ended: a restore must not send messages again.
  report_jobs: { key: ['tenant_id', 'id'], ofTenant: true, inBackup: true },
  embed_settings: { key: ['tenant_id'], ofTenant: true, inBackup: true },
  // Not backed up: tokens are valid for a day at most.
  embed_tokens: { key: ['token_key'], ofTenant: true, inBackup: false },
  api_keys: { key: ['tenant_id', 'id'], ofTenant: true, inBackup: true },
  login_tokens: { key: ['token_hash'], ofTenant: true, inBackup: false },
  one_time_tokens: { key: ['tenant_id', 'purpose', 'token_hash'], ofTenant: true, inBackup: false },
  attempts: { key: ['tenant_id', 'scope', 'key_hash'], ofTenant: true, inBackup: false },
  usage_counts: { key: ['tenant_id', 'what', 'hour', 'key'], ofTenant: true, inBackup: true },
  usage_totals: { key: ['tenant_id', 'month', 'what'], ofTenant: true, inBackup: true },
  viewer_usage: { key: ['tenant_id', 'day', 'workspace_id', 'username'], ofTenant: true, inBackup: true },
  audit_events: { key: ['tenant_id', 'id'], ofTenant: true, inBackup: true },
} as const satisfies { readonly [T in keyof Database]: TableFacts<T> };

/** SQLite's full-text index, derived from `users`; FTS5 keeps it in tables whose names begin with the first. */
export const SEARCH_TABLES = ['user_search', 'user_search_docs'] as const;

export type TableName = keyof typeof TABLES;

export const TABLE_NAMES = Object.keys(TABLES) as readonly TableName[];
