import type { SignInFailure } from '@inlay/protocol/sign-in-failure';

/** Why a sign-in with an identity provider fails. People learn the code, owners of the tenant the reason. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
  readonly code: SignInFailure;

  constructor(code: SignInFailure, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.code = code;
  }
}
