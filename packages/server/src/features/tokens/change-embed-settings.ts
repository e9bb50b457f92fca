import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError } from '../../platform/errors.ts';
import type { Acting } from '../../platform/identity/acting.ts';
import { newOpaqueToken, tokenHash } from '../../platform/identity/opaque-token.ts';
import type { EmbedSettingsRow } from '../../platform/store/schema.ts';
import type { Services } from '../../services.ts';
import { recordEvent } from '../audit/index.ts';
import { type EmbedSettingsChange, replaceSecret, updateEmbedSettings } from './embed-settings.ts';
import { fingerprint, importPublicKey } from './import-public-key.ts';

export interface PolicyChange {
  readonly replayProtection?: boolean;
  readonly maxTokenSeconds?: number;
  readonly allowedOrigins?: readonly string[];
}

/** Replay protection, longest token life, allowed origins. */
export async function changePolicy(
  services: Services,
  tenantId: TenantId,
  { replayProtection, maxTokenSeconds, allowedOrigins }: PolicyChange,
  acting: Acting,
): Promise<void> {
  const change: EmbedSettingsChange = {
    ...(replayProtection === undefined ? {} : { replay_protection: replayProtection ? 1 : 0 }),
    ...(maxTokenSeconds === undefined ? {} : { max_token_seconds: maxTokenSeconds }),
    ...(allowedOrigins === undefined
      ? {}
      : { allowed_origins: JSON.stringify(allowedOrigins.map(readOrigin)) }),
  };
  await apply(services, tenantId, change, acting, 'embed-settings.change', { fields: Object.keys(change) });
}

/** Answers the new secret; nobody can read it again. The former one ends now, or after the grace period. */
export async function regenerateSecret(
  services: Services,
  tenantId: TenantId,
  graceSeconds: number,
  acting: Acting,
): Promise<string> {
  const secret = newOpaqueToken('inl_secret');
  const { store, clock } = services;
  await store.write(async (transaction) => {
    const now = clock();
    await replaceSecret(transaction, tenantId, tokenHash(secret), now, graceSeconds * 1000);
    await recordEvent(transaction, tenantId, now, acting.caller, {
      action: 'embed-settings.regenerate-secret',
      actor: acting.actor,
      details: { graceSeconds },
    });
  });
  return secret;
}

/** From the next request on, assertions signed for the former key are denied, on every node. */
export async function uploadPublicKey(
  services: Services,
  tenantId: TenantId,
  publicKey: string,
  revokeTokens: boolean,
  acting: Acting,
): Promise<void> {
  const key = importPublicKey(publicKey);
  const pem = key.export({ type: 'spki', format: 'pem' }).toString();
  const change = keyChange(services.clock(), { key_mode: 'public-key', public_key: pem, jwks_url: null });
  const details = { fingerprint: fingerprint(key), revokeTokens };
  await apply(services, tenantId, change, acting, 'embed-settings.upload-key', details, revokeTokens);
}

/** Reads the address first: one that cannot be read would lock every viewer out. */
export async function registerJwks(
  services: Services,
  tenantId: TenantId,
  url: string,
  revokeTokens: boolean,
  acting: Acting,
): Promise<void> {
  const { keys, error, keep } = await services.jwks.look(tenantId, url);
  if (error) throw notRegistered(`The address could not be read: ${error}`);
  if (!keys.some((key) => key.usable)) {
    const problems = keys.map(({ kid, problem }) => `${kid ?? 'a key without kid'} ${problem}`).join('; ');
    throw notRegistered(`The address lists no key that can verify RS512${problems ? `: ${problems}` : ''}.`);
  }
  const change = keyChange(services.clock(), { key_mode: 'jwks', public_key: null, jwks_url: url });
  await apply(
    services,
    tenantId,
    change,
    acting,
    'embed-settings.register-jwks',
    { url, revokeTokens },
    revokeTokens,
  );
  keep();
}

export async function revokeAll(services: Services, tenantId: TenantId, acting: Acting): Promise<void> {
  await apply(services, tenantId, {}, acting, 'embed-settings.revoke-tokens', {}, true);
}

function keyChange(
  now: number,
  key: Pick<EmbedSettingsRow, 'key_mode' | 'public_key' | 'jwks_url'>,
): EmbedSettingsChange {
  return { ...key, key_changed_at: now };
}

async function apply(
  { store, clock }: Services,
  tenantId: TenantId,
  change: EmbedSettingsChange,
  { actor, caller }: Acting,
  action: string,
  details: Readonly<Record<string, unknown>>,
  revokeTokens = false,
): Promise<void> {
  await store.write(async (transaction) => {
    await updateEmbedSettings(transaction, tenantId, change, { revokeTokens });
    await recordEvent(transaction, tenantId, clock(), caller, { action, actor, details });
  });
}

function readOrigin(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, '').toLowerCase())
    return url.origin;
  throw new AppError('REQUEST_INVALID', {
    message: `'${text.slice(0, 100)}' is not an origin: write it like https://app.example.com, without a path.`,
  });
}

function notRegistered(problem: string): AppError {
  return new AppError('REQUEST_INVALID', { message: `${problem} Nothing was changed.` });
}
