import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SignInOptions } from '@inlay/protocol/sign-in';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { saveSignInSettings } from '@inlay/server/features/tenants/sign-in-settings';
import { OPERATOR } from '@inlay/server/platform/identity/acting';
import { mailSettingsOf, newMailable } from '../../../support/mail/mail-people.ts';
import { tokenIn, useMailInlay } from '../../../support/mail/use-mail-inlay.ts';
import { STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { eventually } from '../../../support/time/eventually.ts';

const DEMO = 'demo' as TenantId;
const MINUTE = 60_000;
const PASSWORD = 'a password of their own';

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`asking to reset a password on ${engine}`, () => {
    const inlay = useMailInlay(makeStore, { INLAY_TRUST_PROXY: 'true' });
    const { read } = mailSettingsOf(inlay);
    let sources = 0;
    /** Each from its own address, unless the test is about addresses. */
    const newSource = () => {
      sources += 1;
      return `203.0.113.${sources}`;
    };
    const ask = (username: unknown, source = newSource()) =>
      inlay.call<{ message: string } | null>('/admin/password-reset', {
        body: { username },
        headers: { origin: inlay.running.url, 'sec-fetch-site': 'same-origin', 'x-forwarded-for': source },
      });
    const withPassword = (fields: object = {}) =>
      newMailable(inlay, { password: 'the first password', ...fields });
    const change = async (id: string, body: object) =>
      inlay.call(`/api/v0/users/${id}`, { method: 'PATCH', token: await inlay.adminToken(), body });
    const outboxEmpty = () =>
      eventually(async () => {
        assert.equal((await read()).waiting, 0);
      });
    const countTo = (address: string) => inlay.smtp.received.filter(({ to }) => to.includes(address)).length;

    it('gets one response, whether the account exists, is disabled or has no password', async () => {
      const known = await withPassword();
      const disabled = await withPassword();
      await change(disabled.id, { status: 'disabled' });
      const withoutPassword = await newMailable(inlay);
      const withoutAddress = await withPassword({ email: null });
      const withAnotherText = await withPassword({ email: 'a,b@customer.example' });
      const answers = [];
      for (const name of [
        known.username,
        known.email,
        disabled.username,
        withoutPassword.email,
        withoutAddress.username,
        withAnotherText.username,
        'nobody@customer.example',
        'x\u0000y',
        '💥'.repeat(100),
      ]) {
        const { status, body, headers } = await ask(name);
        const { date: _, 'x-request-id': __, ...rest } = headers;
        answers.push(JSON.stringify({ status, body, rest }));
      }
      assert.equal(new Set(answers).size, 1, answers.join('\n'));
      assert.match(answers[0] ?? '', /"status":202,"body":null/);
      await outboxEmpty();
      assert.equal(countTo(known.email), 2);
      for (const { email } of [disabled, withoutPassword]) assert.equal(countTo(email), 0);
    });

    it('stores the same for a known and an unknown name, and what was typed only encrypted', async () => {
      const { username } = await withPassword();
      await outboxEmpty();
      const rows = async () =>
        inlay.running.services.store.everyTenant.selectFrom('outgoing_mail').selectAll().execute();
      const stored = [];
      for (const name of [username, 'nobody-at-all']) {
        await ask(name);
        for (const { kind, recipient, sealed, created_at, expires_at } of await rows()) {
          assert.ok(!String(sealed).includes(name));
          stored.push({ kind, recipient, lasts: expires_at - created_at });
        }
        await outboxEmpty();
      }
      const same = { kind: 'password-reset-request', recipient: null, lasts: 30 * MINUTE };
      for (const row of stored) assert.deepEqual(row, same);
    });

    it('keeps the old password until a new one is chosen', async () => {
      const user = await withPassword();
      await ask(user.username);
      const token = tokenIn(await inlay.mailTo(user.email));
      const logsIn = async (password: string) =>
        (await inlay.call('/api/login', { body: { username: user.username, password } })).status;
      assert.equal(await logsIn('the first password'), 200);
      await inlay.callFromPage('/admin/password-link/password', { token, newPassword: PASSWORD });
      assert.equal(await logsIn('the first password'), 401);
      assert.equal(await logsIn(PASSWORD), 200);
    });

    it('works for a username that is blocked, and does not end the block', async () => {
      const user = await withPassword();
      const logIn = async (password: string) =>
        (await inlay.call('/api/login', { body: { username: user.username, password } })).status;
      for (let count = 0; count < 5; count += 1) await logIn('wrong');
      await ask(user.username);
      const token = tokenIn(await inlay.mailTo(user.email));
      const set = { token, newPassword: PASSWORD };
      assert.equal((await inlay.callFromPage('/admin/password-link/password', set)).status, 204);
      inlay.time.setClockBy(MINUTE);
      assert.equal(await logIn(PASSWORD), 200);
    });

    it('sends five emails for a name in a quarter of an hour, and says nothing of it', async () => {
      const user = await withPassword();
      for (let count = 0; count < 7; count += 1) assert.equal((await ask(user.username)).status, 202);
      await outboxEmpty();
      assert.equal(countTo(user.email), 5);
    });

    it('sends five emails to an account in an hour, under whatever name', async () => {
      const user = await withPassword();
      const names = [user.username, user.email, `${user.username.toUpperCase()} `, user.email.toUpperCase()];
      for (const name of [...names, ...names]) await ask(name);
      await outboxEmpty();
      assert.equal(countTo(user.email), 5);
      inlay.time.setClockBy(61 * MINUTE);
      await ask(user.username);
      await outboxEmpty();
      assert.equal(countTo(user.email), 6);
    });

    it('answers a source that asks too often with 429, for known and unknown names alike', async () => {
      const user = await withPassword();
      const source = '198.51.100.7';
      for (let count = 0; count < 10; count += 1)
        assert.equal((await ask(`guess-${count}`, source)).status, 202);
      for (const name of [user.username, 'nobody']) {
        const { status, headers } = await ask(name, source);
        assert.equal(status, 429);
        assert.ok(Number(headers['retry-after']) > 0);
      }
      assert.equal((await ask(user.username, '198.51.100.8')).status, 202);
      inlay.time.setClockBy(16 * MINUTE);
      assert.equal((await ask(user.username, source)).status, 202);
      await outboxEmpty();
      assert.equal(countTo(user.email), 2);
    });

    it('sends every account of a shared address its own link', async () => {
      const email = 'team@customer.example';
      const [one, other] = [await withPassword({ email }), await withPassword({ email })];
      await ask(email);
      await outboxEmpty();
      const texts = inlay.smtp.received.filter(({ to }) => to.includes(email)).map((mail) => mail.email.text);
      assert.equal(texts.length, 2);
      for (const { username } of [one, other])
        assert.ok(
          texts.some((text) => text?.includes(username)),
          username,
        );
    });

    it('sends to the stored address, never to the one that was typed', async () => {
      const user = await withPassword({ email: 'kim.k@customer.example' });
      // The Kelvin sign, which becomes a k in lower case.
      const typed = 'kim.\u212A@customer.example';
      await ask(typed);
      await ask('kim.k@customer.example,evil@attacker.example');
      await ask('kim.k@customer.example\r\nBcc: evil@attacker.example');
      await outboxEmpty();
      for (const { to } of inlay.smtp.received)
        for (const address of to) assert.ok(!/\u212A|attacker/.test(address), address);
      assert.ok(countTo(user.email) <= 1);
    });

    it('sends nothing where passwords are switched off, which also voids links that were sent', async () => {
      const user = await withPassword();
      await ask(user.username);
      const token = tokenIn(await inlay.mailTo(user.email));
      const { services } = inlay.running;
      const set = (passwords: boolean) =>
        saveSignInSettings(services, DEMO, { passwords }, { actor: null, caller: OPERATOR });
      await set(false);
      assert.equal((await ask(user.username)).status, 202);
      await eventually(async () => {
        const waiting = await services.store.everyTenant.selectFrom('outgoing_mail').select('id').execute();
        assert.deepEqual(waiting, []);
      });
      assert.equal((await inlay.callFromPage('/admin/password-link', { token })).status, 404);
      const headers = { origin: inlay.running.url, 'sec-fetch-site': 'same-origin' };
      const { body } = await inlay.call<{ available: boolean }>('/admin/password-reset', { headers });
      assert.equal(body.available, false);
      await set(true);
      assert.equal(countTo(user.email), 1);
    });

    for (const [what, username] of [
      ['no text', 7],
      ['an empty name', ''],
      ['a name that is too long', 'x'.repeat(321)],
    ] as const)
      it(`refuses ${what}`, async () => {
        const { status, body } = await ask(username);
        assert.equal(status, 400);
        assert.match(body?.message ?? '', /username/);
      });
  });

  describe(`passwords without a mail server on ${engine}`, () => {
    const inlay = useInlay(makeStore);
    const newUser = async (fields: object = {}) => {
      const body = {
        username: `person-${JSON.stringify(fields).length}`,
        email: 'p@customer.example',
        ...fields,
      };
      const token = await inlay.adminToken();
      return (await inlay.call<{ id: string }>('/api/v0/users', { token, body })).body;
    };

    it('are not offered to be reset, and a request for it does nothing', async () => {
      const headers = { origin: inlay.running.url, 'sec-fetch-site': 'same-origin' };
      const { body } = await inlay.call<{ available: boolean }>('/admin/password-reset', { headers });
      assert.equal(body.available, false);
      const options = await inlay.call<SignInOptions>('/admin/session/options', { headers });
      assert.equal(options.body.passwordReset, false);
      const asked = await inlay.call('/admin/password-reset', { body: { username: 'x' }, headers });
      assert.equal(asked.status, 202);
    });

    for (const what of ['invitation', 'password-reset'])
      it(`are set with a link that the administrator gets for the kind ${what}`, async () => {
        const { id } = await newUser(what === 'invitation' ? {} : { password: 'the first password' });
        const { status, body, headers } = await inlay.call<{ sent: boolean; link: string }>(
          `/api/v0/users/${id}/${what}`,
          { method: 'POST', token: await inlay.adminToken() },
        );
        assert.equal(status, 200);
        assert.equal(body.sent, false);
        assert.match(String(headers['cache-control']), /no-store/);
        const link = new URL(body.link);
        assert.equal(link.pathname, '/admin/set-password');
        assert.ok(!inlay.running.logged().includes(link.hash.slice(1)));
        const set = await inlay.call('/admin/password-link/password', {
          body: { token: link.hash.slice(1), newPassword: PASSWORD },
          headers: { origin: inlay.running.url, 'sec-fetch-site': 'same-origin' },
        });
        assert.equal(set.status, 204);
      });
  });
}
