import {
  type ProviderKind,
  type ProviderTest,
  TEST_CHECKS,
  type TestCheck,
} from '@inlay/protocol/identity-provider';
import { isoTime } from '../../../platform/time/time.ts';
import type { Services } from '../../../services.ts';
import { ProviderFault } from '../accounts/provider-fault.ts';
import { SignInRefused } from '../accounts/sign-in-refused.ts';
import { previewAccount } from '../accounts/sign-in-to-account.ts';
import type { Provider } from '../settings/providers.ts';
import { claimTexts } from './claim-texts.ts';
import type { Verified } from './verified.ts';

interface Tested {
  readonly provider: Provider;
  /** The id of the owner who tests. */
  readonly signedIn: string;
  readonly verify: () => Promise<Verified>;
}

/** A sign-in up to the account, which stays as it is. */
export async function runTest(
  services: Services,
  { provider, signedIn, verify }: Tested,
): Promise<ProviderTest> {
  let claims: ProviderTest['claims'] = {};
  try {
    const verified = await verify();
    claims = claimTexts(verified.claims);
    const account = await previewAccount(services, { provider, identity: verified.identity, signedIn });
    return testResult(services, provider.settings.kind, { claims, account });
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error;
    return failedTest(services, provider, error, claims);
  }
}

/** A test that failed, at the part of the sign-in that the error names. */
export const failedTest = (
  services: Pick<Services, 'time'>,
  { settings: { kind } }: Provider,
  error: SignInRefused,
  claims: ProviderTest['claims'] = {},
): ProviderTest => testResult(services, kind, { claims, account: null, failure: error });

interface Result extends Pick<ProviderTest, 'claims' | 'account'> {
  readonly failure?: SignInRefused;
}

function testResult(
  { time }: Pick<Services, 'time'>,
  kind: ProviderKind,
  { claims, account, failure }: Result,
): ProviderTest {
  const all: readonly TestCheck[] = TEST_CHECKS[kind];
  const failed = failure && (failure instanceof ProviderFault ? failure.check : failedCheckOf(failure));
  const until = failed === undefined ? all.length : all.indexOf(failed) + 1;
  const checks = all.slice(0, until).map((name) => ({
    name,
    passed: name !== failed,
    reason: name === failed ? (failure?.message ?? null) : null,
  }));
  return { at: isoTime(time.now()), passed: failed === undefined, checks, claims, account };
}

/** What the claims lack, or what speaks against the account. */
const failedCheckOf = ({ code }: SignInRefused): TestCheck =>
  code === 'misconfigured' ? 'claims' : 'account';
