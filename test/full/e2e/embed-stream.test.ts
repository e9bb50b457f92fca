import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { expect } from '../../support/browser/expect.ts';
import { dataClient } from '../../support/data/data-client.ts';
import { type EmbedHost, embedFrame, heard, hears, startEmbedHost } from '../../support/embeds/embed-host.ts';
import { startPostgres } from '../../support/stores/start-postgres.ts';
import { eventually } from '../../support/time/eventually.ts';

/** A dashboard with a tile of a file, one of a database that a lock holds up, and a text with a number of the latter. */
const DASHBOARD = {
  title: 'In parts',
  items: [
    { id: 'slow.1', x: 0, y: 0, w: 6, h: 6, tile: 'slow' },
    { id: 'fast', x: 6, y: 0, w: 6, h: 6, tile: 'revenue' },
    {
      id: 'words',
      x: 0,
      y: 6,
      w: 12,
      h: 2,
      text: 'We sold {{ sum | number }} from the warehouse.',
      values: { sum: { tile: 'slow', column: 'stock', row: 'total' } },
    },
  ],
};

/** Figures in cards of several heights. */
const FIGURES = {
  title: 'Figures',
  items: [2, 3, 4, 5].flatMap((h, index) => [
    { id: `plain-${h}`, x: index * 3, y: 0, w: 2 + (index % 2), h, tile: 'figure' },
    { id: `told-${h}`, x: index * 3, y: 5, w: 2 + (index % 2), h, tile: 'told' },
  ]),
};

const sum = { tile: 'slow', column: 'stock', row: 'total' };
const STORY = {
  title: 'How it went',
  steps: [
    { id: 'one', title: 'It sold', narrative: 'We sold {{ sum | number }} units.', values: { sum } },
    { id: 'two', title: 'By region', tiles: ['slow'] },
  ],
};

