import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { afterFrames } from '../../../../test/support/browser/after-frames.ts';
import { expect } from '../../../../test/support/browser/expect.ts';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { awake, type OpenEmbed, useFrame } from '../support/use-frame.ts';

const accent = ({ frame }: OpenEmbed) =>
  frame.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--inlay-accent'));

describe('messages between frame and host', () => {
  const tests = useFrame();

  it('sends hello, ready, rendered and its height', async () => {
    const embed = await tests.open('regions');
    await embed.hears('resize');
    assert.deepEqual(await embed.heard('hello'), [{ inlay: 'hello', versions: [1] }]);
    const [ready] = await embed.heard('ready');
    assert.deepEqual(
      { kind: ready?.kind, title: ready?.title, lang: ready?.lang },
      { kind: 'tile', title: 'Sales', lang: 'en' },
    );
    assert.ok(Number(ready?.expiresIn) > 500 && Number(ready?.expiresIn) <= 600);
    await eventually(async () => {
      const resize = (await embed.heard('resize')).at(-1);
      assert.equal(
        Number(resize?.height),
        await embed.frame.locator('main').evaluate((main) => Math.ceil(main.getBoundingClientRect().height)),
      );
    });
    await embed.close();
  });

  it('reports each height once', async () => {
    const embed = await tests.open('dashboard');
    await awake(embed.frame);
    await embed.hears('resize');
    await afterFrames(embed.page);
    await embed.ask('get-filters', null);
    assert.equal((await embed.heard('resize')).length, 1);
    await embed.close();
  });

  it('sends hello only to the origin that embedded it', async () => {
    const embed = await tests.open('regions');
    await embed.page.evaluate((url) => {
      Object.assign(window, { strangers: [] });
      const frame = document.createElement('iframe');
      frame.name = 'other';
      document.body.append(frame);
      const form = Object.assign(document.createElement('form'), {
        method: 'post',
        action: `${url}/embed/regions`,
        target: 'other',
      });
      for (const [name, value] of [
        ['origin', 'https://elsewhere.example'],
        ['token', 'good'],
      ] as const)
        form.append(Object.assign(document.createElement('input'), { name, value }));
      document.body.append(form);
      form.submit();
    }, tests.standIn.frameUrl);
    await expect(embed.page.frameLocator('iframe[name=other]').locator('main')).toBeVisible();
    await afterFrames(embed.page);
    assert.equal((await embed.heard('hello')).length, 1);
    await embed.close();
  });

  it('applies filters, variables, theme and language without reloading', async () => {
    const embed = await tests.open('dashboard');
    await embed.hears('ready');
    await embed.frame.evaluate(() => Object.assign(window, { same: true }));
    await embed.ask('set-filters', { filters: { region: 'South' } });
    await eventually(async () =>
      assert.deepEqual(await embed.heard('filter-change'), [{ filters: { region: 'South' }, by: 'host' }]),
    );
    await expect(embed.frame.locator('[data-filter=region] .inlay-filter-value')).toHaveText('South');
    await embed.ask('set-variables', { variables: { target: 5 } });
    assert.deepEqual(tests.standIn.asked.at(-1)?.body.variables, { target: 5 });
    await embed.ask('set-theme', { theme: { name: 'dark', tokens: { accent: '#ff0066' } } });
    await expect(embed.frame.locator('html')).toHaveAttribute('data-inlay-theme', 'dark');
    assert.equal(await accent(embed), '#ff0066');
    await assert.rejects(embed.ask('set-theme', { theme: 'nobodys' }), /VALUE_INVALID/);
    for (const value of ['url(https://evil.test/x)', 'red;} body{display:none', 'image-set("x")'])
      await assert.rejects(embed.ask('set-theme', { theme: { tokens: { accent: value } } }), /VALUE_INVALID/);
    assert.equal(await accent(embed), '#ff0066');
    await embed.ask('set-language', { lang: 'ja' });
    await expect(embed.frame.locator('[data-filter=period] .inlay-filter-value')).toHaveText('全期間');
    assert.equal(tests.standIn.asked.at(-1)?.body.lang, 'ja');
    await assert.rejects(embed.ask('set-language', { lang: 'en-US@posix' }), /VALUE_INVALID/);
    await expect(embed.frame.locator('html')).toHaveAttribute('lang', 'ja');
    assert.equal(await embed.frame.evaluate(() => 'same' in window), true);
    await assert.rejects(embed.ask('fly', null), /UNSUPPORTED/);
    await embed.close();
  });

  it('applies a theme of the tenant at once, and to charts that are rendered later', async () => {
    const embed = await tests.open('dashboard');
    await embed.hears('ready');
    await embed.ask('set-theme', { theme: { name: 'light', tokens: { accent: '#ff0066' } } });
    await embed.ask('set-theme', { theme: 'acme' });
    assert.equal(await accent(embed), '#0b6e4f');
    await expect(embed.frame.locator('html')).toHaveAttribute('data-inlay-theme', 'dark');
    await embed.ask('refresh', null);
    const rendered = tests.standIn.asked.findLast(({ path }) => path.endsWith('/render'))?.body;
    assert.deepEqual([rendered?.theme, rendered?.mode], ['acme', 'dark']);
    await embed.ask('set-theme', { theme: 'light' });
    assert.notEqual(await accent(embed), '#0b6e4f');
    assert.deepEqual(embed.complaints, []);
    await embed.close();
  });

  it('logs unexpected errors to its console and refers the host to it', async () => {
    const embed = await tests.open('dashboard');
    await embed.hears('ready');
    await assert.rejects(embed.ask('set-filters', null), /INTERNAL: .*console/);
    await eventually(async () => assert.match(embed.complaints.join(), /TypeError/));
    await embed.close();
  });

  for (const [lang, table] of [
    ['fr', 'Afficher en tableau'],
    ['de', 'Als Tabelle anzeigen'],
    ['es', 'Ver como tabla'],
    ['pt-BR', 'Ver como tabela'],
    ['it', 'Mostra come tabella'],
    ['nl', 'Als tabel tonen'],
    ['ja', '表で表示'],
    ['ar', 'عرض كجدول'],
  ] as const) {
    it(`has messages in ${lang}`, async () => {
      const embed = await tests.open('regions', { lang });
      await awake(embed.frame);
      await expect(embed.frame.locator(`button[aria-label="${table}"]`)).toHaveCount(1);
      await embed.close();
    });
  }

  it('requests another token from a host that renews, and retries with it', async () => {
    const embed = await tests.open('regions', { renews: 1 }, { nextToken: 'next' });
    await embed.hears('ready');
    tests.standIn.tokens.delete('good');
    tests.standIn.tokens.add('next');
    try {
      await embed.ask('refresh', null);
      assert.equal((await embed.heard('token-expired')).length, 1);
      assert.equal(tests.standIn.asked.at(-1)?.token, 'next');
      assert.equal((await embed.heard('error')).length, 0);
    } finally {
      tests.standIn.tokens.add('good');
      await embed.close();
    }
  });

  it('keeps its state while it waits for a token, and continues with it', async () => {
    const embed = await tests.open('dashboard');
    await embed.hears('ready');
    await embed.ask('set-filters', { filters: { region: 'North' } });
    tests.standIn.tokens.delete('good');
    tests.standIn.tokens.add('late');
    try {
      const refreshed = embed.ask('refresh', null);
      await embed.hears('token-expired');
      await embed.frame.waitForSelector('.inlay-toast');
      await assert.rejects(embed.ask('set-token', { token: 'wrong' }), /TOKEN_INVALID/);
      assert.deepEqual(await embed.ask('set-token', { token: 'late' }), { expiresIn: 300 });
      await refreshed;
      await expect(embed.frame.locator('.inlay-toast')).toHaveCount(0);
      assert.deepEqual(tests.standIn.asked.at(-1)?.body.filters, {
        region: 'North',
      });
      assert.equal((await embed.heard('token-expired')).length, 1);
    } finally {
      tests.standIn.tokens.add('good');
      await embed.close();
    }
  });

  it('reports to the host why a page shows an error', async () => {
    const embed = await tests.open('regions', { token: 'old' });
    await embed.hears('error');
    assert.deepEqual(await embed.heard('error'), [
      { code: 'TOKEN_EXPIRED', message: 'The token is over: bring a new one.', fatal: true },
    ]);
    assert.equal((await embed.heard('ready')).length, 0);
    await embed.ask('set-token', { token: 'good' });
    await embed.hears('ready');
    await embed.close();
  });

  it('renders itself from the fields of `start` if the host could not post a form', async () => {
    const embed = await tests.open('regions', {}, { post: false });
    await embed.hears('ready');
    await expect(embed.frame.locator('[data-tile=regions]')).toHaveCount(1);
    assert.doesNotMatch(embed.frame.url(), /good/);
    await embed.close();
  });

  it('exports all tiles of a dashboard to the host as data', async () => {
    const embed = await tests.open('dashboard');
    await embed.hears('ready');
    const text = await embed.page.evaluate(async () => {
      const { ask } = window as unknown as { ask(type: string, body: unknown): Promise<{ blob: Blob }> };
      return (await ask('export', { format: 'json' })).blob.text();
    });
    assert.equal((JSON.parse(text) as unknown[]).length, 8);
    await assert.rejects(embed.ask('export', { format: 'csv', tileId: 'nobody' }), /VALUE_INVALID/);
    await embed.close();
  });
});
