import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { readMailLook } from '@inlay/server/features/mail/mail-look';
import { makeReport } from '@inlay/server/features/reports/message/make-report';
import { openSubscription } from '@inlay/server/features/reports/message/open-subscription';
import type { Report, TileSection } from '@inlay/server/features/reports/message/report';
import { reportMail } from '@inlay/server/features/reports/message/report-mail';
import { type ReportEffect, ReportError } from '@inlay/server/features/reports/store/report-error';
import { unzipSync } from 'fflate';
import { dataClient } from '../../../support/data/data-client.ts';
import { describeEmbeds } from '../../../support/embeds/describe-embedding.ts';
import { blueJpeg, jpegOf, logoUrl, pngOf } from '../../../support/mail/sample-logo.ts';
import {
  type NewSubscription,
  newSubscription,
  reportFor,
  reportViewer,
  TENANT,
} from '../../../support/reports/new-subscription.ts';
import { STORES } from '../../../support/server/start-inlay.ts';

const TILE = { embed_id: 'e-tile', content_kind: 'tile', content_id: 'revenue' } as const;
const STORY = { embed_id: 'e-story', content_kind: 'story', content_id: 'growth' } as const;
const PNG = '89504e470d0a1a0a';
const DAY = 24 * 60 * 60 * 1000;
const insiders = { groups: ['emea', 'insiders'] };
const officers = { context: 'groups', operator: 'contains', value: 'officers' };

/** Everything that a reader could find in a report. */
const textOf = (report: Report) =>
  JSON.stringify(report, (_, value) =>
    value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
  );

const tilesOf = ({ sections }: Report) =>
  sections.filter((each): each is TileSection => each.kind === 'tile');
const rowsOf = (report: Report) => tilesOf(report)[0]?.table?.rows;
const titlesOf = ({ sections }: Report) => sections.map(({ title }) => title);

