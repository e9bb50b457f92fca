import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { assertAccessible, openAdmin, SIGNED_OUT } from '../../support/admin/admin-page.ts';
import { openBrowser } from '../../support/browser/open-browser.ts';
import { watchPage } from '../../support/browser/watch-page.ts';
import { call, logInAs } from '../../support/http/api-client.ts';
import { type SmtpServer, startSmtpServer } from '../../support/mail/start-smtp-server.ts';
import { tokenIn } from '../../support/mail/use-mail-inlay.ts';
import {
  ADMIN,
  sqliteStore,
  startInlay,
  type TestInlay,
  type TestStore,
} from '../../support/server/start-inlay.ts';

const PASSWORD = 'a password of their own';

describe('email in the admin app', () => {
  let smtp: SmtpServer;
  let store: TestStore;
  let inlay: TestInlay;
  let browser: Browser;
  before(async () => {
    smtp = await startSmtpServer();
    store = await sqliteStore();
    const mail = { INLAY_SMTP_URL: smtp.url, INLAY_MAIL_FROM: 'analytics@vendor.example' };
    inlay = await startInlay(store, { env: { ...mail, INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' } });
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await inlay?.close();
    await smtp?.close();
    await store?.drop();
  });

  /** As somebody who opens the link of an email in a browser that they never used for this. */
  const openLink = async (token: string) => {
    const watched = await watchPage(browser, { storageState: SIGNED_OUT });
    await watched.page.goto(`${inlay.url}/admin/set-password#${token}`);
    return watched;
  };
  const choosePassword = async (page: Page, password: string) => {
    await page.getByLabel('New password').fill(password);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('heading', { name: 'Your password is set' }).waitFor();
  };
  const signIn = async (page: Page, username: string, password: string) => {
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.locator('#view h1').waitFor();
  };

  it('invites a user, who chooses a password and signs in', async () => {
    const email = 'zoe@customer.example';
    const admin = await openAdmin(browser, inlay.url, '/users?new=1');
    await admin.page.getByLabel('Username').fill('zoe');
    await admin.page.getByRole('dialog').getByLabel('Email').fill(email);
    await admin.page.getByRole('dialog').getByLabel('Role').selectOption('administrator');
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Create user' }).click();
    await admin.page.getByText(`An invitation was sent to ${email}`).waitFor();
    assert.deepEqual(admin.complaints, []);
    await admin.context.close();

    const [mail] = await smtp.mailTo(email);
    assert.ok(mail);
    const requested: string[] = [];
    const { page, complaints, context } = await openLink(tokenIn(mail));
    page.on('request', (request) => requested.push(request.url()));
    await page.getByText('for zoe').waitFor();
    assert.equal(new URL(page.url()).hash, '');
    await assertAccessible(page, 'choosing a password');
    await choosePassword(page, PASSWORD);
    await signIn(page, 'zoe', PASSWORD);
    assert.ok(!requested.some((url) => url.includes(tokenIn(mail))), 'the token is in no address');
    assert.deepEqual(complaints, []);
    await context.close();

    const again = await openLink(tokenIn(mail));
    await again.page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await assertAccessible(again.page, 'a used link');
    await again.context.close();
  });

  it('resets a forgotten password from the sign-in page', async () => {
    const token = await logInAs(inlay.url);
    const email = 'kim@customer.example';
    const body = { username: 'kim', email, password: 'the first password', adminRole: 'auditor' };
    await call(`${inlay.url}/api/v0/users`, { token, body });
    const { page, context } = await watchPage(browser, { storageState: SIGNED_OUT });
    await page.goto(`${inlay.url}/admin`);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Username or email').fill(email);
    await assertAccessible(page, 'a forgotten password');
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByText('Check your email').waitFor();
    await assertAccessible(page, 'a link on its way');
    const [mail] = await smtp.mailTo(email);
    assert.ok(mail);
    await page.goto(`${inlay.url}/admin/set-password#${tokenIn(mail)}`);
    await page.getByText('You will be signed out everywhere.').waitFor();
    await choosePassword(page, PASSWORD);
    await signIn(page, 'kim', PASSWORD);
    await context.close();
    const former = { username: 'kim', password: body.password };
    assert.equal((await call(`${inlay.url}/api/login`, { body: former })).status, 401);
  });

  it('follows a second link that is opened in the same tab', async () => {
    const { page, context } = await openLink('a-token-that-does-not-exist');
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    const token = await logInAs(inlay.url);
    const body = { username: 'max', email: 'a,b@customer.example' };
    const created = await call<{ id: string }>(`${inlay.url}/api/v0/users`, { token, body });
    const url = `${inlay.url}/api/v0/users/${created.body.id}/invitation`;
    const { link } = (await call<{ link: string }>(url, { method: 'POST', token })).body;
    await page.evaluate((hash) => {
      location.hash = hash;
    }, new URL(link).hash);
    await page.getByText('for max').waitFor();
    await context.close();
  });

  it('gives administrators a link to pass on where no email can be sent', async () => {
    const admin = await openAdmin(browser, inlay.url, '/users?new=1');
    await admin.page.getByLabel('Username').fill('lee');
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Create user' }).click();
    const dialog = admin.page.getByRole('dialog', { name: 'Pass this link on to lee' });
    const link = new URL((await dialog.getByLabel('Link', { exact: true }).textContent()) ?? '');
    await assertAccessible(admin.page, 'a link to pass on');
    await admin.context.close();
    const { page, context } = await openLink(link.hash.slice(1));
    await choosePassword(page, PASSWORD);
    await context.close();
    assert.ok(await logInAs(inlay.url, { username: 'lee', password: PASSWORD }));
  });

  it('sets up an own mail server and tests it', async () => {
    const token = await logInAs(inlay.url);
    const { id } = (await call<{ id: string }>(`${inlay.url}/api/v0/me`, { token })).body;
    const email = 'owner@customer.example';
    await call(`${inlay.url}/api/v0/users/${id}`, { method: 'PATCH', token, body: { email } });
    const own = await startSmtpServer();
    const { page, complaints, context } = await openAdmin(browser, inlay.url, '/email');
    await page.getByText('The server of this instance sends them').waitFor();
    await page.getByLabel('Sent by').selectOption('own');
    await page.getByLabel('Host').fill('127.0.0.1');
    await page.getByLabel('Port').fill('1');
    await page.getByLabel('Encryption').selectOption('none');
    await page.getByLabel('Sender address').fill('bi@customer.example');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Mail settings saved.').waitFor();
    await page.getByRole('button', { name: 'Send test email' }).click();
    await page.getByText('127.0.0.1:1 could not be reached').waitFor();
    await page.getByLabel('Port').fill(String(own.port));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Send test email' }).click();
    await page.getByText(`Sent to ${email}`).waitFor();
    const [mail] = await own.mailTo(email);
    assert.equal(mail?.from, 'bi@customer.example');
    await assertAccessible(page, 'email settings');
    assert.deepEqual(complaints, []);
    await context.close();
    await own.close();
    assert.ok(!inlay.logged().includes(ADMIN.password));
  });
});
