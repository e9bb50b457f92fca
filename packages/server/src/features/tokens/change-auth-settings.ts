import type { TenantId } from '@inlay/protocol/tenant-id';
import { type AuditEvent, recordEvent } from '../../platform/audit/record-event.ts';
import { AppError } from '../../platform/errors.ts';
import type { Acting } from '../../platform/identity/acting.ts';
import { newOpaqueToken, tokenHash } from '../../platform/identity/opaque-token.ts';
import type { Services } from '../../services.ts';
import { type AuthSettingsChange, replaceSecret, updateAuthSettings } from './auth-settings.ts';
import { fingerprint, importPublicKey } from './import-public-key.ts';
import type { TokenServices } from './token-services.ts';

export interface PolicyChange {
  readonly replayProtection?: boolean;
  readonly maxTokenSeconds?: number;
  readonly allowedOrigins?: readonly string[];
}

export async function changePolicy(
  services: Services,
  tenantId: TenantId,
  { replayProtection, maxTokenSeconds, allowedOrigins }: PolicyChange,
  acting: Acting,
): Promise<void> {
  const change: AuthSettingsChange = {
    ...(replayProtection === undefined ? {} : { replay_protection: replayProtection ? 1 : 0 }),
    ...(maxTokenSeconds === undefined ? {} : { max_token_seconds: maxTokenSeconds }),
    ...(allowedOrigins === undefined
      ? {}
      : { allowed_origins: JSON.stringify(allowedOrigins.map(readOrigin)) }),
  };
  const details = { fields: Object.keys(change) };
  await apply(services, tenantId, acting, { action: 'embed-settings.change', change, details });
}

/** Returns the new secret, which cannot be read again. The previous one ends now, or after the grace period. */
export async function regenerateSecret(
  services: Services,
  tenantId: TenantId,
  graceSeconds: number,
  acting: Acting,
): Promise<string> {
  const secret = newOpaqueToken('inl_secret');
  const { store, time } = services;
  await store.write(async (transaction) => {
    const now = time.now();
    await replaceSecret(transaction, tenantId, tokenHash(secret), now, graceSeconds * 1000);
    await recordEvent(transaction, tenantId, now, acting.caller, {
      action: 'embed-settings.regenerate-secret',
      actor: acting.actor,
      details: { graceSeconds },
    });
  });
  return secret;
}

/** From the next request on, every node refuses assertions signed with the previous key. */
export async function uploadPublicKey(
  services: Services,
  tenantId: TenantId,
  { publicKey, revokeTokens = false }: { readonly publicKey: string; readonly revokeTokens?: boolean },
  acting: Acting,
): Promise<void> {
  const key = importPublicKey(publicKey);
  const pem = key.export({ type: 'spki', format: 'pem' }).toString();
  await apply(services, tenantId, acting, {
    action: 'embed-settings.upload-key',
    change: {
      key_mode: 'public-key',
      public_key: pem,
      jwks_url: null,
      key_changed_at: services.time.now(),
    },
    details: { fingerprint: fingerprint(key), revokeTokens },
    revokeTokens,
  });
}

/** Fetches the address first: registering an unreadable one would lock out every viewer. */
export async function registerJwks(
  services: TokenServices,
  tenantId: TenantId,
  { url, revokeTokens = false }: { readonly url: string; readonly revokeTokens?: boolean },
  acting: Acting,
): Promise<void> {
  const { keys, error, keep } = await services.jwks.preview(tenantId, url);
  if (error) throw notRegistered(`The JWKS could not be read: ${error}`);
  if (!keys.some((key) => key.usable)) {
    const problems = keys.map(({ kid, problem }) => `${kid ?? 'a key without kid'} ${problem}`).join('; ');
    throw notRegistered(`The JWKS has no key that can verify RS512${problems ? `: ${problems}` : ''}.`);
  }
  await apply(services, tenantId, acting, {
    action: 'embed-settings.register-jwks',
    change: { key_mode: 'jwks', public_key: null, jwks_url: url, key_changed_at: services.time.now() },
    details: { url, revokeTokens },
    revokeTokens,
  });
  keep();
}

export async function revokeAllTokens(services: Services, tenantId: TenantId, acting: Acting): Promise<void> {
  const action = 'embed-settings.revoke-tokens';
  await apply(services, tenantId, acting, { action, change: {}, details: {}, revokeTokens: true });
}

async function apply(
  { store, time }: Services,
  tenantId: TenantId,
  { actor, caller }: Acting,
  recorded: {
    readonly action: AuditEvent['action'];
    readonly change: AuthSettingsChange;
    readonly details: Readonly<Record<string, unknown>>;
    readonly revokeTokens?: boolean;
  },
): Promise<void> {
  const { action, change, details, revokeTokens = false } = recorded;
  await store.write(async (transaction) => {
    await updateAuthSettings(transaction, tenantId, change, { revokeTokens });
    await recordEvent(transaction, tenantId, time.now(), caller, { action, actor, details });
  });
}

function readOrigin(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, '').toLowerCase())
    return url.origin;
  throw new AppError('REQUEST_INVALID', {
    message: `'${text.slice(0, 100)}' is not an origin. Use the form https://app.example.com, without a path.`,
  });
}

function notRegistered(problem: string): AppError {
  return new AppError('REQUEST_INVALID', { message: `${problem} Nothing was changed.` });
}
