import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AuditEvent } from '@inlay/protocol/audit-event';
import type { NewTotp, Passkey, RecoveryCodes, SecondFactors } from '@inlay/protocol/second-factor';
import { DEFAULT_SIGN_IN_SETTINGS } from '@inlay/protocol/sign-in';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { saveSignInSettings } from '@inlay/server/features/tenants/sign-in-settings';
import { OPERATOR } from '@inlay/server/platform/identity/acting';
import { BOTH_STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { codeAt } from '../../../support/sign-in/sign-in-page.ts';
import { type Odd, softwareAuthenticator } from '../../../support/sign-in/software-authenticator.ts';
import {
  addPasskeyWith,
  addTotpWith,
  newPersonWithPasskey,
  newPersonWithTotp,
  siteOrigin,
} from '../../../support/sign-in/use-factors.ts';
import { newPerson, tokenOf } from '../../../support/users/people.ts';
import { startSessionOf } from '../../../support/users/start-session-of.ts';

const minute = 60_000;
const DEMO = 'demo' as TenantId;

for (const [engine, makeStore] of Object.entries(BOTH_STORES)) {
  describe(`second factors of an account on ${engine}`, () => {
    const inlay = useInlay(makeStore);
    const read = async (token: string) =>
      (await inlay.call<SecondFactors>('/api/v0/me/second-factors', { token })).body;
    const post = <T>(token: string, path: string, body?: object) =>
      inlay.call<T & { message: string }>(`/api/v0/me/${path}`, { method: 'POST', token, body });
    const remove = (token: string, path: string) =>
      inlay.call<{ message: string }>(`/api/v0/${path}`, { method: 'DELETE', token });
    const requireOfUsers = (secondFactorRoles: readonly 'user'[]) =>
      saveSignInSettings(
        inlay.running.services,
        DEMO,
        { ...DEFAULT_SIGN_IN_SETTINGS, secondFactorRoles },
        { actor: null, caller: OPERATOR },
      );

    it('begin with none', async () => {
      const token = await tokenOf(inlay, await newPerson(inlay));
      assert.deepEqual(await read(token), {
        passkeys: [],
        totp: null,
        recoveryCodes: { left: 0 },
        isRequired: false,
      });
    });

    it('include an authenticator app once a code of it was confirmed', async () => {
      const person = await newPerson(inlay);
      const token = await tokenOf(inlay, person);
      const { body: started } = await post<NewTotp>(token, 'totp');
      assert.ok(started.uri.includes(encodeURIComponent(person.username)));
      assert.equal((await read(token)).totp, null);
      assert.equal((await inlay.login(person.username, person.password)).status, 200, 'nothing counts yet');
      assert.equal((await post(token, 'totp/confirm', { code: '12345' })).status, 400);
      const code = codeAt(started.secret, inlay.now());
      const confirmed = await post<RecoveryCodes>(token, 'totp/confirm', { code });
      assert.equal(confirmed.body.recoveryCodes.length, 10);
      assert.equal((await post(token, 'totp/confirm', { code })).status, 400, 'confirmed once');
      const { totp, recoveryCodes } = await read(token);
      assert.deepEqual([totp?.createdAt, recoveryCodes.left], [new Date(inlay.now()).toISOString(), 10]);
      assert.equal((await inlay.login(person.username, person.password)).status, 401);
    });

    it('wait a quarter of an hour for the first code, and forget a secret that was replaced', async () => {
      const token = await tokenOf(inlay, await newPerson(inlay));
      const { body: former } = await post<NewTotp>(token, 'totp');
      const { body: latter } = await post<NewTotp>(token, 'totp');
      assert.notEqual(former.secret, latter.secret);
      const confirm = (secret: string) => post(token, 'totp/confirm', { code: codeAt(secret, inlay.now()) });
      assert.equal((await confirm(former.secret)).status, 400);
      inlay.pass(15 * minute);
      assert.equal((await confirm(latter.secret)).status, 400);
    });

    it('keep the former app until the next one is confirmed, and the recovery codes', async () => {
      const { token, secret } = await newPersonWithTotp(inlay);
      await post<NewTotp>(token, 'totp');
      assert.notEqual((await read(token)).totp, null);
      const { secret: next, recoveryCodes } = await addTotpWith(inlay, token);
      assert.notEqual(next, secret);
      assert.deepEqual(recoveryCodes, []);
      assert.equal((await read(token)).recoveryCodes.left, 10);
    });

    it('block whoever guesses codes of a new app', async () => {
      const token = await tokenOf(inlay, await newPerson(inlay));
      const { body } = await post<NewTotp>(token, 'totp');
      for (let times = 0; times < 5; times += 1)
        assert.equal((await post(token, 'totp/confirm', { code: 'x' })).status, 400);
      const right = await post(token, 'totp/confirm', { code: codeAt(body.secret, inlay.now()) });
      assert.deepEqual([right.status, right.headers['retry-after']], [429, '60']);
    });

    it('include passkeys, which have names', async () => {
      const { token, id } = await newPersonWithPasskey(inlay);
      const { passkeys } = await read(token);
      const [first] = passkeys;
      assert.deepEqual(
        { ...first, id: '' },
        {
          id: '',
          name: 'Laptop',
          isSynced: false,
          createdAt: new Date(inlay.now()).toISOString(),
          lastUsedAt: null,
        },
      );
      const rename = (own: string, name: string) =>
        inlay.call<Passkey>(`/api/v0/me/passkeys/${first?.id}`, {
          method: 'PATCH',
          token: own,
          body: { name },
        });
      assert.equal((await rename(token, 'Office')).body.name, 'Office');
      assert.equal((await rename(token, '')).status, 400);
      const stranger = await tokenOf(inlay, await newPerson(inlay));
      assert.equal((await rename(stranger, 'Mine')).status, 404);
      assert.equal((await remove(stranger, `me/passkeys/${first?.id}`)).status, 404);
      const started = await post<{ options: Record<string, unknown> }>(token, 'passkeys/options');
      const { options } = started.body;
      assert.deepEqual(options.rp, { name: 'Demo', id: 'localhost' });
      assert.deepEqual(options.attestation, 'none');
      assert.equal((options.excludeCredentials as object[]).length, 1);
      const { id: handle } = options.user as { id: string };
      assert.equal(Buffer.from(handle, 'base64url').toString(), id);
    });

    const odd: Readonly<Record<string, Odd>> = {
      'of another origin': { origin: 'https://evil.example' },
      'for another relying party': { rpId: 'evil.example' },
      'with a challenge that is no string': { challenge: { length: 43 } },
      'of another ceremony': { type: 'webauthn.get' },
    };
    for (const [what, change] of Object.entries(odd))
      it(`refuse a passkey ${what}`, async () => {
        const token = await tokenOf(inlay, await newPerson(inlay));
        const passkey = softwareAuthenticator(siteOrigin(inlay));
        const { status, body } = await addPasskeyWith(inlay, token, passkey, change);
        assert.equal(status, 400, JSON.stringify(body));
        assert.deepEqual((await read(token)).passkeys, []);
      });

    it('refuse attestation certificates, which name addresses to fetch', async () => {
      const token = await tokenOf(inlay, await newPerson(inlay));
      const passkey = softwareAuthenticator(siteOrigin(inlay));
      const certificate = Buffer.from('a certificate');
      assert.equal((await addPasskeyWith(inlay, token, passkey, { certificate })).status, 400);
      assert.match(inlay.running.logged(), /The attestation packed was not asked for/);
    });

    it('refuse a passkey for a challenge that was answered, has expired or is of somebody else', async () => {
      const token = await tokenOf(inlay, await newPerson(inlay));
      const stranger = await tokenOf(inlay, await newPerson(inlay));
      const passkey = () => softwareAuthenticator(siteOrigin(inlay));
      const challenge = async (of: string) =>
        (await post<{ options: { challenge: string; rp: { id: string } } }>(of, 'passkeys/options')).body
          .options;
      const add = async (response: object) =>
        (await post(token, 'passkeys', { name: 'Mine', response })).status;
      const options = await challenge(token);
      assert.equal(await add(passkey().create(options)), 201);
      assert.equal(await add(passkey().create(options)), 400);
      assert.equal(await add(passkey().create(await challenge(stranger))), 400);
      const late = passkey().create(await challenge(token));
      inlay.pass(5 * minute);
      assert.equal(await add(late), 400);
      assert.equal(await add({}), 400);
    });

    it('refuse a passkey that somebody has, and the twenty-first', async () => {
      const { token, passkey } = await newPersonWithPasskey(inlay);
      const stranger = await tokenOf(inlay, await newPerson(inlay));
      for (const own of [token, stranger])
        assert.equal((await addPasskeyWith(inlay, own, passkey)).status, 409);
      for (let count = 1; count < 20; count += 1)
        await addPasskeyWith(inlay, token, softwareAuthenticator(siteOrigin(inlay)));
      const last = await addPasskeyWith(inlay, token, softwareAuthenticator(siteOrigin(inlay)));
      assert.equal(last.status, 409);
    });

    it('replace recovery codes, and remove them with the last factor', async () => {
      const { token, recoveryCodes } = await newPersonWithTotp(inlay);
      const { body } = await post<RecoveryCodes>(token, 'recovery-codes');
      assert.equal(body.recoveryCodes.length, 10);
      assert.deepEqual(
        body.recoveryCodes.filter((code) => recoveryCodes.includes(code)),
        [],
      );
      assert.equal((await read(token)).recoveryCodes.left, 10);
      assert.equal((await remove(token, 'me/totp')).status, 204);
      assert.equal((await remove(token, 'me/totp')).status, 404);
      assert.equal((await read(token)).recoveryCodes.left, 0);
      assert.equal((await post(token, 'recovery-codes')).status, 409);
    });

    it('keep the last one where the tenant requires one, also against two removals at once', async () => {
      const { token } = await newPersonWithPasskey(inlay);
      await addTotpWith(inlay, token);
      const [passkey] = (await read(token)).passkeys;
      await requireOfUsers(['user']);
      try {
        assert.equal((await read(token)).isRequired, true);
        const statuses = await Promise.all(
          ['me/totp', `me/passkeys/${passkey?.id}`].map(async (path) => (await remove(token, path)).status),
        );
        assert.deepEqual(statuses.sort(), [204, 409]);
        const { passkeys, totp } = await read(token);
        assert.equal(passkeys.length + (totp ? 1 : 0), 1);
        const refused = await remove(token, totp ? 'me/totp' : `me/passkeys/${passkey?.id}`);
        assert.deepEqual(
          [refused.status, refused.body.message],
          [409, 'Your role requires a second factor. Add another one before you remove this one.'],
        );
      } finally {
        await requireOfUsers([]);
      }
    });

    it('are reset by an administrator for somebody who lost them, but not those of an owner', async () => {
      const admin = await newPerson(inlay, { adminRole: 'administrator' });
      const token = await tokenOf(inlay, admin);
      const person = await newPersonWithTotp(inlay);
      const owner = await newPersonWithTotp(inlay, { adminRole: 'owner' });
      const reset = (id: string, by = token) => remove(by, `users/${id}/second-factors`);
      assert.equal((await reset(person.id)).status, 204);
      assert.equal((await inlay.call('/api/v0/me', { token: person.token })).status, 401, 'sessions end');
      assert.equal((await inlay.login(person.username, person.password)).status, 200);
      const refused = await reset(owner.id);
      assert.equal(refused.headers['www-authenticate'], 'Bearer error="insufficient_scope"');
      assert.notEqual((await read(owner.token)).totp, null);
      assert.equal((await reset('nobody')).status, 404);
      assert.equal((await reset(admin.id, owner.token)).status, 204);
    });

    it('are recorded, without secrets, codes or keys', async () => {
      const person = await newPersonWithTotp(inlay);
      const { username, token } = person;
      await post(token, 'recovery-codes');
      inlay.pass(1);
      await remove(token, 'me/totp');
      const { body } = await inlay.call<{ data: readonly AuditEvent[] }>(
        `/api/v0/audit-events?actor=${username}`,
        { token: await inlay.adminToken() },
      );
      assert.deepEqual(body.data.map(({ action, details }) => [action, details]).slice(0, 3), [
        ['second-factor.remove', { factor: 'totp' }],
        ['recovery-codes.create', null],
        ['second-factor.add', { factor: 'totp' }],
      ]);
      const recorded = JSON.stringify(body.data) + inlay.running.logged();
      for (const secret of [person.secret, ...person.recoveryCodes]) assert.ok(!recorded.includes(secret));
    });

    it('are stored sealed or as fingerprints, and deleted with the user', async () => {
      const person = await newPersonWithTotp(inlay);
      const { store } = inlay.running.services;
      const tables = ['passkeys', 'totp_secrets', 'recovery_codes', 'one_time_tokens'] as const;
      const stored = async () => {
        const rows = [];
        for (const table of tables)
          rows.push(
            ...(await store
              .tenant(DEMO)
              .selectFrom(table)
              .selectAll()
              .where('user_id', '=', person.id)
              .execute()),
          );
        return rows;
      };
      await addPasskeyWith(inlay, person.token, softwareAuthenticator(siteOrigin(inlay)));
      await post(person.token, 'passkeys/options');
      const rows = await stored();
      assert.equal(rows.length, 13);
      const text = JSON.stringify(rows);
      for (const secret of [person.secret, ...person.recoveryCodes]) assert.ok(!text.includes(secret));
      await remove(await inlay.adminToken(), `users/${person.id}`);
      assert.deepEqual(await stored(), []);
    });

    it('do not end sessions of identity providers, which check factors themselves', async () => {
      const person = await newPerson(inlay);
      const token = await startSessionOf(inlay, person, { method: 'oidc', provider: 'entra' });
      await addTotpWith(inlay, token);
      const again = await startSessionOf(inlay, person, { method: 'oidc', provider: 'entra' });
      assert.equal((await read(again)).recoveryCodes.left, 10);
    });
  });
}
