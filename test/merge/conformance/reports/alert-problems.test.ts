import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AlertCondition } from '@inlay/content/subscription';
import { alertProblems } from '@inlay/server/features/reports/alerts/alert-problems';
import { alertSubscription, type OpenOptions, useAlertWorld } from '../../../support/reports/alert-world.ts';

const at = '2026-11-19T12:00:00Z';
const above = { kind: 'above', measure: 'sold', limit: 100, margin: 20, quietMinutes: 0 } as const;

describe('problems of alerts', () => {
  const world = useAlertWorld();
  const problems = async (
    alert: AlertCondition,
    { tileId, ...options }: Partial<OpenOptions> & { readonly tileId?: string } = {},
  ) => {
    const request = await world.open({ at, ...options });
    const subject = alertSubscription(alert, tileId === undefined ? {} : { tileId });
    return (await alertProblems(request, subject)).map(({ path, problem }) => `${path} ${problem}`);
  };

  it('are none for what a chart shows', async () => {
    assert.deepEqual(await problems(above), []);
    assert.deepEqual(await problems({ ...above, by: 'region' }), []);
    assert.deepEqual(await problems(above, { embed: 'e-board', tileId: 'regions' }), []);
  });

  it('name the closest measure and dimension', async () => {
    assert.deepEqual(await problems({ ...above, measure: 'slod', by: 'regio' }), [
      '/alert/measure is not a measure of this chart. Did you mean sold?',
      '/alert/by is not a dimension of this chart. Did you mean region?',
    ]);
    assert.deepEqual(await problems({ ...above, measure: 'zebra' }), [
      '/alert/measure is not a measure of this chart. Use returns, sold',
    ]);
    assert.deepEqual(await problems({ ...above, by: 'zebra' }, { embed: 'e-total' }), [
      '/alert/by is not a dimension of this chart, which has none',
    ]);
  });

  it('include a chart that was not chosen, or that the viewer does not have', async () => {
    assert.deepEqual(await problems(above, { embed: 'e-board' }), [
      '/tileId is required for an alert: choose the chart that it watches',
    ]);
    assert.deepEqual(await problems(above, { embed: 'e-board', tileId: 'hidden' }), [
      '/tileId is not a chart of this embed',
    ]);
    assert.deepEqual(await problems(above, { embed: 'e-sellers' }), [
      '/tileId is a chart whose data you do not have access to',
    ]);
  });

  it('include a dimension that is the time of the chart', async () => {
    const [problem] = await problems({ ...above, by: 'day' }, { embed: 'e-months' });
    assert.match(problem ?? '', /^\/alert\/by is the time of this chart/);
    await world.show('dates', {
      kind: 'line',
      query: { dimensions: [{ column: 'day' }], measures: ['sold'] },
    });
    const [date] = await problems({ ...above, by: 'day' }, { embed: 'e-dates' });
    assert.match(date ?? '', /^\/alert\/by is the time of this chart/);
  });

  it('include a measure that is not a number, except for missing data', async () => {
    await world.show('firsts', {
      kind: 'table',
      query: { dimensions: [{ column: 'region' }], measures: ['first day'] },
    });
    const options = { embed: 'e-firsts' };
    assert.deepEqual(await problems({ ...above, measure: 'first day' }, options), [
      '/alert/measure is not a number, but a date. Only missing data can be watched',
    ]);
    assert.deepEqual(await problems({ kind: 'missing', measure: 'first day', quietMinutes: 0 }, options), []);
  });

  it('include a table without measures', async () => {
    await world.show('list', { kind: 'table', query: { dimensions: [{ column: 'region' }], measures: [] } });
    assert.deepEqual(await problems(above, { embed: 'e-list' }), [
      '/tileId is a table without measures, which an alert cannot watch',
    ]);
  });

  it('include missing values of a dimension that has only its top values', async () => {
    await world.show('top', {
      kind: 'bar',
      query: {
        dimensions: [{ column: 'region' }],
        measures: ['sold'],
        top: { dimension: 'region', by: 'sold', count: 3 },
      },
    });
    const [problem] = await problems(
      { kind: 'missing', measure: 'sold', by: 'region', quietMinutes: 0 },
      { embed: 'e-top' },
    );
    assert.match(problem ?? '', /^\/alert\/by has only its top values in this chart/);
  });
});
