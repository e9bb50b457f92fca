import { openBrowser } from './support/browser/open-browser.ts';
import { startInlay, sqliteStore } from './support/server/start-inlay.ts';
import { startSmtpServer } from './support/mail/start-smtp-server.ts';
import { logInAs, call } from './support/http/api-client.ts';
import { openAdmin } from './support/admin/admin-page.ts';
import { tokenIn } from './support/mail/use-mail-inlay.ts';
import { writeFileSync } from 'node:fs';
const smtp = await startSmtpServer();
const store = await sqliteStore();
const inlay = await startInlay(store, { env: { INLAY_SMTP_URL: smtp.url, INLAY_MAIL_FROM: 'analytics@vendor.example', INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' } });
const browser = await openBrowser();
const token = await logInAs(inlay.url);
const api = (path, method, body) => call(`${inlay.url}/api/v0/${path}`, { method, token, body });
const me = (await api('me', 'GET')).body;
await api(`users/${me.id}`, 'PATCH', { email: 'owner@customer.example' });
await api('themes/acme', 'PUT', { light: { accent: '#0b6e4f' }, dark: { accent: '#3fc08d' } });
const zoe = (await api('users', 'POST', { username: 'zoe.lindqvist@customer.example', email: 'zoe.lindqvist@customer.example', firstName: 'Zoe', lastName: 'Lindqvist' })).body;
smtp.refuseWith({ responseCode: 550, message: '5.1.1 <zoe.lindqvist@customer.example>: Recipient address rejected: User unknown in local recipient table' });
await api(`users/${zoe.id}/invitation`, 'POST');
await new Promise((r) => setTimeout(r, 4000));
smtp.refuseWith(undefined);
await api(`users/${zoe.id}/invitation`, 'POST');
const [invitation] = await smtp.mailTo('zoe.lindqvist@customer.example');
const kim = (await api('users', 'POST', { username: 'kim', email: 'kim@customer.example', password: 'the first password' })).body;
await api(`users/${kim.id}/password-reset`, 'POST');
const [reset] = await smtp.mailTo('kim@customer.example');
await api(`users/${kim.id}`, 'PATCH', { password: 'the second password' });
const [, notice] = await smtp.mailTo('kim@customer.example', 2);
const nomail = (await api('users', 'POST', { username: 'lee' })).body;
await api('mail-settings', 'PATCH', { useOwnServer: true, host: 'smtp.customer.example', port: 587, username: 'mailer', password: 'x', senderAddress: 'bi@customer.example', senderName: 'Acme Analytics' });
const looks = [['desktop', { viewport: { width: 1280, height: 900 } }], ['phone', { viewport: { width: 390, height: 844 } }], ['dark', { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' }]];
const only = process.argv[2];
const shot = async (page, name, look) => { await page.waitForTimeout(500); await page.screenshot({ path: `/tmp/shots/${name}-${look}.png`, fullPage: true }); };
for (const [look, options] of looks) {
  const signedOut = { ...options, storageState: { cookies: [], origins: [] } };
  const { page, context } = await openAdmin(browser, inlay.url, '/email', options);
  await shot(page, 'email', look);
  await page.getByRole('button', { name: 'Send test email' }).click();
  await page.getByText('not sent', { exact: false }).first().waitFor();
  await page.getByLabel('Encryption').selectOption('none');
  await shot(page, 'email-failed', look);
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.goto(`${inlay.url}/admin/users?new=1`); await page.getByLabel('Username').waitFor();
  await shot(page, 'user-new', look);
  await page.goto(`${inlay.url}/admin/users/${nomail.id}`);
  await page.getByRole('button', { name: 'Send invitation' }).scrollIntoViewIfNeeded();
  await shot(page, 'user', look);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await page.getByText('Pass this link').waitFor();
  await shot(page, 'user-link', look);
  await context.close();
  const c = await browser.newContext(signedOut);
  const p = await c.newPage();
  await p.goto(`${inlay.url}/admin`); await p.getByText('Forgot your').waitFor(); await shot(p, 'signin', look);
  await p.goto(`${inlay.url}/admin/forgot-password`); await p.getByLabel('Username or email').fill('kim'); await shot(p, 'forgot', look);
  await p.getByRole('button', { name: 'Send link' }).click(); await p.getByText('Check your email').waitFor(); await shot(p, 'forgot-sent', look);
  await p.goto(`${inlay.url}/admin/set-password#${tokenIn(invitation)}`); await p.getByLabel('New password').waitFor(); await shot(p, 'set', look);
  await p.goto('about:blank');
  await p.goto(`${inlay.url}/admin/set-password#nope`); await p.getByText('no longer').waitFor(); await p.getByLabel('Username or email').waitFor(); await shot(p, 'over', look);
  await p.goto('about:blank');
  await p.goto(`${inlay.url}/admin/set-password`); await p.getByText('incomplete').waitFor(); await shot(p, 'empty', look);
  if (look === 'dark') { await p.goto('about:blank'); await p.goto(`${inlay.url}/admin/set-password#${tokenIn(invitation)}`); await p.getByLabel('New password').fill('a password of zoe'); await p.getByRole('button', { name: 'Set password' }).click(); await p.getByText('is set').waitFor(); await shot(p, 'done', look); }
  await c.close();
}
for (const [name, mail] of [['mail-invitation', invitation], ['mail-reset', reset], ['mail-notice', notice]]) {
  writeFileSync(`/tmp/shots/${name}.html`, mail.email.html); writeFileSync(`/tmp/shots/${name}.txt`, mail.email.text);
  for (const [look, width, colorScheme] of [['600', 600, 'light'], ['390', 390, 'light'], ['600-dark', 600, 'dark'], ['390-dark', 390, 'dark']]) {
    const c = await browser.newContext({ viewport: { width, height: 700 }, colorScheme }); const p = await c.newPage();
    await p.setContent(mail.email.html); await p.screenshot({ path: `/tmp/shots/${name}-${look}.png`, fullPage: true }); await c.close();
  }
}
await browser.close(); await inlay.close(); await smtp.close(); await store.drop(); process.exit(0);
