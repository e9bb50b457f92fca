import type { TenantId } from '@inlay/protocol/tenant-id';

/**
 * The tables as queries see them, the same on both engines: times are milliseconds since 1970,
 * flags are 0 or 1, structured values are JSON text.
 */
export interface Database {
  meta: { key: string; value: string };
  tenants: TenantRow;
  workspaces: NamedRow;
  groups: NamedRow;
  users: UserRow;
  user_groups: { tenant_id: TenantId; group_id: string; user_id: string };
  user_imports: UserImportRow;
  row_counts: { tenant_id: TenantId; name: string; count: number };
  login_tokens: LoginTokenRow;
  attempts: AttemptRow;
  audit_events: AuditEventRow;
}

export interface TenantRow {
  id: TenantId;
  name: string;
  /** Absent where the tenant lives below the instance's own address. */
  public_url: string | null;
  /** The host name of `public_url`: what a request's Host header is looked up by. */
  host: string | null;
  status: 'active' | 'disabled';
  created_at: number;
}

/** Workspaces and groups: an identifier that the admin chooses and contexts refer to, and a name. */
export interface NamedRow {
  tenant_id: TenantId;
  id: string;
  name: string;
  created_at: number;
  updated_at: number;
}

export interface UserRow {
  tenant_id: TenantId;
  id: string;
  username: string;
  /** The username as the login compares it: trimmed, NFKC-folded, lower-cased. */
  username_key: string;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  /** Sorted and comma-separated: `ADMIN`, `ADMIN,USER` or `USER`. */
  roles: string;
  workspace_id: string | null;
  /** Username, e-mail and names, folded: what the list's `q` looks in. */
  search_text: string;
  privileges: string;
  attributes: string;
  status: 'active' | 'disabled';
  password_hash: string | null;
  last_login_at: number | null;
  created_at: number;
  updated_at: number;
  /** Set while the user came with an import; the user exists once that import is done. */
  import_id: string | null;
}

export interface UserImportRow {
  tenant_id: TenantId;
  id: string;
  /** Its users exist once it is `done`; those of an `abandoned` one are being removed. */
  state: 'staging' | 'done' | 'abandoned';
  /** The creation time of each of its users, by which an index finds them. */
  created_at: number;
  /** When it last wrote: one that has been silent for long has crashed. */
  heartbeat_at: number;
  row_count: number;
}

export interface LoginTokenRow {
  token_hash: string;
  tenant_id: TenantId;
  user_id: string;
  created_at: number;
  expires_at: number;
}

export interface AttemptRow {
  tenant_id: TenantId;
  /** What is being guessed at: `login` or `client`. */
  scope: string;
  key_hash: string;
  /** JSON array of the times of failed attempts that still count. */
  failures: string;
  blocked_until: number;
  updated_at: number;
}

export interface AuditEventRow {
  tenant_id: TenantId;
  id: string;
  at: number;
  action: string;
  outcome: 'success' | 'refused';
  actor: string | null;
  target: string | null;
  reason: string | null;
  /** Above one where equal refusals of one minute share a row. */
  count: number;
  request_id: string | null;
  ip: string | null;
  details: string | null;
}
