import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLocale } from '@inlay/charts/format/create-locale';
import type { Tile } from '@inlay/charts/tile';
import { loadDrawings } from '@inlay/charts/tile-chart';
import type { OpenPageState } from '@inlay/content/page-state';
import { memberKey } from '@inlay/protocol/member-key';
import type { QueryResult } from '@inlay/protocol/result';
import { builderPage } from '../../../src/platform/render/builder-page.ts';
import { contentMessages } from '../../../src/platform/render/content-messages.ts';
import { contentMarkup, contentPage } from '../../../src/platform/render/content-page.ts';
import { streamDashboard } from '../../../src/platform/render/dashboard-stream.ts';
import { documentPages } from '../../../src/platform/render/document/document-pages.ts';
import { html } from '../../../src/platform/render/html.ts';
import { bareMessagePage, messagePage, waitingPage } from '../../../src/platform/render/message-page.ts';
import type { PageContent } from '../../../src/platform/render/page-content.ts';
import type { PageInput } from '../../../src/platform/render/page-context.ts';
import { createPageTheme, exportTheme } from '../../../src/platform/render/page-theme.ts';

await loadDrawings();

const attacks = [
  `"><img src=x onerror=alert(1)>`,
  `'><img src=x onerror=alert(1)>`,
  '</script><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '<!--<script>',
  '" onclick="alert(1)',
  '[a](javascript:alert(1)) <javascript:alert(1)>',
  ']]><svg onload=alert(1)>',
];

const assets = { style: [], loader: 'loader.js' };
const locale = createLocale({ language: 'en' });

describe('hostile text from authors, viewers, data and hosts', () => {
  for (const attack of attacks) {
    it(`is escaped on every page: ${attack}`, () => {
      for (const [name, page] of Object.entries(pagesWith(attack))) assertInert(page, name);
    });

    it(`is escaped in every document and every part of a page: ${attack}`, async () => {
      const { content, outcomes, pageTheme } = paintWith(attack);
      const pen = { theme: exportTheme([{ font: attack }]), locale, linkHosts: [], imageHosts: [] };
      const about = { outcomes, variables: { x: attack }, filters: [attack], made: attack };
      for (const each of [content, storyWith(attack)])
        for (const svg of (await documentPages({ content: each, ...about }, pen)).pages)
          assertInert(svg, each.kind);
      const words = await contentMessages(storyWith(attack), attack, [], { x: attack }, pageTheme.locale);
      const step = words.steps['1"'];
      assertInert([words.head.title, step?.title, step?.narrative, step?.source].join(''), 'the words');
    });
  }
});

/** Tags as a browser finds them: none of an attack, none with a handler, and scripts only where the page has them. */
function assertInert(markup: string, name: string): void {
  const outside = markup
    .replaceAll(/<script type="application\/json" id="[\w-]+">[^<]*<\/script>/g, '')
    .replaceAll(/<style nonce="n">[\s\S]*?<\/style>/gi, '');
  const tags = outside.match(/<[a-z!](?:"[^"]*"|[^">])*>?/gi) ?? [];
  assert.ok(tags.length > 0, name);
  for (const tag of tags) {
    const bare = tag.replaceAll(/="[^"]*"/g, '');
    assert.doesNotMatch(bare, /<(?:img|style|!--)|\son\w+|=/i, `${name}: ${tag}`);
    assert.doesNotMatch(tag, /<a [^>]*href="(?!https?:|mailto:|#)/, `${name}: ${tag}`);
    if (tag.startsWith('<script')) assert.match(tag, / src="\/embed\/assets\/loader\.js"/, `${name}: ${tag}`);
  }
}