describe('a dashboard with slow databases', () => {
  let host: EmbedHost;
  let locker: pg.Client;
  let stop: (() => Promise<void>) | undefined;
  before(async () => {
    const shared = process.env.INLAY_TEST_POSTGRES_URL;
    const started = shared === undefined ? await startPostgres() : undefined;
    stop = started?.stop;
    const address = new URL(shared ?? started?.url ?? '');
    locker = new pg.Client(address.href);
    await locker.connect();
    await locker.query('drop table if exists parts_of_a_page');
    await locker.query('create table parts_of_a_page (region text, units integer)');
    await locker.query(`insert into parts_of_a_page values ('north', 41), ('south', 1)`);
    host = await startEmbedHost({ env: { INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' } });
    const data = dataClient(host.inlay.url, host.setup.adminToken);
    await data.create('connections', {
      id: 'warehouse',
      name: 'Warehouse',
      kind: 'postgres',
      host: address.hostname,
      port: Number(address.port),
      database: address.pathname.slice(1),
      user: address.username,
      password: address.password,
      tls: 'off',
    });
    await data.create('datasets', {
      id: 'warehouse',
      name: 'Warehouse',
      connectionId: 'warehouse',
      source: { kind: 'table', table: 'parts_of_a_page' },
      measures: [{ name: 'stock', kind: 'sum', column: 'units' }],
      segmented: false,
      cacheSeconds: 0,
    });
    const make = async (kind: string, body: { id: string }) => {
      const made = await host.admin('POST', kind, { body: { appId: 'sales', ...body } });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      const published = await host.admin('POST', `${kind}/${body.id}/publish`, { ifMatch: '*' });
      assert.equal(published.status, 200, JSON.stringify(published.body));
    };
    await make('tiles', {
      id: 'slow',
      title: 'Units in the warehouse',
      kind: 'bar',
      datasetId: 'warehouse',
      query: { dimensions: [{ column: 'region' }], measures: ['stock'], totals: true },
    } as { id: string });
    await make('dashboards', { id: 'in-parts', ...DASHBOARD });
    const figure = { kind: 'kpi', datasetId: 'warehouse', query: { dimensions: [], measures: ['stock'] } };
    await make('tiles', { id: 'figure', title: 'Units', ...figure } as { id: string });
    await make('tiles', { id: 'told', title: 'Units', description: 'In the warehouse', ...figure } as {
      id: string;
    });
    await make('dashboards', { id: 'figures', ...FIGURES });
    await make('stories', { id: 'slow-story', ...STORY });
    for (const [kind, id] of [
      ['dashboard', 'in-parts'],
      ['dashboard', 'figures'],
      ['story', 'slow-story'],
    ]) {
      const embed = { id: `e-${id === 'in-parts' ? 'parts' : id}`, title: id, target: { kind, id } };
      assert.equal((await host.admin('POST', 'embeds', { body: embed })).status, 201);
    }
  });
  after(async () => {
    await locker?.query('drop table if exists parts_of_a_page');
    await locker?.end();
    await host?.close();
    await stop?.();
  });

  const hold = () => locker.query('begin; lock table parts_of_a_page in access exclusive mode');
  const letGo = () => locker.query('commit');

  /** The page as it arrives; `onPart` hears each part. */
  const read = async (encoding: string, onPart: (all: string) => void) => {
    const body = new URLSearchParams({ token: await host.token(), origin: host.origin }).toString();
    const sent = request(`${host.inlay.url}/embed/e-parts`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-encoding': encoding },
    }).end(body);
    const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
      sent.on('response', resolve).on('error', reject);
    });
    const chunks: Buffer[] = [];
    for await (const chunk of response) {
      chunks.push(chunk);
      onPart(Buffer.concat(chunks).toString());
    }
    return { headers: response.headers, html: Buffer.concat(chunks).toString() };
  };

  it('streams ready tiles first and late ones as they arrive, without scripts', async () => {
    // The file's answer is known from here on.
    await read('identity', () => {});
    const readInParts = async () => {
      await hold();
      let first: string | undefined;
      const whole = await read('identity', (all) => {
        const isComplete = ['revenue', 'slow'].every((tile) => all.includes(`data-tile="${tile}"`));
        if (first !== undefined || !isComplete) return;
        first = all;
        void letGo();
      });
      return { ...whole, first };
    };
    const { first, html, headers } = await eventually(async () => {
      const parts = await readInParts();
      // On a busy machine a page may be sent before even a known answer is drawn.
      assert.match(parts.first ?? '', /data-tile="revenue"(?![^>]*data-state)/);
      return parts;
    });
    assert.match(first ?? '', /data-tile="slow" data-state="pending"/);
    assert.doesNotMatch(first ?? '', /We sold/);
    assert.match(html, /<\/body><\/html>$/);

    const { page, context } = await host.open(undefined, { javaScriptEnabled: true });
    await page.route(/assets\/loader/, (route) => route.abort());
    await page.goto(
      host.page(html, { 'content-security-policy': String(headers['content-security-policy']) }),
    );
    const shown = page.locator('[data-item]:visible');
    await expect(shown, 'no placeholder is left on show').toHaveCount(3);
    await expect(page.locator('[data-tile=slow]:visible svg.inlay-chart + table tbody tr')).toHaveCount(2);
    await expect(page.getByText('We sold 42 from the warehouse.')).toBeVisible();
    const [slow, fast] = await Promise.all(
      ['slow', 'revenue'].map((id) => page.locator(`[data-tile=${id}]:visible`).boundingBox()),
    );
    assert.ok(slow && fast && slow.y === fast.y && slow.x < fast.x, 'each stands in its place');
    await context.close();
  });

  for (const encoding of ['zstd', 'br', 'gzip'])
    it(`flushes each part at once, compressed with ${encoding}`, async () => {
      await hold();
      let parts = 0;
      const { headers } = await read(encoding, () => {
        if (++parts === 1) void letGo();
      });
      assert.equal(headers['content-encoding'], encoding);
      assert.ok(parts > 1);
    });

  it('keeps its height while it waits, and is in grid order once it is interactive', async () => {
    await hold();
    const { page, context, complaints } = await host.open();
    const token = await host.token();
    const inserting = page.evaluate(async (given) => {
      const here = document.querySelector('#here');
      await window.inlay.insertEmbedById('e-parts', here, { token: given });
    }, token);
    const frame = await embedFrame(page);
    await frame.locator('[data-tile=revenue] svg.inlay-chart').waitFor();
    await inserting;
    await page.waitForFunction(() => (document.querySelector('iframe')?.clientHeight ?? 0) > 400);
    await letGo();
    await frame.locator('[data-tile=slow]:visible svg.inlay-chart [data-mark]').first().waitFor();
    await frame.locator('[data-tile=slow] .inlay-tools button').first().waitFor();
    await eventually(async () => {
      const items = frame.locator('[data-item]');
      const order = await items.evaluateAll((all) => all.map((each) => each.dataset.item));
      assert.deepEqual(order, ['slow.1', 'fast', 'words']);
    });
    await expect(frame.locator('[data-state=pending]')).toHaveCount(0);
    await hears(page, 'rendered {"tiles":2}');
    assert.ok((await heard(page)).includes('ready'));
    assert.deepEqual(complaints, []);
    await context.close();
  });

  const insert = async (id: string) => {
    const opened = await host.open();
    const token = await host.token();
    const inserting = opened.page.evaluate(
      async ([embed, given]) => {
        const here = document.querySelector('#here');
        await window.inlay.insertEmbedById(embed as string, here, { token: given as string });
      },
      [id, token],
    );
    const frame = await embedFrame(opened.page);
    return { ...opened, frame, inserting };
  };

  for (const when of ['with the page', 'after the page'] as const)
    it(`KPI cards: keep their size and position when their values arrive ${when}`, async () => {
      await hold();
      const { page, context, frame, inserting } = await insert('e-figures');
      await frame.locator('.inlay-loading').nth(7).waitFor();
      await inserting;
      await page.waitForFunction(() => (document.querySelector('iframe')?.clientHeight ?? 0) > 400);
      const measure = () =>
        frame.locator('[data-item]:visible').evaluateAll((cards) =>
          cards
            .map((card) => {
              const round = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round);
              const drawing = card.querySelector('svg.inlay-chart') as SVGSVGElement;
              return {
                item: card.dataset.item ?? '',
                card: round(card.getBoundingClientRect()),
                drawing: round(drawing.getBoundingClientRect()),
                scale: drawing.viewBox.baseVal.width,
              };
            })
            .sort((one, other) => one.item.localeCompare(other.item)),
        );
      const before = await measure();
      const takenOver = frame.locator('[data-tile] .inlay-tools button').first();
      if (when === 'after the page') await takenOver.waitFor({ state: 'attached' });
      await letGo();
      const drawn = frame.locator('[data-item]:visible svg.inlay-chart:not(.inlay-loading)');
      await expect(drawn).toHaveCount(8);
      await takenOver.waitFor({ state: 'attached' });
      assert.deepEqual(await measure(), before);
      await context.close();
    });

  it('story texts: never show a dash while values load', async () => {
    await hold();
    const { context, frame } = await insert('e-slow-story');
    const sentence = frame.locator('.inlay-narrative');
    await sentence.waitFor();
    await expect(sentence).toHaveText('We sold … units.');
    await letGo();
    const seen = new Set<string | null>();
    await eventually(async () => {
      seen.add(await sentence.textContent());
      await expect(sentence).toHaveText('We sold 42 units.');
    });
    assert.ok(![...seen].some((text) => text?.includes('–')));
    await context.close();
  });
});
