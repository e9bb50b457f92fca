import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messages } from '@inlay/messages/content/en';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { valueOffers } from '../../src/screens/stories/value-offers.ts';
import { openStory } from '../support/open-story.ts';
import { REVENUE } from '../support/sample-world.ts';
import { BUILDER_ORDERS } from '../support/stored-tile.ts';

describe('texts of a story in the admin app', () => {
  it('warn of a typed number, which can be saved all the same', async (test) => {
    const { app, record } = await openStory(test);
    await app.getByLabel('Narrative').fill('In 2026, sales rose 16% in three steps.');
    await app
      .getByText('Typed numbers do not follow the viewer’s rows: 16%. Type {{ to insert a value instead.')
      .waitFor();
    await app.assertAccessible();
    await app.getByRole('button', { name: 'Save', exact: true }).click();
    await eventually(() => assert.match(record.get().steps[0]?.narrative ?? '', /16%/));
    await app.getByLabel('Narrative').fill('In 2026, sales rose in three steps.');
    await eventually(() => assert.equal(app.getByText(/Typed numbers/).count(), 0));
  });

  it('offer percentages as a change too', () => {
    const tile = { ...REVENUE, query: { dimensions: [], measures: ['revenue', 'growth'] } };
    const growth = { name: 'growth', label: 'Growth', format: { kind: 'percent' } } as const;
    const dataset = { ...BUILDER_ORDERS, measures: [...BUILDER_ORDERS.measures, growth] };
    assert.deepEqual(
      valueOffers([tile], [], [dataset], messages.stories.values).map(({ label, format }) => [label, format]),
      [
        ['Revenue', 'number'],
        ['Growth', 'percent'],
        ['Growth, as “up” or “down”', 'change'],
      ],
    );
  });
});
