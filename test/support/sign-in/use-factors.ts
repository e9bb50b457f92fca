import assert from 'node:assert/strict';
import type { NewTotp, RecoveryCodes } from '@inlay/protocol/second-factor';
import type { InlayInUse } from '../server/use-inlay.ts';
import { newPerson, type TestPerson, tokenOf } from '../users/people.ts';
import { startSessionOf } from '../users/start-session-of.ts';
import { codeAt } from './sign-in-page.ts';
import { type SoftwareAuthenticator, softwareAuthenticator } from './software-authenticator.ts';

const STEP = 30_000;

export interface PersonWithTotp extends TestPerson {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** A token of a session with a second factor. */
  readonly token: string;
}

export interface PersonWithPasskey extends TestPerson {
  readonly passkey: SoftwareAuthenticator;
  readonly recoveryCodes: readonly string[];
  readonly token: string;
}

/** Where browsers reach the tenant `demo`, and passkeys work. */
export const siteOrigin = ({ running }: InlayInUse): string => running.services.config.publicUrl.origin;

/** Somebody whose authenticator app was confirmed. The code of the present step is used up. */
export async function newPersonWithTotp(
  inlay: InlayInUse,
  fields: Parameters<typeof newPerson>[1] = {},
): Promise<PersonWithTotp> {
  const person = await newPerson(inlay, fields);
  const token = await tokenOf(inlay, person);
  const { secret, recoveryCodes } = await addTotpWith(inlay, token);
  return { ...person, secret, recoveryCodes, token };
}

/** Ends one step after the one whose code was used. */
export async function addTotpWith(inlay: InlayInUse, token: string) {
  const started = await inlay.call<NewTotp>('/api/v0/me/totp', { method: 'POST', token });
  assert.equal(started.status, 200, JSON.stringify(started.body));
  const { secret } = started.body;
  const confirmed = await inlay.call<RecoveryCodes>('/api/v0/me/totp/confirm', {
    token,
    body: { code: codeAt(secret, inlay.now()) },
  });
  assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body));
  inlay.pass(STEP);
  return { secret, recoveryCodes: confirmed.body.recoveryCodes };
}

export async function newPersonWithPasskey(
  inlay: InlayInUse,
  fields: Parameters<typeof newPerson>[1] = {},
): Promise<PersonWithPasskey> {
  const person = await newPerson(inlay, fields);
  const token = await startSessionOf(inlay, person, { method: 'passkey', secondFactor: true });
  const passkey = softwareAuthenticator(siteOrigin(inlay));
  const { status, body } = await addPasskeyWith(inlay, token, passkey);
  assert.equal(status, 201, JSON.stringify(body));
  return { ...person, passkey, recoveryCodes: body.recoveryCodes, token };
}

export async function addPasskeyWith(
  inlay: InlayInUse,
  token: string,
  passkey: SoftwareAuthenticator,
  odd: Parameters<SoftwareAuthenticator['create']>[1] = {},
) {
  const started = await inlay.call<{ options: Parameters<SoftwareAuthenticator['create']>[0] }>(
    '/api/v0/me/passkeys/options',
    { method: 'POST', token },
  );
  assert.equal(started.status, 200, JSON.stringify(started.body));
  const response = passkey.create(started.body.options, odd);
  return inlay.call<RecoveryCodes>('/api/v0/me/passkeys', { token, body: { name: 'Laptop', response } });
}
