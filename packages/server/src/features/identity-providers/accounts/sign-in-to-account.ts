import type { ProviderTest } from '@inlay/protocol/identity-provider';
import { recordEvent } from '../../../platform/audit/record-event.ts';
import { confirmLogin, type ProviderSession } from '../../../platform/identity/login-tokens.ts';
import type { UserPrincipal } from '../../../platform/identity/principal.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { takeLock } from '../../../platform/store/take-lock.ts';
import type { Services } from '../../../services.ts';
import { notifierOf } from '../../mail/index.ts';
import { type Client, type StartedSession, startSession } from '../../sessions/index.ts';
import { userFields } from '../../users/index.ts';
import { lockProvider, type Provider } from '../settings/providers.ts';
import { decideAccount, subjectOf } from './decide-account.ts';
import type { Identity } from './identity.ts';
import { linkedUser } from './identity-links.ts';
import { SignInRefused } from './sign-in-refused.ts';
import { useAccount } from './use-account.ts';

type AccountServices = Pick<Services, 'store' | 'time' | 'config' | 'vault' | 'metrics'>;

/** What was verified, with which version of the provider. */
export interface ProvedIdentity {
  readonly provider: Provider;
  readonly identity: Identity;
  /** The id of the user in whose session the sign-in began. */
  readonly signedIn?: string | undefined;
}

export interface IdentitySignIn extends ProvedIdentity {
  /** Whether the provider says that it verified a second factor. */
  readonly secondFactor: boolean;
  /** When the person signed in there, if the provider says so. */
  readonly authenticatedAt: number | undefined;
  readonly session: ProviderSession;
  readonly client: Client;
}

/** Starts a session for somebody whom an identity provider knows, in one transaction. Throws `SignInRefused`. */
export async function signInToAccount(
  services: AccountServices,
  { provider, identity, signedIn, secondFactor, authenticatedAt, session, client }: IdentitySignIn,
): Promise<StartedSession> {
  const { store, time, metrics } = services;
  const { tenantId, id } = provider;
  const { caller, userAgent } = client;
  const started = await store.write(async (transaction) => {
    const now = time.now();
    const current = await requireUnchanged(transaction, provider);
    // Two first sign-ins of one person at the same time must not create two accounts.
    await takeLock(transaction, 'settings', tenantId, 'identity', id, identity.issuer, identity.subject);
    const notify = notifierOf(services);
    const user = await useAccount(transaction, {
      provider: current,
      identity,
      signedIn,
      caller,
      notify,
      now,
    });
    const signIn = {
      userId: user.id,
      method: current.settings.kind,
      provider: id,
      secondFactor,
      verifiedAt: authenticatedAt,
      providerSession: session,
      userAgent,
    };
    const start = await startSession(transaction, tenantId, signIn, { now, caller });
    if ('refused' in start) throw new SignInRefused('deactivated', `The account is ${start.refused}.`);
    return start;
  });
  metrics.logins.inc({ outcome: 'success' });
  return started;
}

/** Notes in a session that the provider has just verified again who its owner is. Throws `SignInRefused`. */
export async function confirmWithIdentity(
  { store, time }: Pick<Services, 'store' | 'time'>,
  { provider, identity }: ProvedIdentity,
  { principal, client }: { readonly principal: UserPrincipal; readonly client: Client },
): Promise<void> {
  const { tenantId, userId, tokenHash, name } = principal;
  await store.write(async (transaction) => {
    const now = time.now();
    await requireUnchanged(transaction, provider);
    if ((await linkedUser(transaction, subjectOf(provider, identity))) !== userId)
      throw new SignInRefused('refused', 'Somebody else signed in at the provider to confirm the session.');
    await confirmLogin(transaction, tenantId, tokenHash, now);
    await recordEvent(transaction, tenantId, now, client.caller, {
      action: 'session.confirm',
      actor: name,
      details: { method: 'provider', provider: provider.id },
    });
  });
}

/** What a sign-in would do, for a test, which changes nothing. Throws `SignInRefused`. */
export async function previewAccount(
  { store }: Pick<Services, 'store'>,
  { provider, identity, signedIn }: ProvedIdentity,
): Promise<ProviderTest['account']> {
  const decision = await decideAccount(store, provider, identity, signedIn);
  const { outcome, mapped } = decision;
  const before = 'user' in decision ? userFields(decision.user) : NEW_ACCOUNT;
  return {
    outcome,
    username: 'user' in decision ? decision.user.username : decision.username,
    role: mapped.adminRole === undefined ? before.adminRole : mapped.adminRole,
    groups: [...(mapped.groups ?? before.groups)],
    workspaceId: mapped.workspaceId === undefined ? before.workspaceId : mapped.workspaceId,
  };
}

const NEW_ACCOUNT = { adminRole: null, groups: [], workspaceId: null } as const;

/** A provider that was switched off or changed meanwhile has proved nothing. */
async function requireUnchanged(transaction: Queries, provider: Provider): Promise<Provider> {
  const current = await lockProvider(transaction, provider.tenantId, provider.id, 'share');
  if (!current?.isEnabled) throw new SignInRefused('unavailable', 'The provider is switched off.');
  if (current.version !== provider.version)
    throw new SignInRefused('expired', 'The settings of the provider changed during the sign-in.');
  return current;
}
