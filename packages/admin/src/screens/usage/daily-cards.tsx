import { barChart } from '@inlay/charts/kinds/bar/draw';
import { bar } from '@inlay/charts/kinds/bar/index';
import type { ResultColumn } from '@inlay/protocol/result';
import type { Usage } from '@inlay/protocol/usage';
import type { VNode } from 'preact';
import { Chart } from '../../parts/chart.tsx';

type Days = Usage['days'];

const dayColumn = (days: Days): ResultColumn => ({
  name: 'day',
  label: 'Day',
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
  const views = countColumn(
    'views',
    'Views',
    days.map((day) => day.views),
  );
  return (
    <section class="ui-card" aria-label="Embed views a day">
      <h2>Embed views a day</h2>
      <Chart
        title="Embed views a day"
        chart={bar}
        draw={barChart}
        columns={[dayColumn(days), views]}
        height={220}
      />
    </section>
  );
}

export function ExchangesCard({ days }: { readonly days: Days }): VNode {
  const columns = [
    dayColumn(days),
    countColumn(
      'exchanges',
      'Exchanged',
      days.map((day) => day.exchanges),
    ),
    countColumn(
      'refusals',
      'Refused',
      days.map((day) => day.refusals),
    ),
  ];
  return (
    <section class="ui-card" aria-label="Tokens a day">
      <h2>Tokens a day</h2>
      <Chart
        title="Tokens exchanged and refused a day"
        chart={bar}
        draw={barChart}
        columns={columns}
        height={220}
        options={{ layout: 'stacked', colors: { Refused: 'bad', refusals: 'bad' } }}
      />
    </section>
  );
}
