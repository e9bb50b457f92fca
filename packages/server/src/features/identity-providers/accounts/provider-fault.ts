import type { TestCheck } from '@inlay/protocol/identity-provider';
import type { SignInFailure } from '@inlay/protocol/sign-in-failure';
import { printable } from '../../../platform/printable.ts';
import { SignInRefused } from './sign-in-refused.ts';

/** A part of a reason, so that the advice after it is not cut off. */
const MAX_PART = 300;
const MAX_REASON = 1000;

/**
 * What went wrong between this server and a provider, and in which part of the sign-in. Parts of the reason are
 * written by the provider, or by anybody who sends a browser here, so it is shortened and printable.
 */
export class ProviderFault extends SignInRefused {
  readonly check: TestCheck;

  constructor(check: TestCheck, code: SignInFailure, reason: string, options?: ErrorOptions) {
    super(code, printable(shortened(reason, MAX_REASON)), options);
    this.check = check;
  }
}

/** What the provider wrote, as a part of a reason. */
export const excerpt = (text: string): string => shortened(text, MAX_PART).replace(/\.$/, '');

const shortened = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max)}….` : text;
