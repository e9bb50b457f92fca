import {
  type IdentityProviderChange,
  MAX_PROVIDERS,
  type NewIdentityProvider,
  type ProviderTest,
} from '@inlay/protocol/identity-provider';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { recordEvent } from '../../../platform/audit/record-event.ts';
import { AppError, fieldsTaken, refuseFields } from '../../../platform/errors.ts';
import { freeId } from '../../../platform/free-id.ts';
import type { Acting } from '../../../platform/identity/acting.ts';
import { revokeLoginsOfProvider } from '../../../platform/identity/login-tokens.ts';
import { readSignInSettings } from '../../../platform/identity/sign-in-settings.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { takeLock } from '../../../platform/store/take-lock.ts';
import type { Services } from '../../../services.ts';
import { providerProblems } from './check-provider.ts';
import {
  findProvider,
  isTested,
  listProviders,
  lockProvider,
  type OidcSettings,
  type Provider,
  type ProviderSettings,
  type SamlSettings,
  secretPurpose,
} from './providers.ts';
import { changedSettings, newSettings } from './settings-of.ts';

type ProviderServices = Pick<Services, 'store' | 'time' | 'vault'>;

/** A new provider is switched off until a test sign-in has passed. */
export function createProvider(
  { store, time, vault }: ProviderServices,
  tenantId: TenantId,
  given: NewIdentityProvider,
  acting: Acting,
): Promise<Provider> {
  const { id: chosen } = given;
  const clientSecret = secretIn(given) ?? null;
  const settings = newSettings(given);
  return store.write(async (transaction) => {
    const now = time.now();
    await lockProviders(transaction, tenantId);
    refuseFields(await providerProblems(transaction, tenantId, settings));
    if ((await listProviders(transaction, tenantId)).length >= MAX_PROVIDERS)
      throw new AppError('CONFLICT', {
        message: `A tenant can have ${MAX_PROVIDERS} identity providers. Delete one that is no longer used.`,
      });
    const isTaken = async (id: string) => (await findProvider(transaction, tenantId, id)) !== undefined;
    const id = chosen ?? (await freeId(settings.name, isTaken));
    if (await isTaken(id))
      throw fieldsTaken(
        [{ path: '/id', problem: 'is taken. Choose another one' }],
        `The id '${id}' is already in use. Choose another id.`,
      );
    await transaction
      .tenant(tenantId)
      .insertInto('identity_providers', {
        id,
        settings: JSON.stringify(settings),
        sealed_secret: clientSecret && vault.seal(tenantId, secretPurpose(id), clientSecret),
        is_enabled: 0,
        version: now,
        test: null,
        tested_version: null,
        created_at: now,
        updated_at: now,
      })
      .execute();
    const event = { action: 'identity-provider.create', actor: acting.actor, target: id } as const;
    await recordEvent(transaction, tenantId, now, acting.caller, event);
    return requireProvider(transaction, tenantId, id);
  });
}

export function changeProvider(
  { store, time, vault }: ProviderServices,
  tenantId: TenantId,
  { id, change }: { readonly id: string; readonly change: IdentityProviderChange },
  { actor, caller }: Acting,
): Promise<Provider> {
  return store.write(async (transaction) => {
    const now = time.now();
    await lockProviders(transaction, tenantId);
    const before = found(await lockProvider(transaction, tenantId, id, 'own'));
    const settings = changedSettings(before.settings, change);
    const { isEnabled: wanted } = change;
    const clientSecret = secretIn(change);
    refuseFields([
      ...(await providerProblems(transaction, tenantId, settings)),
      ...secretNeeded(before, settings, clientSecret),
    ]);
    const changed = changedFields(before.settings, settings);
    const isRetested = clientSecret !== undefined || changed.some((field) => TESTED.includes(field));
    const after = {
      ...before,
      version: before.version + (isRetested ? 1 : 0),
      sealedSecret:
        clientSecret === undefined
          ? before.sealedSecret
          : clientSecret && vault.seal(tenantId, secretPurpose(id), clientSecret),
    };
    const isEnabled = staysEnabled(after, changed, wanted);
    if (before.isEnabled && !isEnabled) await retireProvider(transaction, before);
    await transaction
      .tenant(tenantId)
      .update('identity_providers', {
        settings: JSON.stringify(settings),
        sealed_secret: after.sealedSecret,
        is_enabled: isEnabled ? 1 : 0,
        version: after.version,
        updated_at: now,
      })
      .where('id', '=', id)
      .execute();
    await recordEvent(transaction, tenantId, now, caller, {
      action: 'identity-provider.change',
      actor,
      target: id,
      details: {
        fields: [...changed, ...(clientSecret === undefined ? [] : ['clientSecret'])],
        ...(isEnabled !== before.isEnabled && { isEnabled }),
      },
    });
    return requireProvider(transaction, tenantId, id);
  });
}

