import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mailSettingsOf, newMailable, sendLinkTo } from '../../../support/mail/mail-people.ts';
import { logoUrl, pngOf } from '../../../support/mail/sample-logo.ts';
import type { ReceivedMail } from '../../../support/mail/start-smtp-server.ts';
import { SENDER, tokenIn, useMailInlay } from '../../../support/mail/use-mail-inlay.ts';
import { STORES } from '../../../support/server/start-inlay.ts';

/** Ours, and those of every message (RFC 5322, RFC 2045). */
const HEADERS = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
  'x-auto-response-suppress',
];

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`emails on ${engine}`, () => {
    const inlay = useMailInlay(makeStore);
    const settings = mailSettingsOf(inlay);
    const invite = async (fields: object = {}): Promise<ReceivedMail> => {
      const user = await newMailable(inlay, fields);
      await sendLinkTo(inlay, user);
      return inlay.mailTo(user.email);
    };
    const tenantSettings = async (body: object) =>
      inlay.call('/api/v0/tenant-settings', { method: 'PATCH', token: await inlay.adminToken(), body });

    it('escape what people wrote', async () => {
      const { email } = await invite({ username: '"><img src=x onerror=alert(1)> & <b>Ann</b>' });
      assert.ok(email.html?.includes('&quot;&gt;&lt;img src=x onerror=alert(1)&gt; &amp; &lt;b&gt;Ann'));
      assert.ok(!/<img|<b>/.test(email.html ?? ''));
      assert.ok(email.text?.includes('"><img src=x onerror=alert(1)> & <b>Ann</b>'));
    });

    it('keep a username with line breaks in its line of the text', async () => {
      const { email } = await invite({ username: 'ann\r\n\r\nYour password expires: https://evil.example/' });
      const [line = ''] = (email.text ?? '').split('\n').filter((each) => each.includes('evil.example'));
      assert.match(line, /^Account: ann\s+Your password expires/);
    });

    it('have no header but ours, whatever is in the settings', async () => {
      const senderName = 'Acme\r\nBcc: evil@attacker.example\r\n\r\n<h1>Hello</h1>';
      await settings.change({ senderName, replyTo: 'help@customer.example' });
      const { email, to } = await invite();
      assert.deepEqual([...new Set(email.headers.map(({ key }) => key))].sort(), HEADERS);
      assert.match(email.from?.name ?? '', /^Acme Bcc: evil@attacker\.example <h1>/);
      assert.equal(email.from?.address, SENDER);
      assert.equal(to.length, 1);
      await settings.change({ senderName: null, replyTo: null });
    });

    it('are plain text and HTML with the same link, on a line of its own', async () => {
      const mail = await invite();
      const link = `http://localhost:0/admin/set-password#${tokenIn(mail)}`;
      assert.ok(mail.email.text?.split('\n').includes(link));
      assert.ok(!/<\w/.test(mail.email.text ?? ''));
      assert.ok(mail.email.html?.includes(`href="${link}"`));
    });

    it('load nothing, and lead nowhere but to the tenant', async () => {
      const html = (await invite()).email.html ?? '';
      assert.ok(
        !/\s(?:src|srcset|background)=|url\(|@import|<(?:script|link|iframe|form|object)\b/i.test(html),
      );
      for (const [, address = ''] of html.matchAll(/href="([^"]*)"/g))
        assert.equal(new URL(address).origin, 'http://localhost:0');
      assert.doesNotMatch(html, /inlay/i);
    });

    it('are marked as automatic, with an id of the sender’s domain', async () => {
      const { email } = await invite();
      const header = (name: string) => email.headers.find(({ key }) => key === name)?.value;
      assert.equal(header('auto-submitted'), 'auto-generated');
      assert.match(email.messageId ?? '', /^<[\w-]+@vendor\.example>$/);
      assert.equal(Date.parse(email.date ?? '') <= inlay.time.now(), true);
    });

    it('have the accent of the chosen theme, in both modes', async () => {
      const token = await inlay.adminToken();
      const put = (name: string, body: object) =>
        inlay.call(`/api/v0/themes/${name}`, { method: 'PUT', token, body });
      await put('first', { light: { accent: '#0b6e4f' }, dark: { accent: '#3fc08d' } });
      await put('second', { light: { accent: '#8a2be2' }, dark: { accent: '#c9a4f5' } });
      const first = (await invite()).email.html ?? '';
      assert.ok(first.includes('#0b6e4f') && first.includes('#3fc08d'));
      assert.equal((await settings.change({ theme: 'second' })).status, 200);
      const second = (await invite()).email.html ?? '';
      assert.ok(second.includes('#8a2be2') && second.includes('#c9a4f5'));
      assert.match(second, /prefers-color-scheme: dark/);
      await inlay.call('/api/v0/themes/second', { method: 'DELETE', token });
      assert.ok((await invite()).email.html, 'a theme that is gone stops no email');
      await settings.change({ theme: null });
    });

    it('show the logo in place of the name, as a part of the message', async () => {
      const image = pngOf(600, 48);
      assert.equal((await settings.change({ logo: logoUrl(image) })).status, 200);
      const { email } = await invite();
      const [logo, ...others] = email.attachments;
      assert.deepEqual([others, logo?.mimeType, logo?.disposition], [[], 'image/png', 'inline']);
      assert.deepEqual(Buffer.from(logo?.content as ArrayBuffer), image);
      const [tag = '', ...more] = email.html?.match(/<img [^>]*>/g) ?? [];
      assert.deepEqual(more, []);
      assert.ok(
        tag.includes(`src="cid:${logo?.contentId?.replace(/^<|>$/g, '')}" width="200" height="16"`),
        tag,
      );
      assert.match(tag, / alt="[^"]+"/);
      assert.ok(!email.html?.includes('class="mark"'));
      const [, dark = ''] = email.html?.split('(prefers-color-scheme: dark)') ?? [];
      assert.match(dark, /\.plate \{[^}]*background: #ffffff/);
      await settings.change({ logo: null });
      const without = (await invite()).email;
      assert.deepEqual(without.attachments, []);
      assert.ok(without.html?.includes('class="mark"'));
    });

    for (const [language, subject, direction] of [
      ['de', /^Ihr Konto|Konto/, 'ltr'],
      ['ar', /\p{Script=Arabic}/u, 'rtl'],
      ['ja', /[\p{Script=Hiragana}\p{Script=Han}]/u, 'ltr'],
      ['xx', /^Your account at /, 'ltr'],
    ] as const)
      it(`are in the language ${language} of the tenant, or in English`, async () => {
        await tenantSettings({ language });
        const { email } = await invite();
        assert.match(email.subject ?? '', subject);
        assert.ok(email.html?.includes(`dir="${direction}"`));
        await tenantSettings({ language: null });
      });

    it('tell the former address that it was changed', async () => {
      const user = await newMailable(inlay);
      const body = { email: 'new@customer.example' };
      const token = await inlay.adminToken();
      await inlay.call(`/api/v0/users/${user.id}`, { method: 'PATCH', token, body });
      const mail = await inlay.mailTo(user.email);
      assert.match(mail.email.subject ?? '', /^The email address of your account/);
      assert.ok(mail.email.text?.includes(user.username));
      assert.ok(!mail.raw.includes('new@customer.example'));
    });

    it('tell people that an administrator changed their password', async () => {
      const user = await newMailable(inlay, { password: 'the first password' });
      const token = await inlay.adminToken();
      const body = { password: 'set by an administrator' };
      await inlay.call(`/api/v0/users/${user.id}`, { method: 'PATCH', token, body });
      const { email, raw } = await inlay.mailTo(user.email);
      assert.match(email.subject ?? '', /^Your password .* was changed$/);
      assert.ok(!raw.includes(body.password));
    });
  });
}
