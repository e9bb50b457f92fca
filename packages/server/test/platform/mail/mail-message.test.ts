import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MailError } from '../../../src/platform/mail/mail-error.ts';
import {
  checkedMessage,
  headerText,
  MAX_ATTACHED_BYTES,
  MAX_BODY_BYTES,
  type MailMessage,
} from '../../../src/platform/mail/mail-message.ts';

const message = (fields: Partial<MailMessage> = {}): MailMessage => ({
  to: 'ann@example.com',
  subject: 'Hello',
  html: '',
  text: '',
  ...fields,
});
const attached = (content: Buffer, filename = 'a.pdf') => ({
  filename,
  contentType: 'application/pdf',
  content,
});

describe('the header of a message', () => {
  it('is one line without invisible characters', () => {
    assert.equal(headerText('Hello\r\nBcc: x@y.example'), 'Hello Bcc: x@y.example');
    assert.equal(headerText('a\u2028b\u2029c\u0000d\te'), 'a b c d e');
    assert.equal(headerText('  Hello\n'), 'Hello');
  });

  it('is cut without breaking a character', () => {
    const cut = headerText('💥'.repeat(200));
    assert.ok(cut.length <= 200 && cut.endsWith('…'));
    assert.ok(cut.isWellFormed());
    assert.ok(headerText('\ud83d').isWellFormed());
  });

  it('has a name of ours', () => {
    for (const name of ['Bcc', 'To', 'X-A\r\nBcc', 'X-', 'Content-Type'])
      assert.throws(() => checkedMessage(message({ headers: { [name]: 'x' } })), TypeError, name);
    const { headers } = checkedMessage(
      message({ headers: { 'List-Unsubscribe': '<https://a.example>\r\nBcc: b' } }),
    );
    assert.deepEqual(headers, { 'List-Unsubscribe': '<https://a.example> Bcc: b' });
  });
});

describe('a message', () => {
  const refuses = (fields: Partial<MailMessage>, reason: RegExp) =>
    assert.throws(
      () => checkedMessage(message(fields)),
      (error) => error instanceof MailError && !error.isTemporary && reason.test(error.message),
    );

  it('goes to one address', () => {
    refuses({ to: 'ann@example.com,bob@example.com' }, /recipient/);
    refuses({ to: 'ann@example.com\r\nRCPT TO:<bob@example.com>' }, /recipient/);
  });

  it('has a limited size', () => {
    refuses({ text: 'x'.repeat(MAX_BODY_BYTES + 1) }, /too long/);
    refuses({ attachments: [attached(Buffer.alloc(MAX_ATTACHED_BYTES + 1))] }, /attachments/);
    refuses({ attachments: Array.from({ length: 33 }, () => attached(Buffer.alloc(1))) }, /attachments/);
  });

  it('has images that its HTML names, by ids without escapes', () => {
    const image = { ...attached(Buffer.alloc(1), 'a.png'), cid: 'a1@example.com' };
    assert.equal(checkedMessage(message({ attachments: [image] })).attachments?.[0]?.cid, image.cid);
    for (const cid of ['a', 'a@b\r\nX: y', 'a"@b', '<a@b>', 'a b@c'])
      assert.throws(() => checkedMessage(message({ attachments: [{ ...image, cid }] })), TypeError, cid);
  });

  it('has file names of one line', () => {
    const { attachments } = checkedMessage(
      message({ attachments: [attached(Buffer.alloc(1), 'a\r\nContent-Type: text/html.pdf')] }),
    );
    assert.equal(attachments?.[0]?.filename, 'a Content-Type: text/html.pdf');
  });
});
