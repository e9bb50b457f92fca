import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { EngineName } from '@inlay/server/platform/engines/engines';
import { hostileTexts } from '../../../packages/server/test/platform/query/support/arbitrary-rules.ts';
import { ENGINE_NAMES } from '../../support/engines/test-engines.ts';
import { type Attack, audited, runAttacks, send } from '../../support/isolation/isolation-attack.ts';
import {
  boardCharts,
  type boardFilters,
  idOn,
  type Shop,
  sharedShop,
} from '../../support/isolation/isolation-shop.ts';
import { canary, secretNumber } from '../../support/isolation/isolation-shop-data.ts';
import { RUNNING, skipAttacks } from '../../support/isolation/isolation-world.ts';

/** Each of these texts is sent in one of three places. */
const hostile = (place: number) =>
  hostileTexts
    .filter((text) => text.isWellFormed() && !text.includes('\0'))
    .filter((_, index) => index % 3 === place);
const matchesNothing = { harmless: 'matches nothing' } as const;
const refused = { harmless: 'is refused' } as const;

const CHARTS = Object.keys(boardCharts((name) => name));
const OPEN = ['open', 'total', 'days', 'pivoted', 'related'];
const RESTRICTED = CHARTS.filter((chart) => ![...OPEN, 'plan', 'kept'].includes(chart));

/** Values of others that mallory knows, by the filter of the board. */
const FILTERS: Readonly<Record<keyof typeof boardFilters, unknown>> = {
  status: canary('demo', 'status', 5),
  region: [canary('demo', 'region', 5), 'north'],
  when: { from: '2030-01-01', to: '2031-12-31' },
  sum: { from: secretNumber('demo', 20), to: secretNumber('demo', 26) },
  segment: canary('demo', 'segment', 3),
  note: canary('demo', 'note', 1).slice(0, 18),
  card: canary('demo', 'card', 1),
  pay: { from: secretNumber('demo', 12), to: secretNumber('demo', 13) },
  iban: [canary('demo', 'iban', 1), canary('demo', 'iban', 2)],
  rich: 'yes',
  tree: ['open', canary('demo', 'note', 1)],
  area: 'north',
  email: canary('demo', 'email', 1),
  person: canary('demo', 'person', 1),
  badge: canary('demo', 'badge', 1),
};

/** Marks that a forged click could name. */
const CLICKS = {
  open: [
    ['orders', 'status', canary('demo', 'status', 5)],
    ['orders', 'region', canary('demo', 'region', 5)],
    ['customers', 'segment', canary('demo', 'segment', 3)],
  ],
  restricted: [
    ['orders', 'note', canary('demo', 'note', 1)],
    ['orders', 'note', { notIn: [canary('demo', 'note', 1)] }],
    ['orders', 'note', { in: [canary('demo', 'note', 1), null] }],
    ['orders', 'card', canary('demo', 'card', 1)],
    ['orders', 'pay', secretNumber('demo', 12)],
    ['orders', 'iban', canary('demo', 'iban', 1)],
    ['orders', 'rich', 'yes'],
    ['orders', 'customer.email', canary('demo', 'email', 1)],
    ['orders', 'holder.person', canary('demo', 'person', 1)],
    ['customers', 'email', canary('demo', 'email', 1)],
    ['holders', 'person', canary('demo', 'person', 1)],
    ['orders', 'keeper.badge', canary('demo', 'badge', 1)],
    ['orders', 'keeper.level', secretNumber('demo', 51)],
    ['keepers', 'badge', canary('demo', 'badge', 1)],
  ],
} as const;
const clickOn = (id: (name: string) => string, dataset: string, column: string, value: unknown) => ({
  cross: [{ datasetId: id(dataset), column, value }],
});

