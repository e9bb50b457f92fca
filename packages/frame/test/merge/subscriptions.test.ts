import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { Subscription } from '@inlay/content/subscription';
import type { BrowserContextOptions } from 'playwright-core';
import { axeFindings, COLORS } from '../../../../test/support/browser/axe-findings.ts';
import { expect } from '../../../../test/support/browser/expect.ts';
import { smallTargets, TOUCH_DEVICES } from '../../../../test/support/browser/small-targets.ts';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { fakeSubscription } from '../support/fake-subscriptions.ts';
import { awake, type OpenEmbed, useFrame } from '../support/use-frame.ts';

const features = { subscriptions: true };

describe('subscriptions in an embed', () => {
  const tests = useFrame();
  const fake = () => tests.standIn.subscriptions;
  beforeEach(() => fake().reset());

  const isCreation = ({ path, body }: { path: string; body: Record<string, unknown> }) =>
    path.endsWith('/subscriptions') && body.title !== undefined;

  const openPage = async (
    id: string,
    fields: Readonly<Record<string, unknown>> = {},
    options: BrowserContextOptions = {},
  ) => {
    const embed = await tests.open(id, { features, ...fields }, { reducedMotion: 'reduce', ...options });
    await awake(embed.frame);
    return embed;
  };
  /** The dialog for everything. */
  const openDialog = async (...args: Parameters<typeof openPage>) => {
    const embed = await openPage(...args);
    await embed.frame.locator('.inlay-subscribe button').click();
    await embed.frame.locator('.ui-dialog-body[aria-busy=false]').waitFor();
    return embed;
  };
  const openForm = async (...args: Parameters<typeof openPage>) => {
    const embed = await openDialog(...args);
    if (fake().all.length > 0) await button(embed, 'New subscription').click();
    return embed;
  };
  const button = ({ frame }: OpenEmbed, name: string) => frame.getByRole('button', { name, exact: true });
  const field = ({ frame }: OpenEmbed, name: string) => frame.getByLabel(name, { exact: true });
  const summary = ({ frame }: OpenEmbed) => frame.getByRole('region', { name: 'Summary' });
  const chooseTool = async ({ frame }: OpenEmbed, tile: string) => {
    await frame.locator(`[data-tile=${tile}]`).hover();
    await frame.locator(`[data-tile=${tile}] [aria-haspopup=menu]`).click();
  };

  it('are offered only where the host enables them', async () => {
    for (const [id, tile] of [
      ['dashboard', 'regions'],
      ['story', 'months'],
      ['regions', 'regions'],
    ] as const) {
      const without = await tests.open(id);
      await awake(without.frame);
      await chooseTool(without, tile);
      await expect(without.frame.getByRole('menuitem', { name: 'Print' })).toBeVisible();
      await expect(without.frame.getByRole('menuitem', { name: 'Send me this…' })).toHaveCount(0);
      await expect(without.frame.locator('.inlay-subscribe')).toHaveCount(0);
      await without.close();
    }
    for (const id of ['dashboard', 'story']) {
      const embed = await openPage(id);
      await expect(embed.frame.getByRole('button', { name: 'Send me this…' })).toBeVisible();
      await embed.close();
    }
  });

  it('can be the only thing in the menu of a tile', async () => {
    const embed = await openPage('regions', { features: { subscriptions: true, export: false } });
    await chooseTool(embed, 'regions');
    await expect(embed.frame.getByRole('menuitem')).toHaveText(['Send me this…']);
    await embed.close();
  });

  it('send a tile with the filters of the page to the viewer, from the keyboard alone', async () => {
    const embed = await openPage('dashboard');
    await embed.ask('set-filters', { filters: { region: 'North' } });
    await embed.frame.locator('[data-tile=regions] [aria-haspopup=menu]').focus();
    await embed.page.keyboard.press('Enter');
    await embed.frame.getByRole('menuitem', { name: 'Send me this…' }).press('Enter');
    await expect(field(embed, 'What')).toBeFocused();
    await expect(field(embed, 'What')).toHaveValue('regions');
    await expect(summary(embed)).toContainText('Every Monday at 8:00 AM');
    await expect(summary(embed)).toContainText('Revenue by region, in English, to anna@example.com');
    await expect(summary(embed)).toContainText('With the current filters: Region: North');
    await field(embed, 'Format').selectOption('csv');
    await field(embed, 'How often').selectOption('month');
    await field(embed, 'Day of the month').selectOption('31');
    await field(embed, 'Time').fill('17:30');
    await expect(summary(embed)).toContainText('On the last day of each month at 5:30 PM');
    await field(embed, 'Name').fill('Month end');
    await embed.page.keyboard.press('Enter');
    await expect(embed.frame.locator('.inlay-subscriptions-list > li')).toContainText('Month end');
    await expect(embed.frame.locator('.inlay-subscriptions-status')).toHaveText('Saved');
    assert.deepEqual(tests.standIn.asked.findLast(isCreation)?.body, {
      title: 'Month end',
      schedule: { every: 'month', day: 31, at: '17:30', timeZone: 'Europe/Berlin' },
      format: 'csv',
      to: { kind: 'email', recipients: ['anna@example.com'] },
      alert: null,
      tileId: 'regions',
      state: { filters: { region: 'North' } },
      lang: 'en',
    });
    const [created] = await embed.heard('subscription-created');
    assert.deepEqual(created, { subscriptionId: fake().all[0]?.id, title: 'Month end', kind: 'report' });
    await embed.page.keyboard.press('Escape');
    await embed.frame.locator('dialog').waitFor({ state: 'detached' });
    await expect(embed.frame.locator('[data-tile=regions] [aria-haspopup=menu]')).toBeFocused();
    assert.deepEqual(embed.complaints, []);
    await embed.close();
  });
  it('send everything with the whole state of the page', async () => {
    const embed = await openForm('dashboard');
    await expect(field(embed, 'What')).toHaveValue('');
    await expect(field(embed, 'Format').locator('option')).toHaveText(['In the message', 'PDF', 'Excel']);
    await expect(summary(embed)).toContainText('Without filters');
    await button(embed, 'Save').click();
    await expect(embed.frame.locator('.inlay-subscriptions-list > li')).toHaveCount(1);
    const body = tests.standIn.asked.findLast(isCreation)?.body;
    assert.equal(body?.tileId, undefined);
    assert.equal(body?.title, 'Sales');
    await embed.close();
  });

  it('alert about a measure of a tile, tried on past data first', async () => {
    const embed = await openForm('dashboard');
    await button(embed, 'Alert').click();
    await field(embed, 'What').selectOption('regions');
    await button(embed, 'Save').click();
    await expect(field(embed, 'Limit (€)')).toBeFocused();
    await expect(embed.frame.getByText('Enter a value.')).toBeVisible();
    await expect(button(embed, 'Try on past data')).toBeDisabled();
    await field(embed, 'Limit (€)').fill('10000');
    await expect(embed.frame.getByText('Enter a value.')).toHaveCount(0);
    await field(embed, 'Check').selectOption('region');
    await embed.frame.getByText('More options').click();
    await field(embed, 'Back to normal below (€)').fill('9500');
    await field(embed, 'Quiet period after an alert').selectOption('360');
    await button(embed, 'Try on past data').click();
    await expect(embed.frame.locator('.inlay-subscriptions-try')).toContainText(
      /It would have fired 3 times in the past \(Jan\s–\sDec 2025\)\./,
    );
    await expect(embed.frame.locator('.inlay-subscriptions-try li')).toHaveText([
      '10.1% (month 10)',
      '8.3% (month 7)',
      '9.4% (month 4)',
    ]);
    await expect(embed.frame.locator('.inlay-subscriptions-fired')).toHaveCount(3);
    await expect(summary(embed)).toContainText('Alert when Revenue is above €10,000, for each Region');
    await field(embed, 'Limit (€)').fill('11000');
    await expect(embed.frame.locator('.inlay-subscriptions-try li')).toHaveCount(0);
    await button(embed, 'Save').click();
    await expect(embed.frame.locator('.inlay-subscriptions-list > li')).toContainText('€11,000');
    const body = tests.standIn.asked.findLast(isCreation)?.body;
    assert.deepEqual(body?.alert, {
      kind: 'above',
      measure: 'revenue',
      limit: 11_000,
      margin: 1_500,
      by: 'region',
      quietMinutes: 360,
    });
    assert.deepEqual([body?.tileId, body?.format], ['regions', 'message']);
    await embed.close();
  });

  it("show the server's problems at their fields, and keep what was typed", async () => {
    const embed = await openForm('dashboard');
    await field(embed, 'Name').fill('Mine');
    fake().refusal = {
      status: 400,
      body: {
        statusCode: 400,
        code: 'REQUEST_INVALID',
        message: 'The request is not valid.',
        details: [{ path: '/schedule/every', problem: 'is not allowed' }],
      },
    };
    await button(embed, 'Save').click();
    await expect(embed.frame.getByText('Not accepted: is not allowed')).toBeVisible();
    await expect(field(embed, 'How often')).toBeFocused();
    fake().refusal = {
      status: 409,
      body: { statusCode: 409, message: 'You have 10 subscriptions. Delete one first.' },
    };
    await button(embed, 'Save').click();
    await expect(embed.frame.getByRole('alert')).toHaveText('You have 10 subscriptions. Delete one first.');
    await expect(field(embed, 'Name')).toHaveValue('Mine');
    await embed.close();
  });

  it('have a list with schedule, next time, result and reason in words', async () => {
    const alert = { kind: 'below', measure: 'revenue', limit: 5, margin: 0, quietMinutes: 0 } as const;
    const at = '2026-11-16T07:00:00.000Z';
    fake().all.push(
      fakeSubscription({ last: { at, state: 'sent', code: null, reason: null } }),
      fakeSubscription({
        title: 'Low',
        tileId: 'regions',
        alert,
        last: {
          at,
          state: 'failed',
          code: 'delivery-failed',
          reason: 'The mail server refused the message.',
        },
      }),
      fakeSubscription({ title: 'Over', status: 'ended', reason: 'access-lost', nextAt: null }),
      fakeSubscription({ schedule: { every: 'day', at: '09:00', timeZone: 'Asia/Tokyo' } }),
      fakeSubscription({ title: 'Linked', content: { kind: 'dashboard', id: 'other' }, tileId: 'gone' }),
    );
    const embed = await openDialog('dashboard');
    const items = embed.frame.locator('.inlay-subscriptions-list > li');
    await expect(items.nth(0)).toContainText('Every Monday at 8:00 AM');
    await expect(items.nth(0)).toContainText('The whole dashboard · PDF · anna@example.com');
    await expect(items.nth(0)).toContainText('Next: Mon, Nov 23, 8:00 AM');
    await expect(items.nth(0)).toContainText('Last sent: Mon, Nov 16, 8:00 AM');
    await expect(items.nth(1)).toContainText('Alert when Revenue is below €5');
    await expect(items.nth(1)).toContainText(
      'Not sent: Mon, Nov 16, 8:00 AM The mail server refused the message.',
    );
    await expect(items.nth(2)).toContainText('You no longer have access to this content.');
    await expect(items.nth(2).getByRole('button', { name: 'Pause' })).toHaveCount(0);
    await expect(items.nth(3)).toContainText('Every day at 9:00 AM (Tokyo)');
    // Of a dashboard that a click opened: it is changed there.
    await expect(items.nth(4).getByRole('button', { name: 'Pause' })).toBeVisible();
    await expect(items.nth(4).getByRole('button', { name: 'Edit' })).toHaveCount(0);
    await embed.close();
  });

  it('say of an alert with nothing to report that it was checked', async () => {
    const at = '2026-11-16T07:00:00.000Z';
    const alert = { kind: 'above', measure: 'revenue', limit: 1, margin: 0, quietMinutes: 0 } as const;
    fake().all.push(fakeSubscription({ alert, last: { at, state: 'skipped', code: null, reason: null } }));
    const embed = await openDialog('dashboard');
    const item = embed.frame.locator('.inlay-subscriptions-list > li');
    await expect(item).toContainText('Last checked: Mon, Nov 16, 8:00 AM');
    await embed.close();
  });

  it("say why nothing was sent in the viewer's language, in English more precisely", async () => {
    const at = '2026-11-16T07:00:00.000Z';
    const reason = 'It took longer than two minutes.';
    const delayed = { at, state: 'waiting', code: 'data-unavailable', reason } as const;
    const ended = { at, state: 'failed', code: 'destination-gone', reason: 'It was deleted.' } as const;
    fake().all.push(
      fakeSubscription({ last: delayed }),
      fakeSubscription({ last: { ...delayed, code: null } }),
      fakeSubscription({ status: 'ended', reason: 'destination-gone', nextAt: null, last: ended }),
    );
    const results = async (lang: string) => {
      const embed = await openDialog('dashboard', { lang });
      const items = embed.frame.locator('.inlay-subscriptions-list > li');
      const texts = await items.evaluateAll((all) => all.map((item) => item.textContent));
      const inEnglish = await items.locator('[lang=en]').count();
      await embed.close();
      return { texts, inEnglish };
    };
    const english = await results('en-GB');
    for (const text of english.texts.slice(0, 2))
      assert.match(text, /Not sent yet, trying again\. It took longer than two minutes\./);
    assert.match(english.texts[2] ?? '', /The destination was deleted\..*It was deleted\./);
    assert.equal(english.inEnglish, 3);

    const german = await results('de');
    const [first, older, last = ''] = german.texts;
    assert.match(
      first ?? '',
      /wird erneut versucht\. Die Daten konnten nicht geladen werden, oder es waren zu viele\./,
    );
    assert.match(older ?? '', /wird erneut versucht\. It took longer/, 'a result without a code');
    assert.equal(last.split('Das Ziel wurde gelöscht.').length, 2, 'why it ended is said once');
    assert.doesNotMatch(last, /It was deleted/);
    assert.equal(german.inEnglish, 1);
  });

  it('can be paused, resumed, tested and deleted, and the host hears of it', async () => {
    fake().all.push(fakeSubscription());
    const embed = await openDialog('dashboard');
    const item = embed.frame.locator('.inlay-subscriptions-list > li');
    await button(embed, 'Pause: Weekly sales').click();
    await expect(item.locator('.ui-badge')).toHaveText('Paused');
    await button(embed, 'Resume: Weekly sales').click();
    await expect(item.locator('.ui-badge')).toHaveCount(0);
    await button(embed, 'Send test: Weekly sales').click();
    const status = embed.frame.locator('.inlay-subscriptions-status');
    await expect(status).toHaveText('The test is on its way.');
    const last = { at: '2026-11-20T09:00:00.000Z', state: 'sent', code: null, reason: null } as const;
    fake().all.splice(0, 1, { ...(fake().all[0] as Subscription), last });
    await expect(status).toHaveText('Last sent: Fri, Nov 20, 10:00 AM');
    await expect(item).toContainText('Last sent: Fri, Nov 20, 10:00 AM');
    await button(embed, 'Delete: Weekly sales').click();
    await expect(button(embed, 'Cancel')).toBeFocused();
    await button(embed, 'Delete').click();
    await expect(item).toHaveCount(0);
    await expect(embed.frame.locator('.ui-empty')).toBeVisible();
    assert.equal((await embed.heard('subscription-changed')).length, 2);
    assert.equal((await embed.heard('subscription-deleted')).length, 1);
    await eventually(async () => {
      const inside = await embed.frame.evaluate(() => document.activeElement?.closest('dialog') !== null);
      assert.ok(inside, 'the focus has left the dialog');
    });
    await embed.close();
  });

  it('keep their own filters when edited, until the viewer replaces them', async () => {
    fake().all.push(fakeSubscription({ state: { filters: { region: 'South' } } }));
    const embed = await openPage('dashboard');
    await embed.ask('set-filters', { filters: { region: 'North' } });
    await embed.frame.locator('.inlay-subscribe button').click();
    await button(embed, 'Edit: Weekly sales').click();
    await expect(summary(embed)).toContainText('With these filters: Region: South');
    await field(embed, 'Name').fill('Renamed');
    await button(embed, 'Save').click();
    await expect(embed.frame.locator('.inlay-subscriptions-list > li')).toContainText('Renamed');
    const [saved] = fake().all;
    assert.deepEqual(saved?.state, { filters: { region: 'South' } });
    const change = tests.standIn.asked.findLast(
      ({ path, body }) => path.includes(saved?.id ?? '–') && body.title,
    );
    assert.deepEqual(change?.body, { title: 'Renamed' }, 'what was not changed is not sent');
    await button(embed, 'Edit: Renamed').click();
    await field(embed, 'Use the current filters instead: Region: North').check();
    await expect(summary(embed)).toContainText('With the current filters: Region: North');
    await button(embed, 'Save').click();
    await expect(embed.frame.locator('.inlay-subscriptions-status')).toHaveText('Saved');
    assert.equal(fake().all[0]?.state.filters?.region, 'North');
    await embed.close();
  });

  it('ask before what was typed is lost, also at the second Escape', async () => {
    const embed = await openForm('dashboard');
    await field(embed, 'Name').fill('Half');
    await embed.page.keyboard.press('Escape');
    await expect(embed.frame.getByRole('alertdialog')).toContainText('Discard your changes?');
    await button(embed, 'Keep editing').click();
    await embed.page.keyboard.press('Escape');
    await embed.page.keyboard.press('Escape');
    await expect(field(embed, 'Name')).toHaveValue('Half');
    await button(embed, 'Back').click();
    await button(embed, 'Discard').click();
    await expect(embed.frame.locator('.ui-empty')).toContainText('Have it sent to you');
    await button(embed, 'New subscription').click();
    await field(embed, 'Name').fill('Half');
    await button(embed, 'Close').click();
    await button(embed, 'Discard').click();
    await embed.frame.locator('dialog').waitFor({ state: 'detached' });
    await expect(embed.frame.locator('.inlay-subscribe button')).toBeFocused();
    await embed.close();
  });

  it('preview a message with its styles, without scripts and links', async () => {
    const embed = await openForm('dashboard');
    await button(embed, 'Preview').click();
    await expect(embed.frame.getByText('Subject: Sales – Nov 19')).toBeVisible();
    await expect(embed.frame.getByText('Shown as an email.')).toHaveCount(0);
    const message = embed.frame.frameLocator('iframe');
    await expect(message.locator('h1')).toHaveCSS('color', 'rgb(11, 110, 79)');
    await expect(message.locator('h1')).toHaveCSS('font-size', '24px');
    await expect(message.locator('a')).not.toHaveAttribute('href');
    await expect(message.locator('img')).toHaveJSProperty('naturalWidth', 1);
    await expect(embed.frame.locator('iframe')).toHaveAttribute('sandbox', 'allow-same-origin');
    await button(embed, 'Back').click();
    await expect(field(embed, 'How often')).toBeVisible();
    assert.deepEqual(embed.complaints, []);
    await embed.close();
  });

  it('say why there are none, and load again after a failure', async () => {
    fake().options = { ...fake().options, isAvailable: false };
    const off = await openDialog('dashboard');
    await expect(off.frame.locator('.ui-notice')).toContainText('Reports are not available to you here.');
    await expect(button(off, 'New subscription')).toHaveCount(0);
    await off.close();
    fake().options = { ...fake().options, isAvailable: true, ownAddress: null };
    const nowhere = await openDialog('dashboard');
    await expect(nowhere.frame.locator('.ui-notice')).toContainText('There is no address');
    await nowhere.close();
    fake().reset();
    const embed = await openPage('dashboard');
    await embed.page.route(/embeds.*subscriptions/, (route) => route.abort());
    await embed.frame.locator('.inlay-subscribe button').click();
    await expect(embed.frame.getByRole('alert')).toContainText('could not be loaded');
    await embed.page.unroute(/embeds.*subscriptions/);
    await button(embed, 'Try again').click();
    await expect(field(embed, 'What')).toBeFocused();
    await embed.close();
  });

  it('of everyone are shown to those who publish in the app, and only to read', async () => {
    fake().all.push(fakeSubscription(), fakeSubscription({ title: 'Other', isMine: false, username: 'ben' }));
    const plain = await openDialog('dashboard');
    await expect(plain.frame.getByRole('tab')).toHaveCount(0);
    await plain.close();
    fake().options = { ...fake().options, canSeeAll: true };
    const embed = await openDialog('dashboard');
    await embed.frame.getByRole('tab', { name: 'Everyone’s' }).click();
    const items = embed.frame.locator('.inlay-subscriptions-list > li');
    await expect(items).toHaveCount(2);
    await expect(items.nth(1)).toContainText('ben');
    await expect(items.getByRole('button')).toHaveCount(0);
    await embed.close();
  });

  it('go to other addresses and destinations where the tenant allows it', async () => {
    fake().options = {
      ...fake().options,
      allowedDomains: ['example.org'],
      destinations: [{ id: 'd1', name: 'Sales channel', kind: 'slack' }],
    };
    const embed = await openForm('dashboard');
    await field(embed, 'Email addresses').fill('x@evil.example');
    await button(embed, 'Save').click();
    await expect(embed.frame.getByText('x@evil.example is not an address at example.org.')).toBeVisible();
    await field(embed, 'Format').selectOption('pdf');
    await field(embed, 'Send to').selectOption('d1');
    await expect(field(embed, 'Format').locator('option')).toHaveText(['In the message']);
    await button(embed, 'Preview').click();
    await expect(embed.frame.getByText('Shown as an email.')).toBeVisible();
    await button(embed, 'Back').click();
    await button(embed, 'Save').click();
    await expect(embed.frame.locator('.inlay-subscriptions-list > li')).toContainText('Sales channel');
    const [saved] = fake().all;
    assert.deepEqual([saved?.to, saved?.format], [{ kind: 'destination', id: 'd1' }, 'message']);
    await embed.close();
  });

  it('find a time zone by typing, and say what time it is there', async () => {
    const embed = await openForm('dashboard');
    const zone = embed.frame.getByRole('combobox', { name: 'Time zone' });
    await zone.click();
    await zone.fill('new york');
    await expect(embed.frame.getByRole('option', { name: 'New York', exact: true })).toBeVisible();
    await embed.page.keyboard.press('Enter');
    await expect(zone).toHaveValue('America/New York');
    await expect(embed.frame.getByText(/^It is .* there now\.$/)).toBeVisible();
    await expect(summary(embed)).toContainText('(New York)');
    await embed.close();
  });

  it('give the frame of a single tile room for the form, and take it back', async () => {
    const embed = await openPage('regions');
    const height = () => embed.page.evaluate(() => document.querySelector('iframe')?.offsetHeight ?? 0);
    const before = await height();
    await chooseTool(embed, 'regions');
    await embed.frame.getByRole('menuitem', { name: 'Send me this…' }).click();
    await eventually(async () => assert.ok((await height()) >= 700));
    await expect(summary(embed)).toBeVisible();
    await expect(field(embed, 'What')).toHaveCount(0);
    await button(embed, 'Alert').click();
    await field(embed, 'Limit (€)').fill('1');
    await button(embed, 'Save').click();
    await expect(embed.frame.locator('.inlay-subscriptions-list > li')).toHaveCount(1);
    assert.equal(fake().all[0]?.tileId, 'regions', 'an alert names its tile');
    await embed.page.keyboard.press('Escape');
    await eventually(async () => assert.equal(await height(), before));
    await embed.close();
  });

  it('can be managed by the host', async () => {
    const embed = await openPage('dashboard');
    const schedule = { every: 'day', at: '07:00', timeZone: 'UTC' };
    await embed.ask('set-filters', { filters: { region: 'North' } });
    const created = (await embed.ask('create-subscription', { schedule, tileId: 'regions' })) as Subscription;
    assert.equal(created.title, 'Revenue by region');
    assert.deepEqual(created.to, { kind: 'email', recipients: ['anna@example.com'] });
    assert.deepEqual(created.state, { filters: { region: 'North' } });
    const id = created.id;
    const paused = await embed.ask('change-subscription', { subscriptionId: id, isPaused: true });
    assert.equal((paused as Subscription).status, 'paused');
    const listed = (await embed.ask('list-subscriptions', null)) as readonly Subscription[];
    assert.deepEqual(
      listed.map((each) => each.id),
      [id],
    );
    await embed.ask('open-subscriptions', { tileId: 'regions' });
    await expect(embed.frame.locator('.inlay-subscriptions-list > li')).toContainText('Revenue by region');
    await embed.page.keyboard.press('Escape');
    await embed.frame.locator('dialog').waitFor({ state: 'detached' });
    assert.equal(await embed.ask('delete-subscription', { subscriptionId: id }), null);
    await assert.rejects(embed.ask('delete-subscription', { subscriptionId: id }), /VALUE_INVALID/);
    await assert.rejects(embed.ask('open-subscriptions', { tileId: 'nobody' }), /VALUE_INVALID/);
    const [deleted] = await embed.heard('subscription-deleted');
    assert.deepEqual(deleted, { subscriptionId: id, title: 'Revenue by region', kind: 'report' });
    await embed.close();
  });

  it('axe reports nothing for list, form, alert and preview, light and dark', async () => {
    fake().options = { ...fake().options, canSeeAll: true };
    for (const [theme, rules] of [['light'], ['dark', COLORS]] as const) {
      fake().all.push(fakeSubscription(), fakeSubscription({ isMine: false }));
      fake().all.push(fakeSubscription({ status: 'paused' }), fakeSubscription({ status: 'ended' }));
      const embed = await openDialog('dashboard', { theme }, { bypassCSP: true });
      const findings = () => axeFindings(embed.frame, { rules, within: 'dialog' });
      assert.deepEqual(await findings(), [], `${theme} list`);
      await button(embed, 'New subscription').click();
      assert.deepEqual(await findings(), [], `${theme} form`);
      await button(embed, 'Alert').click();
      await field(embed, 'Limit (€)').fill('1');
      await button(embed, 'Try on past data').click();
      await embed.frame.locator('.inlay-subscriptions-try svg').waitFor();
      assert.deepEqual(await findings(), [], `${theme} alert`);
      await embed.close();
    }
  });

  it('fill the width of a phone with large targets, in both directions', async () => {
    for (const lang of ['en', 'ar']) {
      fake().all.push(fakeSubscription());
      const embed = await openDialog('dashboard', { lang }, TOUCH_DEVICES.phone);
      const dialog = embed.frame.locator('dialog');
      assert.deepEqual(await smallTargets(embed.frame), [], `${lang} list`);
      const box = await dialog.boundingBox();
      assert.deepEqual([box?.x, box?.width], [0, 390]);
      await embed.frame.locator('.inlay-subscriptions .ui-button-primary').click();
      await embed.frame.locator('.inlay-subscriptions-form').waitFor();
      assert.deepEqual(await smallTargets(embed.frame), [], `${lang} form`);
      const isWide = () => document.documentElement.scrollWidth > innerWidth;
      assert.equal(await embed.frame.evaluate(isWide), false);
      await embed.close();
    }
  });

  it('are not animated with prefers-reduced-motion', async () => {
    const embed = await openDialog('dashboard');
    await expect(embed.frame.locator('dialog')).toHaveCSS('animation-name', 'none');
    await embed.close();
  });
});
