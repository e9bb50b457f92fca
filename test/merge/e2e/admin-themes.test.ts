import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { ThemeContent } from '@inlay/protocol/theme';
import { openAdmin } from '../../support/admin-page.ts';
import { logInAs } from '../../support/api-client.ts';
import { type ContentClient, contentClient, TILE } from '../../support/content-client.ts';
import { eventually } from '../../support/eventually.ts';
import { useAdminApp } from '../../support/use-admin-app.ts';

describe('themes in the admin app', () => {
  const app = useAdminApp();
  let admin: ContentClient;
  before(async () => {
    admin = contentClient(app.inlay, await logInAs(app.inlay.url));
  });

  const stored = async (name: string) =>
    (await admin('GET', `themes/${name}`)).body as unknown as ThemeContent;

  it('are created from one color, with a preview on charts', async () => {
    const { page, complaints, context } = await openAdmin(app.browser, app.inlay.url, '/themes');
    await page.getByRole('heading', { name: 'No themes yet' }).waitFor();
    await page.locator('.ui-empty').getByRole('link', { name: 'Create theme' }).click();
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.locator('svg').first().waitFor();
    await page.getByLabel(/^Name/).fill('acme');
    await page.getByLabel('Brand color').fill('#0b6e4f');
    await page.getByRole('button', { name: 'Apply' }).click();
    await preview.locator('[fill="#0b6e4f"], [stroke="#0b6e4f"]').first().waitFor();
    await page.getByRole('button', { name: 'Create theme' }).click();
    await page.getByRole('heading', { name: 'acme', level: 1 }).waitFor();
    const { light, dark } = await stored('acme');
    assert.equal(light?.['series-1'], '#0b6e4f');
    assert.ok(dark?.accent);
    await page.getByRole('main').getByRole('link', { name: 'Themes' }).click();
    await page.getByRole('main').getByRole('link', { name: 'acme' }).waitFor();
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('are refused if a color lacks contrast, with a suggestion next to the color', async () => {
    const { page, context } = await openAdmin(app.browser, app.inlay.url, '/themes/acme');
    const words = page.getByLabel('Muted text', { exact: true });
    await words.fill('b0b0b0');
    await words.press('Tab');
    await page.getByText(/^Contrast with “/).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('is #b0b0b0, which has a contrast of').waitFor();
    assert.equal((await stored('acme')).light?.['text-muted'], undefined);
    await page.getByRole('button', { name: /^Use #/ }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Theme acme saved.').waitFor();
    assert.match(String((await stored('acme')).light?.['text-muted']), /^#[0-9a-f]{6}$/);
    await page.getByRole('button', { name: 'Reset Muted text to the default' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await eventually(async () => assert.equal((await stored('acme')).light?.['text-muted'], undefined));
    await page.getByRole('region', { name: 'Not saved yet' }).waitFor({ state: 'detached' });
    await context.close();
  });

  it('keep concurrent changes until the conflict is resolved', async () => {
    const { page, context } = await openAdmin(app.browser, app.inlay.url, '/themes/acme');
    await page.getByLabel('Font').fill('Georgia, serif');
    const theirs = { light: { accent: '#8b1a3a' } };
    assert.equal((await admin('PUT', 'themes/acme', { body: theirs })).status, 200);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Keep both changes' }).click();
    await page.getByText('Theme acme saved.').waitFor();
    assert.equal((await stored('acme')).font, 'Georgia, serif');
    assert.equal((await stored('acme')).light?.accent, '#8b1a3a');
    await page.getByLabel('Font').fill('Inter');
    assert.equal((await admin('PUT', 'themes/acme', { body: theirs })).status, 200);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Discard my changes' }).click();
    await eventually(async () => assert.equal(await page.getByLabel('Font').inputValue(), ''));
    await context.close();
  });

  it('can be selected by name for an app and an embed', async () => {
    for (const [path, body] of [
      ['apps', { id: 'shop', title: 'Shop', workspaceId: 'main' }],
      ['tiles', { id: 'revenue', appId: 'shop', ...TILE }],
      ['embeds', { id: 'e-revenue', title: 'Revenue', target: { kind: 'tile', id: 'revenue' } }],
    ] as const)
      assert.equal((await admin('POST', path, { body })).status, 201, path);
    const themeOf = async (path: string) => (await admin('GET', path)).body.theme as unknown;
    const { page, context } = await openAdmin(app.browser, app.inlay.url, '/apps/shop?edit=1');
    await page.getByLabel(/^Theme/).selectOption('acme');
    await page.getByRole('button', { name: 'Save' }).click();
    await eventually(async () => assert.deepEqual(await themeOf('apps/shop'), { name: 'acme' }));
    await page.goto(`${app.inlay.url}/admin/embeds/e-revenue`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel(/^Theme/).selectOption('acme');
    await page.getByRole('button', { name: 'Save' }).click();
    await eventually(async () => assert.deepEqual(await themeOf('embeds/e-revenue'), { name: 'acme' }));
    await context.close();
  });

  it('never overwrite another with the same name, and are deleted after confirmation', async () => {
    const { page, context } = await openAdmin(app.browser, app.inlay.url, '/themes/new');
    await page.getByLabel(/^Name/).fill('acme');
    await page.getByRole('button', { name: 'Create theme' }).click();
    await page.getByText('Name is taken. Choose another one.').waitFor();
    await page.getByLabel(/^Name/).fill('');
    await page.goto(`${app.inlay.url}/admin/themes/acme`);
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete theme' }).click();
    await page.getByRole('heading', { name: 'No themes yet' }).waitFor();
    assert.equal((await admin('GET', 'themes/acme')).status, 404);
    await context.close();
  });
});
