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
import type { QueryResult, ResultColumn } from '@inlay/protocol/result';

/** A kind with its drawing, so that the view brings all that it shows. */
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

const month: ResultColumn = {
  name: 'month',
  label: 'Month',
  type: 'date',
  role: 'dimension',
  grain: 'month',
  values: months,
};
const named = (label: string, values: readonly string[]): ResultColumn => ({
  name: label.toLowerCase(),
  label,
  type: 'string',
  role: 'dimension',
  values,
});
const money = (label: string, values: readonly number[]): ResultColumn => ({
  name: label.toLowerCase(),
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

const products = ['Boots', 'Coats', 'Gloves', 'Hats', 'Packs', 'Poles', 'Stoves', 'Tents'];
const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'];
const times = ['Morning', 'Noon', 'Evening'];

/** Made-up data that shows every color of a theme at least once. */
export const sampleTiles: readonly SampleTile[] = [
  sample({ chart: kpi, draw: kpiChart }, 'Revenue', 150, [month, money('Revenue', wave(107_000, 14_000, 2))]),
  sample({ chart: waterfall, draw: waterfallChart }, 'From plan to result', 150, [
    named('Step', ['Price', 'Volume', 'Returns', 'Freight']),
    money('Effect', [420, 260, -180, -90]),
  ]),
  sample({ chart: line, draw: lineChart }, 'Revenue by channel', 190, [
    month,
    money('Shop', wave(84_000, 16_000, 0)),
    money('Web', wave(62_000, 12_000, 3)),
    money('Partners', wave(31_000, 9_000, 6)),
  ]),
  sample(
    { chart: bar, draw: barChart },
    'Revenue by product',
    190,
    [
      named('Quarter', ['Q1', 'Q2', 'Q3', 'Q4']),
      ...products.map((product, at) =>
        money(
          product,
          [0, 1, 2, 3].map((quarter) => 60 - at * 4 + ((quarter * 7 + at * 5) % 11) * 3),
        ),
      ),
    ],
    { layout: 'stacked' },
  ),
  sample({ chart: heatmap, draw: heatmapChart }, 'Orders by day', 150, [
    named(
      'Day',
      days.flatMap((day) => times.map(() => day)),
    ),
    named(
      'Time',
      days.flatMap(() => times),
    ),
    {
      name: 'orders',
      label: 'Orders',
      type: 'integer',
      role: 'measure',
      values: [12, 31, 22, 18, 44, 27, 25, 52, 36, 33, 61, 48, 41, 78, 66],
    },
  ]),
];
