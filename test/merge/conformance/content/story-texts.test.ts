import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type ContentClient,
  contentClient,
  makeOrders,
  TILE,
} from '../../../support/content/content-client.ts';
import { logInAs } from '../../../support/http/api-client.ts';
import {
  sqliteStore,
  startInlay,
  type TestInlay,
  type TestStore,
} from '../../../support/server/start-inlay.ts';
import { storeWith } from '../../../support/server/worlds.ts';

const byRegion = {
  ...TILE,
  title: 'By region',
  query: { dimensions: [{ column: 'region' }], measures: ['revenue'] },
};
const tiles = {
  months: TILE,
  regions: { ...byRegion, query: { ...byRegion.query, totals: true } },
  plain: byRegion,
  total: { ...TILE, title: 'Total', kind: 'kpi', query: { dimensions: [], measures: ['revenue'] } },
};

/** A step, the path of its problem, and the problem. */
type Refusal = readonly [step: object, path: string, problem: RegExp | string];

const said = (narrative: string, values: object = { growth: { tile: 'regions', column: 'revenue' } }) => ({
  narrative,
  values,
});
const stated = (source: object) => said('{{ v }}', { v: { tile: 'regions', column: 'revenue', ...source } });
const shows = (chart: object, tile = 'regions') => ({ tiles: [tile], chart });

