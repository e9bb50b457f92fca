import type { SignInOptions } from '@inlay/protocol/sign-in';
import { showToast } from '@inlay/ui/overlays/toast';
import type { ComponentType } from 'preact';
import { read, send } from '../api/request.ts';
import { loadNamespaces, useMessages } from '../messages.ts';
import { FailureNotice } from './failure-notice.tsx';
import { useFailureText } from './failure-text.ts';
import { OtherWays, type OtherWaysProps } from './other-ways.tsx';

export interface LoadedWays {
  readonly options: SignInOptions;
  readonly OtherWays: ComponentType<OtherWaysProps>;
}

/** Loads what the sign-in offers besides the password. */
export async function loadOtherWays(): Promise<LoadedWays> {
  const [options] = await Promise.all([
    send('GET', '/admin/session/options').then(read<SignInOptions>),
    loadNamespaces('signIn'),
  ]);
  return { options, OtherWays };
}

/** With its messages, which only a failed sign-in needs before the other ways. */
export async function loadFailureNotice(): Promise<typeof FailureNotice> {
  await loadNamespaces('signIn');
  return FailureNotice;
}

/** Of a test or a confirmation, which has worked if there is no code. */
export async function showOutcome(code: string | null): Promise<void> {
  await loadNamespaces('signIn');
  if (code) showToast(useFailureText(code), 'bad');
  else showToast(useMessages('signIn').confirm.done);
}
