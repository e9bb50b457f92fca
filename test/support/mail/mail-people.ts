import assert from 'node:assert/strict';
import type { MailSettings, MailTest } from '@inlay/protocol/mail-settings';
import type { SentLink } from '@inlay/protocol/password-link';
import type { User } from '@inlay/protocol/user';
import type { ApiResponse } from '../http/api-client.ts';
import type { MailInlay } from './use-mail-inlay.ts';

export interface Mailable {
  readonly id: string;
  readonly username: string;
  readonly email: string;
}

let people = 0;

/** A user with an address of their own, and without a password unless it is given. */
export async function newMailable(inlay: MailInlay, fields: object = {}): Promise<Mailable> {
  people += 1;
  const username = `reader-${people}`;
  const person = { username, email: `${username}@customer.example`, ...fields };
  const token = await inlay.adminToken();
  const { status, body } = await inlay.call<User>('/api/v0/users', { token, body: person });
  assert.equal(status, 201, JSON.stringify(body));
  return { ...person, id: body.id };
}

export async function sendLinkTo(
  inlay: MailInlay,
  { id }: Pick<Mailable, 'id'>,
  what: 'invitation' | 'password-reset' = 'invitation',
): Promise<ApiResponse<SentLink>> {
  const token = await inlay.adminToken();
  return inlay.call<SentLink>(`/api/v0/users/${id}/${what}`, { token, method: 'POST' });
}

/** The mail settings and their routes, as the owner calls them. */
export function mailSettingsOf(inlay: MailInlay) {
  const url = '/api/v0/mail-settings';
  return {
    read: async () => (await inlay.call<MailSettings>(url, { token: await inlay.adminToken() })).body,
    change: async (body: object) =>
      inlay.call<MailSettings & { message: string }>(url, {
        method: 'PATCH',
        token: await inlay.adminToken(),
        body,
      }),
    test: async () =>
      inlay.call<MailTest & { message: string }>(`${url}/test`, {
        method: 'POST',
        token: await inlay.adminToken(),
      }),
  };
}
