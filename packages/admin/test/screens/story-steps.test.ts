import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messages } from '@inlay/messages/content/en';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { fittingChart, stepsInView } from '../../src/screens/stories/step-chart-work.ts';
import { finishStory } from '../../src/screens/stories/story-work.ts';
import { choose } from '../support/choose.ts';
import { list } from '../support/fake-api.ts';
import { openStory } from '../support/open-story.ts';
import { REVENUE, SALES } from '../support/sample-world.ts';
import { salesOf } from '../support/stored-tile.ts';

const BY_PRODUCT = {
  ...REVENUE,
  id: 'products',
  title: 'Revenue by product',
  query: { dimensions: [{ column: 'product' }], measures: ['revenue'] },
};
const world = {
  'GET /tiles': () => list(REVENUE, BY_PRODUCT),
  'POST /tiles/preview': () => salesOf('Tea', 'Cocoa'),
};

describe('steps of a story in the admin app', () => {
  it('highlight, zoom, annotate and filter their chart', async (test) => {
    const { app, record } = await openStory(test, world);
    await choose(app, 'Chart optional', 'Revenue by product');
    await app.getByText('Chart in this step').click();
    await app.getByRole('button', { name: 'Add highlight' }).click();
    await choose(app, 'Add Product', 'Tea');
    await app.getByRole('button', { name: 'Zoom in' }).click();
    await app.getByRole('button', { name: 'Remove zoom' }).click();
    await app.getByRole('button', { name: 'Add note' }).click();
    await app.getByLabel('Position').fill('Cocoa');
    await app.getByLabel('Text', { exact: true }).fill('New');
    await app.getByLabel('Add filter').selectOption('amount');
    await app.assertAccessible();
    await app.getByRole('button', { name: 'Save', exact: true }).click();
    await app.getByText('Saved.').waitFor();
    assert.deepEqual(record.get().steps[0], {
      id: 'one',
      title: 'One',
      tiles: ['products'],
      chart: {
        highlight: [{ column: 'product', values: ['Tea'] }],
        annotations: [{ at: 'Cocoa', label: 'New' }],
      },
    });
  });

  it('lose what another chart does not have', async (test) => {
    const { app, record } = await openStory(test, world);
    await choose(app, 'Chart optional', 'Revenue by product');
    await app.getByText('Chart in this step').click();
    await app.getByRole('button', { name: 'Add highlight' }).click();
    await choose(app, 'Add Product', 'Tea');
    await choose(app, 'Chart optional', 'Revenue by month');
    await app.getByRole('button', { name: 'Save', exact: true }).click();
    await app.getByText('Saved.').waitFor();
    assert.deepEqual(record.get().steps[0], { id: 'one', title: 'One', tiles: ['revenue'] });
  });

  it('can be a summary, and are slides or scroll', async (test) => {
    const { app, record } = await openStory(test, world);
    await app.getByLabel('Presentation').selectOption('Scroll');
    await app.getByText('The chart stays in view while the text moves.').waitFor();
    await app.getByRole('button', { name: 'Add summary' }).click();
    await app.getByText(/titles and recommendations of all other steps/).waitFor();
    await eventually(() => assert.equal(app.getByRole('button', { name: 'Add summary' }).count(), 0));
    assert.equal(app.getByLabel(/^Chart/).count(), 0);
    await app.assertAccessible();
    await app.getByRole('button', { name: 'Save', exact: true }).click();
    await app.getByText('Saved.').waitFor();
    assert.equal(record.get().mode, 'scroll');
    assert.deepEqual(record.get().steps[1], { id: 'step-2', title: 'Summary', summary: true });
  });

  it('keep filters of the same dataset, and what is about the same dimension', () => {
    const chart = {
      highlight: [{ column: 'product', values: ['Tea'] }],
      zoom: { column: 'month', from: '2026-01-01' },
      annotations: [{ at: 'Tea', label: 'New' }],
      filters: [{ column: 'region', operator: 'is-set' as const }],
    };
    assert.deepEqual(fittingChart(chart, BY_PRODUCT, REVENUE), { zoom: chart.zoom, filters: chart.filters });
    assert.deepEqual(fittingChart(chart, REVENUE, { ...BY_PRODUCT, datasetId: 'other' }), undefined);
    assert.equal(fittingChart(chart, REVENUE, undefined), undefined);
  });

  it('are saved without selections that have no member yet', () => {
    const chart = {
      highlight: [{ column: 'product' }],
      zoom: { column: 'month' },
      annotations: [{ at: '', label: 'a' }],
    };
    const story = { title: 'Story', steps: [{ id: 'one', title: 'One', tiles: ['products'], chart }] };
    assert.deepEqual(finishStory(story).steps[0], { id: 'one', title: 'One', tiles: ['products'] });
  });

  it('share a chart with those beside them that show the same tiles', () => {
    const step = (id: string, ...tiles: readonly string[]) => ({ id, title: id, tiles });
    const steps = [step('a', 'x'), step('b', 'y'), step('c', 'y'), step('d', 'y'), step('e')];
    const story = { title: 'Story', steps };
    assert.deepEqual(stepsInView(story, 'c'), { from: 2, to: 4 });
    assert.equal(stepsInView(story, 'a'), undefined);
    assert.equal(stepsInView(story, 'e'), undefined);
    const t = messages.stories.chart;
    assert.match(t.inView({ from: 2, to: 4 }), /from step 2 to 4/);
  });
});

describe('viewers of a story in the admin app', () => {
  it('are listed with the sentences that have no value for them', async (test) => {
    const values = { revenue: { tile: 'products', column: 'revenue', row: 'highest' as const } };
    const { app } = await openStory(test, {
      ...world,
      'POST /apps/{id}/explain': () => ({
        visible: true,
        summary: '',
        truncated: false,
        checks: [],
        parts: [],
      }),
      'POST /stories/check-texts': () => ({
        viewers: [
          {
            hidden: null,
            hiddenSteps: [],
            missing: [{ step: 'one', text: 'title' as const, value: 'revenue', reason: 'no-rows' as const }],
          },
        ],
      }),
      'GET /stories/{id}': () => ({
        ...SALES,
        id: 'story',
        steps: [{ id: 'one', title: '{{ revenue }}', values }],
      }),
    });
    await app.getByText('Viewers', { exact: true }).click();
    await app.getByRole('button', { name: 'Add viewer' }).click();
    await app.getByLabel('Username').fill('ann@acme.test');
    await app.getByRole('dialog').getByRole('button', { name: 'Add viewer' }).click();
    await app.getByRole('button', { name: 'Check texts' }).click();
    await app.getByText('1 value is missing.').waitFor();
    await app.getByText('Title: Revenue, highest. This viewer has no such row.').waitFor();
    await app.assertAccessible();
    await app.getByRole('button', { name: /This viewer has no such row/ }).click();
    await app.getByText('Viewing as').waitFor();
  });
});
