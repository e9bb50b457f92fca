import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLocale } from '@inlay/charts/format/create-locale';
import { loadDrawings } from '@inlay/charts/tile-chart';
import type { OpenPageState } from '@inlay/content/page-state';
import { contentMessages } from '../../../src/platform/render/content-messages.ts';
import { contentMarkup } from '../../../src/platform/render/content-page.ts';
import type { PageContent } from '../../../src/platform/render/page-content.ts';
import { createPageTheme } from '../../../src/platform/render/page-theme.ts';

await loadDrawings();

const locale = createLocale({ language: 'ar' });
const values = { growth: { tile: 'growth', column: 'growth' } };
const story: Exclude<PageContent, { readonly kind: 'tile' }> = {
  kind: 'story',
  tiles: [],
  story: {
    id: 'story',
    title: 'السنة',
    steps: [
      {
        id: 'one',
        title: 'الإيرادات: {{ growth | change }}',
        narrative: 'Revenue: {{ growth | change }}.',
        values,
        recommendation: 'Repeat {{ growth | change }}.',
        source: 'Order lines',
      },
    ],
  },
};
const dashboard: PageContent = {
  kind: 'dashboard',
  tiles: [],
  dashboard: {
    id: 'dashboard',
    title: 'Sales',
    items: [{ id: 'text', x: 0, y: 0, w: 12, h: 2, text: 'النمو: {{ growth | change }}', values }],
  },
};

function markupOf(content: PageContent): string {
  const state: OpenPageState = {
    embedId: 'e',
    hostOrigin: 'https://host.example',
    kind: content.kind,
    title: 'Sales',
    lang: 'ar',
    expiresIn: 600,
    tiles: [],
    filters: [],
    filterValues: {},
    features: {},
    variables: {},
  };
  const { parts } = contentMarkup({
    pageTheme: createPageTheme(locale, []),
    content,
    state,
    outcomes: new Map(),
    choices: [],
    notFilteredBy: new Map(),
    width: 900,
    height: undefined,
    step: undefined,
    hiddenParts: [],
  });
  return [...parts].join('');
}

describe('texts in a page of another direction', () => {
  it('follow their own language: narrative, recommendation, source and text blocks', () => {
    const markup = markupOf(story);
    for (const name of ['narrative', 'recommendation', 'source'])
      assert.match(markup, new RegExp(`class="inlay-${name}" dir="auto"`), name);
    assert.match(markupOf(dashboard), /class="inlay-text" dir="auto"/);
  });

  it('isolate the values and the source that they state', () => {
    assert.equal(markupOf(story).match(/<bdi data-value="one:growth\|change">/g)?.length, 3);
    assert.match(markupOf(story), /المصدر: <bdi>Order lines<\/bdi>/);
    assert.match(markupOf(dashboard), /<bdi data-value="text:growth\|change">/);
  });

  it('isolate them in another language of an open page too', async () => {
    const { steps } = await contentMessages(story, 'Sales', [], {}, locale);
    assert.match(steps.one?.narrative ?? '', /<bdi data-value/);
    assert.match(steps.one?.source ?? '', /<bdi>Order lines<\/bdi>/);
  });
});
