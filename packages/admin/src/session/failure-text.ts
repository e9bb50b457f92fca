import { SIGN_IN_FAILURES } from '@inlay/protocol/sign-in-failure';
import { useMessages } from '../messages.ts';

/** A sentence about the code of a failed sign-in. Anybody can write any code into an address. */
export function useFailureText(code: string): string {
  const t = useMessages('signIn').failures;
  return t[SIGN_IN_FAILURES.find((failure) => failure === code) ?? 'unknown'];
}
