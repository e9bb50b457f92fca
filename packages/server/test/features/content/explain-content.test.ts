import assert from 'node:assert/strict';
import test from 'node:test';
import type { Tile } from '@inlay/charts/tile';
import type { UnfoldedDashboard } from '@inlay/content/unfold-dashboard';
import { explanationMessages } from '@inlay/messages/explanation/all';
import type { VisibilityRule } from '@inlay/protocol/rule';
import { explainContent } from '../../../src/features/content/visibility/explain-content.ts';
import { createContextReader } from '../../../src/platform/rules/context-reading.ts';
import { traceVisibility } from '../../../src/platform/rules/evaluate-visibility.ts';

const rule: VisibilityRule = {
  and: [
    { context: 'groups', operator: 'contains', value: 'EU' },
    { context: 'attributes.plan', operator: 'equals', value: 'pro' },
  ],
};
const tile = (id: string, visibility?: VisibilityRule): Tile => ({
  id,
  title: `Tile ${id}`,
  kind: 'bar',
  datasetId: 'orders',
  query: { dimensions: [], measures: ['revenue'] },
  ...(visibility ? { visibility } : {}),
});
const place = (id: string, y: number) => ({ id, x: 0, y, w: 12, h: 1 });
const dashboard: UnfoldedDashboard = {
  id: 'd',
  title: 'Dashboard',
  items: [
    { ...place('open', 0), tile: 'a', title: 'Own title' },
    { ...place('ruled', 1), tile: 'b' },
    { ...place('own', 2), tile: 'c', visibility: rule },
    { ...place('draft', 3), tile: 'unpublished' },
    { ...place('text', 4), text: '{{ v }}', values: { v: { tile: 'b', column: 'revenue' } } },
  ],
};
const tiles = [tile('a'), tile('b', rule), tile('c')];

/** What is said of each part, by kind and id. */
function told(content: UnfoldedDashboard, plan?: string, language = 'en') {
  const context = { username: 'ann', workspaceId: 'main', roles: ['USER'], groups: ['EU'] };
  const reader = createContextReader(plan === undefined ? context : { ...context, attributes: { plan } });
  const parts = explainContent(
    { kind: 'dashboard', dashboard: content, tiles },
    (each) => traceVisibility(each, reader),
    explanationMessages[language] ?? explanationMessages.en,
  );
  return Object.fromEntries(parts.map(({ kind, id, reason }) => [`${kind} ${id}`, reason]));
}

test('explainContent: gives the reason each part is hidden: its rule, a tile it needs, or its parent', () => {
  assert.deepEqual(told(dashboard), {
    'dashboard d': 'Visible: it has no visibility rule.',
    'item open': 'Visible: it has no visibility rule.',
    'item ruled': "Hidden: it needs the tile 'b', which is hidden.",
    'item own': 'Hidden by its visibility rule: attributes.plan is missing or empty.',
    'item draft': "Hidden: it needs the tile 'unpublished', which is not published.",
    'item text': "Hidden: it needs the tile 'b', which is hidden.",
    'tile a': 'Visible: it has no visibility rule.',
    'tile b': 'Hidden by its visibility rule: attributes.plan is missing or empty.',
    'tile c': 'Hidden: no visible content uses it.',
    'tile unpublished': 'Hidden: it is not published.',
  });
  const german = told(dashboard, undefined, 'de');
  assert.equal(german['item ruled'], 'Verborgen: die benötigte Kachel „b“ ist verborgen.');
  assert.equal(
    german['tile b'],
    'Durch die Sichtbarkeitsregel verborgen: attributes.plan fehlt oder ist leer.',
  );
});

test('explainContent: reports a rule that is true', () => {
  const reasons = told(dashboard, 'pro');
  for (const part of ['item own', 'tile b'])
    assert.equal(reasons[part], 'Visible: its visibility rule matches.');
  for (const part of ['item ruled', 'item text', 'tile c'])
    assert.equal(reasons[part], 'Visible: it has no visibility rule.');
});

test('explainContent: reports a visible part of hidden content as hidden with it', () => {
  const reasons = told({ ...dashboard, visibility: rule });
  assert.equal(reasons['dashboard d'], 'Hidden by its visibility rule: attributes.plan is missing or empty.');
  assert.equal(reasons['item open'], 'Hidden: the dashboard is hidden.');
});

test('explainContent: reports a dashboard with only hidden items as hidden', () => {
  const reasons = told({ ...dashboard, items: dashboard.items.slice(1, 3) });
  assert.equal(reasons['dashboard d'], 'Hidden: everything in it is hidden.');
});
