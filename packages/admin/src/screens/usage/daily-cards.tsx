import { barChart } from '@inlay/charts/kinds/bar/draw';
import { bar } from '@inlay/charts/kinds/bar/index';
import type { ResultColumn } from '@inlay/protocol/result';
import type { Usage } from '@inlay/protocol/usage';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { Chart } from './chart.tsx';

type Days = Usage['days'];

const dayColumn = (days: Days, label: string): ResultColumn => ({
  name: 'day',
  label,
  type: 'date',
  role: 'dimension',
  grain: 'day',
  values: days.map(({ day }) => day),
});

const countColumn = (name: string, label: string, values: readonly number[]): ResultColumn => ({
  name,
  label,
  type: 'integer',
  role: 'measure',
  values,
});

export function ViewsCard({ days }: { readonly days: Days }): VNode {
  const t = useMessages('activity').usage;
  const views = countColumn(
    'views',
    t.views,
    days.map((day) => day.views),
  );
  return (
    <section class="ui-card" aria-label={t.viewsPerDay}>
      <h2>{t.viewsPerDay}</h2>
      <Chart
        title={t.viewsPerDay}
        chart={bar}
        draw={barChart}
        columns={[dayColumn(days, t.day), views]}
        height={220}
      />
    </section>
  );
}

export function ReportsCard({ days }: { readonly days: Days }): VNode {
  const t = useMessages('activity').usage;
  const reports = countColumn(
    'reports',
    t.reportsSent,
    days.map((day) => day.reports),
  );
  return (
    <section class="ui-card" aria-label={t.reportsPerDay}>
      <div>
        <h2>{t.reportsPerDay}</h2>
        <p class="ui-muted">{t.reportsHint}</p>
      </div>
      <Chart
        title={t.reportsPerDay}
        chart={bar}
        draw={barChart}
        columns={[dayColumn(days, t.day), reports]}
        height={220}
      />
    </section>
  );
}

export function ExchangesCard({ days }: { readonly days: Days }): VNode {
  const t = useMessages('activity').usage;
  const columns = [
    dayColumn(days, t.day),
    countColumn(
      'exchanges',
      t.exchanged,
      days.map((day) => day.exchanges),
    ),
    countColumn(
      'refusals',
      t.refused,
      days.map((day) => day.refusals),
    ),
  ];
  return (
    <section class="ui-card" aria-label={t.tokensPerDay}>
      <h2>{t.tokensPerDay}</h2>
      <Chart
        title={t.tokensChart}
        chart={bar}
        draw={barChart}
        columns={columns}
        height={220}
        options={{ layout: 'stacked', colors: { [t.refused]: 'bad', refusals: 'bad' } }}
      />
    </section>
  );
}
