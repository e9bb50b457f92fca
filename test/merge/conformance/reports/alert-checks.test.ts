import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { AlertCondition } from '@inlay/content/subscription';
import type { ViewState } from '@inlay/content/view-state';
import type { AlertEvent } from '@inlay/server/features/reports/alerts/alert-event';
import { ALL, type AlertMemory, textOfKey } from '@inlay/server/features/reports/alerts/alert-memory';
import { checkAlert } from '@inlay/server/features/reports/alerts/check-alert';
import { ReportError } from '@inlay/server/features/reports/store/report-error';
import {
  alertSubscription,
  type OpenOptions,
  type SalesRow,
  useAlertWorld,
} from '../../../support/reports/alert-world.ts';

const about = { quietMinutes: 0 };
const above = { kind: 'above', measure: 'returns', limit: 0.08, margin: 0.02, ...about } as const;
const moreThan = (limit: number) => ({ kind: 'above', measure: 'sold', limit, margin: 0, ...about }) as const;
const lessThan = (limit: number) => ({ kind: 'below', measure: 'sold', limit, margin: 0, ...about }) as const;
const change = {
  kind: 'change',
  measure: 'sold',
  amount: 20,
  unit: 'percent',
  direction: 'either',
  ...about,
} as const;
const missing = { kind: 'missing', measure: 'sold', ...about } as const;
const at = '2026-11-19T12:00:00Z';

interface CheckOptions extends Partial<OpenOptions> {
  readonly state?: ViewState;
  readonly tileId?: string;
}

/** `fired north above`, in the order of names. */
const textOf = (event: AlertEvent | null) =>
  (event?.changes ?? [])
    .map(({ what, member, direction }) => {
      const name = member === ALL ? [] : [textOfKey(member) ?? '(none)'];
      return [what, ...name, direction].join(' ');
    })
    .toSorted();

