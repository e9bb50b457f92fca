import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Frame, Page, Request } from 'playwright-core';
import { axeFindings } from '../../support/browser/axe-findings.ts';
import { expect } from '../../support/browser/expect.ts';
import { type EmbedHost, embedFrame, hears, startEmbedHost } from '../../support/embeds/embed-host.ts';
import { eventually } from '../../support/time/eventually.ts';
import { timeAt } from '../../support/time/fake-time.ts';

describe('embeds that cannot be shown, with a real instance', () => {
  let host: EmbedHost;
  let revoked: string;
  let over: string;
  before(async () => {
    let now = Date.now() - 3_600_000;
    host = await startEmbedHost({ time: timeAt(() => now) });
    [over, revoked] = [await host.token(), await host.token(86_000)];
    const { tokenUrl, clientId, secret } = host.setup;
    const response = await fetch(tokenUrl.replace(/token$/, 'revoke'), {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ token: revoked }),
    });
    assert.equal(response.status, 200);
    now = Date.now();
  });
  after(() => host?.close());

  const insert = (page: Page, id: string, options: object) =>
    page.evaluate(
      ([embed, given]) =>
        window.inlay
          .insertEmbedById(embed, document.querySelector('#here'), given)
          .then(String, ({ code, message }) => `${code}: ${message}`),
      [id, options] as const,
    );

  const cases: readonly {
    readonly what: string;
    readonly id: string;
    readonly token?: () => string;
    /** What the viewer reads, in French. */
    readonly words: RegExp;
    /** What the developer reads in the rejection, the event and the console. */
    readonly told: RegExp;
  }[] = [
    {
      what: 'a wrong id',
      id: 'no-such-embed',
      words: /pas disponible/,
      told: /^EMBED_NOT_FOUND: .*embed/i,
    },
    {
      what: 'an expired token',
      id: 'e-tile',
      token: () => over,
      words: /session/i,
      told: /^TOKEN_EXPIRED: .*[Ee]xchange/,
    },
    {
      what: 'a revoked token',
      id: 'e-tile',
      token: () => revoked,
      words: /session/i,
      told: /^TOKEN_INVALID: .*[Ee]xchange/,
    },
    {
      what: 'a token of nobody',
      id: 'e-tile',
      token: () => 'made-up',
      words: /session/i,
      told: /^TOKEN_INVALID: /,
    },
    { what: 'a forbidden origin', id: 'e-origin', words: /./, told: /^ORIGIN_REFUSED: .*allowed origins/ },
    {
      what: 'content that the viewer may not see',
      id: 'e-hidden',
      words: /./,
      told: /^(ACCESS_DENIED|EMBED_NOT_FOUND): /,
    },
    { what: 'an engine that is down', id: 'e-broken', words: /./, told: /^ENGINE_UNAVAILABLE: / },
  ];

  for (const { what, id, token, words, told } of cases) {
    it(`reports ${what} in the viewer's language, tells the host and logs what to change`, async () => {
      const { page, context, complaints } = await host.open(undefined, {
        viewport: { width: 390, height: 700 },
      });
      const said = await insert(page, id, { token: token?.() ?? (await host.token()), lang: 'fr' });
      assert.match(said, told);
      await hears(page, `error {"code":"${said.split(':')[0]}"`);
      const frame = await embedFrame(page);
      const shown = await eventually(async () => {
        const text = (await frame.locator('main').textContent()) ?? '';
        assert.match(text, words);
        return text;
      });
      await expect(frame.locator('html')).toHaveAttribute('lang', 'fr');
      const [, message = ''] = said.split(/^[A-Z_]+: /);
      await eventually(async () =>
        assert.ok(
          complaints.some((line) => line.includes(message)),
          `the console says ${complaints.join(' | ')}`,
        ),
      );
      const everything = `${shown} ${await frame.content()} ${complaints.join(' ')} ${said}`;
      assert.doesNotMatch(everything, /canary|warehouse\.invalid|made-up|reader|sales\.csv/);
      assert.ok(!everything.includes(token?.() ?? '\0'));
      assert.deepEqual(await axeFindings(frame), []);
      await context.close();
    });
  }

  it('shows an error next to the other tiles when one engine of a dashboard is down, and retries on request', async () => {
    const { page, context } = await host.open();
    assert.equal(
      await insert(page, 'e-dashboard', { token: await host.token(), lang: 'ja' }),
      '[object Object]',
    );
    await hears(page, 'error {"code":"ENGINE_UNAVAILABLE"');
    const frame = await embedFrame(page);
    await frame.locator('[data-tile=revenue] svg.inlay-chart').waitFor();
    const failure = frame.locator('[data-tile=broken]');
    await failure.getByRole('button').last().waitFor();
    await expect(failure).toHaveText(/[\u3040-\u30ff]/);
    const before = await page.evaluate(
      () => window.heardEvents.filter((each) => each.startsWith('error')).length,
    );
    await failure.getByRole('button').last().click();
    await page.waitForFunction(
      (count) => window.heardEvents.filter((each) => each.startsWith('error')).length > count,
      before,
    );
    await context.close();
  });

  for (const [what, cut] of [
    ['the network is blocked', 'connectionrefused'],
    ['a filter of the viewer’s network blocks it', 'blockedbyclient'],
  ] as const) {
    it(`tells the viewer and the host when ${what}`, async () => {
      const { page, context } = await host.open();
      await page.route(/\/embed\//, (route) => route.abort(cut));
      const said = await insert(page, 'e-tile', { token: await host.token(), lang: 'es' });
      assert.match(said, /^FRAME_UNREACHABLE: .*instance/);
      await expect(page.locator('#here iframe')).toHaveCount(0);
      await expect(page.locator('#here [role=status][lang=es]')).toHaveText(
        'Contenido no disponible en este momento.',
      );
      await hears(page, 'error {"code":"FRAME_UNREACHABLE"');
      await context.close();
    });
  }

  it('keeps the charts and reports what failed when the network fails later', async () => {
    const { page, context } = await host.open();
    await insert(page, 'e-dashboard', { token: await host.token(), lang: 'en' });
    const frame = await embedFrame(page);
    await frame.locator('[data-tile=revenue] .inlay-tools button').first().waitFor();
    await context.setOffline(true);
    await page.evaluate(() => window.inlay.getAll()[0]?.setFilter('product', 'Tea'));
    await hears(page, 'error {"code":"UNREACHABLE"');
    await frame.locator('[data-tile=revenue][data-state=UNREACHABLE]').waitFor();
    await context.setOffline(false);
    await frame.locator('[data-tile=revenue] svg.inlay-chart').waitFor();
    assert.deepEqual(await page.evaluate(() => window.inlay.getAll()[0]?.getFilters()), { product: 'Tea' });
    await context.close();
  });

  describe('an embed whose script could not be loaded', () => {
    const isScript = (request: Request) => /\/embed\/assets\/dashboard-/.test(request.url());
    /** What the page requests to find out whether the instance is back. */
    const isProbe = (request: Request) =>
      request.resourceType() === 'fetch' && /\/embed\/assets\/loader-/.test(request.url());

    /** A dashboard whose charts are visible while the script that makes them interactive is blocked. */
    async function openWithoutScript(isBlocked = isScript) {
      const { page, context } = await host.open();
      const posted: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.isNavigationRequest()) posted.push(request.url());
      });
      await page.route(/\/embed\/assets\//, (route) =>
        isBlocked(route.request()) ? route.abort('connectionfailed') : route.continue(),
      );
      const failed = page.waitForEvent('requestfailed', isScript);
      await insert(page, 'e-dashboard', { token: await host.token(), lang: 'en' });
      await failed;
      const frame = await embedFrame(page);
      const chart = frame.locator('[data-tile=revenue] svg.inlay-chart');
      await chart.waitFor();
      /** Each is a new reason to load the script. */
      const touch = async () => {
        await frame.locator('main').hover({ position: { x: 1, y: 1 } });
        await chart.hover();
      };
      return { page, context, frame, chart, posted, touch };
    }

    it('becomes interactive at the next interaction once the network is back', async () => {
      const { page, context, frame, touch } = await openWithoutScript();
      await page.unrouteAll();
      const tool = frame.locator('[data-tile=revenue] .inlay-tools button').first();
      await eventually(async () => {
        await touch();
        assert.equal(await tool.isVisible(), true);
      });
      await context.close();
    });

    /** Another page would have been requested after one round trip. */
    const waitForRequests = async (frame: Frame) => {
      for (let each = 0; each < 2; each += 1)
        await frame.evaluate(() => fetch(document.scripts[0]?.src ?? '', { cache: 'no-store' }).then(String));
    };

    it('is not requested again before the viewer acts', async () => {
      const { context, frame, posted } = await openWithoutScript();
      // With a slow tile, the script is requested before the page is complete.
      await frame.evaluate(() => {
        dispatchEvent(new Event('load'));
        return new Promise((resolve) => requestIdleCallback(resolve));
      });
      await waitForRequests(frame);
      assert.equal(posted.length, 1);
      await context.close();
    });

    it('is requested again at most once', async () => {
      const { context, posted, touch, frame } = await openWithoutScript();
      await eventually(async () => {
        await touch();
        assert.equal(posted.length, 2);
      });
      await frame.locator('[data-tile=revenue] svg.inlay-chart').waitFor();
      for (let each = 0; each < 5; each += 1) await touch();
      await waitForRequests(frame);
      assert.equal(posted.length, 2);
      await context.close();
    });

    it('keeps its charts while the instance cannot be reached', async () => {
      let probes = 0;
      const { context, chart, posted, touch } = await openWithoutScript((request) => {
        if (isProbe(request)) probes += 1;
        return isScript(request) || isProbe(request);
      });
      await eventually(async () => {
        await touch();
        assert.ok(probes > 1);
      });
      assert.equal(posted.length, 1);
      await expect(chart).toBeVisible();
      await context.close();
    });
  });
});
