import type { VNode } from 'preact';
import { asApiError } from '../../api/api-error.ts';
import { LinkedMessage } from './linked-message.tsx';

/** For `ConfirmDialog`: the error, with links to the content that it names. */
export function describeError(cause: unknown): VNode {
  const { message, details } = asApiError(cause);
  return <LinkedMessage message={message} details={details} />;
}
