import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { readMailLook } from '@inlay/server/features/mail/mail-look';
import { reportMail } from '@inlay/server/features/reports/message/report-mail';
import { sendMail } from '@inlay/server/platform/mail/send-mail';
import { describeEmbeds } from '../../../support/embeds/describe-embedding.ts';
import {
  type ReceivedMail,
  type SmtpServer,
  startSmtpServer,
} from '../../../support/mail/start-smtp-server.ts';
import { type NewSubscription, reportFor, TENANT } from '../../../support/reports/new-subscription.ts';
import { STORES } from '../../../support/server/start-inlay.ts';

const UNSUBSCRIBE = `https://reports.example/unsubscribe?token=${'t'.repeat(600)}`;

describeEmbeds('a report by email', STORES, (given) => {
  let smtp: SmtpServer;
  before(async () => {
    smtp = await startSmtpServer();
  });
  after(() => smtp.close());

  let sent = 0;
  /** A report as a mail client reads it that it has arrived at. */
  const receive = async (subscription?: NewSubscription): Promise<ReceivedMail> => {
    const { services } = given.inlay;
    sent += 1;
    const to = `reader-${sent}@customer.example`;
    const look = await readMailLook(services, TENANT);
    assert.ok(look);
    const report = await reportFor(services, subscription);
    const server = {
      host: '127.0.0.1',
      port: smtp.port,
      encryption: 'none',
      login: undefined,
      sender: { name: 'Acme', address: 'reports@vendor.example' },
      replyTo: null,
      rule: services.operatorEgress,
      clientName: 'localhost',
    } as const;
    const message = reportMail(report, { to, look, unsubscribeUrl: UNSUBSCRIBE });
    await sendMail(server, message, { time: services.time, id: `message-${sent}` });
    const [mail] = await smtp.mailTo(to);
    assert.ok(mail);
    return mail;
  };

  it('shows its charts without loading anything, beside a plain text', async () => {
    const { email, raw } = await receive();
    assert.match(raw, /^Content-Type: multipart\/alternative/m);
    assert.match(raw, /^Content-Type: multipart\/related/m);
    const shown = Array.from(email.html?.matchAll(/src="cid:([^"]+)"/g) ?? [], ([, id]) => id);
    const images = email.attachments.filter(({ disposition }) => disposition === 'inline');
    assert.equal(images.length, 2);
    assert.deepEqual(
      images.map(({ contentId }) => contentId?.replace(/^<|>$/g, '')).sort(),
      [...new Set(shown)].sort(),
    );
    for (const { content, mimeType } of images) {
      assert.equal(mimeType, 'image/png');
      assert.equal(Buffer.from(content as ArrayBuffer).toString('latin1', 1, 4), 'PNG');
    }
    assert.match(email.text ?? '', /^Overview\n[\s\S]*- Coffee: 30\n- Tea: 10\n/);
  });

  it('can be ended with one click in the mail client', async () => {
    const { email } = await receive();
    const header = (name: string) => email.headers.find(({ key }) => key === name)?.value;
    assert.equal(header('list-unsubscribe'), `<${UNSUBSCRIBE}>`);
    assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
    assert.equal(header('auto-submitted'), 'auto-generated');
  });

  it('has its file beside the text', async () => {
    const { email } = await receive({ settings: { format: 'xlsx' } });
    assert.deepEqual(
      email.attachments.map(({ filename, disposition }) => [filename, disposition]),
      [['Overview.xlsx', 'attachment']],
    );
    assert.match(email.text ?? '', /Attached: Overview\.xlsx/);
  });

  it('is in the language of the viewer, whatever the tenant speaks', async () => {
    const { email } = await receive({ settings: { language: 'ar' } });
    assert.match(email.html ?? '', /<html lang="ar" dir="rtl">/);
    assert.match(email.text ?? '', /إلغاء الاشتراك/);
    assert.doesNotMatch(email.html ?? '', /inlay/i);
  });
});