describeEmbeds('the content of reports', STORES, (given) => {
  const make = async (path: string, body: object) => {
    const { status, body: made } = await given.admin('POST', path, { body });
    assert.equal(status, 201, JSON.stringify(made));
  };
  const publish = async (path: string) => {
    const { status, body } = await given.admin('POST', `${path}/publish`, { ifMatch: '*' });
    assert.equal(status, 200, JSON.stringify(body));
  };
  const reportOf = (subscription?: NewSubscription, context?: object) =>
    reportFor(given.inlay.services, subscription, context);
  const refuses = (
    subscription: NewSubscription,
    reason: ReportError['reason'],
    effect: ReportEffect,
    context?: object,
  ) =>
    assert.rejects(reportOf(subscription, context), (error) => {
      assert.ok(error instanceof ReportError, String(error));
      assert.deepEqual([error.reason, error.effect], [reason, effect], error.message);
      return true;
    });

  before(async () => {
    const data = dataClient(given.inlay.url, given.setup.adminToken);
    const dataset = {
      name: 'Private sales',
      connectionId: 'files',
      source: { kind: 'file', file: 'sales' },
      measures: [{ name: 'revenue', label: 'Revenue', kind: 'sum', column: 'amount' }],
      columns: [
        { name: 'region', type: 'string' },
        {
          name: 'customer',
          type: 'string',
          access: [{ when: officers, show: 'value' }, { show: 'hash' }],
        },
        { name: 'product', type: 'string', access: [{ when: officers, show: 'value' }] },
        { name: 'amount', type: 'integer' },
        { name: 'day', type: 'date' },
      ],
      rowRules: [{ column: 'region', operator: 'equals', value: { context: 'attributes.region' } }],
    };
    await data.create('datasets', { id: 'private', ...dataset });
    const tile = (query: object, more: object = {}) => ({
      appId: 'sales',
      kind: 'table',
      datasetId: 'private',
      query,
      ...more,
    });
    const revenue = { dimensions: [], measures: ['revenue'] };
    const tiles = {
      masked: tile({ dimensions: [{ column: 'customer' }], measures: ['revenue'] }, { title: 'Masked' }),
      denied: tile({ dimensions: [{ column: 'product' }], measures: ['revenue'] }, { title: 'Denied' }),
      total: tile(revenue, { title: 'Total', kind: 'kpi' }),
      months: tile(
        { dimensions: [{ column: 'day', grain: 'month' }], measures: ['revenue'] },
        { title: 'By month', kind: 'line' },
      ),
    };
    for (const [id, content] of Object.entries(tiles)) {
      await make('tiles', { id, ...content });
      await publish(`tiles/${id}`);
      await make('embeds', { id: `e-${id}`, title: id, target: { kind: 'tile', id } });
    }
    const item = (id: string, index: number, more: object) => ({
      id,
      x: 0,
      y: index * 6,
      w: 12,
      h: 6,
      ...more,
    });
    const many = Array.from({ length: 14 }, (_, index) => item(`m${index}`, index, { tile: 'revenue' }));
    const dashboards = {
      tabbed: {
        title: 'Tabbed',
        description: 'What sold.',
        tabs: [
          { id: 'one', title: 'First' },
          { id: 'two', title: 'Second' },
        ],
        items: [
          item('b', 1, { tile: 'total', tab: 'two', title: 'All of it' }),
          item('a', 0, { tile: 'revenue', tab: 'one' }),
        ],
        filters: [
          { id: 'product', kind: 'dropdown', label: 'Product', datasetId: 'sales', column: 'product' },
        ],
      },
      long: { title: 'Long', items: many },
      mixed: { title: 'Mixed', items: [item('x', 0, { tile: 'masked' }), item('y', 1, { tile: 'total' })] },
      failing: { title: 'Failing', items: [item('f', 0, { tile: 'broken' })] },
    };
    for (const [id, content] of Object.entries(dashboards)) {
      await make('dashboards', { id, appId: 'sales', ...content });
      await publish(`dashboards/${id}`);
      await make('embeds', { id: `e-${id}`, title: id, target: { kind: 'dashboard', id } });
    }
    await make('embeds', {
      id: 'e-kept',
      title: 'Kept',
      target: { kind: 'dashboard', id: 'overview' },
      options: { hide: ['export'] },
    });
    await make('embeds', {
      id: 'e-limited',
      title: 'Limited',
      target: { kind: 'dashboard', id: 'overview' },
      options: { subscriptions: { formats: ['pdf'] } },
    });
    await make('tiles', {
      id: 'linking',
      ...tile({ dimensions: [{ column: 'region' }], measures: ['revenue'] }),
      title: 'Linking',
      kind: 'bar',
      click: { kind: 'dashboard', dashboard: 'tabbed' },
    });
    await publish('tiles/linking');
    await make('embeds', { id: 'e-linking', title: 'Linking', target: { kind: 'tile', id: 'linking' } });
  });

  const dashboard = (id: string, more: NewSubscription = {}): NewSubscription => ({
    embed_id: `e-${id}`,
    content_id: id,
    ...more,
  });
  const tile = (id: string, more: NewSubscription = {}): NewSubscription => ({
    embed_id: `e-${id}`,
    content_kind: 'tile',
    content_id: id,
    ...more,
  });

  it('has a chart in both modes, what it shows in words, and its data', async () => {
    const report = await reportOf(TILE);
    assert.deepEqual(
      [report.title, report.language, report.direction, report.leftOut, report.files],
      ['Revenue by product', 'en-GB', 'ltr', 0, []],
    );
    const [section, ...others] = tilesOf(report);
    assert.deepEqual(others, []);
    const { light, dark, alt = '', width } = section?.image ?? {};
    for (const image of [light, dark]) {
      assert.equal(image?.subarray(0, 8).toString('hex'), PNG);
      // Twice as wide as shown.
      assert.equal(image?.readUInt32BE(16), 2 * (width ?? 0));
    }
    assert.ok(light && dark && !light.equals(dark));
    assert.match(alt, /^Bar chart: Revenue by product\. Largest: Coffee, 30\. Smallest: Tea, 10\.$/);
    assert.deepEqual(section?.table?.columns, [
      { label: 'Product', isNumber: false },
      { label: 'revenue', isNumber: true },
    ]);
    assert.deepEqual(section?.table?.rows, [
      ['Coffee', '30'],
      ['Tea', '10'],
    ]);
  });

  it('has the rows that the viewer may see, and no others', async () => {
    const south = await reportOf(TILE, { attributes: { region: 'south' } });
    assert.deepEqual(rowsOf(south), [
      ['Cocoa', '55'],
      ['Tea', '700'],
    ]);
    for (const format of ['csv', 'xlsx'] as const) {
      const { files } = await reportOf({ ...TILE, settings: { format } });
      const content =
        format === 'csv'
          ? files[0]?.content
          : Buffer.concat(
              Object.values(unzipSync(files[0]?.content ?? Buffer.alloc(0))).map((part) => Buffer.from(part)),
            );
      assert.match(String(content), /Coffee/);
      assert.doesNotMatch(String(content), /Cocoa|700/);
    }
    const none = await reportOf(TILE, { attributes: {} });
    assert.match(tilesOf(none)[0]?.note ?? '', /^No data\. /);
    assert.equal(tilesOf(none)[0]?.image, undefined);
  });

  it('has no values of columns that are masked for the viewer', async () => {
    await refuses(tile('masked'), 'access-lost', 'skip');
    await refuses(tile('masked', { settings: { format: 'csv' } }), 'access-lost', 'skip');
    const both = await reportOf(dashboard('mixed'));
    assert.doesNotMatch(textOf(both), /Alder/);
    assert.deepEqual(
      tilesOf(both).map(({ title, note }) => [title, note?.split('.')[0]]),
      [
        ['Masked', 'You do not have access to this content'],
        ['Total', undefined],
      ],
    );
    const { files } = await reportOf(dashboard('mixed', { settings: { format: 'xlsx' } }));
    const parts = Object.values(unzipSync(files[0]?.content ?? Buffer.alloc(0)));
    assert.doesNotMatch(parts.map((part) => Buffer.from(part).toString()).join(), /Alder/);
    assert.match(textOf(await reportOf(dashboard('mixed'), { groups: ['officers'] })), /Alder/);
  });

  it('is the dashboard in reading order, with values in its texts and failures in their places', async () => {
    const report = await reportOf();
    assert.deepEqual(titlesOf(report), ['Revenue by product', undefined, 'From a warehouse that is down']);
    const [, text, broken] = report.sections;
    assert.deepEqual(text?.kind === 'text' && text.paragraphs, ['Sold 40 <script>alert(1)</script>']);
    assert.match(
      (broken?.kind === 'tile' && broken.note) || '',
      /^The data source is not available right now\./,
    );
  });

  it('leaves no trace of what is hidden from the viewer', async () => {
    for (const subscription of [{}, STORY, { settings: { format: 'xlsx' as const } }]) {
      const report = await reportOf(subscription);
      const look = await readMailLook(given.inlay.services, TENANT);
      assert.ok(look);
      const mail = reportMail(report, { to: 'a@b.example', look, unsubscribeUrl: null });
      for (const text of [textOf(report), mail.html, mail.text, mail.subject])
        assert.doesNotMatch(text, /insiders|700|Birch|canary/i);
    }
    assert.ok(titlesOf(await reportOf({}, insiders)).includes('Insiders only'));
  });

  it('is the steps of a story with their charts and sources', async () => {
    const report = await reportOf(STORY);
    assert.equal(report.title, 'How it grew');
    assert.deepEqual(
      report.sections.map((section) => (section.kind === 'text' ? (section.role ?? 'text') : 'tile')),
      ['chapter', 'tile', 'chapter', 'tile', 'text'],
    );
    const [first] = report.sections;
    assert.deepEqual(first?.kind === 'text' && first.paragraphs, ['We sold 40. [Site](javascript:alert(1))']);
    const last = report.sections.at(-1);
    assert.equal(last?.kind === 'text' && last.source, 'Source: The till');
  });

  it('shows all tabs under their names, under the titles of their places', async () => {
    const report = await reportOf(dashboard('tabbed', { state: { tab: 'two' } }));
    assert.equal(report.description, 'What sold.');
    assert.deepEqual(titlesOf(report), ['First', 'Revenue by product', 'Second', 'All of it']);
    assert.deepEqual(report.notes, []);
  });

  it('writes numbers as text, without an image', async () => {
    const [section] = tilesOf(await reportOf(tile('total')));
    assert.deepEqual(
      [section?.value, section?.image, section?.table],
      [{ text: '40' }, undefined, undefined],
    );
  });

  it('is one tile of a dashboard, if the viewer sees it', async () => {
    assert.deepEqual(titlesOf(await reportOf({ tile_id: 'revenue' })), ['Revenue by product']);
    assert.deepEqual(titlesOf(await reportOf({ tile_id: 'insiders' }, insiders)), ['Insiders only']);
    await refuses({ tile_id: 'insiders' }, 'access-lost', 'skip');
    await refuses({ tile_id: 'insiders', settings: { format: 'csv' } }, 'access-lost', 'skip');
    await refuses({ tile_id: 'nothing' }, 'access-lost', 'skip');
  });

  it('has the filters of the subscription, and says so', async () => {
    const byControl = await reportOf(dashboard('tabbed', { state: { filters: { product: ['Tea'] } } }));
    assert.deepEqual(byControl.filters, ['Product: Tea']);
    assert.deepEqual(rowsOf(byControl), [['Tea', '10']]);
    // The host page may have filtered by a column that has no control.
    const byColumn = await reportOf({ ...TILE, state: { filters: { product: 'Coffee' } } });
    assert.deepEqual([rowsOf(byColumn), byColumn.notes], [[['Coffee', '30']], []]);
    const { files } = await reportOf({
      ...dashboard('tabbed'),
      state: { filters: { product: ['Tea'] } },
      settings: { format: 'xlsx' },
    });
    const [sheet] = Object.entries(unzipSync(files[0]?.content ?? Buffer.alloc(0))).filter(([name]) =>
      name.endsWith('sheet1.xml'),
    );
    assert.doesNotMatch(Buffer.from(sheet?.[1] ?? []).toString(), /Coffee/);
  });

  it('names a filter that no longer exists, because it shows more than before, but not its value', async () => {
    const { notes, filters } = await reportOf({ state: { filters: { season: ['Winter'], product: null } } });
    assert.deepEqual(filters, []);
    assert.deepEqual(notes, [
      'A filter that you subscribed with no longer applies, so this message may show more than before: season',
    ]);
    const lost = await reportOf({ state: { tab: 'gone', tiles: { gone: { grain: 'month' } } } });
    assert.deepEqual(lost.notes, [
      'Some settings of the view that you subscribed to no longer exist and were left out.',
    ]);
  });

  it('stops after a dozen charts, and counts the others', async () => {
    const report = await reportOf(dashboard('long'));
    assert.deepEqual([report.sections.length, report.leftOut], [12, 2]);
    // The more charts, the shorter their tables.
    assert.ok(tilesOf(report).every(({ table }) => (table?.rows.length ?? 0) <= 5));
  });

  it('attaches a PDF with a cover in the name of the tenant, and the numbers beside it', async () => {
    const { files, sections, title } = await reportOf(dashboard('tabbed', { settings: { format: 'pdf' } }));
    const [file, ...others] = files;
    assert.deepEqual([file?.filename, file?.contentType, others], ['Tabbed.pdf', 'application/pdf', []]);
    const bytes = file?.content.toString('latin1') ?? '';
    assert.equal(bytes.match(/\/Type \/Page\b/g)?.length, 3);
    assert.doesNotMatch(bytes, /inlay/i);
    assert.equal(title, 'Tabbed');
    assert.deepEqual(titlesOf({ sections } as Report), ['All of it']);
    const story = await reportOf({ ...STORY, settings: { format: 'pdf' } });
    assert.equal(story.files[0]?.content.toString('latin1').match(/\/Type \/Page\b/g)?.length, 3);
    const alone = await reportOf({ ...TILE, settings: { format: 'pdf' } });
    assert.equal(alone.files[0]?.content.toString('latin1').match(/\/Type \/Page\b/g)?.length, 1);
    assert.equal(alone.title, 'Revenue by product');
  });

  it('attaches a PDF with the logo on its cover, and the name where the logo cannot be decoded', async () => {
    const attached = async (subscription: NewSubscription = dashboard('tabbed')) => {
      const { files } = await reportOf({
        ...subscription,
        settings: { format: 'pdf', ...subscription.settings },
      });
      const bytes = files[0]?.content.toString('latin1') ?? '';
      // Each has a second one, its transparency.
      return { images: (bytes.match(/\/Subtype \/Image\b/g)?.length ?? 0) / 2, length: bytes.length };
    };
    const setLogo = async (logo: string | null) => {
      const { status, body } = await given.admin('PATCH', 'mail-settings', { body: { logo }, ifMatch: '*' });
      assert.equal(status, 200, JSON.stringify(body));
    };
    const named = await attached();
    assert.equal(named.images, 0);
    const arabic = { ...dashboard('tabbed'), settings: { language: 'ar' } };
    for (const logo of [logoUrl(pngOf(600, 120)), logoUrl(blueJpeg(), 'jpeg')]) {
      await setLogo(logo);
      assert.deepEqual([(await attached()).images, (await attached(arabic)).images], [1, 1]);
      // One tile has no cover.
      assert.equal((await attached(TILE)).images, 0);
    }
    for (const broken of [logoUrl(pngOf(600, 120, { rows: 0 })), logoUrl(jpegOf(600, 120), 'jpeg')]) {
      await setLogo(broken);
      const { images, length } = await attached();
      assert.equal(images, 0);
      // The same cover, with the name: files differ in their dates and ids alone.
      assert.ok(Math.abs(length - named.length) < 20, `${length} and ${named.length} bytes`);
    }
    await setLogo(null);
  });

  it('attaches a CSV of one tile only', async () => {
    const { files } = await reportOf({ tile_id: 'revenue', settings: { format: 'csv' } });
    assert.match(String(files[0]?.content), /Coffee,30/);
    await refuses({ settings: { format: 'csv' } }, 'delivery-failed', 'fail');
  });

  it('has no format that the author has turned off', async () => {
    for (const format of ['pdf', 'xlsx'] as const)
      await refuses({ embed_id: 'e-kept', settings: { format } }, 'reports-off', 'skip');
    assert.ok((await reportOf({ embed_id: 'e-kept' })).sections.length > 0);
    await refuses({ embed_id: 'e-limited' }, 'reports-off', 'skip');
    assert.equal((await reportOf({ embed_id: 'e-limited', settings: { format: 'pdf' } })).files.length, 1);
  });

  it('is sent to nobody if no tile has data, and again if the database may come back', async () => {
    await refuses(tile('broken'), 'data-unavailable', 'retry');
    await refuses(dashboard('failing'), 'data-unavailable', 'retry');
    for (const format of ['pdf', 'xlsx'] as const)
      await refuses(dashboard('failing', { settings: { format } }), 'data-unavailable', 'retry');
  });

  it('is sent to nobody who has lost access', async () => {
    await refuses(TILE, 'access-lost', 'skip', { privileges: {} });
    await refuses(TILE, 'access-lost', 'skip', { workspace_id: 'other' });
    await refuses(tile('insiders', { embed_id: 'e-hidden' }), 'access-lost', 'skip');
    await refuses(tile('denied'), 'access-lost', 'skip');
    await refuses(tile('denied', { settings: { format: 'csv' } }), 'access-lost', 'skip');
    assert.ok((await reportOf(tile('denied'), { groups: ['officers'] })).sections.length > 0);
  });

  it('is skipped while content is not available, and ends with it', async () => {
    await refuses({ ...TILE, embed_id: 'e-over' }, 'content-gone', 'skip');
    await refuses(tile('draft'), 'content-gone', 'skip');
    await refuses({ embed_id: 'nothing' }, 'content-gone', 'end');
    await refuses({ app_id: 'nothing', embed_id: 'e-over' }, 'content-gone', 'end');
    // The embed shows something else now.
    await refuses({ ...STORY, embed_id: 'e-dashboard' }, 'content-gone', 'skip');
  });

  it('follows click actions to other dashboards, and leads nowhere else', async () => {
    const linked = { embed_id: 'e-linking', content_kind: 'dashboard', content_id: 'tabbed' } as const;
    assert.equal((await reportOf(linked)).title, 'Tabbed');
    await refuses({ ...linked, content_id: 'overview' }, 'content-gone', 'skip');
  });

  it('is in the language and time zone of the subscription', async () => {
    const report = await reportOf({
      ...dashboard('tabbed'),
      settings: { language: 'ar', timeZone: 'Asia/Tokyo' },
    });
    assert.deepEqual([report.language, report.direction], ['ar', 'rtl']);
    assert.match(report.madeAt, /\p{Script=Arabic}/u);
    const unknown = await reportOf({ ...TILE, settings: { language: '"><b>', timeZone: 'Mars/Base' } });
    assert.equal(unknown.language, 'en');
  });

  it('links to the page of the host, and says when it ends soon', async () => {
    const { store } = given.inlay.services;
    const settings = JSON.stringify({ pageUrl: 'https://portal.example/{embed}?s={subscription}' });
    await store.write((transaction) =>
      transaction.tenant(TENANT).insertInto('report_settings', { settings, sealed_secret: null }).execute(),
    );
    const now = given.now();
    const soon = await reportOf({ ...TILE, context_ends_at: now + 3 * DAY });
    assert.match(soon.link ?? '', /^https:\/\/portal\.example\/e-tile\?s=[\w-]{36}$/);
    assert.match(soon.endsAt ?? '', /\d{4}/);
    assert.equal((await reportOf({ ...TILE, context_ends_at: now + 60 * DAY })).endsAt, null);
    await store.write((transaction) => transaction.tenant(TENANT).deleteFrom('report_settings').execute());
    assert.equal((await reportOf(TILE)).link, null);
  });

  it('is in the audit log as an export of the viewer, without a request', async () => {
    given.advance(60_000);
    const { services } = given.inlay;
    await reportOf(TILE);
    const [event, ...others] = await services.store.everyTenant
      .selectFrom('audit_events')
      .select(['actor', 'action', 'target', 'row_count', 'request_id', 'ip'])
      .where('action', '=', 'data.export')
      .where('at', '>=', given.now() - (given.now() % 60_000))
      .execute();
    assert.deepEqual(others, []);
    assert.deepEqual(
      { ...event },
      {
        actor: 'ann@customer.example',
        action: 'data.export',
        target: 'sales',
        row_count: 2,
        request_id: null,
        ip: null,
      },
    );
  });

  it('is abandoned when its time is over', async () => {
    const { services } = given.inlay;
    const stored = await newSubscription(services, TILE);
    const stop = new AbortController();
    const request = await openSubscription(services, stored, reportViewer(services), stop.signal);
    stop.abort();
    await assert.rejects(
      makeReport(request, stored),
      (error) => error instanceof ReportError && error.effect === 'retry',
    );
  });
});
