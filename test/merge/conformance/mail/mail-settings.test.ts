import assert from 'node:assert/strict';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { after, before, describe, it } from 'node:test';
import tls from 'node:tls';
import { logInAs } from '../../../support/http/api-client.ts';
import { mailSettingsOf } from '../../../support/mail/mail-people.ts';
import { logoUrl, pngOf } from '../../../support/mail/sample-logo.ts';
import { type SmtpServer, startSmtpServer } from '../../../support/mail/start-smtp-server.ts';
import { SENDER, useMailInlay } from '../../../support/mail/use-mail-inlay.ts';
import { makeTestCertificate } from '../../../support/network/test-certificate.ts';
import { ADMIN, STORES } from '../../../support/server/start-inlay.ts';

const LOOPBACK = { INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' };
const LOGIN = { username: 'mailer', password: 'the password of the mailer' };
const OWN = { useOwnServer: true, host: '127.0.0.1', port: 2525, senderAddress: 'bi@customer.example' };
/** Everything back to how a tenant begins. */
const NOTHING = {
  useOwnServer: false,
  host: null,
  port: null,
  encryption: 'starttls',
  username: null,
  password: null,
  senderName: null,
  senderAddress: null,
  replyTo: null,
  theme: null,
  logo: null,
};

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`mail settings on ${engine}`, () => {
    const inlay = useMailInlay(makeStore, LOOPBACK);
    const { read, change, test } = mailSettingsOf(inlay);
    const ownAddress = async (email: string | null) => {
      const token = await inlay.adminToken();
      const { id } = (await inlay.call<{ id: string }>('/api/v0/me', { token })).body;
      await inlay.call(`/api/v0/users/${id}`, { method: 'PATCH', token, body: { email } });
    };
    before(() => ownAddress('owner@customer.example'));

    it('begin with the server of the instance', async () => {
      const { password: _, ...rest } = NOTHING;
      assert.deepEqual(await read(), {
        ...rest,
        hasPassword: false,
        instanceSender: SENDER,
        canSend: true,
        waiting: 0,
        failures: [],
      });
    });

    it('never return the password, and store it encrypted', async () => {
      const { body } = await change({ ...OWN, ...LOGIN });
      assert.equal(body.hasPassword, true);
      assert.equal(body.username, LOGIN.username);
      const token = await inlay.adminToken();
      const audit = await inlay.call('/api/v0/audit-events?limit=20', { token });
      const rows = await inlay.running.services.store.everyTenant
        .selectFrom('mail_settings')
        .selectAll()
        .execute();
      for (const text of [body, await read(), audit.body, rows, inlay.running.logged()])
        assert.ok(!JSON.stringify(text).includes(LOGIN.password));
      assert.equal((await change({ password: null })).body.hasPassword, false);
    });

    for (const [field, value] of [
      ['host', 'mail.evil.example'],
      ['port', 2526],
      ['encryption', 'none'],
      ['username', 'somebody else'],
    ] as const)
      it(`ask for the password again when the ${field} changes`, async () => {
        await change({ ...NOTHING, ...OWN, ...LOGIN });
        const refused = await change({ [field]: value });
        assert.equal(refused.status, 400);
        assert.match(refused.body.message, /^\/password must be entered again/);
        assert.equal((await change({ replyTo: 'reply@customer.example' })).status, 200);
        assert.equal((await change({ [field]: value, password: 'another password' })).status, 200);
        assert.equal((await change({ ...NOTHING })).body.hasPassword, false);
      });

    for (const [what, body, field] of [
      ['an address as the host', { host: 'http://mail.example' }, '/host'],
      ['a path', { host: 'mail.example/x' }, '/host'],
      ['a host that clients read differently', { host: '127.1' }, '/host'],
      ['a line break in the host', { host: 'mail.example\r\nRCPT TO:<a@b>' }, '/host'],
      ['port 0', { port: 0 }, '/port'],
      ['a port that does not exist', { port: 65_536 }, '/port'],
      ['unknown encryption', { encryption: 'ssl3' }, '/encryption'],
      ['a sender with a header', { senderAddress: 'a@b.example\r\nBcc: c@d.example' }, '/senderAddress'],
      ['two senders', { senderAddress: 'a@b.example,c@d.example' }, '/senderAddress'],
      ['a reply address without a domain', { replyTo: 'somebody' }, '/replyTo'],
      ['an SVG as the logo', { logo: 'data:image/svg+xml;base64,PHN2Zy8+' }, '/logo'],
      ['a logo of more than 64 KB', { logo: logoUrl(Buffer.alloc(64 * 1024 + 3)) }, '/logo'],
      ['a logo that only begins as a PNG', { logo: logoUrl(pngOf(8, 8).subarray(0, 40)) }, '/logo'],
      ['a logo that decodes to gigabytes', { logo: logoUrl(pngOf(65_500, 65_500, { rows: 1 })) }, '/logo'],
      ['an own server without its host', { useOwnServer: true }, '/host'],
      ['an unknown field', { hasPassword: true }, '/hasPassword'],
    ] as const)
      it(`refuse ${what}`, async () => {
        await change(NOTHING);
        const { status, body: refused } = await change(body);
        assert.equal(status, 400);
        assert.ok(refused.message.includes(field), refused.message);
      });

    it('keep a logo until it is removed', async () => {
      const logo = logoUrl(pngOf(300, 48));
      assert.equal((await change({ logo })).body.logo, logo);
      await change({ senderName: 'Acme' });
      assert.equal((await read()).logo, logo);
      assert.equal((await change({ logo: null })).body.logo, null);
    });

    it('are for owners to change, and for administrators to read', async () => {
      const body = { username: 'an-administrator', password: 'an administrator', adminRole: 'administrator' };
      await inlay.call('/api/v0/users', { token: await inlay.adminToken(), body });
      const token = await logInAs(inlay.running.url, body);
      const url = '/api/v0/mail-settings';
      assert.equal((await inlay.call(url, { token })).status, 200);
      const refused = await inlay.call(url, { method: 'PATCH', token, body: { senderName: 'x' } });
      assert.equal(refused.status, 401);
      assert.match(String(refused.headers['www-authenticate']), /insufficient_scope/);
    });

    it('apply name and reply address to the server of the instance', async () => {
      await change({ ...NOTHING, senderName: 'Acme Analytics', replyTo: 'help@customer.example' });
      assert.deepEqual((await test()).body, {
        sent: true,
        recipient: 'owner@customer.example',
        problem: null,
      });
      const [mail] = await inlay.smtp.mailTo('owner@customer.example');
      assert.deepEqual(mail?.email.from, { address: SENDER, name: 'Acme Analytics' });
      assert.equal(mail?.email.replyTo?.[0]?.address, 'help@customer.example');
    });

    it('refuse a test to an account without an address', async () => {
      await ownAddress(null);
      const { status, body } = await test();
      assert.equal(status, 409);
      assert.match(body.message, /no email address/);
      await ownAddress('owner@customer.example');
    });

    describe('with an own server', () => {
      let own: SmtpServer;
      let silent: Server;
      before(async () => {
        own = await startSmtpServer({
          disabledCommands: ['STARTTLS'],
          authOptional: false,
          allowInsecureAuth: true,
          onAuth: ({ username, password }, _session, done) =>
            username === LOGIN.username && password === LOGIN.password
              ? done(null, { user: username })
              : done(Object.assign(new Error(`No, not ${password}`), { responseCode: 535 })),
        });
        silent = createServer();
        await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
      });
      after(async () => {
        await own.close();
        silent.close();
      });
      const problemWith = async (settings: object) => {
        // Each has its ten tests.
        inlay.time.setClockBy(600_000);
        assert.equal((await change({ ...NOTHING, ...OWN, ...settings })).status, 200);
        const { body } = await test();
        assert.equal(body.sent, false);
        return String(body.problem);
      };

      it('sign in to it, and send from its address', async () => {
        await change({ ...NOTHING, ...OWN, ...LOGIN, port: own.port, encryption: 'none' });
        assert.equal((await test()).body.sent, true);
        const [mail] = await own.mailTo('owner@customer.example');
        assert.equal(mail?.user, LOGIN.username);
        assert.equal(mail?.from, OWN.senderAddress);
      });

      it('say that the password is wrong, without repeating it', async () => {
        const problem = await problemWith({
          ...LOGIN,
          port: own.port,
          encryption: 'none',
          password: 'a wrong password',
        });
        assert.match(problem, /refused the username or password \(535\)/);
        assert.ok(!problem.includes('a wrong password'));
      });

      it('say that the server has no STARTTLS, which is never left out', async () => {
        const problem = await problemWith({ port: own.port, encryption: 'starttls', ...LOGIN });
        assert.match(problem, /does not offer STARTTLS/);
      });

      it('say that the server speaks no TLS', async () => {
        const problem = await problemWith({ port: own.port, encryption: 'tls' });
        assert.match(problem, /does not speak TLS from the start/);
      });

      it('say that nothing listens on the port', async () => {
        const { port } = silent.address() as AddressInfo;
        silent.close();
        assert.match(await problemWith({ port, encryption: 'none' }), /could not be reached: .*ECONNREFUSED/);
      });

      for (const host of ['10.0.0.1', '169.254.169.254'])
        it(`refuse the private address ${host}`, async () => {
          assert.match(await problemWith({ host, encryption: 'tls' }), /is a private or reserved address/);
        });

      it('refuse a public server without encryption', async () => {
        const problem = await problemWith({ host: '1.1.1.1', encryption: 'none' });
        assert.match(problem, /cannot be used without encryption/);
      });

      it('send ten tests in ten minutes', async () => {
        inlay.time.setClockBy(600_000);
        await change({ ...NOTHING });
        const statuses = [];
        for (let count = 0; count < 11; count += 1) statuses.push((await test()).status);
        assert.deepEqual(statuses, [...Array(10).fill(200), 429]);
        const { headers } = await test();
        assert.ok(Number(headers['retry-after']) > 0);
      });
    });

    const made = makeTestCertificate('DNS:localhost,IP:127.0.0.1');
    describe('with encryption', { skip: made ? false : 'openssl is not installed' }, () => {
      const trusted = tls.getCACertificates('default');
      const cert = { cert: made?.certificate, key: made?.key };
      let startTls: SmtpServer;
      let implicit: SmtpServer;
      before(async () => {
        startTls = await startSmtpServer({ ...cert });
        implicit = await startSmtpServer({ ...cert, secure: true });
      });
      after(async () => {
        tls.setDefaultCACertificates(trusted);
        await startTls.close();
        await implicit.close();
      });

      it('refuse a certificate of an unknown authority', async () => {
        for (const [server, encryption] of [
          [startTls, 'starttls'],
          [implicit, 'tls'],
        ] as const) {
          inlay.time.setClockBy(600_000);
          await change({ ...NOTHING, ...OWN, port: server.port, encryption });
          const { body } = await test();
          assert.equal(body.sent, false);
          assert.match(String(body.problem), /certificate of .* is not valid/);
          assert.deepEqual(server.received, []);
        }
      });

      it('send over TLS, and after STARTTLS', async () => {
        tls.setDefaultCACertificates([...trusted, made?.certificate ?? '']);
        for (const [server, encryption] of [
          [startTls, 'starttls'],
          [implicit, 'tls'],
        ] as const) {
          inlay.time.setClockBy(600_000);
          await change({ ...NOTHING, ...OWN, port: server.port, encryption });
          const { body } = await test();
          assert.equal(body.problem, null);
          const [mail] = await server.mailTo('owner@customer.example');
          assert.equal(mail?.secure, true);
        }
      });
    });

    it('are unknown to people who are not signed in', async () => {
      assert.equal((await inlay.call('/api/v0/mail-settings')).status, 401);
      assert.equal((await inlay.call('/api/v0/mail-settings/test', { method: 'POST' })).status, 401);
      assert.ok(!inlay.running.logged().includes(ADMIN.password));
    });
  });
}