describe('a viewer with a contribute token', () => {
  let shop: Shop;
  before(async () => {
    shop = await sharedShop(RUNNING);
  });

  const attackOn = (engine: EngineName, name: string, attacks: readonly Attack[]) =>
    it(`${engine}: ${name}`, { skip: skipAttacks(engine) }, async () =>
      assert.deepEqual(await runAttacks(shop, attacks), []),
    );
  const tile = (content: string, id: string, body: object = {}): Attack => ({
    path: `${content}/tiles/${id}`,
    body,
  });
  const rows = (content: string, id: string, body: object = {}): Attack => tile(content, `${id}/rows`, body);

  /** Filters that the host or the page sets, by id, column and click. */
  const openFilters = (content: string, id: (name: string) => string): readonly Attack[] => [
    ...['status', 'region', 'when', 'sum', 'segment'].flatMap((name) =>
      ['total', 'open'].map((chart) => tile(content, chart, { filters: { [name]: FILTERS[name] } })),
    ),
    ...CLICKS.open.map(([dataset, column, value]) =>
      tile(content, 'total', clickOn(id, dataset, column, value)),
    ),
    tile(content, 'open', { drill: { id: 'wide', path: [canary('demo', 'status', 5)] } }),
    // The shared dimension leads to a masked column of another dataset.
    tile(content, 'plan', { filters: { region: 'north' } }),
    tile(content, 'plan', clickOn(id, 'orders', 'region', 'north')),
    ...hostile(0).map((status) => ({
      ...tile(content, 'total', { filters: { status } }),
      ...matchesNothing,
    })),
  ];
  const restrictedFilters = (content: string, id: (name: string) => string): readonly Attack[] => [
    ...['note', 'card', 'pay', 'iban', 'rich', 'tree', 'email', 'person', 'badge'].flatMap((name) =>
      ['total', 'open'].map((chart) => tile(content, chart, { filters: { [name]: FILTERS[name] } })),
    ),
    { ...tile(content, 'total', { filters: { area: 'north' } }), control: 'officer' },
    { ...tile(content, 'total', clickOn(id, 'plan', 'area', 'north')), control: 'officer' },
    ...CLICKS.restricted.map(([dataset, column, value]) =>
      tile(content, 'total', clickOn(id, dataset, column, value)),
    ),
    tile(content, 'plan', { filters: { area: 'north' } }),
    tile(content, 'plan', clickOn(id, 'plan', 'area', 'north')),
    tile(content, 'open', { drill: { id: 'deep', path: ['open', canary('demo', 'note', 1)] } }),
    tile(content, 'open', { drill: { id: 'deep', path: ['open'] } }),
    tile(content, 'open', { choice: { measure: 'payroll' } }),
    tile(content, 'open', { choice: { measure: 'notes' } }),
    // Names that no filter and no tile has.
    ...[
      'account',
      'cost',
      'customer.score',
      'secret.word',
      'far.word',
      'keeper.holding.account',
      '__proto__',
    ].flatMap((name) => [
      { ...tile(content, 'total', { filters: { [name]: 'victim' } }), ...refused },
      { ...tile(content, 'total', clickOn(id, 'orders', name, 'victim')), ...refused },
    ]),
    ...['secrets', 'far', 'nowhere'].map((dataset) => ({
      ...tile(content, 'total', clickOn(id, dataset, 'word', 'victim')),
      ...refused,
    })),
  ];

  const values = (content: string, name: string, body: object = {}): Attack => ({
    path: `${content}/filters/${name}/values`,
    body,
  });
  const openPickers = (content: string): readonly Attack[] => [
    ...['status', 'region', 'when', 'sum', 'segment', 'tree'].map((name) => values(content, name)),
    values(content, 'status', { search: 'canary' }),
    values(content, 'segment', { filters: { status: canary('demo', 'status', 5) } }),
    ...hostile(1).map((search) => ({
      ...values(content, 'status', { search: search.slice(0, 256) }),
      ...matchesNothing,
    })),
  ];
  const restrictedPickers = (content: string): readonly Attack[] => [
    ...['note', 'card', 'pay', 'iban', 'rich', 'area', 'email', 'person', 'badge'].map((name) =>
      values(content, name),
    ),
    values(content, 'card', { search: 'canary' }),
    values(content, 'tree', { path: ['open'] }),
    { ...values(content, 'segment', { filters: { email: canary('demo', 'email', 3) } }), control: 'officer' },
  ];

  /** The rows behind marks, as a list or as a file. */
  const openRows = (content: string): readonly Attack[] => [
    ...['open', 'total', 'days', 'pivoted', 'related', 'plan'].map((chart) => rows(content, chart)),
    ...[
      { mark: { status: 'open' } },
      { mark: { status: canary('demo', 'status', 5) } },
      { mark: { status: { in: ['open', canary('demo', 'status', 5), null] } } },
      { mark: { status: { notIn: ['open'] } } },
      { measure: 'revenue', page: 2, pageSize: 2 },
      { drill: { id: 'wide', path: ['open'] }, mark: { region: 'north' } },
      { filters: { status: canary('demo', 'status', 5) } },
      { sort: { by: 'amount', direction: 'desc' }, pageSize: 1 },
      { sort: { by: 'customer.segment', direction: 'asc' } },
    ].map((body) => rows(content, 'open', body)),
    rows(content, 'related', { mark: { 'customer.segment': 'retail' } }),
    rows(content, 'related', { mark: { 'customer.segment': canary('demo', 'segment', 3) } }),
    { ...rows(content, 'related', { mark: { 'customer.segment': null } }), ...matchesNothing },
    rows(content, 'days', { mark: { day: '2031-01-05' } }),
    rows(content, 'days', { choice: { grain: 'month' }, mark: { day: '2026-01-01' } }),
    rows(content, 'pivoted', { mark: { region: 'north', status: 'open' } }),
    ...hostile(2).map((status) => ({ ...rows(content, 'open', { mark: { status } }), ...matchesNothing })),
  ];
  const restrictedRows = (content: string): readonly Attack[] => [
    ...[
      'noted',
      'paid',
      'account',
      'computed',
      'mailed',
      'held',
      'badged',
      'narrowed',
      'ranked',
      'sorted',
      'kept',
    ].map((chart) => rows(content, chart)),
    ...[
      { choice: { measure: 'payroll' }, measure: 'payroll' },
      { choice: { measure: 'notes' }, measure: 'notes', mark: { status: 'open' } },
      { drill: { id: 'deep', path: ['open'] }, mark: { note: canary('demo', 'note', 1) } },
      { filters: { note: canary('demo', 'note', 1) } },
      ...['note', 'card', 'pay', 'iban', 'pay_twice', 'customer.email', 'holder.person', 'keeper.level'].map(
        (by) => ({
          sort: { by, direction: 'desc' },
          pageSize: 2,
        }),
      ),
    ].map((body) => rows(content, 'open', body)),
    ...[
      { mark: { note: canary('demo', 'note', 1) } },
      { mark: { account: 'victim' } },
      { mark: { 'customer.segment': 'retail' } },
      { measure: 'payroll' },
      { measure: 'last note' },
      { columns: ['cost'] },
      { sort: { by: 'cost', direction: 'asc' } },
      { sort: { by: 'secret.word', direction: 'asc' } },
    ].map((body) => ({ ...rows(content, 'open', body), ...refused })),
  ];
  const asFiles = (attacks: readonly Attack[]): readonly Attack[] =>
    attacks.map(({ path, body, ...rest }, index) => {
      const {
        page: _,
        pageSize: __,
        ...asked
      } = body as { readonly page?: number; readonly pageSize?: number };
      return {
        ...rest,
        path: `${path}/exports`,
        body: { ...asked, format: index % 4 === 0 ? 'xlsx' : 'csv' },
      };
    });

  const formats = ['csv', 'json', 'xlsx', 'svg', 'pdf', 'png'];
  for (const engine of ENGINE_NAMES) {
    const id = idOn(engine);
    const board = id('board');
    attackOn(engine, 'tiles, texts, files and pages show nothing of others or of restricted columns', [
      ...[...OPEN, 'kept'].map((chart) => tile(board, chart)),
      ...audited(RESTRICTED.map((chart) => tile(board, chart))),
      {
        path: `${board}/render`,
        body: {
          mode: 'light',
          texts: {},
          tiles: [...CHARTS, 'insiders'].map((chart) => ({ id: chart, width: 400, height: 300 })),
        },
      },
      { path: `${board}/values`, body: {} },
      { path: `/embed/${board}`, form: {} },
      { path: `/embed/${id('defaults')}`, form: {} },
      { path: `${board}/exports`, body: { format: 'xlsx' } },
      { path: `${board}/tiles/open/export.csv` },
    ]);
    attackOn(engine, 'filters and clicks reach the own rows only', openFilters(board, id));
    attackOn(engine, 'pickers offer the own values only', openPickers(board));
    attackOn(engine, 'rows behind a mark are the own ones, with masked values', [
      ...openRows(board),
      ...audited(OPEN.map((chart) => rows(board, chart))),
      ...asFiles(openRows(board).slice(0, 6)),
    ]);
  }

  for (const engine of ENGINE_NAMES)
    it(`${engine}: nothing that the host sends widens the filters of an embed`, {
      skip: skipAttacks(engine),
    }, async () => {
      const id = idOn(engine);
      // The embed shows orders of the north with the status that the host names: of mallory's, the first one.
      const sum = async (body: object) => {
        const { text } = await send(shop, ['demo', 'mallory'], tile(id('fixed'), 'total', body));
        const { result } = JSON.parse(text) as { result?: { columns: { values: unknown[] }[] } };
        return result?.columns[0]?.values[0] ?? null;
      };
      const variables = { status: 'open' };
      assert.equal(await sum({ variables }), 1);
      assert.equal(await sum({ variables: { status: 'paid' } }), 4);
      const status = { status: { from: 'a', to: 'z' } };
      for (const filters of [
        { status: 'paid' },
        { region: ['north', 'south'] },
        { region: null },
        status,
        {},
      ])
        for (const cross of [[], [{ datasetId: id('orders'), column: 'region', value: { notIn: ['x'] } }]])
          assert.ok([1, null].includes((await sum({ variables, filters, cross })) as number | null));
      for (const value of [...hostile(0), null, '', 0, true, 'victim', '{{ variables.status }}'])
        assert.equal(await sum({ variables: { status: value } }), null, String(value));
      for (const more of [{}, { account: 'victim' }, { 'attributes.account': 'victim' }, { region: 'south' }])
        assert.equal(await sum({ variables: more }), null, JSON.stringify(more));
      const officer = await send(shop, ['demo', 'officer'], tile(id('fixed'), 'total', { variables }));
      assert.equal(officer.status, 200);
    });

  // What is refused is refused before any engine is asked, so one of them is enough.
  const [first = 'duckdb'] = RUNNING;
  const id = idOn(first);
  const board = id('board');
  attackOn(
    first,
    'filters, clicks and pickers test no restricted column',
    audited([...restrictedFilters(board, id), ...restrictedPickers(board)]),
  );
  attackOn(first, 'rows behind a mark are not chosen or sorted by a restricted column', [
    ...audited(restrictedRows(board)),
    ...asFiles(restrictedRows(board)).filter((_, index) => index % 3 === 0),
  ]);
  attackOn(
    first,
    'files of every kind show nothing of others or of restricted columns',
    ['open', 'noted', 'related', 'paid'].flatMap((chart) =>
      formats.map((format) => ({ path: `${board}/tiles/${chart}/export.${format}` })),
    ),
  );
  const built = `${id('build-boards')}/builder/dashboards/${board}`;
  attackOn(first, 'a dashboard in the builder, where more columns can be filtered by, shows no more', [
    { path: `/embed/${id('build-boards')}`, form: { dashboard: board } },
    ...[board, id('defaults')].flatMap((dashboard): readonly Attack[] => {
      const one = `${id('build-boards')}/builder/dashboards/${dashboard}`;
      return [
        { path: one },
        { path: `${id('build-boards')}/builder?dashboard=${dashboard}` },
        { path: `${one}/view`, body: { width: 800 } },
        { path: dashboard },
      ];
    }),
    { path: `${id('build-boards')}/builder` },
    ...restrictedFilters(built, id),
    ...restrictedPickers(built),
  ]);
});
