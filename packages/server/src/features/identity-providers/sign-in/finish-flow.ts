import { type ProviderTest, TEST_CHECKS, type TestCheck } from '@inlay/protocol/identity-provider';
import type { ProviderAddresses } from '@inlay/protocol/provider-addresses';
import { authenticateSession, type ProviderSession } from '../../../platform/identity/login-tokens.ts';
import type { UserPrincipal } from '../../../platform/identity/principal.ts';
import { isoTime } from '../../../platform/time/time.ts';
import type { Services } from '../../../services.ts';
import type { Client, StartedSession } from '../../sessions/index.ts';
import { CLOCK_TOLERANCE_SECONDS } from '../accounts/clock-tolerance.ts';
import type { Identity } from '../accounts/identity.ts';
import { isId } from '../accounts/is-id.ts';
import { ProviderFault } from '../accounts/provider-fault.ts';
import { SignInRefused } from '../accounts/sign-in-refused.ts';
import { confirmWithIdentity, previewAccount, signInToAccount } from '../accounts/sign-in-to-account.ts';
import { identityOf } from '../oidc/identity-of.ts';
import type { MetadataOf, ProviderMetadata } from '../oidc/provider-metadata.ts';
import { type RedeemedCode, redeemCode } from '../oidc/redeem-code.ts';
import { sealSignOutUrl } from '../oidc/sign-out-url.ts';
import { storeTest } from '../settings/manage-providers.ts';
import type { Provider } from '../settings/providers.ts';
import { claimTexts } from './claim-texts.ts';
import type { ProviderFlow } from './flow.ts';
import { recentlySignedIn } from './recently-signed-in.ts';

/** A browser that came back from a provider, in the flow that it started. */
export interface Callback {
  readonly provider: Provider;
  readonly flow: ProviderFlow;
  readonly addresses: ProviderAddresses;
  /** The query of the request, as it was sent. */
  readonly search: string;
  readonly client: Client;
}

interface Verified {
  readonly metadata: ProviderMetadata;
  readonly redeemed: RedeemedCode;
  readonly identity: Identity;
}

/** Verifies what the provider says. Rejects with `ProviderFault`. */
async function verifyCallback(
  services: Services,
  metadataOf: MetadataOf,
  { provider, flow: { secrets }, addresses, search }: Callback,
): Promise<Verified> {
  const metadata = await metadataOf(provider.tenantId, provider.settings);
  const url = new URL(addresses.redirectUri);
  url.search = search;
  const redeemed = await redeemCode(services, provider, metadata, { secrets, url });
  return { metadata, redeemed, identity: identityOf(redeemed) };
}

/** Starts a session. Rejects with `SignInRefused`. */
export async function finishSignIn(
  services: Services,
  metadataOf: MetadataOf,
  callback: Callback,
): Promise<StartedSession> {
  const { provider, client, flow } = callback;
  const verified = await verifyCallback(services, metadataOf, callback);
  const { identity, redeemed } = verified;
  const signedIn = await recentlySignedIn(services, provider, flow.intent.session);
  return signInToAccount(services, {
    provider,
    identity,
    signedIn,
    client,
    secondFactor: hasSecondFactor(redeemed),
    session: providerSession(services, callback, verified),
  }).catch(withSubject(identity));
}

/** Most people who are refused have no account that the audit log could name. */
const withSubject =
  ({ subject }: Identity) =>
  (error: unknown): never => {
    if (!(error instanceof SignInRefused)) throw error;
    throw new SignInRefused(error.code, error.message, { subject, cause: error });
  };

/** RFC 8176: several factors were used. */
const hasSecondFactor = ({ claims: { amr } }: RedeemedCode): boolean =>
  Array.isArray(amr) && amr.includes('mfa');

function providerSession(
  services: Services,
  { provider, addresses: { postLogoutRedirectUri } }: Callback,
  { metadata, redeemed: { idToken, claims } }: Verified,
): ProviderSession {
  const { sid } = claims;
  const signOut = { idToken, postLogoutRedirectUri };
  return {
    id: isId(sid) ? sid : null,
    sealedSignOut: sealSignOutUrl(services, provider, metadata, signOut),
  };
}

/** Notes in the session of somebody who is signed in that they proved it again. Rejects with `SignInRefused`. */
export async function finishConfirmation(
  services: Services,
  metadataOf: MetadataOf,
  callback: Callback,
  session: string,
): Promise<void> {
  const { provider, flow, client } = callback;
  const principal = await sessionOf(services, provider, session);
  const { identity, redeemed } = await verifyCallback(services, metadataOf, callback);
  requireFresh(redeemed, flow);
  await confirmWithIdentity(services, { provider, identity }, { principal, client }).catch(
    withSubject(identity),
  );
}

/** The provider may ignore that the person should sign in again (OpenID Connect Core 1.0 §3.1.2.1, `max_age`). */
function requireFresh({ claims: { auth_time } }: RedeemedCode, { startedAt }: ProviderFlow): void {
  if (auth_time !== undefined && auth_time >= startedAt / 1000 - CLOCK_TOLERANCE_SECONDS) return;
  throw new SignInRefused(
    'refused',
    auth_time === undefined
      ? 'The provider does not say when the person signed in (auth_time), so it cannot confirm a session.'
      : 'The provider did not ask the person to sign in again.',
  );
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

/** Stores what a test found. It changes nothing else. */
export async function finishTest(
  services: Services,
  metadataOf: MetadataOf,
  callback: Callback,
  session: string,
): Promise<void> {
  const { provider, client } = callback;
  const { name, adminRole, userId } = await sessionOf(services, provider, session);
  if (adminRole !== 'owner') throw new SignInRefused('refused', `${name} is not an owner any more.`);
  await storeTest(services, provider, await runTest(services, metadataOf, callback, userId), {
    actor: name,
    caller: client.caller,
  });
}

async function runTest(
  services: Services,
  metadataOf: MetadataOf,
  callback: Callback,
  signedIn: string,
): Promise<ProviderTest> {
  const { provider } = callback;
  let claims: ProviderTest['claims'] = {};
  try {
    const { identity, redeemed } = await verifyCallback(services, metadataOf, callback);
    claims = claimTexts({ ...redeemed.userInfo, ...redeemed.claims });
    const account = await previewAccount(services, { provider, identity, signedIn });
    return testResult(services, { claims, account });
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error;
    return failedTest(services, error, claims);
  }
}

/** A test that failed, at the part of the sign-in that the error names. */
export const failedTest = (
  services: Pick<Services, 'time'>,
  error: SignInRefused,
  claims: ProviderTest['claims'] = {},
): ProviderTest => testResult(services, { claims, account: null, failure: error });

function testResult(
  { time }: Pick<Services, 'time'>,
  {
    claims,
    account,
    failure,
  }: Pick<ProviderTest, 'claims' | 'account'> & { readonly failure?: SignInRefused },
): ProviderTest {
  const failed = failure && (failure instanceof ProviderFault ? failure.check : failedCheckOf(failure));
  const until =
    failed === undefined ? TEST_CHECKS.length : TEST_CHECKS.findIndex((name) => name === failed) + 1;
  const checks = TEST_CHECKS.slice(0, until).map((name) => ({
    name,
    passed: name !== failed,
    reason: name === failed ? (failure?.message ?? null) : null,
  }));
  return { at: isoTime(time.now()), passed: failed === undefined, checks, claims, account };
}

/** What the claims lack, or what speaks against the account. */
const failedCheckOf = ({ code }: SignInRefused): TestCheck =>
  code === 'misconfigured' ? 'claims' : 'account';
