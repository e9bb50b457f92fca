import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AlertCondition } from '@inlay/content/subscription';
import { dryRun } from '@inlay/server/features/reports/alerts/dry-run';
import {
  alertSubscription,
  type OpenOptions,
  type SalesRow,
  useAlertWorld,
} from '../../../support/reports/alert-world.ts';

const at = '2026-11-19T12:00:00Z';
const above = { kind: 'above', measure: 'sold', limit: 100, margin: 20, quietMinutes: 0 } as const;

/** One value per month of 2026, from January. */
const monthly = (region: string, values: readonly (number | null)[]): readonly SalesRow[] =>
  values.flatMap((value, index): readonly SalesRow[] =>
    value === null ? [] : [[`2026-${String(index + 1).padStart(2, '0')}-15`, region, value]],
  );

describe('dry runs of alerts', () => {
  const world = useAlertWorld();

  const run = async (
    alert: AlertCondition,
    rows: readonly SalesRow[],
    options: Partial<OpenOptions> = {},
  ) => {
    await world.fill(rows);
    const request = await world.open({ at, embed: 'e-months', ...options });
    const { checks, fired } = await dryRun(request, alertSubscription(alert));
    return {
      fired,
      checks,
      /** `2026-02-01 120!` for a message. */
      lines: checks.map((check) =>
        [
          check.at.slice(0, 10),
          ...(check.member === null ? [] : [check.member]),
          `${check.value}${check.fires ? '!' : ''}`,
        ].join(' '),
      ),
    };
  };

  it('check each complete period when it was over, with the margin', async () => {
    const { lines, fired, checks } = await run(
      above,
      monthly('north', [50, 120, 90, 130, 70, 101, 100, 80, 110, 90, 999]),
    );
    assert.deepEqual(lines, [
      '2026-02-01 50',
      '2026-03-01 120!',
      '2026-04-01 90',
      '2026-05-01 130',
      '2026-06-01 70',
      '2026-07-01 101!',
      '2026-08-01 100',
      '2026-09-01 80',
      '2026-10-01 110!',
      '2026-11-01 90',
    ]);
    assert.equal(fired, 3);
    assert.equal(checks[1]?.text, '120 (February 2026)');
    assert.equal(checks[1]?.at, '2026-03-01T00:00:00.000Z');
  });

  it('respect the quiet period', async () => {
    const days = (count: number) => count * 24 * 60;
    const values = monthly('north', [120, 50, 120, 50, 120]);
    const without = await run(above, values);
    assert.equal(without.fired, 3);
    // January fires on 1 February; February is back on 1 March, from when 40 days are quiet.
    const { lines } = await run({ ...above, quietMinutes: days(30) }, values);
    assert.deepEqual(
      lines.slice(0, 5).map((line) => line.split(' ')[1]),
      ['120!', '50', '120!', '50', '120!'],
    );
    const { lines: quieter } = await run(
      { ...above, margin: 0, quietMinutes: days(30) },
      monthly('north', [120, 50, 120, 120]),
    );
    assert.deepEqual(
      quieter.slice(0, 4).map((line) => line.split(' ')[1]),
      ['120!', '50', '120!', '120'],
    );
  });

  it('delay a message until the quiet period is over', async () => {
    await world.show('days', {
      kind: 'line',
      query: { dimensions: [{ column: 'day', grain: 'day' }], measures: ['sold'] },
    });
    const rows = [120, 50, 120, 120, 120].map(
      (value, index): SalesRow => [`2026-11-1${index}`, 'north', value],
    );
    const { lines } = await run({ ...above, quietMinutes: 2 * 24 * 60 }, rows, { embed: 'e-days' });
    assert.deepEqual(lines.slice(0, 5), [
      '2026-11-11 120!',
      '2026-11-12 50',
      '2026-11-13 120',
      '2026-11-14 120!',
      '2026-11-15 120',
    ]);
  });

  it('compare each period with the one before it', async () => {
    const alert = {
      kind: 'change',
      measure: 'sold',
      amount: 20,
      unit: 'percent',
      direction: 'either',
      quietMinutes: 0,
    } as const;
    const { lines } = await run(alert, monthly('north', [100, 120, 121, null, 200, 100]));
    assert.deepEqual(lines.slice(0, 6), [
      '2026-02-01 100',
      '2026-03-01 120!',
      '2026-04-01 121',
      '2026-05-01 null',
      '2026-06-01 200',
      '2026-07-01 100!',
    ]);
  });

  it('find periods without rows', async () => {
    const alert = { kind: 'missing', measure: 'sold', quietMinutes: 0 } as const;
    const { lines, checks } = await run(alert, monthly('north', [1, 2, null, null, 5, 6, 7, 8, 9, 10]));
    assert.deepEqual(lines.slice(0, 5), [
      '2026-02-01 1',
      '2026-03-01 2',
      '2026-04-01 null!',
      '2026-05-01 null',
      '2026-06-01 5',
    ]);
    assert.equal(checks[2]?.text, '– (March 2026)');
  });

  it('check each value of a dimension', async () => {
    const rows = [...monthly('north', [50, 120, 120]), ...monthly('south', [120, 50, 130])];
    const { lines, fired } = await run({ ...above, by: 'region' }, rows, { embed: 'e-months-and-regions' });
    assert.deepEqual(lines, [
      '2026-02-01 north 50',
      '2026-02-01 south 120!',
      '2026-03-01 north 120!',
      '2026-03-01 south 50',
      '2026-04-01 north 120',
      '2026-04-01 south 130!',
    ]);
    assert.equal(fired, 3);
  });

  it('are under the rights of the viewer', async () => {
    const rows = [...monthly('north', [120]), ...monthly('south', [120])];
    const options = { embed: 'e-months-and-regions', regions: ['south'] };
    const { lines } = await run({ ...above, by: 'region' }, rows, options);
    assert.deepEqual(lines, ['2026-02-01 south 120!']);
    assert.deepEqual((await run(above, rows, { ...options, regions: [] })).lines, []);
  });

  it('end periods in the time zone of the viewer', async () => {
    const attributes = { regions: ['north'], time_zone: 'America/New_York' };
    const { checks } = await run(above, monthly('north', [120]), { context: { attributes } });
    assert.equal(checks[0]?.at, '2026-02-01T05:00:00.000Z');
  });

  it('are about now without a time dimension', async () => {
    const { checks, fired } = await run({ ...above, by: 'region' }, monthly('north', [120]), {
      embed: 'e-regions',
    });
    assert.deepEqual(checks, [
      { at: '2026-11-19T12:00:00.000Z', member: 'north', value: 120, text: '120', fires: true },
    ]);
    assert.equal(fired, 1);
  });

  it('go back a bounded number of periods, and list only messages if there are many values', async () => {
    await world.show('many-days', {
      kind: 'line',
      query: { dimensions: [{ column: 'day', grain: 'day' }, { column: 'product' }], measures: ['sold'] },
    });
    const first = Date.parse('2025-01-01');
    const days = Array.from({ length: 600 }, (_, day) =>
      new Date(first + day * 86_400_000).toISOString().slice(0, 10),
    );
    const rows = days.flatMap((day, index) =>
      ['a', 'b', 'c'].map(
        (product): SalesRow => [day, 'north', product === 'a' && index % 100 === 0 ? 120 : 50, 0, product],
      ),
    );
    const options = { embed: 'e-many-days', at: `${days.at(-1)}T12:00:00Z` };
    const alone = await run(
      above,
      rows.filter(([, , , , product]) => product === 'a'),
      options,
    );
    assert.equal(alone.checks.length, 400);
    assert.equal(alone.fired, 4);
    const { checks, fired } = await run({ ...above, by: 'product' }, rows, options);
    assert.equal(fired, 4);
    assert.deepEqual(
      checks.map(({ member, fires }) => [member, fires]),
      Array.from({ length: 4 }, () => ['a', true]),
    );
  });
});
