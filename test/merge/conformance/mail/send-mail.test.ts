import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MailServer } from '@inlay/server/platform/mail/mail-server';
import { sendMail } from '@inlay/server/platform/mail/send-mail';
import { SENDER, useMailInlay } from '../../../support/mail/use-mail-inlay.ts';
import { sqliteStore } from '../../../support/server/start-inlay.ts';

describe('sending an email', () => {
  const inlay = useMailInlay(sqliteStore);
  const server = (): MailServer => ({
    host: '127.0.0.1',
    port: inlay.smtp.port,
    encryption: 'none',
    login: undefined,
    sender: { name: 'Reports', address: SENDER },
    replyTo: null,
    rule: inlay.running.services.operatorEgress,
    clientName: 'localhost',
  });
  const message = { to: 'ann@customer.example', subject: 'Sales', text: 'Sales', html: '<p>Sales</p>' };

  it('gives a caller the last word once the server has accepted the recipient and waits for the message', async () => {
    const { time, smtp } = inlay;
    inlay.smtp.refuseWith({ responseCode: 550, message: 'No such mailbox' });
    let asked = 0;
    const beforeBody = async () => {
      asked += 1;
      assert.equal(smtp.received.length, 0);
    };
    await assert.rejects(sendMail(server(), message, { time, id: 'refused', beforeBody }), /No such mailbox/);
    assert.equal(asked, 0);
    inlay.smtp.refuseWith(undefined);
    await sendMail(server(), message, { time, id: 'accepted', beforeBody });
    assert.equal(asked, 1);
    assert.equal(smtp.received[0]?.email.text, 'Sales\n');
  });

  it('delivers nothing when the caller says no', async () => {
    const { time, smtp } = inlay;
    const before = smtp.received.length;
    const beforeBody = () => Promise.reject(new Error('Not any more'));
    await assert.rejects(sendMail(server(), message, { time, id: 'stopped', beforeBody }), /Not any more/);
    await sendMail(server(), message, { time, id: 'next' });
    assert.deepEqual(
      smtp.received.slice(before).map(({ email }) => email.messageId),
      ['<next@vendor.example>'],
    );
  });
});
