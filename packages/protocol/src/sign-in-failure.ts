/** Why a sign-in with an identity provider failed: the code in the address that it comes back to. Says nothing else about accounts. */
export const SIGN_IN_FAILURES = [
  'expired',
  'refused',
  'no-account',
  'deactivated',
  'username-taken',
  'not-linked',
  'misconfigured',
  'unreachable',
  'unavailable',
] as const;
export type SignInFailure = (typeof SIGN_IN_FAILURES)[number];
