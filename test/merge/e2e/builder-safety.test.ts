import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FrameLocator } from 'playwright-core';
import { afterFrames } from '../../support/browser/after-frames.ts';
import { expect } from '../../support/browser/expect.ts';
import { type BuilderPage, useBuilder } from '../../support/builder/builder-page.ts';
import { builderClient, CHART, canvasOf, made } from '../../support/builder/builder-world.ts';
import { call } from '../../support/http/api-client.ts';
import { eventually } from '../../support/time/eventually.ts';

const content = (title: string) =>
  canvasOf(
    title,
    { id: 'a', x: 0, y: 0, w: 6, h: 5, chart: { ...CHART, title: 'First' } },
    { id: 'b', x: 6, y: 0, w: 6, h: 5, chart: { ...CHART, title: 'Second' } },
  );
const state = (frame: FrameLocator, is: string) => frame.locator(`.bld-save[data-save=${is}]`).waitFor();
const retitle = (frame: FrameLocator, title: string) =>
  frame.getByRole('textbox', { name: 'Title', exact: true }).first().fill(title);

describe('a builder loses nothing', () => {
  const tests = useBuilder();
  let owners = 0;

  const start = async (options: object = {}, site: '/' | '/same-site' = '/') => {
    const token = await tests.token(`owner${++owners}`, ['view', 'contribute'], { groups: ['emea'] });
    const api = builderClient(tests.inlay, token);
    const { dashboard } = await made(api, content('Kept'));
    const page = await tests.open(token, options, { site });
    const open = async ({ frame }: BuilderPage) => {
      await frame.locator(`[data-dashboard="${dashboard.id}"]`).click();
      await frame.locator('.bld-page').waitFor();
    };
    await open(page);
    const stored = async () => (await api('GET', `dashboards/${dashboard.id}`)).body.content;
    return { ...page, id: dashboard.id, api, open, stored, token };
  };

  it('when the page crashes during an edit: it offers the draft', async () => {
    const opened = await start({}, '/same-site');
    const { page, frame, context, stored } = opened;
    await page.route('**/builder/dashboards/*', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await retitle(frame, 'Written just before');
    await state(frame, 'offline');
    const session = await context.newCDPSession(page);
    void session.send('Page.crash').catch(() => undefined);
    await page.waitForEvent('crash');
    await page.close();
    assert.equal((await stored()).title, 'Kept');

    const next = await opened.again();
    const told = await next.frame.locator('.bld-card-draft').textContent();
    assert.match(told ?? '', /^You have unsaved changes \(.+\)\.$/);
    assert.doesNotMatch(told ?? '', /[{}]/);
    await opened.open(next);
    await next.frame.locator('[data-banner=draft]').waitFor();
    await next.frame.getByRole('button', { name: 'Restore' }).click();
    await state(next.frame, 'saved');
    assert.equal((await stored()).title, 'Written just before');
    await next.page.close();
    const last = await opened.again();
    await last.frame.locator(`[data-dashboard="${opened.id}"]`).waitFor();
    await expect(last.frame.locator('.bld-card-draft')).toHaveCount(0);
    await context.close();
  });

  it('when the network fails: it says so, keeps working, and saves once it is back', async () => {
    const { frame, context, stored } = await start();
    await context.setOffline(true);
    await retitle(frame, 'In a tunnel');
    await state(frame, 'offline');
    // A frame of another site has no storage here: the page says that it must stay open.
    await frame.locator('.bld-save-hint', { hasText: 'does not allow local storage' }).waitFor();
    await frame.locator('[data-item=b]').focus();
    await frame.locator('[data-item=b]').press('Delete');
    await expect(frame.locator('.bld-item')).toHaveCount(1);
    await context.setOffline(false);
    await state(frame, 'saved');
    const { title, items } = await stored();
    assert.deepEqual([title, items.length], ['In a tunnel', 1]);
    await context.close();
  });

  it('when the session expires: it waits for another token and saves with it', async () => {
    const opened = await start();
    const { page, frame, context, heard, id } = opened;
    const revoked = await call(`${tests.inlay.url}/api/v0/embed-settings/revoke-tokens`, {
      method: 'POST',
      token: tests.setup.adminToken,
      body: {},
    });
    assert.ok(revoked.status < 300, JSON.stringify(revoked.body));
    await retitle(frame, 'After hours');
    await state(frame, 'expired');
    await eventually(async () => assert.equal((await heard('token-expired')).length, 1));
    const token = await tests.token(`owner${owners}`, ['view', 'contribute'], { groups: ['emea'] });
    await page.evaluate(
      (next) =>
        (window as unknown as { embed: { setToken(token: string): Promise<void> } }).embed.setToken(next),
      token,
    );
    await state(frame, 'saved');
    const { body } = await builderClient(tests.inlay, token)('GET', `dashboards/${id}`);
    assert.equal(body.content.title, 'After hours');
    await context.close();
  });

  it('when the server rejects an edit: it does not submit the dashboard without it', async () => {
    const { page, frame, context, api, id } = await start();
    await page.route('**/builder/dashboards/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 400, json: { code: 'REQUEST_INVALID', message: 'no' } })
        : route.continue(),
    );
    await retitle(frame, 'Refused');
    await state(frame, 'refused');
    await frame.getByRole('button', { name: 'Submit for review' }).click();
    const dialog = frame.getByRole('dialog', { name: 'Submit for review' });
    await dialog.getByRole('button', { name: 'Submit for review' }).click();
    await frame.locator('.bld-toast', { hasText: 'Undo your last change' }).waitFor();
    const { body } = await api('GET', `dashboards/${id}`);
    assert.equal(body.dashboard.state, 'draft');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const title = frame.getByRole('textbox', { name: 'Title', exact: true }).first();
    await expect(title).toHaveValue('Refused');
    await context.close();
  });

  /** The same dashboard in front of its owner and of a colleague who may edit it. */
  const two = async () => {
    const mine = await start();
    const shared = await mine.api('PUT', `dashboards/${mine.id}/sharing`, {
      body: { with: 'groups', right: 'edit' },
    });
    assert.equal(shared.status, 200, JSON.stringify(shared.body));
    const token = await tests.token(`peer${owners}`, ['view', 'contribute'], { groups: ['emea'] });
    const theirs = await tests.open(token);
    await mine.open(theirs);
    await theirs.frame.getByRole('button', { name: 'Edit', exact: true }).click();
    return { mine, theirs };
  };

  it('when two people edit different parts: it shows each the other and keeps both changes', async () => {
    const { mine, theirs } = await two();
    await theirs.frame.locator('.bld-people', { hasText: 'owner' }).waitFor();
    await retitle(theirs.frame, 'Theirs');
    await state(theirs.frame, 'saved');
    // What the other saved is asked for until it comes.
    let lost = 0;
    await mine.page.route(`**/builder/dashboards/${mine.id}`, (route) =>
      route.request().method() === 'GET' && lost++ === 0 ? route.abort() : route.continue(),
    );
    await mine.frame.locator('[data-item=b]').focus();
    await mine.page.keyboard.press('Delete');
    const dialog = mine.frame.getByRole('dialog', { name: 'Someone else saved changes' });
    await dialog.getByText(/Changed by peer/).waitFor();
    await dialog.getByRole('button', { name: 'Keep both changes' }).click();
    await state(mine.frame, 'saved');
    const { title, items } = await mine.stored();
    assert.deepEqual([title, items.map(({ id }) => id)], ['Theirs', ['a']]);
    await mine.context.close();
    await theirs.context.close();
  });

  it('when two people edit the same part: it keeps one version as a copy and the other unchanged', async () => {
    const { mine, theirs } = await two();
    await retitle(theirs.frame, 'Theirs');
    await state(theirs.frame, 'saved');
    await retitle(mine.frame, 'Mine');
    const dialog = mine.frame.getByRole('dialog', { name: 'Someone else saved changes' });
    await dialog.getByRole('button', { name: 'Keep mine as a copy' }).waitFor();
    await expect(dialog.locator('td')).toHaveText(['Mine', 'Theirs']);
    // On a phone, both versions have the width of the dialog.
    const size = mine.page.viewportSize() ?? { width: 1280, height: 720 };
    await mine.page.setViewportSize({ ...size, width: 390 });
    await eventually(async () => {
      const [own, other] = await Promise.all([0, 1].map((at) => dialog.locator('td').nth(at).boundingBox()));
      assert.ok(own && other && other.y >= own.y + own.height && own.width > 240, `${own?.width} px`);
    });
    await mine.page.setViewportSize(size);
    // One of its ways has to be taken: without it nothing would be saved any more.
    for (const key of ['Escape', 'Escape']) await mine.page.keyboard.press(key);
    await afterFrames(mine.page);
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Keep both changes' })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Keep mine as a copy' }).click();
    await dialog.waitFor({ state: 'detached' });
    await eventually(async () => assert.equal((await mine.stored()).title, 'Theirs'));
    await eventually(async () => {
      const list = await mine.api<{ data: { title: string }[] }>('GET', 'dashboards?q=Mine');
      assert.deepEqual(
        list.body.data.map(({ title }) => title),
        ['Mine'],
      );
    });
    await mine.context.close();
    await theirs.context.close();
  });

  it('and lets the host hide parts, and open, create, save and list dashboards', async () => {
    const { page, frame, context, id } = await start({
      features: { sharing: false, library: false, 'chart-editor': false, review: false },
    });
    await frame.getByRole('button', { name: 'Add', exact: true }).waitFor();
    for (const name of ['Share', 'Submit for review'])
      await expect(frame.getByRole('button', { name, exact: true })).toHaveCount(0);
    await frame.getByRole('button', { name: 'Add', exact: true }).click();
    await frame.locator('.bld-panel').getByRole('button', { name: 'Text', exact: true }).first().waitFor();
    for (const name of ['Chart', 'Library'])
      await expect(frame.locator('.bld-panel').getByRole('button', { name, exact: true })).toHaveCount(0);
    type Embed = {
      createDashboard(options: object): Promise<{ dashboardId: string }>;
      openDashboard(id: string, options?: object): Promise<{ dashboardId: string }>;
      saveDashboard(): Promise<{ dashboardId: string }>;
      listDashboards(): Promise<{ dashboardId: string; title: string }[]>;
    };
    const responses = await page.evaluate(async (first) => {
      const { embed } = window as unknown as { embed: Embed };
      const created = await embed.createDashboard({ title: 'By the host' });
      const opened = await embed.openDashboard(first);
      const saved = await embed.saveDashboard();
      return { created, opened, saved, listed: await embed.listDashboards() };
    }, id);
    await page.route('**/builder/dashboards', (route) =>
      route.fulfill({ status: 503, json: { statusCode: 503, message: 'The database does not answer.' } }),
    );
    const code = await page.evaluate(() =>
      (window as unknown as { embed: Embed }).embed
        .createDashboard({ title: 'Never' })
        .catch((error) => error.code),
    );
    assert.equal(code, 'ENGINE_UNAVAILABLE');
    assert.ok(responses.created.dashboardId);
    assert.equal(responses.opened.dashboardId, id);
    assert.equal(responses.saved.dashboardId, id);
    assert.ok(responses.listed.some(({ title }) => title === 'By the host'));
    await context.close();
  });
});
