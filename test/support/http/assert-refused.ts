import assert from 'node:assert/strict';
import type { TokenResponse } from '../embeds/embed-client.ts';

/** RFC 6749 §5.2: the status, the code, and a description that is printable and says what to change. */
export function assertRefused(
  response: Pick<TokenResponse, 'status' | 'body'>,
  status: number,
  error: string,
  description: RegExp = /./,
): void {
  const shown = JSON.stringify(response.body);
  assert.equal(response.status, status, shown);
  assert.equal(response.body.error, error, shown);
  assert.match(response.body.error_description ?? '', description);
  assert.match(response.body.error_description ?? '', /^[\x20\x21\x23-\x5b\x5d-\x7e]{1,500}$/);
  assert.equal(response.body.access_token, undefined);
}

export const assertInvalidGrant = (response: Pick<TokenResponse, 'status' | 'body'>, description?: RegExp) =>
  assertRefused(response, 400, 'invalid_grant', description);
