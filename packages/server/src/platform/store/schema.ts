import type { ContentKind, ContentState } from '@inlay/content/content';
import type { DeliveryState, ReportReason } from '@inlay/content/subscription';
import type { AdminRole } from '@inlay/protocol/admin-role';
import type { DESTINATION_KINDS } from '@inlay/protocol/report-settings';
import type { SignInMethod } from '@inlay/protocol/sign-in';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Kysely } from 'kysely';

/**
 * The tables as queries see them, the same on both engines: times are milliseconds since 1970,
 * flags are 0 or 1, structured values are JSON text.
 */
export interface Database {
  meta: { key: string; value: string };
  tenants: TenantRow;
  workspaces: NamedRow;
  groups: GroupRow;
  users: UserRow;
  user_groups: { tenant_id: TenantId; group_id: string; user_id: string };
  user_imports: UserImportRow;
  row_counts: { tenant_id: TenantId; name: string; count: number };
  api_keys: ApiKeyRow;
  login_tokens: LoginTokenRow;
  one_time_tokens: OneTimeTokenRow;
  passkeys: PasskeyRow;
  totp_secrets: TotpRow;
  recovery_codes: RecoveryCodeRow;
  identity_providers: IdentityProviderRow;
  identity_links: IdentityLinkRow;
  attempts: AttemptRow;
  audit_events: AuditEventRow;
  usage_counts: UsageCountRow;
  usage_totals: UsageTotalRow;
  viewer_usage: ViewerUsageRow;
  embed_settings: EmbedSettingsRow;
  embed_tokens: EmbedTokenRow;
  content_items: ContentItemRow;
  content_revisions: ContentRevisionRow;
  content_references: ContentReferenceRow;
  embed_names: { tenant_id: TenantId; name: string; embed_id: string };
  dashboard_owners: DashboardOwnerRow;
  dashboard_groups: { tenant_id: TenantId; dashboard_id: string; group_id: string };
  dashboard_presence: DashboardPresenceRow;
  saved_views: SavedViewRow;
  connections: ConnectionRow;
  datasets: DatasetRow;
  themes: ThemeRow;
  /** JSON of `TenantSettings`. Tenants without settings have no row. */
  tenant_settings: { tenant_id: TenantId; settings: string };
  /** JSON of `SignInSettings`. Tenants without settings have no row. */
  sign_in_settings: { tenant_id: TenantId; settings: string };
  /** JSON of `QuotaLimits`. Tenants without quotas have no row. */
  tenant_quotas: { tenant_id: TenantId; limits: string };
  mail_settings: MailSettingsRow;
  outgoing_mail: OutgoingMailRow;
  report_settings: ReportSettingsRow;
  report_destinations: DestinationRow;
  subscriptions: SubscriptionRow;
  report_jobs: ReportJobRow;
}

