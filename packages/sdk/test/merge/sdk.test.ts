import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { afterFrames } from '../../../../test/support/browser/after-frames.ts';
import { expect } from '../../../../test/support/browser/expect.ts';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { embedFrames, stateOf } from '../read-frames.ts';
import { openSdkPage, rejection } from '../sdk-page.ts';
import { useStandIn } from '../use-stand-in.ts';

describe('SDK', () => {
  const started = useStandIn();

  it('inserts an embed with its options and resolves when it is open', async () => {
    const { page, context, complaints } = await openSdkPage(started.browser, started.inlay);
    const id = await page.evaluate(async () => {
      const embed = await window.inlay.insertEmbedById('sales', document.querySelector('#here'), {
        token: 'good-1',
        lang: 'pt-BR',
        theme: { name: 'dark', tokens: { accent: '#c00' } },
        height: 300,
        filters: { region: ['EU', 'US'], day: { from: '2026-01-01' } },
        variables: { rate: 2 },
        features: { export: false },
        step: 'two',
      });
      return embed.id;
    });
    assert.equal(id, 'sales');
    const [frame] = await embedFrames(page, 1);
    const { token, lang, theme, filters, variables, features, step } = await stateOf(frame);
    assert.deepEqual(
      { token, lang, theme, filters, variables, features, step },
      {
        token: 'good-1',
        lang: 'pt-BR',
        theme: { name: 'dark', tokens: { accent: '#c00' } },
        filters: { region: ['EU', 'US'], day: { from: '2026-01-01' } },
        variables: { rate: 2 },
        features: { export: false },
        step: 'two',
      },
    );
    await eventually(async () =>
      assert.equal((await page.locator('#here > iframe').boundingBox())?.height, 300),
    );
    const form = started.inlay.seen.find(({ method }) => method === 'POST')?.body;
    assert.equal(form?.get('filters'), '{"region":["EU","US"],"day":{"from":"2026-01-01"}}');
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('changes filters, variables, theme and language in place and reads them from the frame', async () => {
    const { page, context } = await openSdkPage(started.browser, started.inlay);
    const responses = await page.evaluate(async () => {
      const embed = await window.inlay.insertEmbedById('sales', document.querySelector('#here'), {
        token: 'good-1',
        filters: { year: 2026 },
      });
      await embed.setFilter('region', 'EU');
      await embed.setFilters({ channel: ['web'], year: null });
      await embed.setVariables({ rate: 3 });
      await embed.setTheme('dark');
      await embed.setLanguage('ja');
      await embed.refresh();
      const file = await embed.exportAs('csv', { tileId: 'a' });
      const opened = await embed.openDashboard('a', { edit: true });
      const made = await embed.createDashboard({ title: 'Mine' });
      const saved = await embed.saveDashboard();
      const [listed] = await embed.listDashboards();
      const dashboards = [opened.title, made.title, saved.title, listed?.state];
      return [dashboards, await embed.getFilters(), file.filename, await file.blob.text(), file.blob.type];
    });
    assert.deepEqual(responses, [
      ['Canvas', 'Mine', 'Saved', 'draft'],
      { region: 'EU', channel: ['web'], year: null },
      'sales.csv',
      'a,b\n1,2\n',
      'text/csv',
    ]);
    const [frame] = await embedFrames(page, 1);
    const { theme, lang, variables, refreshed } = await stateOf(frame);
    assert.deepEqual(
      { theme, lang, variables, refreshed },
      { theme: 'dark', lang: 'ja', variables: { rate: 3 }, refreshed: 1 },
    );
    assert.equal(
      started.inlay.seen.filter(({ method, url }) => method === 'POST' && url === '/embed/sales').length,
      1,
    );
    await context.close();
  });

  it('creates, lists, pauses, changes, resumes and deletes subscriptions, and opens them', async () => {
    const { page, context } = await openSdkPage(started.browser, started.inlay);
    const responses = await page.evaluate(async () => {
      const embed = await window.inlay.insertEmbedById('sales', document.querySelector('#here'), {
        token: 'good-1',
      });
      const heard: string[] = [];
      embed.on('subscription-created', ({ name, detail }) => heard.push(`${name} ${detail.title}`));
      embed.on('subscription-deleted', ({ name, detail }) => heard.push(`${name} ${detail.kind}`));
      const schedule = { every: 'week', weekday: 1, at: '08:00', timeZone: 'Europe/Berlin' } as const;
      const created = await embed.createSubscription({ title: 'Weekly', schedule });
      const [listed] = await embed.listSubscriptions();
      const paused = await embed.pauseSubscription('weekly');
      const changed = await embed.changeSubscription('weekly', { title: 'Every week' });
      const resumed = await embed.resumeSubscription('weekly');
      await embed.openSubscriptions({ tileId: 'a' });
      await embed.openSubscriptions();
      const statuses = [paused.status, resumed.status];
      return [created.title, listed?.id, changed.title, statuses, await embed.deleteSubscription('b'), heard];
    });
    assert.deepEqual(responses, [
      'Weekly',
      'weekly',
      'Every week',
      ['paused', 'active'],
      null,
      ['subscription-created Weekly', 'subscription-deleted report'],
    ]);
    const [frame] = await embedFrames(page, 1);
    assert.equal((await stateOf(frame)).subscriptions, 'everything');
    await context.close();
  });

  it("rejects with the frame's error for an invalid value, and continues", async () => {
    const { page, context } = await openSdkPage(started.browser, started.inlay);
    const said = await rejection(page, async () => {
      const embed = await window.inlay.insertEmbedById('sales', document.querySelector('#here'), {
        token: 'good-1',
      });
      await embed.setVariables({ refuse: 1 });
    });
    assert.equal(said, "VALUE_INVALID: There is no variable 'refuse'.");
    assert.deepEqual(await page.evaluate(() => window.inlay.getAll()[0]?.getFilters()), {});
    await context.close();
  });

  it('emits typed events on the embed and the instance until a listener is removed', async () => {
    const { page, context } = await openSdkPage(started.browser, started.inlay);
    await page.evaluate(async () => {
      const embed = await window.inlay.insertEmbedById('sales', document.querySelector('#here'), {
        token: 'good-1',
      });
      const listener = () => window.heardEvents.push('listener');
      embed.on('click', () => {
        throw new Error('a listener of the page fails');
      });
      embed.on('click', listener);
      const off = embed.on('drill', listener);
      embed.on('navigate', () => {
        embed.off('click', listener);
        off();
      });
    });
    const [frame] = await embedFrames(page, 1);
    await page.evaluate(() => {
      window.heardEvents.length = 0;
    });
    await frame.evaluate(() => {
      const { emit } = (window as unknown as { viewer: { emit(event: unknown): void } }).viewer;
      emit({ event: 'click', detail: { tileId: 'a', values: { region: 'EU' } } });
      emit({ event: 'drill', detail: { tileId: 'a', path: [{ region: 'EU' }] } });
      emit({ event: 'navigate', detail: { to: 'two', index: 1, count: 3 } });
      emit({ event: 'click', detail: { tileId: 'b', values: {} } });
      emit({ event: 'export', detail: { format: 'csv', filename: 'a.csv' } });
      emit({ event: 'dashboard-saved', detail: { dashboardId: 'd', title: 'Mine' } });
      emit({ event: 'something-new', detail: {} });
    });
    await page.waitForFunction(() => window.heardEvents.some((one) => one.startsWith('dashboard-saved')));
    assert.deepEqual(await page.evaluate(() => window.heardEvents), [
      'listener',
      'click {"tileId":"a","values":{"region":"EU"}}',
      'listener',
      'drill {"tileId":"a","path":[{"region":"EU"}]}',
      'navigate {"to":"two","index":1,"count":3}',
      'click {"tileId":"b","values":{}}',
      'export {"format":"csv","filename":"a.csv"}',
      'dashboard-saved {"dashboardId":"d","title":"Mine"}',
    ]);
    await context.close();
  });

  it('applies changes to all embeds of an instance, including later ones', async () => {
    const { page, context } = await openSdkPage(started.browser, started.inlay);
    await page.evaluate(async () => {
      const here = document.querySelector('#here');
      const options = { token: 'good-1' };
      await Promise.all([
        window.inlay.insertEmbedById('sales', here, { ...options, filters: { own: 1 } }),
        window.inlay.insertEmbedById('costs', here, options),
      ]);
      await window.inlay.setFilter('region', 'EU');
      await window.inlay.setTheme('dark');
      await window.inlay.setLanguage('de');
      await window.inlay.setVariables({ rate: 1 });
      await window.inlay.refresh();
      await window.inlay.insertEmbedById('later', here, options);
    });
    const states = await Promise.all((await embedFrames(page, 3)).map(stateOf));
    assert.deepEqual(
      states.map(({ filters }) => filters),
      [{ own: 1, region: 'EU' }, { region: 'EU' }, { region: 'EU' }],
    );
    for (const { theme, lang, variables } of states) {
      assert.deepEqual({ theme, lang, variables }, { theme: 'dark', lang: 'de', variables: { rate: 1 } });
    }
    assert.deepEqual(
      states.map(({ refreshed }) => refreshed),
      [1, 1, 0],
    );
    const ids = await page.evaluate(() => window.inlay.getAll().map(({ id }) => id));
    assert.deepEqual(ids, ['sales', 'costs', 'later']);
    await page.evaluate(() => window.inlay.destroy());
    await expect(page.locator('iframe')).toHaveCount(0);
    assert.deepEqual(await page.evaluate(() => window.inlay.getAll()), []);
    await context.close();
  });

  it('applies changes made before the embed is open', async () => {
    const { page, context } = await openSdkPage(started.browser, started.inlay);
    await page.evaluate(async () => {
      const inserting = window.inlay.insertEmbedById('sales', document.querySelector('#here'), {
        token: 'good-1',
      });
      await Promise.all([window.inlay.setFilter('region', 'EU'), window.inlay.setLanguage('fr'), inserting]);
    });
    const [frame] = await embedFrames(page, 1);
    const { filters, lang } = await stateOf(frame);
    assert.deepEqual({ filters, lang }, { filters: { region: 'EU' }, lang: 'fr' });
    await context.close();
  });

  it("restores the viewer's state in a frame that was moved", async () => {
    const { page, context } = await openSdkPage(started.browser, started.inlay);
    await page.evaluate(async () => {
      const embed = await window.inlay.insertEmbedById('sales', document.querySelector('#here'), {
        token: 'good-1',
      });
      await embed.setTheme('dark');
    });
    const [frame] = await embedFrames(page, 1);
    await frame.evaluate(() =>
      (window as unknown as { viewer: { filter(filters: object): void } }).viewer.filter({ region: 'EU' }),
    );
    await page.waitForFunction(() => window.heardEvents.some((one) => one.startsWith('filter-change')));
    await page.evaluate(() => {
      window.heardEvents.length = 0;
      document.body.append(document.querySelector('iframe') as Element);
    });
    await page.waitForFunction(() => window.heardEvents.some((one) => one.startsWith('ready')));
    const [moved] = await embedFrames(page, 1);
    const { filters, theme, token } = await stateOf(moved);
    assert.deepEqual(
      { filters, theme, token },
      { filters: { region: 'EU' }, theme: 'dark', token: 'good-1' },
    );
    assert.deepEqual(await page.evaluate(() => window.inlay.getAll()[0]?.getFilters()), { region: 'EU' });
    await context.close();
  });

  it('resolves at once for a lazy embed and loads it near the viewport', async () => {
    const { page, context } = await openSdkPage(started.browser, started.inlay);
    await page.evaluate(async () => {
      const here = document.querySelector<HTMLElement>('#here');
      if (here) here.style.marginTop = '5000px';
      await window.inlay.insertEmbedById('sales', here, { token: 'good-1', loading: 'lazy' });
    });
    await afterFrames(page);
    assert.ok(!started.inlay.seen.some(({ url }) => url.startsWith('/embed/')));
    await page.evaluate(() => scrollTo(0, 5000));
    await page.waitForFunction(() => window.heardEvents.some((one) => one.startsWith('ready')));
    await context.close();
  });

  it('shows twenty embeds', async () => {
    const { page, context, complaints } = await openSdkPage(started.browser, started.inlay);
    const ids = await page.evaluate(async () => {
      const inserting = Array.from({ length: 20 }, (_, index) =>
        window.inlay.insertEmbedById(`embed-${index % 19}`, document.querySelector('#here'), {
          token: 'good-1',
        }),
      );
      const embeds = await Promise.all(inserting);
      await window.inlay.setFilter('region', 'EU');
      return embeds.map(({ id }) => id);
    });
    assert.equal(ids.length, 20);
    const states = await Promise.all((await embedFrames(page, 20)).map(stateOf));
    assert.ok(states.every(({ filters }) => filters.region === 'EU'));
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('uses the SDK token for embeds without one, once the instance has confirmed it', async () => {
    const { page, context } = await openSdkPage(started.browser, started.inlay);
    await page.evaluate(async () => {
      const inlay = await window.Inlay.initialize('good-sdk');
      await inlay.insertEmbedById('sales', document.querySelector('#here'));
      await inlay.insertEmbedById('costs', document.querySelector('#here'), { token: 'good-own' });
    });
    const states = await Promise.all((await embedFrames(page, 2)).map(stateOf));
    assert.deepEqual(
      states.map(({ token }) => token),
      ['good-sdk', 'good-own'],
    );
    const check = started.inlay.seen.find(({ url }) => url.includes('sdk-session'));
    assert.equal(check?.url, '/scripts/sdk-session');
    assert.equal(check?.origin, started.inlay.host);
    assert.equal(started.inlay.seen.filter(({ method }) => method === 'OPTIONS').length, 0, 'no preflight');
    await context.close();
  });
});
