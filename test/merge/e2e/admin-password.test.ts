import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { call, logInAs } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { useAdminApp } from '../../support/use-admin-app.ts';
import { watchPage } from '../../support/watch-page.ts';

const former = 'the former password';
const wanted = 'a new and better password';

describe("changing one's own password in the admin app", () => {
  const app = useAdminApp();

  /** The app as somebody of their own, whose password no other test needs. */
  async function openAs(username: string) {
    const token = await logInAs(app.inlay.url);
    const body = { username, password: former, roles: ['ADMIN'] };
    assert.equal((await call(`${app.inlay.url}/api/v0/users`, { token, body })).status, 201);
    const watched = await watchPage(app.browser);
    await watched.page.goto(`${app.inlay.url}/admin/groups`);
    await watched.page.getByLabel('Username').fill(username);
    await watched.page.getByLabel('Password').fill(former);
    await watched.page.getByRole('button', { name: 'Sign in' }).click();
    await watched.page.getByRole('heading', { name: 'Groups', level: 1 }).waitFor();
    return watched;
  }

  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Change your password' });

  async function change(page: Page, current: string, next: string): Promise<void> {
    await dialogOf(page).getByLabel('Current password').fill(current);
    await dialogOf(page).getByLabel('New password').fill(next);
    await dialogOf(page).getByRole('button', { name: 'Change password' }).click();
  }

  it('keeps this session and ends the others', async () => {
    const { page, complaints, context } = await openAs('ann@customer.example');
    const elsewhere = await logInAs(app.inlay.url, { username: 'ann@customer.example', password: former });
    await page.getByRole('button', { name: 'Account and theme' }).click();
    await page.getByRole('menuitem', { name: 'Change your password' }).click();
    const current = dialogOf(page).getByLabel('Current password');
    await current.and(page.locator(':focus')).waitFor();
    assert.equal(await current.getAttribute('autocomplete'), 'current-password');
    const next = dialogOf(page).getByLabel('New password');
    assert.equal(await next.getAttribute('autocomplete'), 'new-password');
    assert.equal(
      await dialogOf(page).locator('[autocomplete=username]').inputValue(),
      'ann@customer.example',
    );
    assert.equal(await next.getAttribute('type'), 'password');
    await dialogOf(page).getByLabel('Show passwords').check();
    assert.equal(await next.getAttribute('type'), 'text');
    await change(page, former, wanted);
    await page.getByText('Password changed.').waitFor();
    await dialogOf(page).waitFor({ state: 'detached' });

    assert.equal((await call(`${app.inlay.url}/api/v0/me`, { token: elsewhere })).status, 401);
    assert.ok(await logInAs(app.inlay.url, { username: 'ann@customer.example', password: wanted }));
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await page.getByRole('link', { name: 'ann@customer.example' }).waitFor();
    assert.equal(await page.getByRole('dialog', { name: 'Your session has ended' }).count(), 0);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('shows errors at the field, and warns before leaving with input', async () => {
    const { page, context } = await openAs('bob@customer.example');
    await page.keyboard.press('Control+k');
    await page.locator('dialog [role=combobox]:focus').waitFor();
    await page.keyboard.type('password');
    await page.getByRole('option', { name: 'Change your password' }).click();
    await change(page, 'not it', wanted);
    const problem = dialogOf(page).locator('.ui-field-invalid');
    await problem.getByText('Current password is not correct.').waitFor();
    await problem.locator('input:focus').waitFor();
    await change(page, former, 'x'.repeat(257));
    await problem.getByText('New password must have at most 256 characters.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await page.getByRole('button', { name: 'Stay' }).click();
    assert.equal(await dialogOf(page).getByLabel('Current password').inputValue(), former);
    await context.close();
  });

  it('is blocked with a countdown after too many wrong passwords', async () => {
    const { page, context } = await openAs('cleo@customer.example');
    await page.getByRole('button', { name: 'Account and theme' }).click();
    await page.getByRole('menuitem', { name: 'Change your password' }).click();
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const answered = page.waitForResponse(/me\/password/);
      await change(page, `wrong ${attempt}`, wanted);
      assert.equal((await answered).status(), attempt < 5 ? 400 : 429);
    }
    await page.getByText('Too many attempts').waitFor();
    await eventually(async () =>
      assert.match(String(await dialogOf(page).getByRole('timer').textContent()), /^\d+ s$/),
    );
    assert.ok(
      await dialogOf(page)
        .getByRole('button', { name: /Wait \d+ s/ })
        .isDisabled(),
    );
    await context.close();
  });
});
