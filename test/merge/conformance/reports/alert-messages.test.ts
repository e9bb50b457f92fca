import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AlertCondition } from '@inlay/content/subscription';
import { alertReport } from '@inlay/server/features/reports/alerts/alert-report';
import { checkAlert } from '@inlay/server/features/reports/alerts/check-alert';
import type { Report } from '@inlay/server/features/reports/message/report';
import {
  alertSubscription,
  type OpenOptions,
  type SalesRow,
  useAlertWorld,
} from '../../../support/reports/alert-world.ts';

const about = { quietMinutes: 0 };
const above = { kind: 'above', measure: 'returns', limit: 0.08, margin: 0.02, ...about } as const;
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

const twoRegions = (north: number, south: number): readonly SalesRow[] => [
  ['2026-01-01', 'north', 100, north],
  ['2026-01-01', 'south', 100, south],
];

/** Of a text before the chart. */
const paragraphsOf = (report: Report | null) =>
  report?.sections.flatMap((section) => (section.kind === 'text' ? section.paragraphs : [])) ?? [];

describe('messages of alerts', () => {
  const world = useAlertWorld();

  interface Told {
    readonly alert: AlertCondition;
    /** The data at each check; the last check is the one that the message is about. */
    readonly data: readonly (readonly SalesRow[])[];
    /** The data when the message is sent, if they have changed since. */
    readonly later?: readonly SalesRow[];
    readonly options?: Partial<OpenOptions>;
    /** What is different when the message is sent. */
    readonly laterOptions?: Partial<OpenOptions>;
    readonly laterAlert?: AlertCondition;
  }

  async function reportOf({
    alert,
    data,
    later,
    options,
    laterOptions = options,
    laterAlert = alert,
  }: Told): Promise<Report | null> {
    let memory: Parameters<typeof checkAlert>[2] = null;
    let event: Awaited<ReturnType<typeof checkAlert>>['event'] = null;
    for (const rows of data) {
      await world.fill(rows);
      const request = await world.open({ at, ...options });
      ({ memory, event } = await checkAlert(request, alertSubscription(alert), memory, request.now));
    }
    assert.ok(event, 'the last check has nothing to report');
    assert.doesNotMatch(JSON.stringify(event), /\d\.\d|"value"/);
    if (later) await world.fill(later);
    const request = await world.open({ at, ...laterOptions });
    return alertReport(request, alertSubscription(laterAlert), JSON.parse(JSON.stringify(event)));
  }
  const headline = async (told: Told) => (await reportOf(told))?.headline;

  it('say which value crossed a limit, with the chart', async () => {
    const report = await reportOf({ alert: { ...above, by: 'region' }, data: [twoRegions(9, 1)] });
    assert.equal(report?.headline, 'Returns of north: 9%, above 8%');
    assert.deepEqual(
      report?.sections.map(({ kind, title }) => [kind, title]),
      [['tile', 'A chart']],
    );
  });

  it('say what a measure is below, without a dimension', async () => {
    const alert = { kind: 'below', measure: 'sold', limit: 500.5, margin: 0, ...about } as const;
    assert.equal(await headline({ alert, data: [twoRegions(1, 1)] }), 'Units sold: 200, below 500.5');
  });

  it('write as many decimals as a value needs beside its limit', async () => {
    await world.show('whole', {
      kind: 'bar',
      query: { dimensions: [], measures: ['returns'] },
      options: { formats: { returns: { kind: 'percent', decimals: 0 } } },
    });
    const options = { embed: 'e-whole' };
    const data = [[['2026-01-01', 'north', 2500, 201]] as const];
    assert.equal(await headline({ alert: above, data, options }), 'Returns: 8.04%, above 8%');
    const third = [[['2026-01-01', 'north', 8999, 720]] as const];
    assert.equal(await headline({ alert: above, data: third, options }), 'Returns: 8.001%, above 8%');
    const half = { ...above, limit: 0.0705 };
    assert.equal(await headline({ alert: half, data, options }), 'Returns: 8%, above 7.05%');
  });

  it('name the period of a chart over time', async () => {
    const alert = { kind: 'above', measure: 'sold', limit: 50, margin: 0, by: 'region', ...about } as const;
    assert.equal(
      await headline({
        alert,
        data: [[['2026-10-10', 'north', 60]]],
        options: { embed: 'e-months-and-regions' },
      }),
      'Units sold of north: 60 (October 2026), above 50',
    );
  });

  it('say when a value is back to normal', async () => {
    const alert = { ...above, by: 'region' };
    assert.equal(
      await headline({ alert, data: [twoRegions(9, 1), twoRegions(2, 1)] }),
      'Back to normal: Returns of north is 2%',
    );
  });

  it('say by how much a value has changed, and between which periods', async () => {
    const options = { embed: 'e-months' };
    const september: SalesRow = ['2026-09-10', 'north', 100];
    assert.equal(
      await headline({ alert: change, data: [[september, ['2026-10-10', 'north', 135]]], options }),
      'Units sold: 135, up 35% (September 2026 → October 2026)',
    );
    assert.equal(
      await headline({
        alert: { ...change, unit: 'absolute' },
        data: [[september, ['2026-10-10', 'north', 60]]],
        options,
      }),
      'Units sold: 60, down 40 (September 2026 → October 2026)',
    );
    assert.equal(
      await headline({
        alert: change,
        data: [
          [september, ['2026-10-10', 'north', 135]],
          [september, ['2026-10-10', 'north', 100]],
        ],
        options,
      }),
      'Back to normal: Units sold is 100, unchanged (September 2026 → October 2026)',
    );
  });

  it('say that a value has changed since the last check, whose value is not kept for it', async () => {
    const options = { embed: 'e-total' };
    const data = [[['2026-01-01', 'north', 100]] as const, [['2026-01-01', 'north', 150]] as const];
    assert.equal(
      await headline({ alert: change, data, options }),
      'Units sold: 150, up by at least 20% since the last check',
    );
  });

  it('say what has no value, and that it has one again', async () => {
    const alert = { ...missing, by: 'region' };
    const one: readonly SalesRow[] = [['2026-01-01', 'south', 100]];
    assert.equal(
      await headline({ alert, data: [twoRegions(1, 1), one] }),
      'No value for Units sold of north',
    );
    assert.equal(
      await headline({ alert, data: [twoRegions(1, 1), one, twoRegions(1, 1)] }),
      'Back to normal: Units sold of north is 100',
    );
    assert.equal(await headline({ alert, data: [[['2026-01-01', 'west', 1]]] }), 'No value for Units sold');
    assert.equal(
      await headline({
        alert: missing,
        data: [[['2026-09-10', 'north', 100]]],
        options: { embed: 'e-months' },
      }),
      'No value for Units sold (October 2026)',
    );
  });

  it('list everything if there is more than one thing to say, what fired first', async () => {
    const alert = { ...above, by: 'region' };
    const report = await reportOf({ alert, data: [twoRegions(9, 1), twoRegions(1, 12)] });
    assert.equal(report?.headline, 'Returns of south: 12%, above 8%, and 1 more');
    assert.deepEqual(paragraphsOf(report), [
      'Returns of south: 12%, above 8%',
      'Back to normal: Returns of north is 1%',
    ]);
  });

  it('list a bounded number of values', async () => {
    const rows = Array.from(
      { length: 80 },
      (_, index): SalesRow => ['2026-01-01', 'north', 100, 0, `Product ${index}`],
    );
    const alert = {
      kind: 'above',
      measure: 'sold',
      limit: 1,
      margin: 0,
      by: 'product',
      ...about,
    } as const;
    const report = await reportOf({ alert, data: [rows], options: { embed: 'e-products' } });
    assert.match(report?.headline ?? '', /, and 79 more$/);
    assert.equal(paragraphsOf(report).length, 51);
    assert.equal(paragraphsOf(report).at(-1), 'And 30 more');
  });

  it('have the values of the moment when they are sent', async () => {
    const alert = { ...above, by: 'region' };
    const data = [twoRegions(9, 1)];
    assert.equal(
      await headline({ alert, data, later: twoRegions(10, 1) }),
      'Returns of north: 10%, above 8%',
    );
    assert.equal(
      await headline({ alert, data, later: twoRegions(7, 1) }),
      'Returns of north was above 8% and is now 7%',
    );
    const gone: readonly SalesRow[] = [['2026-01-01', 'south', 100]];
    assert.equal(
      await headline({
        alert: { ...missing, by: 'region' },
        data: [twoRegions(1, 1), gone],
        later: twoRegions(1, 1),
      }),
      'Units sold of north had no value and is now 100',
    );
  });

  it('do not say that something is back to normal that is not any more', async () => {
    const alert = { ...above, by: 'region' };
    const data = [twoRegions(9, 1), twoRegions(2, 1)];
    assert.equal(await reportOf({ alert, data, later: twoRegions(9, 1) }), null);
  });

  it('leave out what the viewer may no longer see, and are not sent if nothing is left', async () => {
    const alert = { ...above, by: 'region' };
    const report = await reportOf({
      alert,
      data: [twoRegions(9, 10)],
      laterOptions: { regions: ['south'] },
    });
    assert.equal(report?.headline, 'Returns of south: 10%, above 8%');
    assert.doesNotMatch(JSON.stringify(report), /north/);
    assert.equal(
      await reportOf({ alert, data: [twoRegions(9, 1)], laterOptions: { regions: ['south'] } }),
      null,
    );
    assert.equal(await reportOf({ alert, data: [twoRegions(9, 1)], laterOptions: { regions: [] } }), null);
  });

  it('do not name a missing value that the viewer may no longer see', async () => {
    const alert = { ...missing, by: 'region' };
    const data = [twoRegions(1, 1), [['2026-01-01', 'south', 100]] as const];
    assert.equal(await reportOf({ alert, data, laterOptions: { regions: ['south'] } }), null);
  });

  it('are refused like a page if the viewer has lost access', async () => {
    await world.fill(twoRegions(1, 1));
    const managers = { context: { groups: ['managers'] }, embed: 'e-sellers' };
    const alert = { kind: 'above', measure: 'sold', limit: 1, margin: 0, by: 'seller', ...about } as const;
    await assert.rejects(
      reportOf({
        alert,
        data: [twoRegions(1, 1)],
        options: managers,
        laterOptions: { embed: 'e-sellers' },
      }),
      { name: 'ReportError', reason: 'access-lost', effect: 'skip' },
    );
  });

  it('are not sent if the alert was changed since its check', async () => {
    const alert = { ...above, by: 'region' };
    const laterAlert = { ...alert, limit: 0.05 };
    assert.equal(await reportOf({ alert, data: [twoRegions(9, 1)], laterAlert }), null);
  });

  it('are in the language of the viewer', async () => {
    const report = await reportOf({
      alert: { ...above, by: 'region' },
      data: [twoRegions(9, 1)],
      options: { lang: 'de' },
    });
    assert.equal(report?.language, 'de');
    assert.equal(report?.headline, 'Returns (north): 9\u00a0%, über 8\u00a0%');
  });
});
