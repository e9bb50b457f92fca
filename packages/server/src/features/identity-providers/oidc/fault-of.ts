import type { TestCheck } from '@inlay/protocol/identity-provider';
import type { SignInFailure } from '@inlay/protocol/sign-in-failure';
import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';
import { AddressNotAllowedError } from '../../../platform/egress/egress-rules.ts';
import { FetchError } from '../../../platform/egress/fetch-bounded.ts';
import { excerpt, ProviderFault } from '../accounts/provider-fault.ts';

/** Explains what the client library or the connection reports. */
export function faultOf(check: TestCheck, error: unknown): ProviderFault {
  if (error instanceof ProviderFault) return error;
  const { code, reason } = explain(error);
  return new ProviderFault(check, code, reason, { cause: error });
}

interface Explanation {
  readonly code: SignInFailure;
  readonly reason: string;
}

function explain(error: unknown): Explanation {
  const chain = causesOf(error);
  const connection = chain.find(
    (each) => each instanceof FetchError || each instanceof AddressNotAllowedError,
  );
  if (connection) return { code: 'unreachable', reason: unreachable(connection) };
  for (const each of chain) {
    if (each instanceof AuthorizationResponseError) return declined(each.error, each.error_description);
    if (each instanceof ResponseBodyError) return atEndpoint(each.error, each.error_description);
    if (each instanceof WWWAuthenticateChallengeError)
      return { code: 'misconfigured', reason: `The provider refused the request (status ${each.status}).` };
  }
  const response = chain.find((each) => each instanceof Response);
  if (response)
    return {
      code: response.status >= 500 ? 'unreachable' : 'misconfigured',
      reason: `The provider responded with ${statusText(response.status)}. Check the issuer.`,
    };
  const errors = chain.filter((each) => each instanceof Error);
  const advice = errors.flatMap((each) => ('code' in each ? (ADVICE[String(each.code)] ?? []) : []));
  const reason = `${excerpt(errors.at(-1)?.message ?? 'Unknown error')}.`;
  return { code: 'misconfigured', reason: [reason, ...advice.slice(0, 1)].join(' ') };
}

const statusText = (status: number): string =>
  status < 400 ? `an unexpected status (${status})` : `status ${status}`;

const unreachable = (error: FetchError | AddressNotAllowedError): string =>
  error.code === 'BAD_RESPONSE' || error.code === 'TOO_LARGE'
    ? `${error.message} Check the issuer.`
    : `The provider cannot be reached: ${error.message}`;

/** The person declined, or the provider does not let this person use this application. */
const DECLINED = ['access_denied', 'login_required', 'consent_required', 'interaction_required'];

function declined(error: string, description: string | undefined): Explanation {
  const reason = `The provider returned “${described(error, description)}”.`;
  return DECLINED.includes(error)
    ? {
        code: 'refused',
        reason: `${reason} Either this person may not use the application, or they canceled.`,
      }
    : { code: 'misconfigured', reason };
}

/** By error code, of the token endpoint or of the client library. */
const ADVICE: Readonly<Record<string, string>> = {
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'Check the clocks of the provider and of this server.',
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: 'Check that the provider shows the same client ID and issuer.',
  OAUTH_KEY_SELECTION_FAILED: 'The provider signs with a key that it does not publish.',
  OAUTH_UNSUPPORTED_OPERATION: 'Let the provider sign ID tokens with RS256, PS256, ES256 or EdDSA.',
  invalid_client: 'Check the client ID and the client secret.',
  unauthorized_client: 'Allow the authorization code grant for this client at the provider.',
  invalid_grant:
    'Check that the redirect address is registered exactly as shown, and sign in again: a code works once.',
};

const atEndpoint = (error: string, description: string | undefined): Explanation => ({
  code: 'misconfigured',
  reason: `The provider returned “${described(error, description)}”. ${ADVICE[error] ?? 'Check the client at the provider.'}`,
});

const described = (error: string, description: string | undefined): string =>
  excerpt(description === undefined ? error : `${error}: ${description}`);

/** The error and what caused it, in order. */
function causesOf(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  for (let at = error; at != null && chain.length < 10; at = causeOf(at)) chain.push(at);
  return chain;
}

const causeOf = (value: unknown): unknown => (value instanceof Error ? value.cause : undefined);
