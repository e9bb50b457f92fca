import type { ProviderTest } from '@inlay/protocol/identity-provider';
import type { SignInFailure } from '@inlay/protocol/sign-in-failure';
import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';
import { AddressNotAllowedError } from '../../../platform/egress/egress-rules.ts';
import { FetchError } from '../../../platform/egress/fetch-bounded.ts';
import { printable } from '../../../platform/printable.ts';
import { SignInRefused } from '../accounts/sign-in-refused.ts';

export type TestCheck = ProviderTest['checks'][number]['name'];

/** What went wrong between this server and a provider, and in which part of the sign-in. */
export class ProviderFault extends SignInRefused {
  readonly check: TestCheck;

  constructor(check: TestCheck, code: SignInFailure, reason: string, options?: ErrorOptions) {
    super(code, reason, options);
    this.check = check;
  }

  /** Explains what the client library or the connection reports. */
  static of(check: TestCheck, error: unknown): ProviderFault {
    if (error instanceof ProviderFault) return error;
    const { code, reason } = explain(error);
    return new ProviderFault(check, code, reason, { cause: error });
  }
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
  if (connection)
    return { code: 'unreachable', reason: `The provider cannot be reached: ${connection.message}` };
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
      reason: `The provider responded with status ${response.status}${response.status < 400 ? ', which is not the expected one' : ''}. Check the issuer.`,
    };
  const sentences = chain.flatMap((each) => (each instanceof Error ? each.message : []));
  return { code: 'misconfigured', reason: `${shortened(sentences.at(-1) ?? 'Unknown error')}.` };
}

/** The person declined, or the provider does not let this person use this application. */
const DECLINED = ['access_denied', 'login_required', 'consent_required', 'interaction_required'];

function declined(error: string, description: string | undefined): Explanation {
  const reason = `The provider answered “${described(error, description)}”.`;
  return DECLINED.includes(error)
    ? { code: 'refused', reason: `${reason} It does not let this person sign in, or the person canceled.` }
    : { code: 'misconfigured', reason };
}

const ADVICE: Readonly<Record<string, string>> = {
  invalid_client: 'Check the client ID and the client secret.',
  unauthorized_client: 'Allow the authorization code grant for this client at the provider.',
  invalid_grant:
    'Check that the redirect address is registered exactly as shown, and sign in again: a code works once.',
};

const atEndpoint = (error: string, description: string | undefined): Explanation => ({
  code: 'misconfigured',
  reason: `The provider answered “${described(error, description)}”. ${ADVICE[error] ?? 'Check the client at the provider.'}`,
});

const described = (error: string, description: string | undefined): string =>
  shortened(description === undefined ? error : `${error}: ${description}`);

const MAX_TEXT = 300;
/** Providers write it, and so may whoever sends a browser here. */
const shortened = (text: string): string => printable(text.slice(0, MAX_TEXT)).replace(/\.$/, '');

/** The error and what caused it, in order. */
function causesOf(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  for (let at = error; at != null && chain.length < 10; at = causeOf(at)) chain.push(at);
  return chain;
}

const causeOf = (value: unknown): unknown => (value instanceof Error ? value.cause : undefined);
