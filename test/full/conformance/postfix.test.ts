import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import tls from 'node:tls';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { findMailServer } from '@inlay/server/features/mail/mail-settings';
import { sendMail } from '@inlay/server/platform/mail/send-mail';
import PostalMime from 'postal-mime';
import { mailSettingsOf, newMailable, sendLinkTo } from '../../support/mail/mail-people.ts';
import { useMailInlay } from '../../support/mail/use-mail-inlay.ts';
import { makeTestCertificate } from '../../support/network/test-certificate.ts';
import { sqliteStore } from '../../support/server/start-inlay.ts';
import { eventually } from '../../support/time/eventually.ts';
import { noPostfix, type Postfix, startPostfix } from './start-postfix.ts';

const ADDRESS = 'ann@customer.example';
const POLL = 2500;
const made = makeTestCertificate('IP:127.0.0.1');
const skip = noPostfix || (made ? false : 'openssl is not installed, which makes the certificate');

describe('email through Postfix', { skip }, () => {
  const trusted = tls.getCACertificates('default');
  const inlay = useMailInlay(sqliteStore, { INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' });
  const settings = mailSettingsOf(inlay);
  let postfix: Postfix;
  before(async () => {
    if (!made) return;
    tls.setDefaultCACertificates([...trusted, made.certificate]);
    postfix = await startPostfix(ADDRESS, made);
    const own = { useOwnServer: true, host: '127.0.0.1', port: postfix.port };
    const { status } = await settings.change({
      ...own,
      senderAddress: 'bi@sender.example',
      senderName: 'Zoë’s BI',
    });
    assert.equal(status, 200);
  });
  after(async () => {
    tls.setDefaultCACertificates(trusted);
    await postfix?.stop();
  });
  const deliver = () => inlay.time.advance(POLL);

  it('arrives after STARTTLS, with its link intact', async () => {
    const user = await newMailable(inlay, { email: ADDRESS });
    await sendLinkTo(inlay, user);
    await deliver();
    const raw = await eventually(() => {
      const [first] = postfix.delivered();
      assert.ok(first);
      return first;
    });
    assert.match(raw, /by mx\.customer\.example \(Postfix\) with ESMTPS id/);
    assert.match(raw, /^Return-Path: <bi@sender\.example>/m);
    const mail = await PostalMime.parse(raw);
    assert.equal(mail.from?.name, 'Zoë’s BI');
    assert.match(mail.html ?? '', /Choose a password/);
    const [, token = ''] = /set-password#([\w-]+)/.exec(mail.text ?? '') ?? [];
    const set = { token, newPassword: 'a password of their own' };
    assert.equal((await inlay.callFromPage('/admin/password-link/password', set)).status, 204);
  });

  it('is listed as failed, with the reply, where the recipient is unknown', async () => {
    const user = await newMailable(inlay, { email: 'nobody@customer.example' });
    await sendLinkTo(inlay, user);
    await deliver();
    const failure = await eventually(async () => {
      const [first] = (await settings.read()).failures;
      assert.ok(first);
      return first;
    });
    assert.equal(failure.recipient, user.email);
    assert.match(failure.reason, /550 5\.1\.1 .*User unknown in virtual mailbox table/);
  });

  it('is not relayed to other domains', async () => {
    const user = await newMailable(inlay, { email: 'kim@elsewhere.example' });
    await sendLinkTo(inlay, user);
    await deliver();
    await eventually(async () => {
      const failure = (await settings.read()).failures.find(({ recipient }) => recipient === user.email);
      assert.match(failure?.reason ?? '', /554 5\.7\.1 .*Relay access denied/);
    });
  });

  it('is discarded by the server where its end is withheld', async () => {
    const send = async (id: string, beforeSend: () => Promise<void>) => {
      const { services } = inlay.running;
      const server = await findMailServer(services, 'demo' as TenantId);
      assert.ok(server);
      const message = { to: ADDRESS, subject: id, html: id, text: id };
      await sendMail(server, message, { time: services.time, id, beforeSend });
    };
    const before = postfix.delivered().length;
    const denied = new Error('another node has taken it');
    for (let times = 0; times < 5; times += 1)
      await assert.rejects(
        send(`withheld-${times}`, () => Promise.reject(denied)),
        denied,
      );
    await send('the-last-one', async () => {});
    await eventually(() => assert.ok(postfix.delivered().some((raw) => /^Subject: the-last-one/m.test(raw))));
    assert.equal(postfix.delivered().length, before + 1);
  });
});