function pagesWith(attack: string): Readonly<Record<string, string>> {
  const paint = paintWith(attack);
  const { pageTheme, state } = paint;
  const page = (own: Partial<PageInput>) => {
    const whole = { ...paint, ...own };
    const { parts, css } = contentMarkup(whole);
    return contentPage(whole, { html: html`${[...parts]}`, css }, assets, 'n');
  };
  const failure = { embedId: attack, hostOrigin: attack, code: 'INTERNAL', message: attack } as const;
  const waiting = { ...paint, outcomes: new Map(), unfinished: true };
  const first = contentMarkup(waiting);
  const colors = new Map([[attack, { [memberKey(attack)]: 0 }]]);
  const stream = streamDashboard(
    dashboardWith(attack).dashboard,
    waiting,
    { html: html`${[...first.parts]}`, css: first.css },
    assets,
    'n',
  );
  return {
    dashboard: page({}),
    failing: page({ outcomes: new Map([['t"', { state: 'failed', code: 'ENGINE_UNAVAILABLE' }]]) }),
    story: page({ content: storyWith(attack) }),
    tile: page({ content: { kind: 'tile', tile: tileWith(attack) } }),
    stream: [
      stream.start,
      ...stream.late(paint.outcomes, colors),
      ...stream.end(paint.outcomes, colors, state),
    ].join(''),
    builder: builderPage(pageTheme, [{ id: attack, title: attack, description: attack }], state, assets, 'n'),
    message: messagePage(pageTheme, failure, assets, 'n'),
    waiting: waitingPage(pageTheme, failure, assets, 'n'),
    bare: bareMessagePage(attack),
  };
}

type Content<Kind> = Extract<PageContent, { readonly kind: Kind }>;

function dashboardWith(attack: string): Content<'dashboard'> {
  const tile = tileWith(attack);
  return {
    kind: 'dashboard',
    tiles: [tile],
    dashboard: {
      id: 'd',
      title: `${attack} {{ variables.x }}`,
      description: attack,
      items: [
        { id: `i${attack}`, tile: tile.id, title: attack, x: 0, y: 0, w: 6, h: 6 },
        { id: 'text', text: `${attack} {{ n }}`, values: valuesOf(tile), x: 6, y: 0, w: 6, h: 6 },
      ],
    },
  };
}

function paintWith(attack: string): PageInput {
  const tile = tileWith(attack);
  const state: OpenPageState = {
    embedId: attack,
    hostOrigin: attack,
    kind: 'dashboard',
    title: attack,
    lang: 'en',
    expiresIn: 600,
    tiles: [],
    filters: [],
    filterValues: {},
    features: {},
    variables: { x: attack },
    categories: [attack],
  };
  return {
    pageTheme: createPageTheme(locale, [{ font: attack }]),
    content: dashboardWith(attack),
    state,
    outcomes: new Map([[tile.id, { state: 'ready', result: resultWith(attack) } as const]]),
    choices: [
      {
        control: { id: attack, label: attack, kind: 'dropdown', datasetId: 'orders', column: 'd' } as const,
        value: [attack],
      },
    ],
    notFilteredBy: new Map([[tile.id, [attack]]]),
    width: 900,
    height: undefined,
    step: undefined,
    hiddenParts: [],
  };
}

const storyWith = (attack: string): Content<'story'> => ({
  kind: 'story',
  tiles: [tileWith(attack)],
  story: {
    id: 's',
    title: attack,
    description: attack,
    steps: [
      {
        id: '1"',
        title: `${attack} {{ n }}`,
        narrative: `${attack} {{ n }}`,
        values: valuesOf(tileWith(attack)),
        tiles: ['t"'],
        recommendation: attack,
        source: attack,
      },
    ],
  },
});

const valuesOf = ({ id }: Tile) => ({ n: { tile: id, column: 'd' } });

const tileWith = (attack: string): Tile => ({
  id: 't"',
  title: attack,
  description: attack,
  kind: 'bar',
  datasetId: 'orders',
  query: { dimensions: [], measures: [] },
});

const resultWith = (attack: string): QueryResult => ({
  columns: [
    { name: 'd', label: attack, role: 'dimension', type: 'string', values: [attack, 'b'] },
    { name: 'm', label: attack, role: 'measure', type: 'number', values: [1, 2] },
  ],
  rowCount: 2,
  truncated: false,
});