const TEXTS: readonly Refusal[] = [
  [
    said('{{#if growth > 0}}up'),
    'narrative',
    "contains '{{#if growth > 0}}', which is not closed: add {{/if}}",
  ],
  [said('{{#plural growth}}{{:one}}a{{/plural}}'), 'narrative', /lacks \{\{:other\}\}/],
  [said('{{#plural growth}}{{:on}}a{{:other}}b{{/plural}}'), 'narrative', /Did you mean “one”\?/],
  [said('{{:else}}'), 'narrative', /belongs to no block/],
  [
    said('{{#if growth == 1}}a{{/if}}'),
    'narrative',
    /is not a valid condition: write \{\{#if growth > 0\}\}/,
  ],
  [said('{{#fi growth}}a{{/fi}}'), 'narrative', /is not a block: .* Did you mean “if”\?/],
  [said('{{ growth | singed }}'), 'narrative', /has an unknown format: .* Did you mean “signed”\?/],
  [said('{{#if growth > loss}}a{{/if}}'), 'narrative', "contains 'loss', which is missing in 'values'"],
  [{ title: '{{#if nothing}}a{{/if}}' }, 'title', "contains 'nothing', which is missing in 'values'"],
  [{ recommendation: '{{/if}}' }, 'recommendation', /belongs to no block/],
];

const VALUES: readonly Refusal[] = [
  [stated({ row: 'highest', by: 'revenu' }), 'values/v/by', /measure .* “revenu”. Did you mean “revenue”\?/],
  [
    stated({ row: 'highest', by: 'region' }),
    'values/v/by',
    /refers to a measure that the tile “By region” does not/,
  ],
  [
    stated({ where: { column: 'country', value: 'FR' } }),
    'values/v/where/column',
    'refers to a dimension that the tile “By region” does not return: “country”',
  ],
  [
    stated({ tile: 'plain', show: 'share' }),
    'values/v/show',
    'needs the total of the tile “By region”: turn on totals in its settings',
  ],
  [
    stated({ tile: 'total', row: 'lowest' }),
    'values/v/row',
    'compares rows, but the tile “Total” has only one: add a dimension to it',
  ],
  [
    stated({ tile: 'total', show: 'rank' }),
    'values/v/show',
    /compares rows, but the tile “Total” has only one/,
  ],
  [stated({ row: 'total', show: 'rank' }), 'values/v/row', /totals have none/],
];

const CHARTS: readonly Refusal[] = [
  [{ chart: { zoom: { column: 'region', values: ['north'] } } }, 'chart', /add a tile to the step/],
  [
    shows({ highlight: [{ column: 'regoin', values: ['north'] }] }),
    'chart/highlight/0/column',
    /dimension that the tile “By region” does not have: “regoin”. Did you mean “region”\?/,
  ],
  [shows({ zoom: { column: 'country', values: ['FR'] } }), 'chart/zoom/column', /does not have: “country”/],
  [shows({ zoom: { column: 'region' } }), 'chart/zoom', /must have 'values', or a range/],
  [
    shows({ zoom: { column: 'region', values: ['a'], from: 'b' } }),
    'chart/zoom',
    /either 'values' or a range/,
  ],
  [
    shows({ zoom: { column: 'month', from: '2026-02-01', to: '2026-01-01' } }, 'months'),
    'chart/zoom/to',
    "must not be before 'from'",
  ],
  [
    shows({ filters: [{ column: 'ctiy', operator: 'is-set' }] }),
    'chart/filters/0/column',
    'refers to a column that the dataset “Orders” does not have: “ctiy”. Did you mean “city”?',
  ],
];

describe('the texts and charts of a story', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let admin: ContentClient;
  before(async () => {
    store = await storeWith('started', sqliteStore);
    inlay = await startInlay(store);
    admin = contentClient(inlay, await logInAs(inlay.url));
    await makeOrders(admin);
    await admin('POST', 'apps', { body: { id: 'sales', title: 'Sales', workspaceId: 'main' } });
    for (const [id, tile] of Object.entries(tiles)) {
      const { status, body } = await admin('POST', 'tiles', { body: { id, appId: 'sales', ...tile } });
      assert.equal(status, 201, JSON.stringify(body));
      assert.equal((await admin('POST', `tiles/${id}/publish`, { ifMatch: '*' })).status, 200);
    }
  });
  after(async () => {
    await inlay?.close();
    await store?.drop();
  });

  const save = (id: string, step: object) =>
    admin('POST', 'stories', {
      body: { id, appId: 'sales', title: 'Told', steps: [{ id: 'one', title: 'One', ...step }] },
    });

  for (const [name, refusals] of Object.entries({ TEXTS, VALUES, CHARTS }))
    it(`are refused with the place and the way out: ${name.toLowerCase()}`, async () => {
      for (const [step, path, problem] of refusals) {
        const { status, body } = await save('refused', step);
        assert.equal(status, 400, JSON.stringify(step));
        const [first] = JSON.parse(JSON.stringify(body.details));
        assert.equal(first.path, `/steps/0/${path}`);
        if (typeof problem === 'string') assert.equal(first.problem, problem);
        else assert.match(first.problem, problem);
      }
    });

  it('are saved and published with conditions, plurals, best members and changes of a chart', async () => {
    const step = {
      narrative:
        '{{#if share > 0.5}}{{ best }} has {{ share }}{{/if}} of {{ count }} {{#plural count}}{{:one}}region{{:other}}regions{{/plural}}',
      values: {
        best: { tile: 'regions', column: 'region', row: 'highest', by: 'revenue' },
        share: { tile: 'regions', column: 'revenue', row: 'highest', show: 'share' },
        count: { tile: 'regions', column: 'region', show: 'count' },
      },
      ...shows({
        highlight: [{ column: 'region', values: ['north'] }],
        annotations: [{ at: 'north', label: 'The largest region' }],
        filters: [{ column: 'country', operator: 'equals', value: 'FR' }],
      }),
    };
    const { status, body } = await save('told', step);
    assert.equal(status, 201, JSON.stringify(body));
    assert.equal((await admin('POST', 'stories/told/publish', { ifMatch: '*' })).status, 200);
    const { body: phrases } = await admin('GET', 'apps/sales/phrases');
    assert.match(
      JSON.stringify(phrases),
      /"The largest region"/,
      'notes in the chart of a step are translatable',
    );
  });

  it('are not published with a filter whose value does not fit its column', async () => {
    const wrong = shows({ filters: [{ column: 'amount', operator: 'greater', value: 'many' }] });
    assert.equal((await save('unfit', wrong)).status, 201);
    const { status, body } = await admin('POST', 'stories/unfit/publish', { ifMatch: '*' });
    assert.equal(status, 409);
    assert.match(String(body.message), /\/steps\/0\/chart\/filters\/0\/value/);
  });
});
