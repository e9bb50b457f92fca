import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SentLink } from '@inlay/protocol/password-link';
import type { User } from '@inlay/protocol/user';
import { SENDER, tokenIn, useMailInlay } from '../../../support/mail/use-mail-inlay.ts';
import { STORES } from '../../../support/server/start-inlay.ts';

const PASSWORD = 'a password of their own';
const MINUTE = 60_000;
let people = 0;

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`links to set a password on ${engine}`, () => {
    const inlay = useMailInlay(makeStore);

    const newUser = async (fields: object = {}) => {
      people += 1;
      const username = `person-${people}`;
      const email = `${username}@customer.example`;
      const token = await inlay.adminToken();
      const { status, body } = await inlay.call<User>('/api/v0/users', {
        token,
        body: { username, email, ...fields },
      });
      assert.equal(status, 201, JSON.stringify(body));
      return { ...body, username, email };
    };
    const change = async (id: string, body: object) => {
      const token = await inlay.adminToken();
      assert.equal((await inlay.call(`/api/v0/users/${id}`, { method: 'PATCH', token, body })).status, 200);
    };
    const send = async (id: string, what: 'invitation' | 'password-reset') => {
      const token = await inlay.adminToken();
      return inlay.call<SentLink>(`/api/v0/users/${id}/${what}`, { token, method: 'POST' });
    };
    const logsIn = async (username: string, password: string) =>
      (await inlay.call('/api/login', { body: { username, password } })).status;
    const setPassword = (token: string, newPassword = PASSWORD) =>
      inlay.callFromPage<{ message: string }>('/admin/password-link/password', { token, newPassword });
    const read = (token: string) =>
      inlay.callFromPage<{ username: string }>('/admin/password-link', { token });
    const requestReset = (username: string) => inlay.callFromPage('/admin/password-reset', { username });

    it('invites a user, who chooses a password and signs in', async () => {
      const user = await newUser();
      const { status, body } = await send(user.id, 'invitation');
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(body.sent, true);
      assert.equal(body.link, null);
      const mail = await inlay.mailTo(user.email);
      assert.equal(mail.from, SENDER);
      assert.match(mail.email.subject ?? '', /^Your account at /);
      const token = tokenIn(mail);
      assert.equal((await read(token)).body.username, user.username);
      assert.equal((await setPassword(token)).status, 204);
      assert.equal(await logsIn(user.username, PASSWORD), 200);
    });

    it('resets a forgotten password, ends all sessions and tells the user', async () => {
      const user = await newUser({ password: 'the first password' });
      const credentials = { username: user.username, password: 'the first password' };
      const session = (await inlay.call<{ token: string }>('/api/login', { body: credentials })).body.token;
      const { status, body } = await requestReset(user.email.toUpperCase());
      assert.equal(status, 202);
      assert.equal(body, null);
      const token = tokenIn(await inlay.mailTo(user.email));
      assert.equal((await setPassword(token)).status, 204);
      assert.equal((await inlay.call('/api/v0/me', { token: session })).status, 401);
      assert.equal(await logsIn(user.username, 'the first password'), 401);
      assert.equal(await logsIn(user.username, PASSWORD), 200);
      const notice = await inlay.mailTo(user.email, 2);
      assert.match(notice.email.subject ?? '', /password .* was changed/);
      assert.ok(!notice.email.text?.includes('set-password'));
    });

    it('refuses a link that was used', async () => {
      const user = await newUser();
      await send(user.id, 'invitation');
      const token = tokenIn(await inlay.mailTo(user.email));
      assert.equal((await setPassword(token)).status, 204);
      const again = await setPassword(token, 'somebody else’s password');
      assert.equal(again.status, 404);
      assert.match(again.body.message, /was used already/);
      assert.equal((await read(token)).status, 404);
      assert.equal(await logsIn(user.username, PASSWORD), 200);
    });

    it('accepts one of several simultaneous uses of a link', async () => {
      const user = await newUser();
      await send(user.id, 'invitation');
      const token = tokenIn(await inlay.mailTo(user.email));
      const each = await Promise.all(
        [1, 2, 3, 4].map((index) => setPassword(token, `password number ${index}`)),
      );
      assert.deepEqual(each.map(({ status }) => status).sort(), [204, 404, 404, 404]);
    });

    it('keeps a link for another try after a password that is too short', async () => {
      const user = await newUser();
      await send(user.id, 'invitation');
      const token = tokenIn(await inlay.mailTo(user.email));
      const short = await setPassword(token, 'short');
      assert.equal(short.status, 400);
      assert.match(short.body.message, /^\/newPassword /);
      assert.equal((await setPassword(token)).status, 204);
    });

    for (const [what, ms] of [
      ['invitation', 7 * 24 * 60 * MINUTE],
      ['password-reset', 30 * MINUTE],
    ] as const)
      it(`ends a link of the kind ${what} in time`, async () => {
        const user = await newUser(what === 'invitation' ? {} : { password: 'the first password' });
        const { body } = await send(user.id, what);
        assert.equal(Date.parse(body.expiresAt) - inlay.time.now(), ms);
        const token = tokenIn(await inlay.mailTo(user.email));
        inlay.time.setClockBy(ms - 10_000);
        assert.equal((await read(token)).status, 200);
        inlay.time.setClockBy(10_000);
        assert.equal((await read(token)).status, 404);
        assert.equal((await setPassword(token)).status, 404);
      });

    for (const [what, body] of [
      ['email', { email: 'other@customer.example' }],
      ['password', { password: 'set by an administrator' }],
      ['status', { status: 'disabled' }],
    ] as const)
      it(`ends a link when the ${what} of the user changes`, async () => {
        const user = await newUser({ password: 'the first password' });
        await send(user.id, 'password-reset');
        const token = tokenIn(await inlay.mailTo(user.email));
        await change(user.id, body);
        assert.equal((await read(token)).status, 404);
        assert.equal((await setPassword(token)).status, 404);
        assert.equal(await logsIn(user.username, PASSWORD), 401);
      });

    it('ends a link when a newer one is made, and with the user', async () => {
      const user = await newUser();
      await send(user.id, 'invitation');
      const first = tokenIn(await inlay.mailTo(user.email));
      await send(user.id, 'invitation');
      const second = tokenIn(await inlay.mailTo(user.email, 2));
      assert.equal((await setPassword(first)).status, 404);
      const token = await inlay.adminToken();
      await inlay.call(`/api/v0/users/${user.id}`, { method: 'DELETE', token });
      assert.equal((await setPassword(second)).status, 404);
    });

    it('sets the password of the user whom the link is for, and of no other', async () => {
      const [one, other] = [await newUser(), await newUser({ password: 'the first password' })];
      await send(one.id, 'invitation');
      const token = tokenIn(await inlay.mailTo(one.email));
      assert.equal((await setPassword(`${token.slice(0, -2)}AA`)).status, 404);
      const smuggled = await inlay.callFromPage('/admin/password-link/password', {
        token,
        newPassword: PASSWORD,
        username: other.username,
      });
      assert.equal(smuggled.status, 400);
      assert.equal((await setPassword(token)).status, 204);
      assert.equal(await logsIn(other.username, 'the first password'), 200);
    });

    it('builds links from the configured address, whatever the headers say', async () => {
      const user = await newUser({ password: 'the first password' });
      const { port } = inlay.running;
      // Local names are the instance's too: the tenant is found, and its address is another one.
      const host = `127.0.0.1:${port}`;
      const poisoned = await inlay.call('/admin/password-reset', {
        body: { username: user.username },
        headers: {
          host,
          origin: `http://${host}`,
          'x-forwarded-host': 'evil.example',
          forwarded: 'host=evil.example',
          'x-original-url': 'http://evil.example/',
        },
      });
      assert.equal(poisoned.status, 202);
      const mail = await inlay.mailTo(user.email);
      assert.ok(!mail.raw.includes('evil.example'));
      const links = (mail.email.text ?? '').match(/https?:\/\/\S+/g) ?? [];
      assert.deepEqual(new Set(links.map((link) => new URL(link).origin)), new Set(['http://localhost:0']));
      const evil = await inlay.call('/admin/password-reset', {
        body: { username: user.username },
        headers: { host: 'evil.example', origin: 'http://evil.example' },
      });
      assert.equal(evil.status, 404);
    });

    it('puts the token into the fragment only', async () => {
      const user = await newUser();
      await send(user.id, 'invitation');
      const { email } = await inlay.mailTo(user.email);
      for (const text of [email.text ?? '', email.html ?? ''])
        for (const [link] of text.matchAll(/https?:\/\/[^\s"<]+set-password[^\s"<]*/g)) {
          const url = new URL(link);
          assert.equal(url.pathname, '/admin/set-password');
          assert.equal(url.search, '');
          assert.ok(url.hash.length > 40);
        }
    });

    it('refuses calls from pages of other origins', async () => {
      for (const [path, body] of [
        ['/admin/password-reset', { username: 'x' }],
        ['/admin/password-link', { token: 'x' }],
        ['/admin/password-link/password', { token: 'x', newPassword: PASSWORD }],
      ] as const)
        for (const headers of [
          { origin: 'https://evil.example' },
          { origin: inlay.running.url, 'sec-fetch-site': 'cross-site' },
          {},
        ])
          assert.equal((await inlay.call(path, { body, headers })).status, 400, path);
    });

    it('sends no invitation to a user with a password, and nothing to a disabled one', async () => {
      const user = await newUser({ password: 'the first password' });
      assert.equal((await send(user.id, 'invitation')).status, 409);
      await change(user.id, { status: 'disabled' });
      assert.equal((await send(user.id, 'password-reset')).status, 409);
      assert.equal((await send('no-such-user', 'invitation')).status, 404);
    });

    it('returns the link where the user has no address that mail can be sent to', async () => {
      const user = await newUser({ email: 'a,b@customer.example' });
      const { body } = await send(user.id, 'invitation');
      assert.equal(body.sent, false);
      const link = new URL(body.link ?? '');
      assert.equal(link.origin, 'http://localhost:0');
      assert.equal((await setPassword(link.hash.slice(1))).status, 204);
    });

    it('gives nobody a link for a user whom they may not manage', async () => {
      const token = await inlay.adminToken();
      const credentials = { username: 'just-an-administrator', password: 'an administrator' };
      await inlay.call('/api/v0/users', { token, body: { ...credentials, adminRole: 'administrator' } });
      const own = (await inlay.call<{ token: string }>('/api/login', { body: credentials })).body.token;
      const owner = await newUser({ adminRole: 'owner', email: null });
      for (const what of ['invitation', 'password-reset'])
        assert.equal(
          (await inlay.call(`/api/v0/users/${owner.id}/${what}`, { token: own, method: 'POST' })).status,
          401,
        );
      const settings = {
        useOwnServer: true,
        host: 'mail.example',
        port: 25,
        senderAddress: 'a@mail.example',
      };
      const taken = await inlay.call('/api/v0/mail-settings', {
        method: 'PATCH',
        token: own,
        body: settings,
      });
      assert.equal(taken.status, 401, 'links for owners would go through a server of the administrator');
    });

    it('records who sent and who used a link, without its token', async () => {
      const user = await newUser();
      await send(user.id, 'invitation');
      const token = tokenIn(await inlay.mailTo(user.email));
      await setPassword(token);
      const events = await inlay.call<{ data: { action: string; actor: string; target: string }[] }>(
        `/api/v0/audit-events?limit=50`,
        { token: await inlay.adminToken() },
      );
      const of = (action: string) =>
        events.body.data.find((event) => event.action === action && event.target === user.username);
      assert.equal(of('user.invite')?.actor, 'admin@demo.test');
      assert.equal(of('user.set-password')?.actor, user.username);
      assert.ok(!JSON.stringify(events.body).includes(token));
      assert.ok(!inlay.running.logged().includes(token));
    });
  });
}
