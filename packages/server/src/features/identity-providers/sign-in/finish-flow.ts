import { authenticateSession } from '../../../platform/identity/login-tokens.ts';
import type { UserPrincipal } from '../../../platform/identity/principal.ts';
import type { Services } from '../../../services.ts';
import type { Client, StartedSession } from '../../sessions/index.ts';
import { CLOCK_TOLERANCE_SECONDS } from '../accounts/clock-tolerance.ts';
import type { Identity } from '../accounts/identity.ts';
import { SignInRefused } from '../accounts/sign-in-refused.ts';
import { confirmWithIdentity, signInToAccount } from '../accounts/sign-in-to-account.ts';
import { storeTest } from '../settings/manage-providers.ts';
import type { Provider } from '../settings/providers.ts';
import type { ProviderFlow } from './flow.ts';
import { recentlySignedIn } from './recently-signed-in.ts';
import { runTest } from './run-test.ts';
import type { Verified } from './verified.ts';

/** A browser that came back from a provider, in the flow that it started. */
export interface Callback {
  readonly provider: Provider;
  readonly flow: ProviderFlow;
  readonly client: Client;
  /** Rejects with `SignInRefused`. */
  readonly verify: () => Promise<Verified>;
}

/** Starts a session. Rejects with `SignInRefused`. */
export async function finishSignIn(
  services: Services,
  { provider, client, flow, verify }: Callback,
): Promise<StartedSession> {
  const { claims: _, ...verified } = await verify();
  const signedIn = await recentlySignedIn(services, provider, flow.intent.session);
  return signInToAccount(services, { provider, ...verified, signedIn, client }).catch(
    withSubject(verified.identity),
  );
}

/** Most people who are refused have no account that the audit log could name. */
const withSubject =
  ({ subject }: Identity) =>
  (error: unknown): never => {
    if (!(error instanceof SignInRefused)) throw error;
    throw new SignInRefused(error.code, error.message, { subject, cause: error });
  };

/** Notes in the session of somebody who is signed in that they proved it again. Rejects with `SignInRefused`. */
export async function finishConfirmation(
  services: Services,
  { provider, flow, client, verify }: Callback,
  session: string,
): Promise<void> {
  const principal = await sessionOf(services, provider, session);
  const verified = await verify();
  requireFresh(verified, flow);
  const { identity } = verified;
  await confirmWithIdentity(services, { provider, identity }, { principal, client }).catch(
    withSubject(identity),
  );
}

/** The provider may ignore that the person should sign in again (`max_age` or `ForceAuthn`). */
function requireFresh({ authenticatedAt }: Verified, { startedAt }: ProviderFlow): void {
  if (authenticatedAt !== undefined && authenticatedAt >= startedAt - CLOCK_TOLERANCE_SECONDS * 1000) return;
  throw new SignInRefused(
    'refused',
    authenticatedAt === undefined
      ? 'The provider does not say when the person signed in (auth_time), so it cannot confirm a session.'
      : 'The provider did not ask the person to sign in again.',
  );
}

/** Stores what a test found. It changes nothing else. */
export async function finishTest(services: Services, callback: Callback, session: string): Promise<void> {
  const { provider, client, verify } = callback;
  const { name, adminRole, userId } = await sessionOf(services, provider, session);
  if (adminRole !== 'owner') throw new SignInRefused('refused', `${name} is not an owner any more.`);
  const test = await runTest(services, { provider, signedIn: userId, verify });
  await storeTest(services, provider, test, { actor: name, caller: client.caller });
}

/** The session that started the flow, if it still lasts. */
async function sessionOf(
  { store, time }: Services,
  { tenantId, id }: Provider,
  session: string,
): Promise<UserPrincipal> {
  const principal = await authenticateSession(store, tenantId, session, time.now());
  if (!principal) throw new SignInRefused('expired', `The session that used the provider ${id} has ended.`);
  return principal;
}
