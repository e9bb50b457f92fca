import type { KeyObject } from 'node:crypto';
import { isTenantId, type TenantId } from '@inlay/protocol/tenant-id';
import type { EmbedSettingsRow } from '../../platform/store/schema.ts';
import type { Queries, Store } from '../../platform/store/store.ts';
import { takeLock } from '../../platform/store/take-lock.ts';
import { formerUrls, serverUrl, tenantUrl } from '../tenants/index.ts';
import { importPublicKey } from './import-public-key.ts';

/** A tenant's embed auth settings, as the token exchange needs them. */
export interface AuthSettings {
  readonly tenantId: TenantId;
  /** False for a disabled tenant, which is issued no tokens. */
  readonly active: boolean;
  readonly version: number;
  readonly clientId: string;
  readonly secretHash: string | null;
  readonly secretCreatedAt: number | null;
  readonly formerSecretHash: string | null;
  readonly formerSecretUntil: number | null;
  readonly signature: SignatureSource;
  readonly keyChangedAt: number | null;
  readonly replayProtection: boolean;
  readonly maxTokenSeconds: number;
  readonly allowedOrigins: readonly string[];
  readonly revocationEpoch: number;
  readonly identifiers: EmbedIdentifiers;
}

type SignatureSource =
  | { readonly mode: 'none' }
  | { readonly mode: 'public-key'; readonly key: KeyObject; readonly pem: string }
  | { readonly mode: 'jwks'; readonly url: string };

export const MAX_TOKEN_SECONDS = 24 * 60 * 60;

/** The values an assertion must carry, as the embed settings display them. From configuration, never from a request. */
interface EmbedIdentifiers {
  readonly issuer: string;
  readonly audiences: readonly [string, ...string[]];
  readonly tokenEndpoint: string;
  /** The issuer identifier of the authorization server in its metadata (RFC 8414 §2). */
  readonly realmUrl: string;
}

function embedIdentifiers(tenant: Parameters<typeof tenantUrl>[0], instanceUrl: URL): EmbedIdentifiers {
  const path = `/api/auth/realms/${tenant.id}`;
  const url = tenantUrl(tenant, instanceUrl);
  const audiencesAt = ({ host, origin }: URL) => [`https://${host}${path}`, `${origin}${path}`];
  const [audience = '', ...others] = new Set([url, ...formerUrls(tenant, instanceUrl)].flatMap(audiencesAt));
  const endpoint = `${serverUrl(tenant, instanceUrl).origin}${path}/protocol/openid-connect/token`;
  return {
    issuer: `https://${tenant.id}-embed`,
    audiences: [audience, ...others],
    tokenEndpoint: endpoint,
    realmUrl: `${url.origin}${path}`,
  };
}

export async function readAuthSettings(
  queries: Queries,
  tenantId: TenantId,
  instanceUrl: URL,
): Promise<AuthSettings | undefined> {
  const row = await queries
    .tenant(tenantId)
    .selectFrom('embed_settings')
    .innerJoin('tenants', 'tenants.id', 'embed_settings.tenant_id')
    .selectAll('embed_settings')
    .select(['tenants.public_url', 'tenants.is_default', 'tenants.status'])
    .executeTakeFirst();
  if (!row) return undefined;
  const identifiers = embedIdentifiers({ ...row, id: tenantId }, instanceUrl);
  return fromRow(row, row.status === 'active', identifiers);
}

/** The tenant's allowed origins, without the rest of the settings, whose public key takes long to import. */
export async function readAllowedOrigins(queries: Queries, tenantId: TenantId): Promise<readonly string[]> {
  const row = await queries
    .tenant(tenantId)
    .selectFrom('embed_settings')
    .select('allowed_origins')
    .executeTakeFirst();
  return row ? JSON.parse(row.allowed_origins) : [];
}

export async function insertAuthSettings(
  transaction: Queries,
  tenantId: TenantId,
  clientId: string,
): Promise<void> {
  await transaction
    .tenant(tenantId)
    .insertInto('embed_settings', {
      version: 1,
      client_id: clientId,
      secret_hash: null,
      secret_created_at: null,
      former_secret_hash: null,
      former_secret_until: null,
      key_mode: null,
      public_key: null,
      key_changed_at: null,
      jwks_url: null,
      replay_protection: 1,
      max_token_seconds: MAX_TOKEN_SECONDS,
      allowed_origins: '[]',
      revocation_epoch: 0,
    })
    .execute();
}

