import assert from 'node:assert/strict';
import type { TokenAnswer } from '../embeds/embed-client.ts';

/** RFC 6749 §5.2: the status, the code, and a description that is printable and says what to change. */
export function assertRefused(
  answer: Pick<TokenAnswer, 'status' | 'body'>,
  status: number,
  error: string,
  description: RegExp = /./,
): void {
  const shown = JSON.stringify(answer.body);
  assert.equal(answer.status, status, shown);
  assert.equal(answer.body.error, error, shown);
  assert.match(answer.body.error_description ?? '', description);
  assert.match(answer.body.error_description ?? '', /^[\x20\x21\x23-\x5b\x5d-\x7e]{1,500}$/);
  assert.equal(answer.body.access_token, undefined);
}

export const assertInvalidGrant = (answer: Pick<TokenAnswer, 'status' | 'body'>, description?: RegExp) =>
  assertRefused(answer, 400, 'invalid_grant', description);