export interface TenantRow {
  id: TenantId;
  name: string;
  /** Null if the tenant is a subdomain of the instance. */
  public_url: string | null;
  /** The host name of `public_url`, to look up the Host header of requests. */
  host: string | null;
  /** 1 for the tenant at the address of the instance. */
  is_default: 0 | 1;
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

export interface GroupRow extends NamedRow {
  /** What the identity provider calls it. Unique in the tenant. */
  external_id?: string | null | undefined;
}

export interface UserRow {
  tenant_id: TenantId;
  id: string;
  username: string;
  /** The username as compared at login: trimmed, NFKC-folded, lowercase. */
  username_key: string;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  /** Sorted and comma-separated: `ADMIN`, `ADMIN,USER` or `USER`. */
  roles: string;
  /** Null for users who manage nothing. */
  admin_role: AdminRole | null;
  workspace_id: string | null;
  /** Username, email and names, folded, for the search parameter `q`. */
  search_text: string;
  privileges: string;
  attributes: string;
  status: 'active' | 'disabled';
  password_hash: string | null;
  last_login_at: number | null;
  created_at: number;
  updated_at: number;
  /** Id of the import that created the user. The user exists once that import is done. */
  import_id: string | null;
  /** What the identity provider calls the user. Unique in the tenant. */
  external_id: string | null;
}

export interface UserImportRow {
  tenant_id: TenantId;
  id: string;
  /** Users exist once the import is `done`; those of an `abandoned` one are being deleted. */
  state: 'staging' | 'done' | 'abandoned';
  /** The creation time of each of its users, by which an index finds them. */
  created_at: number;
  /** Time of the last write; an import without recent writes has crashed. */
  heartbeat_at: number;
  row_count: number;
}

export interface LoginTokenRow {
  token_hash: string;
  tenant_id: TenantId;
  user_id: string;
  created_at: number;
  /** The latest end. The tenant's settings may end the session earlier (`sign-in-settings.ts`). */
  expires_at: number;
  /** The following are null in sessions that are older than the columns. */
  method: SignInMethod | null;
  /** The id of the identity provider. */
  provider: string | null;
  /** 1 if a second factor was verified, or the method is as good as two factors. */
  second_factor: 0 | 1 | null;
  user_agent: string | null;
  /** Where the person signed in. */
  ip: string | null;
  /** Exact to the minute. */
  last_used_at: number | null;
  /** The last time the person proved who they are. */
  verified_at: number | null;
  /** 1 if a program logged in with `POST /api/login`. */
  for_program: 0 | 1 | null;
  /** What the identity provider calls its session, so that it can end this one. */
  provider_session: string | null;
  /** Sealed URL that ends the session at the provider. */
  sealed_sign_out: string | null;
}

/** A WebAuthn credential of a user. */
export interface PasskeyRow {
  tenant_id: TenantId;
  id: string;
  user_id: string;
  /** Chosen by the authenticator. Unique in the tenant. */
  credential_id: string;
  /** COSE, as base64url. */
  public_key: string;
  /** Of its last use. Zero where the authenticator does not count. */
  counter: number;
  /** JSON array of how browsers reach the authenticator. */
  transports: string;
  name: string;
  /** 1 if a password manager keeps it on several devices. */
  is_synced: 0 | 1;
  created_at: number;
  last_used_at: number | null;
}

/** The secret that a user shares with an authenticator app, and one that waits for its first code. */
export interface TotpRow {
  tenant_id: TenantId;
  user_id: string;
  sealed_secret: string | null;
  confirmed_at: number | null;
  /** The last time step whose code was used (RFC 6238 §5.2). */
  last_step: number | null;
  sealed_pending: string | null;
  pending_at: number | null;
}

/** How people sign in with the account of their company. */
export interface IdentityProviderRow {
  tenant_id: TenantId;
  id: string;
  /** JSON, without the secret. */
  settings: string;
  sealed_secret: string | null;
  /** 1 if the sign-in page offers it. */
  is_enabled: 0 | 1;
  /**
   * The time of creation, plus one for each change after which a test is repeated: a provider that is created again with
   * the same id has another one.
   */
  version: number;
  /** JSON of the last `ProviderTest`, and the version that it tested. */
  test: string | null;
  tested_version: number | null;
  created_at: number;
  updated_at: number;
}

/** Whom an identity provider means by a subject. */
export interface IdentityLinkRow {
  tenant_id: TenantId;
  provider_id: string;
  issuer: string;
  subject: string;
  user_id: string;
  created_at: number;
}

/** A recovery code that was not used yet. */
export interface RecoveryCodeRow {
  tenant_id: TenantId;
  user_id: string;
  /** A fingerprint by the vault. */
  code_hash: string;
}

/** What works once: a link, or, without data, something that must not be used again. */
export interface OneTimeTokenRow {
  tenant_id: TenantId;
  purpose: string;
  token_hash: string;
  user_id: string | null;
  sealed_data: string | null;
  created_at: number;
  expires_at: number;
}

export interface MailSettingsRow {
  tenant_id: TenantId;
  /** JSON of `StoredMailSettings`. */
  settings: string;
  sealed_password: string | null;
}

/** A message that waits to be sent, or could not be. Those that were sent have no row. */
export interface OutgoingMailRow {
  tenant_id: TenantId;
  id: string;
  /** What composes the message. */
  kind: string;
  /** Null where it is not known yet who gets it. */
  recipient: string | null;
  /** What the message is composed from, sealed because that includes links. Null once it failed. */
  sealed: string | null;
  created_at: number;
  /** When what it links to ends. */
  expires_at: number;
  attempts: number;
  /** The next attempt; in the future while a node is sending it. Null once it failed. */
  next_at: number | null;
  failed_at: number | null;
  /** Why the last attempt failed. */
  reason: string | null;
}

export interface ReportSettingsRow {
  tenant_id: TenantId;
  /** JSON. Tenants without settings have no row, and send nothing. */
  settings: string;
  /** Signs the requests for fresh assertions. Webhooks have secrets of their own. */
  sealed_secret: string | null;
}

/** Where a workspace has reports sent to besides email. */
export interface DestinationRow {
  tenant_id: TenantId;
  id: string;
  workspace_id: string;
  name: string;
  kind: (typeof DESTINATION_KINDS)[number];
  /** Of the URL, to show it. */
  host: string;
  /** The URL, and the signing secret of a webhook. */
  sealed: string;
  created_at: number;
  updated_at: number;
}

/** What a viewer has sent to them, or an alert of theirs. */
export interface SubscriptionRow {
  tenant_id: TenantId;
  id: string;
  kind: 'report' | 'alert';
  /** Workspace and exact username of the signed context. */
  workspace_id: string;
  username: string;
  /** As in `users`, so that a subscription is deleted with the user. */
  username_key: string;
  app_id: string;
  embed_id: string;
  content_kind: 'tile' | 'story' | 'dashboard';
  content_id: string;
  /** One tile of the content; null for everything. */
  tile_id: string | null;
  title: string;
  /** JSON of `SubscriptionSettings`. */
  settings: string;
  status: 'active' | 'paused' | 'ended';
  /** Why it ended. */
  reason: ReportReason | null;
  /** Where the tenant stores contexts: that of the viewer, sealed. */
  sealed_context: string | null;
  context_ends_at: number | null;
  /** Of the token that it was saved with. Revoking all tokens of the tenant revokes stored contexts too. */
  revocation_epoch: number;
  /** What an alert remembers: values that it has reported, sealed because they are data. */
  sealed_alert_state: string | null;
  version: number;
  /** The next due time; null unless it is active. */
  next_at: number | null;
  last_at: number | null;
  last_state: DeliveryState | null;
  /** Why it was not sent, for people. */
  last_reason: string | null;
  /** The same as a code. Null if it was sent. */
  last_code: ReportReason | null;
  created_at: number;
  updated_at: number;
}

/** One message to one recipient, or one check of an alert. */
export interface ReportJobRow {
  tenant_id: TenantId;
  id: string;
  subscription_id: string;
  kind: 'report' | 'test' | 'check' | 'alert';
  due_at: number;
  /** An address, the id of a destination, or empty for a check. */
  recipient: string;
  state: DeliveryState;
  /** Also tells nodes apart that work on the same job: only the last to take it can go on. */
  attempts: number;
  /** The next attempt; in the future while a node works on it. Null once it is finished. */
  next_at: number | null;
  /** Which values an alert reports, sealed. */
  sealed: string | null;
  /** Why the last attempt failed, for people. */
  reason: string | null;
  finished_at: number | null;
}

export interface ApiKeyRow {
  tenant_id: TenantId;
  id: string;
  name: string;
  token_hash: string;
  /** The beginning of the key, to recognize it. */
  prefix: string;
  /** The key before the last rotation, valid until `previous_until`. */
  previous_hash: string | null;
  previous_prefix: string | null;
  previous_until: number | null;
  /** JSON arrays; null allows all workspaces or networks. */
  scopes: string;
  workspaces: string | null;
  networks: string | null;
  expires_at: number | null;
  created_by: string | null;
  created_at: number;
  /** Exact to the minute. */
  last_used_at: number | null;
}

export interface AttemptRow {
  tenant_id: TenantId;
  /** What the attempts are for; see `AttemptLimit`. */
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
  /** Greater than one if identical refusals or accesses of one minute share a row. */
  count: number;
  /** Rows of the data that was read; null for everything else. */
  row_count: number | null;
  request_id: string | null;
  ip: string | null;
  details: string | null;
}

export interface UsageCountRow {
  tenant_id: TenantId;
  /** Its first millisecond. */
  hour: number;
  what: 'exchange' | 'refusal' | 'view' | 'exported-row' | 'query' | 'slow-query' | 'report';
  /** The embed, dataset or reason; empty if there is none. */
  key: string;
  count: number;
  total_ms: number;
  longest_ms: number;
}

export interface UsageTotalRow {
  tenant_id: TenantId;
  /** Its first millisecond, UTC. */
  month: number;
  what: 'exchange' | 'view' | 'exported-row';
  count: number;
}

export interface ViewerUsageRow {
  tenant_id: TenantId;
  /** Its first millisecond, UTC. */
  day: number;
  workspace_id: string;
  username: string;
  views: number;
  exchanges: number;
  exported_rows: number;
}

export interface EmbedSettingsRow {
  tenant_id: TenantId;
  /**
   * Increases with every change. A token is stored only if the version is still the one its assertion was verified
   * with.
   */
  version: number;
  client_id: string;
  secret_hash: string | null;
  secret_created_at: number | null;
  former_secret_hash: string | null;
  former_secret_until: number | null;
  key_mode: 'public-key' | 'jwks' | null;
  /** SPKI, PEM. */
  public_key: string | null;
  key_changed_at: number | null;
  jwks_url: string | null;
  replay_protection: 0 | 1;
  max_token_seconds: number;
  /** JSON array. */
  allowed_origins: string;
  /** Tokens of earlier epochs are revoked. */
  revocation_epoch: number;
}

export interface EmbedTokenRow {
  /** The second of issue, then the SHA-256 of the token. */
  token_key: string;
  tenant_id: TenantId;
  /** Null if replay protection was off. */
  jti_hash: string | null;
  client_id: string;
  /** The effective user context as JSON, without its secrets. */
  context: string;
  /** JSON array of the sections that lost entries to truncation. */
  lost_sections: string | null;
  sealed_secrets: string | null;
  issued_at: number;
  expires_at: number;
  /** A day past the assertion's own expiry: until then its `jti` is remembered. */
  forget_at: number;
  revoked_at: number | null;
  revocation_epoch: number;
  /** For an administrator's preview: the only embed that the token opens. */
  only_embed: string | null;
}

/**
 * 1 if the name in the row is that of a viewer, which other viewers may read; 0 if it is an administrator's or an API
 * key's. Null in rows that are older than the column.
 */
type ByViewer = 0 | 1 | null;

export interface ContentItemRow {
  tenant_id: TenantId;
  kind: ContentKind;
  id: string;
  /** The app it belongs to; an app belongs to itself. */
  app_id: string;
  /** Set on apps. */
  workspace_id: string | null;
  /** Of the working copy. */
  state: ContentState;
  /** Increases with every change. An update names the revision that it replaces. */
  revision: number;
  /** The working copy, JSON. */
  draft: string;
  draft_search: string;
  /** The published version as JSON; null if there is none. */
  published: string | null;
  published_search: string | null;
  published_version: number | null;
  /** Version numbers continue after archiving. */
  last_version: number;
  comment: string | null;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
  /**
   * The latest revision by a viewer: only if it is the current one, other viewers may read `updated_by`. A node of an
   * earlier version does not change it.
   */
  viewer_revision: number | null;
}

export interface ContentRevisionRow {
  tenant_id: TenantId;
  kind: ContentKind;
  id: string;
  revision: number;
  /** Set on what was published. */
  version: number | null;
  action: string;
  state: ContentState;
  content: string;
  comment: string | null;
  author: string | null;
  by_viewer: ByViewer;
  at: number;
}

export interface ContentReferenceRow {
  tenant_id: TenantId;
  from_kind: ContentKind;
  from_id: string;
  /** Datasets are not content, but deleting one has to find the tiles that query it. */
  to_kind: ContentKind | 'dataset';
  to_id: string;
}

/** The owner of a dashboard that a viewer made. Dashboards of the app have no row. */
export interface DashboardOwnerRow {
  tenant_id: TenantId;
  dashboard_id: string;
  app_id: string;
  /** Workspace and exact username of the signed context. */
  owner: string;
  /** The signed username, for display. */
  username: string;
  by_viewer: ByViewer;
  /** Who else can see the working copy. */
  shared_with: 'me' | 'groups' | 'workspace';
  shared_right: 'view' | 'edit';
  /** For a personal copy: its original and the version it is based on. */
  origin_id: string | null;
  origin_version: number | null;
}

/** A viewer who has a dashboard open; stale a minute after `seen_at`. */
export interface DashboardPresenceRow {
  tenant_id: TenantId;
  dashboard_id: string;
  owner: string;
  session: string;
  username: string;
  by_viewer: ByViewer;
  doing: 'viewing' | 'editing';
  since: number;
  seen_at: number;
}

/** A view that a viewer saved of the content of an embed. */
export interface SavedViewRow {
  tenant_id: TenantId;
  id: string;
  /** Workspace and exact username of the signed context. */
  workspace_id: string;
  username: string;
  /** As in `users`, so that a view is deleted with the user. */
  username_key: string;
  embed_id: string;
  content_kind: ContentKind;
  content_id: string;
  name: string;
  /** JSON of a `ViewState`. */
  state: string;
  is_default: 0 | 1;
  updated_at: number;
}

export interface ConnectionRow {
  tenant_id: TenantId;
  id: string;
  name: string;
  /** JSON of a `ConnectionDefinition`. */
  definition: string;
  /** The password, or the template of one. */
  sealed_password: string | null;
  version: number;
  created_at: number;
  updated_at: number;
}

export interface ThemeRow {
  tenant_id: TenantId;
  name: string;
  /** JSON of a `ThemeContent`. */
  content: string;
  created_at: number;
  updated_at: number;
}

export interface DatasetRow {
  tenant_id: TenantId;
  id: string;
  name: string;
  connection_id: string;
  /** Null if tiles of every workspace can use it. */
  workspace_id: string | null;
  /** JSON of a `Dataset` without its identifier and version. */
  definition: string;
  version: number;
  created_at: number;
  updated_at: number;
}

/** The only types that migrations may use, because current table types would be wrong for older tables. */
export type MigrationDb = Pick<Kysely<unknown>, 'schema' | 'getExecutor'>;
