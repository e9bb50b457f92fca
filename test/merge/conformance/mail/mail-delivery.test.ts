import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { OutgoingMailRow } from '@inlay/server/platform/store/schema';
import { type Mailable, mailSettingsOf, newMailable, sendLinkTo } from '../../../support/mail/mail-people.ts';
import { startSmtpServer } from '../../../support/mail/start-smtp-server.ts';
import { type MailInlay, tokenIn, useMailInlay } from '../../../support/mail/use-mail-inlay.ts';
import { startTcpProxy } from '../../../support/network/tcp-proxy.ts';
import { BOTH_STORES, STORES, startInlay } from '../../../support/server/start-inlay.ts';
import { eventually } from '../../../support/time/eventually.ts';
import { addTenant } from '../../../support/users/second-tenant.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Longer than the outbox waits before it looks again. */
const POLL = 2500;
const TENANT = 'demo' as TenantId;

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`delivery of email on ${engine}`, () => {
    const inlay = useMailInlay(makeStore, { INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' });
    const { read, change } = mailSettingsOf(inlay);
    const { time } = inlay;
    const { rowFor, changeRow, afterAttempts, skip, failureOf } = outboxOf(inlay);

    it('tries again with growing delays, and then lists the failure', async () => {
      const user = await newMailable(inlay);
      inlay.smtp.refuseWith({ responseCode: 451, message: 'Try again later' });
      await sendLinkTo(inlay, user);
      await time.advance(POLL);
      const delays = [15 * SECOND, MINUTE, 4 * MINUTE, 10 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR];
      for (const [index, delay] of delays.entries()) {
        await eventually(async () => {
          const { next_at, reason } = await afterAttempts(user, index + 1);
          // The attempt may have ended while time was passing.
          const left = (next_at ?? 0) - time.now();
          assert.ok(left > delay - 2 * POLL && left <= delay, `${left}`);
          assert.match(reason ?? '', /deferred the message: 451 Try again later\.$/);
        });
        assert.equal((await read()).waiting, 1);
        await skip(delay);
      }
      const failure = await failureOf(user);
      assert.equal(failure.kind, 'invitation');
      assert.match(failure.reason, /451 Try again later/);
      assert.equal((await rowFor(user))?.sealed, null, 'nothing of the message is kept');
      assert.equal((await read()).waiting, 0);
      inlay.smtp.refuseWith(undefined);
    });

    it('sends a delayed message as soon as the server accepts it', async () => {
      const user = await newMailable(inlay);
      inlay.smtp.refuseWith({ responseCode: 421, message: 'Too busy' });
      await sendLinkTo(inlay, user);
      await time.advance(POLL);
      await afterAttempts(user, 1);
      inlay.smtp.refuseWith(undefined);
      await skip(15 * SECOND);
      await inlay.smtp.mailTo(user.email);
      await eventually(async () => assert.equal(await rowFor(user), undefined));
    });

    it('lists a final refusal with the server’s reply, and does not try again', async () => {
      const user = await newMailable(inlay);
      inlay.smtp.refuseWith({ responseCode: 550, message: 'No such user here' });
      await sendLinkTo(inlay, user);
      await time.advance(POLL);
      const { reason, failedAt } = await failureOf(user);
      assert.match(reason, /refused the message: 550 No such user here\.$/);
      assert.equal(Date.parse(failedAt), time.now());
      inlay.smtp.refuseWith(undefined);
      const attempts = inlay.smtp.refused.length;
      await skip(24 * HOUR);
      assert.equal(inlay.smtp.refused.length, attempts);
      assert.equal((await rowFor(user))?.attempts, 1);
    });

    it('does not send a link after it has expired', async () => {
      const user = await newMailable(inlay, { password: 'the first password' });
      inlay.smtp.refuseWith({ responseCode: 451, message: 'Try again later' });
      await sendLinkTo(inlay, user, 'password-reset');
      await time.advance(POLL);
      await afterAttempts(user, 1);
      inlay.smtp.refuseWith(undefined);
      await skip(30 * MINUTE);
      assert.match((await failureOf(user)).reason, /before its link expired/);
      assert.ok(!inlay.smtp.received.some(({ to }) => to.includes(user.email)));
    });

    it('gives up a message that stops every node', async () => {
      const user = await newMailable(inlay);
      inlay.smtp.refuseWith({ responseCode: 451, message: 'Try again later' });
      await sendLinkTo(inlay, user);
      await time.advance(POLL);
      await afterAttempts(user, 1);
      inlay.smtp.refuseWith(undefined);
      await changeRow(user, { attempts: 8, next_at: time.now() });
      await time.advance(POLL);
      assert.match((await failureOf(user)).reason, /stopped several times/);
    });

    it('does not send a message again that may have arrived', async () => {
      let arrived = 0;
      const server = await startSmtpServer({
        onData: (stream, _session, done) => {
          buffer(stream).then(() => {
            arrived += 1;
            // The server has taken it, and the network fails before it can say so.
            proxy.drop();
            done();
          }, done);
        },
      });
      const proxy = await startTcpProxy(server.port);
      const own = { useOwnServer: true, host: '127.0.0.1', port: proxy.port, senderAddress: 'a@b.example' };
      await change({ ...own, encryption: 'none' });
      try {
        const user = await newMailable(inlay);
        await sendLinkTo(inlay, user);
        await time.advance(POLL);
        assert.match((await failureOf(user)).reason, /did not confirm the message, which may have arrived/);
        await skip(24 * HOUR);
        assert.equal(arrived, 1);
      } finally {
        await change({ useOwnServer: false });
        await proxy.close();
        await server.close();
      }
    });

    it('does not make a tenant wait for the mail server of another', async () => {
      const silent = createServer();
      silent.listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const { port } = silent.address() as AddressInfo;
      const connected = once(silent, 'connection') as Promise<[Socket]>;
      const own = { useOwnServer: true, host: '127.0.0.1', port, senderAddress: 'a@b.example' };
      await change({ ...own, encryption: 'none' });
      const { host, adminToken: token } = await addTenant(inlay.running, 'waiting');
      await sendLinkTo(inlay, await newMailable(inlay));
      const [socket] = await connected;
      const body = { username: 'kim', email: 'kim@waiting.example' };
      const user = await inlay.call<{ id: string }>('/api/v0/users', { token, body, headers: { host } });
      await inlay.call(`/api/v0/users/${user.body.id}/invitation`, {
        method: 'POST',
        token,
        headers: { host },
      });
      await inlay.mailTo(body.email);
      await change({ useOwnServer: false });
      socket.destroy();
      silent.close();
    });

    it('keeps 1,000 messages of a tenant at most, and tells strangers nothing about it', async () => {
      const now = time.now();
      const { store } = inlay.running.services;
      await store.write(async (transaction) => {
        for (let count = 0; count < 1000; count += 1)
          await transaction
            .tenant(TENANT)
            .insertInto('outgoing_mail', {
              ...{ id: `full-${count}`, kind: 'notice', recipient: null, sealed: null, reason: null },
              ...{ created_at: now, expires_at: now + HOUR, attempts: 0, next_at: now + HOUR },
              failed_at: null,
            })
            .execute();
      });
      const user = await newMailable(inlay, { password: 'the first password' });
      const refused = await sendLinkTo(inlay, user, 'password-reset');
      assert.equal(refused.status, 429);
      assert.equal(refused.headers['retry-after'], '60');
      const username = user.username;
      assert.equal((await inlay.callFromPage('/admin/password-reset', { username })).status, 202);
      await store.write((transaction) =>
        transaction.tenant(TENANT).deleteFrom('outgoing_mail').where('id', 'like', 'full-%').execute(),
      );
    });

    it('shows no link of a message that the server’s reply repeats', async () => {
      const server = await startSmtpServer({
        onData: (stream, _session, done) => {
          buffer(stream).then((bytes) => {
            const [, link = ''] =
              /(http\S+set-password#\S+)/.exec(bytes.toString().replaceAll('=\r\n', '')) ?? [];
            done(Object.assign(new Error(`Spam: ${link}`), { responseCode: 554 }));
          }, done);
        },
      });
      const own = { useOwnServer: true, host: '127.0.0.1', port: server.port, senderAddress: 'a@b.example' };
      await change({ ...own, encryption: 'none' });
      const user = await newMailable(inlay);
      await sendLinkTo(inlay, user);
      await time.advance(POLL);
      const { reason } = await failureOf(user);
      assert.match(reason, /554 Spam: http\S+set-password#….?$/);
      assert.doesNotMatch(inlay.running.logged(), /set-password#[\w-]/);
      await change({ useOwnServer: false });
      await server.close();
    });

    it('ends with the server, and goes on when it starts again', async () => {
      const user = await newMailable(inlay);
      inlay.smtp.refuseWith({ responseCode: 451, message: 'Try again later' });
      await sendLinkTo(inlay, user);
      await time.advance(POLL);
      await afterAttempts(user, 1);
      inlay.smtp.refuseWith(undefined);
      const env = { INLAY_SMTP_URL: inlay.smtp.url, INLAY_MAIL_FROM: 'analytics@vendor.example' };
      const again = await startInlay(inlay.store, { env, time });
      await skip(15 * SECOND);
      const [mail] = await inlay.smtp.mailTo(user.email);
      assert.ok(mail && tokenIn(mail).length > 40);
      await again.close();
    });
  });
}

for (const [engine, makeStore] of Object.entries(BOTH_STORES)) {
  describe(`delivery of email from several nodes on ${engine}`, () => {
    const inlay = useMailInlay(makeStore);
    const { read } = mailSettingsOf(inlay);
    const { time } = inlay;
    const { rowFor, changeRow, afterAttempts, skip } = outboxOf(inlay);

    it('sends each message once from several nodes', async () => {
      const users = await Promise.all(Array.from({ length: 8 }, () => newMailable(inlay)));
      const env = { INLAY_SMTP_URL: inlay.smtp.url, INLAY_MAIL_FROM: 'analytics@vendor.example' };
      const other = await startInlay(inlay.store, { env, time });
      try {
        await Promise.all(users.map((user) => sendLinkTo(inlay, user)));
        await eventually(async () => {
          assert.equal((await read()).waiting, 0);
        });
      } finally {
        await other.close();
      }
      for (const { email } of users)
        assert.equal(inlay.smtp.received.filter(({ to }) => to.includes(email)).length, 1, email);
    });

    it('takes over what a node that stopped was sending, once its time is over', async () => {
      const user = await newMailable(inlay);
      inlay.smtp.refuseWith({ responseCode: 451, message: 'Try again later' });
      await sendLinkTo(inlay, user);
      await time.advance(POLL);
      await afterAttempts(user, 1);
      inlay.smtp.refuseWith(undefined);
      await changeRow(user, { attempts: 2, next_at: time.now() + 2 * MINUTE });
      await skip(2 * MINUTE - 2 * POLL);
      assert.equal((await rowFor(user))?.attempts, 2, 'another node is sending it');
      await skip(2 * POLL);
      await inlay.smtp.mailTo(user.email);
    });
  });
}

/** Looks into the outbox of the tenant `demo`. */
function outboxOf(inlay: MailInlay) {
  const rowFor = async ({ email }: Mailable): Promise<OutgoingMailRow | undefined> =>
    inlay.running.services.store
      .tenant(TENANT)
      .selectFrom('outgoing_mail')
      .selectAll()
      .where('recipient', '=', email)
      .executeTakeFirst();
  const changeRow = ({ email }: Mailable, change: Partial<OutgoingMailRow>) =>
    inlay.running.services.store.write((transaction) =>
      transaction.tenant(TENANT).update('outgoing_mail', change).where('recipient', '=', email).execute(),
    );
  /** Resolves after this many attempts, when the outcome of the last one is stored. */
  const afterAttempts = (user: Mailable, count: number) =>
    eventually(async () => {
      const row = await rowFor(user);
      assert.equal(row?.attempts, count);
      assert.ok(row.reason !== null);
      return row;
    });
  /** No timer runs in between, of which there are thousands in a day. */
  const skip = async (ms: number) => {
    inlay.time.setClockBy(ms);
    await inlay.time.advance(POLL);
  };
  const failureOf = (user: Mailable) =>
    eventually(async () => {
      const failure = (await mailSettingsOf(inlay).read()).failures.find(
        ({ recipient }) => recipient === user.email,
      );
      assert.ok(failure);
      return failure;
    });
  return { rowFor, changeRow, afterAttempts, skip, failureOf };
}
