import type { TileKind } from '@inlay/charts/chart-kinds';
import type { ChartTraits } from '@inlay/charts/chart-traits';
import type { DrawChart } from '@inlay/charts/define-chart';
import { barChart } from '@inlay/charts/kinds/bar/draw';
import { bar } from '@inlay/charts/kinds/bar/index';
import { heatmapChart } from '@inlay/charts/kinds/heatmap/draw';
import { heatmap } from '@inlay/charts/kinds/heatmap/index';
import { kpiChart } from '@inlay/charts/kinds/kpi/draw';
import { kpi } from '@inlay/charts/kinds/kpi/index';
import { lineChart } from '@inlay/charts/kinds/line/draw';
import { line } from '@inlay/charts/kinds/line/index';
import { waterfallChart } from '@inlay/charts/kinds/waterfall/draw';
import { waterfall } from '@inlay/charts/kinds/waterfall/index';
import type { Tile, TileOptions } from '@inlay/charts/tile';
import type { TenantMessages } from '@inlay/messages/tenant';
import type { QueryResult, ResultColumn } from '@inlay/protocol/result';

/** A chart kind with its renderer. */
interface Kind {
  readonly chart: ChartTraits<TileKind>;
  readonly draw: DrawChart<TileOptions>;
}

export interface SampleTile extends Kind {
  readonly tile: Tile;
  readonly result: QueryResult;
  readonly height: number;
}

const euro = { kind: 'currency', currency: 'EUR', decimals: 0 } as const;
const months = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}-01`);
const wave = (base: number, swing: number, shift: number) =>
  months.map((_, month) => Math.round(base + swing * Math.sin((month + shift) / 2) + month * base * 0.02));

const month = (label: string): ResultColumn => ({
  name: 'month',
  label,
  type: 'date',
  role: 'dimension',
  grain: 'month',
  values: months,
});
const named = (name: string, label: string, values: readonly string[]): ResultColumn => ({
  name,
  label,
  type: 'string',
  role: 'dimension',
  values,
});
const money = (name: string, label: string, values: readonly number[]): ResultColumn => ({
  name,
  label,
  type: 'number',
  role: 'measure',
  format: euro,
  values,
});

function sample(
  { chart, draw }: Kind,
  title: string,
  height: number,
  columns: readonly ResultColumn[],
  options?: Tile['options'],
): SampleTile {
  const { kind } = chart;
  const tile = { id: kind, title, kind, datasetId: 'sample', query: { dimensions: [], measures: [] } };
  return {
    chart,
    draw,
    tile: { ...tile, ...(options ? { options } : {}) },
    result: { columns, rowCount: columns[0]?.values.length ?? 0, truncated: false },
    height,
  };
}

type Messages = TenantMessages['themes']['sample'];

/** Sample data that shows every color of a theme at least once. */
export function sampleTiles(t: Messages): readonly SampleTile[] {
  const days = t.days.split(', ');
  const times = t.times.split(', ');
  return [
    sample({ chart: kpi, draw: kpiChart }, t.revenue, 150, [
      month(t.month),
      money('revenue', t.revenue, wave(107_000, 14_000, 2)),
    ]),
    sample({ chart: waterfall, draw: waterfallChart }, t.planToResult, 150, [
      named('step', t.step, [t.price, t.volume, t.returns, t.freight]),
      money('effect', t.effect, [420, 260, -180, -90]),
    ]),
    sample({ chart: line, draw: lineChart }, t.revenueByChannel, 190, [
      month(t.month),
      money('shop', t.shop, wave(84_000, 16_000, 0)),
      money('web', t.web, wave(62_000, 12_000, 3)),
      money('partners', t.partners, wave(31_000, 9_000, 6)),
    ]),
    sample(
      { chart: bar, draw: barChart },
      t.revenueByProduct,
      190,
      [
        named('quarter', t.quarter, ['Q1', 'Q2', 'Q3', 'Q4']),
        ...t.products.split(', ').map((product, at) =>
          money(
            `product-${at}`,
            product,
            [0, 1, 2, 3].map((quarter) => 60 - at * 4 + ((quarter * 7 + at * 5) % 11) * 3),
          ),
        ),
      ],
      { layout: 'stacked' },
    ),
    sample({ chart: heatmap, draw: heatmapChart }, t.ordersByDay, 150, [
      named(
        'day',
        t.day,
        days.flatMap((day) => times.map(() => day)),
      ),
      named(
        'time',
        t.time,
        days.flatMap(() => times),
      ),
      {
        name: 'orders',
        label: t.orders,
        type: 'integer',
        role: 'measure',
        values: [12, 31, 22, 18, 44, 27, 25, 52, 36, 33, 61, 48, 41, 78, 66],
      },
    ]),
  ];
}