/** Ends its sessions and deletes its links: a provider re-created with this id may identify other people. */
export async function removeProvider(
  { store, time }: Pick<Services, 'store' | 'time'>,
  tenantId: TenantId,
  id: string,
  { actor, caller }: Acting,
): Promise<void> {
  await store.write(async (transaction) => {
    await lockProviders(transaction, tenantId);
    const provider = found(await lockProvider(transaction, tenantId, id, 'own'));
    await retireProvider(transaction, provider);
    const own = transaction.tenant(tenantId);
    await own.deleteFrom('identity_links').where('provider_id', '=', id).execute();
    await own.deleteFrom('identity_providers').where('id', '=', id).execute();
    const event = { action: 'identity-provider.delete', actor, target: id } as const;
    await recordEvent(transaction, tenantId, time.now(), caller, event);
  });
}

/** Stores what a test sign-in found, unless the settings that it tested were changed meanwhile. */
export async function storeTest(
  { store, time }: Pick<Services, 'store' | 'time'>,
  { tenantId, id, version }: Provider,
  test: ProviderTest,
  { actor, caller }: Acting,
): Promise<void> {
  await store.write(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .tenant(tenantId)
      .update('identity_providers', { test: JSON.stringify(test), tested_version: version })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const failed = test.checks.find(({ passed }) => !passed);
    await recordEvent(transaction, tenantId, time.now(), caller, {
      action: 'identity-provider.test',
      outcome: test.passed ? 'success' : 'refused',
      actor,
      target: id,
      ...(failed && { reason: failed.reason, details: { check: failed.name } }),
    });
  });
}

type AnyField = keyof OidcSettings | keyof SamlSettings;

/** What a test sign-in proves. What the claims decide can change without another test. */
const TESTED: readonly string[] = [
  'issuer',
  'clientId',
  'scopes',
  'entityId',
  'signInUrl',
  'certificates',
] satisfies AnyField[];
/** With another one of these, other people sign in: it has to be tested before it is offered. */
const IDENTIFYING: readonly string[] = ['issuer', 'clientId', 'entityId'] satisfies AnyField[];

function changedFields(before: ProviderSettings, after: ProviderSettings): string[] {
  const former = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after)
    .filter(([field, value]) => JSON.stringify(former.get(field)) !== JSON.stringify(value))
    .map(([field]) => field);
}

const secretIn = (given: NewIdentityProvider | IdentityProviderChange): string | null | undefined =>
  'clientSecret' in given ? given.clientSecret : undefined;

function staysEnabled(provider: Provider, changed: readonly string[], wanted: boolean | undefined): boolean {
  if (wanted === true && !isTested(provider))
    throw new AppError('CONFLICT', {
      message:
        'Sign in with this provider in a test first. It can be switched on once a test with the current settings has passed.',
    });
  if (wanted !== undefined) return wanted;
  return provider.isEnabled && !changed.some((field) => IDENTIFYING.includes(field));
}

/** Before a provider is switched off or deleted. */
async function retireProvider(transaction: Queries, { tenantId, id }: Provider): Promise<void> {
  const { passwords } = await readSignInSettings(transaction, tenantId);
  const others = (await listProviders(transaction, tenantId)).filter((other) => other.id !== id);
  if (!passwords && !others.some(({ isEnabled }) => isEnabled))
    throw new AppError('CONFLICT', {
      message:
        'Nobody could sign in any more: passwords are switched off, and this is the only provider that is switched on. Switch passwords on first.',
    });
  await revokeLoginsOfProvider(transaction, tenantId, id);
}

/** A stored secret is sent only where it was entered for: otherwise, another issuer would learn it. */
function secretNeeded(
  { settings: before, sealedSecret }: Provider,
  after: ProviderSettings,
  secret: string | null | undefined,
): FieldProblem[] {
  if (sealedSecret === null || secret !== undefined) return [];
  if (before.kind === 'saml' || after.kind === 'saml' || before.issuer === after.issuer) return [];
  return [{ path: '/clientSecret', problem: 'must be entered again, because the issuer changed' }];
}

const lockProviders = (transaction: Queries, tenantId: TenantId) =>
  takeLock(transaction, 'settings', tenantId, 'identity-providers');

export const requireProvider = async (queries: Queries, tenantId: TenantId, id: string): Promise<Provider> =>
  found(await findProvider(queries, tenantId, id));

function found(provider: Provider | undefined): Provider {
  if (provider) return provider;
  throw new AppError('NOT_FOUND', { message: 'Identity provider not found. Check the id.' });
}