export type AuthSettingsChange = Partial<
  Omit<EmbedSettingsRow, 'tenant_id' | 'version' | 'client_id' | 'revocation_epoch'>
>;

/** Every change increments the version, so that no exchange in flight can complete with the previous settings. */
export async function updateAuthSettings(
  transaction: Queries,
  tenantId: TenantId,
  change: AuthSettingsChange,
  { revokeTokens = false }: { readonly revokeTokens?: boolean } = {},
): Promise<void> {
  // Exchanges share this lock: once a new key is acknowledged, no node stores a token that was verified with the
  // previous one. A row lock would make each exchange write to the settings row.
  await takeLock(transaction, 'settings', tenantId);
  await transaction
    .tenant(tenantId)
    .update('embed_settings', change)
    .set((columns) => ({
      version: columns('version', '+', 1),
      revocation_epoch: columns('revocation_epoch', '+', revokeTokens ? 1 : 0),
    }))
    .execute();
}

/** The secret stored at the time of the change becomes the former one, even if it was itself replaced concurrently. */
export async function replaceSecret(
  transaction: Queries,
  tenantId: TenantId,
  secretHash: string,
  now: number,
  graceMs: number,
): Promise<void> {
  await takeLock(transaction, 'settings', tenantId);
  const { secret_hash: former } = await transaction
    .tenant(tenantId)
    .selectFrom('embed_settings')
    .select('secret_hash')
    .executeTakeFirstOrThrow();
  const keepsFormer = graceMs > 0 && former !== null;
  await updateAuthSettings(transaction, tenantId, {
    secret_hash: secretHash,
    secret_created_at: now,
    former_secret_hash: keepsFormer ? former : null,
    former_secret_until: keepsFormer ? now + graceMs : null,
  });
}

function fromRow(row: EmbedSettingsRow, active: boolean, identifiers: EmbedIdentifiers): AuthSettings {
  return {
    tenantId: row.tenant_id,
    active,
    version: row.version,
    clientId: row.client_id,
    secretHash: row.secret_hash,
    secretCreatedAt: row.secret_created_at,
    formerSecretHash: row.former_secret_hash,
    formerSecretUntil: row.former_secret_until,
    signature: signatureOf(row),
    keyChangedAt: row.key_changed_at,
    replayProtection: row.replay_protection === 1,
    maxTokenSeconds: row.max_token_seconds,
    allowedOrigins: JSON.parse(row.allowed_origins),
    revocationEpoch: row.revocation_epoch,
    identifiers,
  };
}

function signatureOf({ key_mode, public_key, jwks_url }: EmbedSettingsRow): SignatureSource {
  if (key_mode === 'public-key' && public_key !== null) {
    return { mode: 'public-key', key: importPublicKey(public_key), pem: public_key };
  }
  if (key_mode === 'jwks' && jwks_url !== null) return { mode: 'jwks', url: jwks_url };
  return { mode: 'none' };
}

const maxTenants = 10_000;

/**
 * The tenants' embed settings as this node last read them. Cached settings may be stale: a token is stored only if their
 * version is still current, and a request is refused only after a fresh read.
 */
export class SettingsCache {
  readonly #store: Store;
  readonly #instanceUrl: URL;
  readonly #settings = new Map<string, AuthSettings>();

  constructor(store: Store, instanceUrl: URL) {
    this.#store = store;
    this.#instanceUrl = instanceUrl;
  }

  cached(realm: string): AuthSettings | undefined {
    return this.#settings.get(realm);
  }

  /** Reads the current settings from the store, and caches them. */
  async read(realm: string): Promise<AuthSettings | undefined> {
    const settings = isTenantId(realm)
      ? await readAuthSettings(this.#store, realm, this.#instanceUrl)
      : undefined;
    if (this.#settings.size >= maxTenants) this.#settings.clear();
    if (settings) this.#settings.set(realm, settings);
    else this.#settings.delete(realm);
    return settings;
  }
}
