import assert from 'node:assert/strict';
import type { User } from '@inlay/protocol/user';
import type { InlayInUse } from '../server/use-inlay.ts';

export interface TestPerson {
  readonly id: string;
  readonly username: string;
  readonly password: string;
}

let made = 0;

/** A new user who can log in, so that no test depends on what another did to a user. */
export async function newPerson(inlay: InlayInUse, fields: Partial<User> = {}): Promise<TestPerson> {
  made += 1;
  const credentials = { username: `person-${made}@demo.test`, password: `password of ${made}` };
  const body = { ...credentials, ...fields };
  const { status, body: user } = await inlay.call<User>('/api/v0/users', {
    token: await inlay.adminToken(),
    body,
  });
  assert.equal(status, 201, JSON.stringify(user));
  return { ...credentials, id: user.id };
}

export async function tokenOf(inlay: InlayInUse, { username, password }: TestPerson): Promise<string> {
  const { status, body } = await inlay.login(username, password);
  assert.equal(status, 200, JSON.stringify(body));
  return body.token;
}
