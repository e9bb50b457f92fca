import type { SignInFailure } from '@inlay/protocol/sign-in-failure';

/** Why a sign-in with an identity provider fails. People learn the code, owners of the tenant the reason. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
  readonly code: SignInFailure;
  /** Who signed in at the provider, if it proved that. */
  readonly subject: string | undefined;

  constructor(
    code: SignInFailure,
    reason: string,
    { subject, ...options }: ErrorOptions & { readonly subject?: string } = {},
  ) {
    super(reason, options);
    this.code = code;
    this.subject = subject;
  }
}
