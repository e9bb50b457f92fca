import assert from 'node:assert/strict';
import test, { after, before, describe } from 'node:test';
import type { Dataset } from '@inlay/protocol/dataset';
import type { Filter } from '@inlay/protocol/query';
import { duckdb } from '../../../src/platform/engines/duckdb/dialect.ts';
import { compile } from '../../../src/platform/query/compile/compile.ts';
import { guard } from '../../../src/platform/query/guard/guard.ts';
import { planQuery } from '../../../src/platform/query/plan/plan.ts';
import { createContextReader } from '../../../src/platform/rules/context-reading.ts';
import { zoneOffsets } from '../../../src/platform/time/zone-offsets.ts';
import { viewer, zurich } from '../../platform/query/support/cases.ts';
import { openDuckdb, type TestEngine } from '../../platform/query/support/test-engines.ts';

const zones = [
  'Europe/Zurich',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/Sao_Paulo',
  'Asia/Pyongyang',
];

const dataset: Dataset = {
  id: 'moments',
  version: 1,
  source: { kind: 'table', table: 'moments' },
  columns: [
    { name: 'at', type: 'datetime' },
    { name: 'clock', type: 'datetime', timeZone: 'UTC' },
  ],
  segmented: false,
};

/** Moments spread over decades, and those just before, at and after every change of each zone. */
const moments = [
  ...Array.from({ length: 400 }, (_, index) => Date.UTC(1985, 0, 1) + index * 5_000_000_000 + index * 1237),
  ...zones.flatMap((zone) =>
    zoneOffsets(zone, {}).offsets.flatMap(({ until }) =>
      until === undefined ? [] : [until - 1000, until, until + 1000],
    ),
  ),
].map((time) => new Date(time).toISOString());

describe('days of a time zone', () => {
  let engine: TestEngine;
  before(async () => {
    engine = await openDuckdb();
    await engine.execute('CREATE TABLE moments ("at" TIMESTAMPTZ, clock TIMESTAMP)');
    await engine.execute(
      `INSERT INTO moments VALUES ${moments.map((at) => `('${at}', '${at.replace('Z', '')}')`).join(', ')}`,
    );
  });
  after(() => engine.close());

  const localDay = (instant: string, timeZone: string) =>
    new Date(instant).toLocaleDateString('sv-SE', { timeZone });

  for (const timeZone of zones) {
    test(`every moment falls on the day that the calendar of ${timeZone} shows`, async () => {
      const ask = async (column: 'at' | 'clock', filters: readonly Filter[]) => {
        const dimensions = [{ column: 'at' }, { column, grain: 'day' as const }].slice(
          column === 'at' ? 1 : 0,
        );
        const plan = planQuery(
          { dimensions, measures: [], filters, limit: 100_000 },
          dataset,
          {
            ...zurich,
            timeZone,
          },
          0,
        );
        const answer = await engine.answer(compile(guard(plan, createContextReader(viewer)), duckdb), plan);
        return answer.columns.map((item) => item.values);
      };
      const [instants = [], days = []] = await ask('clock', []);
      assert.equal(instants.length, new Set(moments).size);
      assert.deepEqual(
        days,
        instants.map((instant) => localDay(String(instant), timeZone)),
      );
      const within: readonly Filter[] = [
        { column: 'at', operator: 'between', from: '2010-03-01', to: '2013-11-15' },
      ];
      const [bounded] = await ask('at', within);
      const expected = moments
        .map((instant) => localDay(instant, timeZone))
        .filter((day) => day >= '2010-03-01' && day <= '2013-11-15');
      assert.deepEqual(bounded, [...new Set(expected)].sort());
    });
  }

  for (const timeZone of ['Europe/Zurich', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Asia/Pyongyang']) {
    test(`every moment falls into the hour that the clocks of ${timeZone} show`, async () => {
      const hoursIn = async (filters: readonly Filter[]) => {
        const plan = planQuery(
          { dimensions: [{ column: 'at', grain: 'hour' }], measures: [], filters, limit: 100_000 },
          dataset,
          { ...zurich, timeZone },
          0,
        );
        const answer = await engine.answer(compile(guard(plan, createContextReader(viewer)), duckdb), plan);
        return new Set(answer.columns[0]?.values.map((hour) => Date.parse(String(hour))));
      };
      // An hour begins on a full hour of the clock, or when the clocks change.
      const changes = zoneOffsets(timeZone, {}).offsets.flatMap(({ until }) => until ?? []);
      const startOf = (time: number) => {
        const { minute, second, millisecond } =
          Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone);
        const full = time - (minute * 60 + second) * 1000 - millisecond;
        const change = changes.findLast((each) => each <= time) ?? 0;
        return Math.max(full, time - change < 3_600_000 ? change : 0);
      };
      const isCut = (time: number) => {
        const { minute } = Temporal.Instant.fromEpochMilliseconds(startOf(time)).toZonedDateTimeISO(timeZone);
        return minute !== 0;
      };
      const listed = moments
        .map((moment) => Date.parse(moment))
        .filter((time) => time >= Date.UTC(2000, 0, 4) && time < Date.UTC(2037, 0, 1));
      const isListed = { column: 'at', operator: 'between', from: '2000-01-01', to: '2037-01-03' } as const;
      const found = await hoursIn([isListed]);
      const open = await hoursIn([]);
      const expected = [...new Set(listed.map(startOf))].sort((a, b) => a - b);
      for (const start of expected)
        assert.ok(found.has(start) && open.has(start), new Date(start).toISOString());
      const others = [...found, ...open].filter(
        (start) => start >= (expected[0] ?? 0) && start <= (expected.at(-1) ?? 0),
      );
      assert.deepEqual(
        [...new Set(others)].sort((a, b) => a - b),
        expected,
      );
      assert.equal(listed.some(isCut), timeZone === 'Australia/Lord_Howe' || timeZone === 'Asia/Pyongyang');
    });
  }
});