describe('checks of alerts', () => {
  const world = useAlertWorld();
  let memory: AlertMemory | null = null;
  beforeEach(() => {
    memory = null;
  });

  const check = async (alert: AlertCondition, { state = {}, tileId, ...options }: CheckOptions = {}) => {
    const { filters = {} } = state;
    const request = await world.open({ at, filters, ...options });
    const subscription = alertSubscription(alert, { state, ...(tileId !== undefined && { tileId }) });
    const checked = await checkAlert(request, subscription, memory, request.now);
    // As it is stored.
    memory = JSON.parse(JSON.stringify(checked.memory));
    return textOf(checked.event);
  };
  const refused = (alert: AlertCondition, options: CheckOptions, expected: RegExp) =>
    assert.rejects(check(alert, options), (error) => {
      assert.ok(error instanceof ReportError, String(error));
      assert.match(`${error.reason} ${error.effect}: ${error.message}`, expected);
      return true;
    });

  const twoRegions = (north: number, south: number): readonly SalesRow[] => [
    ['2026-01-01', 'north', 100, north],
    ['2026-01-01', 'south', 100, south],
  ];

  describe('of a limit', () => {
    it('find which values of a dimension crossed it, and which are back', async () => {
      const alert = { ...above, by: 'region' };
      await world.fill(twoRegions(9, 1));
      assert.deepEqual(await check(alert), ['fired north above']);
      assert.deepEqual(await check(alert), []);
      await world.fill(twoRegions(7, 10));
      assert.deepEqual(await check(alert), ['fired south above']);
      await world.fill(twoRegions(6, 10));
      assert.deepEqual(await check(alert), ['normal north above']);
    });

    it('without a dimension are about everything that the chart shows, computed from its rows', async () => {
      // 8% and 20% are 9.2% of all, not 14%.
      await world.fill([
        ['2026-01-01', 'north', 900, 72],
        ['2026-01-01', 'south', 100, 20],
      ]);
      assert.deepEqual(await check({ ...above, limit: 0.1 }), []);
      memory = null;
      assert.deepEqual(await check({ ...above, limit: 0.09 }), ['fired above']);
    });

    it('begin anew if the condition changes, but not if only its quiet period does', async () => {
      const alert = { ...above, by: 'region' };
      await world.fill(twoRegions(9, 1));
      assert.deepEqual(await check(alert), ['fired north above']);
      assert.deepEqual(await check({ ...alert, quietMinutes: 60 }), []);
      assert.deepEqual(await check({ ...alert, limit: 0.085 }), ['fired north above']);
    });

    it('include values that the row limit of the chart cuts off', async () => {
      await world.show('first', {
        kind: 'bar',
        query: { dimensions: [{ column: 'region' }], measures: ['sold'], limit: 1 },
      });
      await world.fill([
        ['2026-01-01', 'north', 100],
        ['2026-01-01', 'south', 5],
      ]);
      assert.deepEqual(await check({ ...lessThan(10), by: 'region' }, { embed: 'e-first' }), [
        'fired south below',
      ]);
    });

    it('are about the top values where the chart shows only those, and never about the others together', async () => {
      await world.show('top', {
        kind: 'bar',
        query: {
          dimensions: [{ column: 'region' }],
          measures: ['sold'],
          top: { dimension: 'region', by: 'sold', count: 1, others: true },
        },
      });
      await world.fill([
        ['2026-01-01', 'north', 100],
        ['2026-01-01', 'south', 50],
        ['2026-01-01', 'west', 60],
      ]);
      const regions = ['north', 'south', 'west'];
      assert.deepEqual(await check({ ...moreThan(40), by: 'region' }, { embed: 'e-top', regions }), [
        'fired north above',
      ]);
    });

    it('check the values of a dimension that a pivot turns into columns', async () => {
      await world.show('pivot', {
        kind: 'table',
        query: {
          dimensions: [{ column: 'product' }, { column: 'region' }],
          measures: ['sold'],
          pivot: { dimension: 'region' },
        },
      });
      await world.fill([
        ['2026-01-01', 'north', 60, 0, 'Tea'],
        ['2026-01-01', 'north', 60, 0, 'Coffee'],
        ['2026-01-01', 'south', 80, 0, 'Tea'],
      ]);
      const options = { embed: 'e-pivot' };
      assert.deepEqual(await check({ ...moreThan(100), by: 'region' }, options), ['fired north above']);
      assert.deepEqual(await check({ ...moreThan(100), by: 'product' }, options), ['fired Tea above']);
    });

    it('refuse a dimension with more than a thousand values', async () => {
      const many = (count: number) =>
        Array.from({ length: count }, (_, index): SalesRow => ['2026-01-01', 'north', 1, 0, `p${index}`]);
      const alert = { ...moreThan(0), by: 'product' };
      await world.fill(many(1000));
      assert.equal((await check(alert, { embed: 'e-products' })).length, 1000);
      await world.fill(many(1001));
      await refused(
        alert,
        { embed: 'e-products' },
        /^data-unavailable fail: “Product” has more than 1,000 values/,
      );
    });

    it('read the number of a KPI, which is its total', async () => {
      await world.show('kpi', {
        kind: 'kpi',
        query: { dimensions: [{ column: 'day', grain: 'month' }], measures: ['sold'], totals: true },
      });
      await world.fill([
        ['2026-09-01', 'north', 60],
        ['2026-10-01', 'north', 60],
      ]);
      assert.deepEqual(await check(moreThan(100), { embed: 'e-kpi' }), ['fired above']);
    });
  });

  describe('of a chart over time', () => {
    it('are about the last month that is over', async () => {
      await world.fill([
        ['2026-09-10', 'north', 500],
        ['2026-10-10', 'north', 10],
        ['2026-11-10', 'north', 500],
      ]);
      assert.deepEqual(await check(moreThan(100), { embed: 'e-months' }), []);
      assert.deepEqual(await check(moreThan(100), { embed: 'e-months', at: '2026-12-01T00:00:00Z' }), [
        'fired above',
      ]);
    });

    it('follow the time zone of the viewer', async () => {
      await world.fill([['2026-10-10', 'north', 500]]);
      const options = { embed: 'e-months', at: '2026-10-31T23:30:00Z' };
      assert.deepEqual(await check(moreThan(100), options), []);
      const attributes = { regions: ['north'], time_zone: 'Europe/Berlin' };
      assert.deepEqual(await check(moreThan(100), { ...options, context: { attributes } }), ['fired above']);
    });

    it('follow the fiscal year of the viewer', async () => {
      await world.show('fiscal', {
        kind: 'line',
        query: { dimensions: [{ column: 'day', grain: 'fiscal-quarter' }], measures: ['sold'] },
      });
      // In November: August to October with a fiscal year from February, July to September with one from January.
      await world.fill([
        ['2026-07-10', 'north', 40],
        ['2026-08-10', 'north', 40],
        ['2026-10-10', 'north', 40],
      ]);
      const viewer = (month: number) => ({
        embed: 'e-fiscal',
        context: { attributes: { regions: ['north'], fiscal_year_start: month } },
      });
      assert.deepEqual(await check({ ...moreThan(79), kind: 'above' }, viewer(1)), ['fired above']);
      memory = null;
      await world.fill([
        ['2026-07-10', 'north', 40],
        ['2026-08-10', 'north', 20],
        ['2026-10-10', 'north', 40],
      ]);
      assert.deepEqual(await check(moreThan(59), viewer(2)), ['fired above']);
      memory = null;
      assert.deepEqual(await check(moreThan(60), viewer(2)), []);
    });

    it('are about the last hour of the clock of the viewer, also in zones that are half an hour apart', async () => {
      const visits = [
        ['2026-11-19 10:10:00', 1],
        ['2026-11-19 10:40:00', 20],
        ['2026-11-19 11:10:00', 300],
        ['2026-11-19 11:40:00', 4000],
      ].map(([time, count]) => `SELECT TIMESTAMP '${time}' AS time, ${count} AS people`);
      await world.data.create('datasets', {
        id: 'visits',
        name: 'Visits',
        connectionId: 'files',
        source: { kind: 'sql', sql: visits.join(' UNION ALL ') },
        measures: [{ name: 'sold', kind: 'sum', column: 'people' }],
        segmented: false,
      });
      await world.show('hours', {
        kind: 'line',
        datasetId: 'visits',
        query: { dimensions: [{ column: 'time', grain: 'hour' }], measures: ['sold'] },
      });
      const options = { embed: 'e-hours' };
      assert.deepEqual(await check(moreThan(4299), options), ['fired above']);
      memory = null;
      assert.deepEqual(await check(moreThan(4300), options), []);
      memory = null;
      const india = { ...options, context: { attributes: { time_zone: 'Asia/Kolkata' } } };
      // 11:30 UTC, which is 17:00 there, begins the hour that is not over at 12:00 UTC.
      assert.deepEqual(await check(moreThan(319), india), ['fired above']);
      memory = null;
      assert.deepEqual(await check(moreThan(320), india), []);
    });

    it('add up the series of a chart, or check each of them', async () => {
      await world.fill([
        ['2026-10-10', 'north', 60],
        ['2026-10-10', 'south', 70],
      ]);
      const options = { embed: 'e-months-and-regions' };
      assert.deepEqual(await check(moreThan(100), options), ['fired above']);
      memory = null;
      assert.deepEqual(await check({ ...moreThan(65), by: 'region' }, options), ['fired south above']);
    });

    it('say nothing where the month has no rows, unless the chart fills its gaps', async () => {
      await world.show('filled', {
        kind: 'line',
        query: { dimensions: [{ column: 'day', grain: 'month', fillGaps: true }], measures: ['sold'] },
      });
      await world.fill([
        ['2026-09-10', 'north', 500],
        ['2026-11-10', 'north', 500],
      ]);
      assert.deepEqual(await check(lessThan(10), { embed: 'e-months' }), []);
      assert.deepEqual(await check(lessThan(10), { embed: 'e-filled' }), ['fired below']);
    });

    it('do not take a month for complete of which the filters leave a part', async () => {
      await world.show('part', {
        kind: 'line',
        query: {
          dimensions: [{ column: 'day', grain: 'month' }],
          measures: ['sold'],
          filters: [{ column: 'day', operator: 'in-period', period: 'last-30-days' }],
        },
      });
      await world.fill([
        ['2026-10-10', 'north', 500],
        ['2026-10-25', 'north', 1],
      ]);
      assert.deepEqual(await check(lessThan(10), { embed: 'e-part' }), []);
      assert.deepEqual(await check(missing, { embed: 'e-part' }), []);
    });

    it('count days where the chart shows dates', async () => {
      await world.show('dates', {
        kind: 'line',
        query: { dimensions: [{ column: 'day' }], measures: ['sold'] },
      });
      await world.fill([
        ['2026-11-17', 'north', 500],
        ['2026-11-18', 'north', 5],
        ['2026-11-19', 'north', 500],
      ]);
      assert.deepEqual(await check(lessThan(10), { embed: 'e-dates' }), ['fired below']);
    });

    it('read running totals as the chart shows them', async () => {
      await world.show('running', {
        kind: 'line',
        query: { dimensions: [{ column: 'day', grain: 'month' }], measures: ['so far'] },
      });
      await world.fill([
        ['2026-08-10', 'north', 60],
        ['2026-10-10', 'north', 60],
        ['2026-11-10', 'north', 60],
      ]);
      const alert = { ...moreThan(119), measure: 'so far' };
      assert.deepEqual(await check(alert, { embed: 'e-running' }), ['fired above']);
      memory = null;
      assert.deepEqual(await check({ ...alert, limit: 120 }, { embed: 'e-running' }), []);
    });
  });

  describe('of a change', () => {
    it('compare the last month that is over with the one before', async () => {
      await world.fill([
        ['2026-09-10', 'north', 100],
        ['2026-10-10', 'north', 125],
        ['2026-11-10', 'north', 1],
      ]);
      assert.deepEqual(await check(change, { embed: 'e-months' }), ['fired up']);
      assert.deepEqual(await check(change, { embed: 'e-months' }), []);
      assert.deepEqual(await check({ ...change, direction: 'down' }, { embed: 'e-months' }), []);
    });

    it('compare with no month that has rows but another one in between', async () => {
      await world.fill([
        ['2026-08-10', 'north', 100],
        ['2026-10-10', 'north', 500],
      ]);
      assert.deepEqual(await check(change, { embed: 'e-months' }), []);
    });

    it('are per value of a dimension', async () => {
      await world.fill([
        ['2026-09-10', 'north', 100],
        ['2026-09-10', 'south', 100],
        ['2026-10-10', 'north', 70],
        ['2026-10-10', 'south', 100],
        ['2026-10-10', 'west', 100],
      ]);
      const regions = ['north', 'south', 'west'];
      assert.deepEqual(await check({ ...change, by: 'region' }, { embed: 'e-months-and-regions', regions }), [
        'fired north down',
      ]);
    });

    it('without a time dimension compare with the last check', async () => {
      const options = { embed: 'e-total' };
      await world.fill([['2026-10-10', 'north', 100]]);
      assert.deepEqual(await check(change, options), []);
      await world.fill([['2026-10-10', 'north', 130]]);
      assert.deepEqual(await check(change, options), ['fired up']);
      assert.deepEqual(await check(change, options), []);
      await world.fill([['2026-10-10', 'north', 90]]);
      assert.deepEqual(await check(change, options), ['fired down']);
    });
  });

  describe('of missing data', () => {
    it('notice a value of a dimension that is gone, and that it is there again', async () => {
      const alert = { ...missing, by: 'region' };
      await world.fill(twoRegions(1, 1));
      assert.deepEqual(await check(alert), []);
      await world.fill([['2026-01-01', 'south', 100]]);
      assert.deepEqual(await check(alert), ['fired north missing']);
      assert.deepEqual(await check(alert), []);
      await world.fill(twoRegions(1, 1));
      assert.deepEqual(await check(alert), ['normal north missing']);
    });

    it('notice a month without rows, and a region that has none in it', async () => {
      await world.fill([
        ['2026-09-10', 'north', 100],
        ['2026-09-10', 'south', 100],
        ['2026-10-10', 'north', 100],
      ]);
      assert.deepEqual(await check(missing, { embed: 'e-months' }), []);
      assert.deepEqual(await check({ ...missing, by: 'region' }, { embed: 'e-months-and-regions' }), [
        'fired south missing',
      ]);
      memory = null;
      assert.deepEqual(await check(missing, { embed: 'e-months', at: '2026-12-10T00:00:00Z' }), [
        'fired missing',
      ]);
    });

    it('say nothing to a viewer who may see no rows at all', async () => {
      await world.fill(twoRegions(1, 1));
      assert.deepEqual(await check({ ...missing, by: 'region' }, { regions: [] }), []);
      assert.deepEqual(await check(missing, { regions: [] }), []);
    });

    it('do not name a region to a viewer who may no longer see it', async () => {
      const alert = { ...missing, by: 'region' };
      await world.fill(twoRegions(1, 1));
      assert.deepEqual(await check(alert, { regions: ['north', 'south'] }), []);
      assert.deepEqual(await check(alert, { regions: ['south'] }), []);
      assert.doesNotMatch(JSON.stringify(memory), /north/);
      assert.deepEqual(await check(alert, { regions: ['south'] }), []);
    });

    it('work for measures that are not numbers', async () => {
      await world.show('firsts', {
        kind: 'table',
        query: { dimensions: [{ column: 'region' }], measures: ['first day'] },
      });
      const alert = { ...missing, measure: 'first day', by: 'region' };
      await world.fill([['2026-01-01', 'north', 1]]);
      assert.deepEqual(await check(alert, { embed: 'e-firsts' }), []);
      await world.fill([['2026-01-01', 'south', 1]]);
      assert.deepEqual(await check(alert, { embed: 'e-firsts' }), ['fired north missing']);
    });
  });

  describe('under the rights of the viewer', () => {
    it('differ for viewers who see different rows', async () => {
      await world.fill(twoRegions(9, 1));
      const alert = { ...above, by: 'region' };
      assert.deepEqual(await check(alert, { regions: ['north'] }), ['fired north above']);
      memory = null;
      assert.deepEqual(await check(alert, { regions: ['south'] }), []);
      memory = null;
      assert.deepEqual(await check(above, { regions: ['north'] }), ['fired above']);
      memory = null;
      assert.deepEqual(await check(above, { regions: ['south'] }), []);
    });

    it('remember across a time without access what was reported before', async () => {
      await world.fill(twoRegions(9, 1));
      const alert = { ...above, by: 'region' };
      assert.deepEqual(await check(alert), ['fired north above']);
      assert.deepEqual(await check(alert, { regions: [] }), []);
      assert.deepEqual(await check(alert), []);
    });

    it('are refused for a masked column', async () => {
      await world.fill(twoRegions(1, 1));
      const alert = { ...moreThan(50), by: 'seller' };
      await refused(alert, { embed: 'e-sellers' }, /^access-lost skip: /);
      assert.deepEqual(await check(alert, { embed: 'e-sellers', context: { groups: ['managers'] } }), [
        'fired seller of north above',
        'fired seller of south above',
      ]);
    });

    it('apply the filters that the viewer chose', async () => {
      await world.fill([
        ['2026-01-01', 'north', 60, 0, 'Tea'],
        ['2026-01-01', 'north', 60, 0, 'Coffee'],
      ]);
      const board = { embed: 'e-board', tileId: 'regions' };
      assert.deepEqual(await check(moreThan(100), board), ['fired above']);
      memory = null;
      assert.deepEqual(await check(moreThan(100), { ...board, state: { filters: { product: 'Tea' } } }), []);
    });

    it('follow the drill-down of the viewer', async () => {
      await world.fill([
        ['2026-01-01', 'north', 60, 0, 'Tea'],
        ['2026-01-01', 'north', 10, 0, 'Coffee'],
        ['2026-01-01', 'south', 99, 0, 'Coffee'],
      ]);
      const state = { drill: { regions: { id: 'where', path: ['north'] } } };
      const alert = { ...moreThan(50), by: 'product' };
      assert.deepEqual(await check(alert, { embed: 'e-board', tileId: 'regions', state }), [
        'fired Tea above',
      ]);
    });
  });

  describe('of content that has changed', () => {
    it('fail if the chart no longer has the measure', async () => {
      const query = { dimensions: [{ column: 'region' }], measures: ['sold'] };
      await world.show('shrinking', { kind: 'bar', query });
      assert.deepEqual(await check(moreThan(1e6), { embed: 'e-shrinking' }), []);
      await world.change('tiles/shrinking', { query: { ...query, measures: ['returned'] } });
      await refused(
        moreThan(1e6),
        { embed: 'e-shrinking' },
        /^chart-changed fail: The chart of this alert has changed: “sold” is not a measure of this chart\. Use returned\. Change the alert, or delete it\.$/,
      );
    });

    it('fail if the chart no longer has the dimension', async () => {
      await refused(
        { ...moreThan(1), by: 'regoin' },
        {},
        /“regoin” is not a dimension of this chart\. Did you mean region\? Change/,
      );
      await refused({ ...moreThan(1), by: 'day' }, { embed: 'e-months' }, /“day” is the time of this chart/);
    });

    it('are skipped if the dataset no longer has the measure', async () => {
      await world.fill(twoRegions(1, 1));
      await world.show('doomed', {
        kind: 'bar',
        query: { dimensions: [{ column: 'region' }], measures: ['returned'] },
      });
      const alert = { ...moreThan(1e6), measure: 'returned' };
      assert.deepEqual(await check(alert, { embed: 'e-doomed' }), []);
      await world.renameMeasure('returned', 'sent back');
      await refused(alert, { embed: 'e-doomed' }, /^access-lost skip: /);
      await world.renameMeasure('sent back', 'returned');
      assert.deepEqual(await check(alert, { embed: 'e-doomed' }), []);
    });

    it('are skipped if the chart is gone, or hidden from the viewer', async () => {
      await refused(
        moreThan(1),
        { embed: 'e-board', tileId: 'removed' },
        /^content-gone skip: The chart of this alert was removed/,
      );
    });

    it('fail without a chart', async () => {
      await refused(
        moreThan(1),
        { embed: 'e-board' },
        /^content-gone fail: This alert has no chart to watch/,
      );
    });

    it('fail rather than watch other rows if a filter of the viewer is gone', async () => {
      const board = { embed: 'e-board', tileId: 'regions', filters: {} };
      await refused(
        moreThan(1),
        { ...board, state: { filters: { product: 'Tea' } } },
        /^chart-changed fail: .* one of the filters/,
      );
    });

    it('fail if what the viewer switched is no longer offered', async () => {
      const state = { tiles: { months: { grain: 'day' as const } } };
      await refused(
        moreThan(1),
        { embed: 'e-months', state },
        /^chart-changed fail: The chart of this alert has changed/,
      );
    });

    it('are retried if the database does not respond', async () => {
      await world.data.create('connections', {
        id: 'down',
        name: 'Down',
        kind: 'postgres',
        host: 'warehouse.invalid',
        database: 'canary-database',
        user: 'reader',
        password: '{{ secrets.warehouse }}',
      });
      await world.data.create('datasets', {
        id: 'elsewhere',
        name: 'Elsewhere',
        connectionId: 'down',
        source: { kind: 'table', table: 'rows' },
        columns: [{ name: 'region', type: 'string' }],
        measures: [{ name: 'sold', kind: 'count' }],
        segmented: false,
      });
      await world.show('broken', {
        kind: 'kpi',
        datasetId: 'elsewhere',
        query: { dimensions: [], measures: ['sold'] },
      });
      await refused(moreThan(1), { embed: 'e-broken' }, /^data-unavailable retry: (?!.*canary)/);
    });
  });
});
