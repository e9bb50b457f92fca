import type { Format } from '@inlay/protocol/format';
import type { Grain, QuerySpec } from '@inlay/protocol/query';
import type { Cell, ColumnType, QueryResult, ResultColumn } from '@inlay/protocol/result';
import type { Tile, TileKind, TileOptions } from '@inlay/protocol/tile';
import type { ChartProps, Size } from '../src/chart-props.ts';
import { createLocale } from '../src/format/create-locale.ts';
import type { Locale } from '../src/format/locale.ts';
import { createTheme } from '../src/theme/create-theme.ts';

/** One input of a chart with the name its golden file has. */
export interface Fixture {
  readonly name: string;
  readonly props: ChartProps;
}

export const euro: Format = { kind: 'currency', currency: 'EUR' };
export const percent: Format = { kind: 'percent' };
const britain: Locale = createLocale({ language: 'en-GB', currency: 'EUR' });
const light = createTheme();

export function dimension(
  name: string,
  label: string,
  values: readonly Cell[],
  type: ColumnType = 'string',
  grain?: Grain,
): ResultColumn {
  return { name, label, type, role: 'dimension', values, ...(grain && { grain }) };
}

export function measure(
  name: string,
  label: string,
  values: readonly Cell[],
  format?: Format,
  comparisonOf?: string,
): ResultColumn {
  const type = values.every((value) => value === null || Number.isInteger(value)) ? 'integer' : 'number';
  return {
    name,
    label,
    type,
    role: 'measure',
    values,
    ...(format && { format }),
    ...(comparisonOf && { comparisonOf }),
  };
}

export function resultOf(columns: readonly ResultColumn[], more: Partial<QueryResult> = {}): QueryResult {
  return { columns, rowCount: columns[0]?.values.length ?? 0, truncated: false, ...more };
}

export interface FixtureMore {
  readonly options?: TileOptions;
  readonly query?: Partial<QuerySpec>;
  readonly size?: Size;
  readonly locale?: Locale;
  readonly categories?: readonly string[];
}

export function propsOf(
  kind: TileKind,
  title: string,
  result: QueryResult,
  more: FixtureMore = {},
): ChartProps {
  const tile: Tile = {
    id: 'tile',
    title,
    kind,
    datasetId: 'orders',
    query: { dimensions: [], measures: [], ...more.query },
    ...(more.options && { options: more.options }),
  };
  return {
    tile,
    result,
    theme: light,
    locale: more.locale ?? britain,
    size: more.size ?? { width: 640, height: 320 },
    ...(more.categories && { categories: more.categories }),
  };
}

/** The same numbers on every run and machine. */
export function wave(count: number, base: number, swing: number, growth = 0, phase = 0): number[] {
  return Array.from({ length: count }, (_, i) => {
    const noise = ((i * 7919 + phase * 104_729) % 97) / 97 - 0.5;
    return Math.round(base * (1 + growth * i) + swing * Math.sin((i + phase) / 1.9) + swing * 0.7 * noise);
  });
}

export function days(count: number, from = Date.UTC(2025, 0, 1), step = 1): string[] {
  return Array.from({ length: count }, (_, i) =>
    new Date(from + i * step * 86_400_000).toISOString().slice(0, 10),
  );
}

export function months(count: number, year = 2025, month = 0, step = 1): string[] {
  return Array.from({ length: count }, (_, i) =>
    new Date(Date.UTC(year, month + i * step, 1)).toISOString().slice(0, 10),
  );
}

const year = dimension('month', 'Month', months(12), 'date', 'month');
const revenue = measure('revenue', 'Revenue', wave(12, 1_050_000, 90_000, 0.03), euro);
const regions = ['Northern Europe', 'DACH', 'Iberia', 'Benelux', 'Italy', 'France'];

function byRegion(names: readonly string[], count = 12): QueryResult {
  const at = months(count);
  return resultOf([
    dimension(
      'month',
      'Month',
      names.flatMap(() => at),
      'date',
      'month',
    ),
    dimension(
      'region',
      'Region',
      names.flatMap((name) => at.map(() => name)),
    ),
    measure(
      'revenue',
      'Revenue',
      names.flatMap((_, i) =>
        wave(count, 320_000 / (1 + i * 0.22), 30_000 / (1 + i * 0.3), 0.02 + i * 0.008, i * 3),
      ),
      euro,
    ),
  ]);
}

const countries = [
  'Germany',
  'United Kingdom',
  'Netherlands',
  'Sweden',
  'Spain',
  'Poland',
  'Austria',
  'Denmark',
];
const byCountry = resultOf([
  dimension('country', 'Country', countries),
  measure('orders', 'Orders', [48_200, 39_540, 21_300, 18_020, 12_900, 9_980, 7_450, 5_120]),
]);
const longNames = [
  'Professional services and implementation',
  'Hardware maintenance, spare parts and field repair',
  'Subscriptions',
  'Training',
  'Third-party marketplace commissions',
  'Licences',
];

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const hours = Array.from({ length: 12 }, (_, i) => `${String(8 + i).padStart(2, '0')}:00`);

const channels = [
  'Search',
  'Referral',
  'Partners',
  'Events',
  'Social',
  'E-mail',
  'Outbound',
  'Direct',
  'Print',
  'Radio',
];

export const fixtures: readonly Fixture[] = [
  { name: 'line-year', props: propsOf('line', 'Revenue grew by a third in 2025', resultOf([year, revenue])) },
  { name: 'line-regions', props: propsOf('line', 'Iberia overtook Benelux', byRegion(regions.slice(0, 5))) },
  {
    name: 'line-comparison',
    props: propsOf(
      'line',
      'Revenue against the year before',
      resultOf([
        year,
        revenue,
        measure(
          'revenue_before',
          'Revenue, year before',
          wave(12, 940_000, 80_000, 0.01, 4),
          euro,
          'revenue',
        ),
      ]),
      {
        options: {
          annotations: [
            { at: '2025-05-01', label: 'Price change' },
            { at: '2025-11-01', label: 'Black Friday campaign' },
          ],
        },
      },
    ),
  },
  {
    name: 'line-gaps',
    props: propsOf(
      'line',
      'Sensor uptime',
      resultOf([
        dimension('day', 'Day', days(30), 'date', 'day'),
        measure(
          'uptime',
          'Uptime',
          wave(30, 965, 18, 0, 2).map((v, i) =>
            [7, 8, 9, 18, 20].includes(i) ? null : Math.min(1, v / 1000),
          ),
          percent,
        ),
      ]),
      {
        options: {
          thresholds: [{ to: 0.95, tone: 'bad' }],
          referenceLines: [{ value: 0.99, label: 'Target' }],
        },
      },
    ),
  },
  {
    name: 'line-one-point',
    props: propsOf(
      'line',
      'First month',
      resultOf([
        dimension('month', 'Month', ['2025-03-01'], 'date', 'month'),
        measure('revenue', 'Revenue', [48_210], euro),
      ]),
    ),
  },
  {
    name: 'line-thousands',
    props: propsOf(
      'line',
      'Requests per hour',
      resultOf([
        dimension(
          'at',
          'Hour',
          Array.from({ length: 4000 }, (_, i) => new Date(Date.UTC(2025, 0, 1, i)).toISOString()),
          'datetime',
          'hour',
        ),
        measure(
          'requests',
          'Requests',
          wave(4000, 5200, 900, 0.0001).map((v, i) =>
            i === 2345 ? 14_800 : v + Math.round(900 * Math.sin(i / 300)),
          ),
        ),
      ]),
    ),
  },
  {
    name: 'line-arabic',
    props: propsOf(
      'line',
      'الإيرادات حسب المنطقة',
      resultOf([
        dimension('month', 'الشهر', [...months(12), ...months(12)], 'date', 'month'),
        dimension('region', 'المنطقة', [...Array(12).fill('المنطقة الشرقية'), ...Array(12).fill('الرياض')]),
        measure(
          'revenue',
          'الإيرادات',
          [...wave(12, 820_000, 70_000, 0.02), ...wave(12, 560_000, 60_000, 0.03, 5)],
          { kind: 'currency', currency: 'SAR' },
        ),
      ]),
      { locale: createLocale({ language: 'ar-SA', currency: 'SAR' }) },
    ),
  },
  {
    name: 'line-phone',
    props: propsOf('line', 'Revenue by region', byRegion(regions.slice(0, 4)), {
      size: { width: 320, height: 240 },
    }),
  },
  {
    name: 'area-single',
    props: propsOf(
      'area',
      'Active users',
      resultOf([
        dimension('day', 'Day', days(90), 'date', 'day'),
        measure('users', 'Active users', wave(90, 8200, 700, 0.006)),
      ]),
    ),
  },
  { name: 'area-stacked', props: propsOf('area', 'Revenue by region', byRegion(regions.slice(0, 4), 24)) },
  {
    name: 'area-percent',
    props: propsOf('area', 'Share of revenue', byRegion(channels), { options: { layout: 'percent' } }),
  },
  { name: 'bar-countries', props: propsOf('bar', 'Orders by country', byCountry) },
  {
    name: 'bar-months',
    props: propsOf(
      'bar',
      'Monthly result',
      resultOf([
        year,
        measure(
          'profit',
          'Profit',
          [42_000, 38_500, 0, -12_400, -31_000, -4_100, 8_000, 21_900, 35_000, null, 51_200, 64_000],
          euro,
        ),
      ]),
    ),
  },
  {
    name: 'bar-grouped',
    props: propsOf(
      'bar',
      'Plan and actual',
      resultOf([
        dimension('quarter', 'Quarter', months(8, 2024, 0, 3), 'date', 'quarter'),
        measure('actual', 'Actual', wave(8, 3_100_000, 220_000, 0.04), euro),
        measure('plan', 'Plan', wave(8, 3_000_000, 90_000, 0.05, 3), euro),
      ]),
      { options: { layout: 'grouped' } },
    ),
  },
  {
    name: 'bar-stacked',
    props: propsOf('bar', 'Revenue by region', byRegion(regions), { options: { layout: 'stacked' } }),
  },
  {
    name: 'bar-percent',
    props: propsOf('bar', 'Share by channel', byRegion(channels.slice(0, 5)), {
      options: { layout: 'percent', orientation: 'vertical' },
    }),
  },
  {
    name: 'bar-long-names',
    props: propsOf(
      'bar',
      'Revenue by line of business',
      resultOf([
        dimension('line', 'Line', longNames),
        measure('revenue', 'Revenue', [4_210_000, 3_020_000, 2_480_000, 640_000, 410_500, 96_000], euro),
      ]),
    ),
  },
  {
    name: 'bar-negative-horizontal',
    props: propsOf(
      'bar',
      'Change by segment',
      resultOf([
        dimension('segment', 'Segment', [
          'Enterprise',
          'Mid-market',
          'Small business',
          'Public sector',
          'Education',
        ]),
        measure('change', 'Change in revenue', [0.182, 0.061, 0, -0.043, -0.127], percent),
      ]),
      { options: { orientation: 'horizontal', thresholds: [{ to: 0, tone: 'bad' }] } },
    ),
  },
  {
    name: 'bar-fifty',
    props: propsOf(
      'bar',
      'Sales by store',
      resultOf([
        dimension(
          'store',
          'Store',
          Array.from(
            { length: 50 },
            (_, i) => `Store ${String.fromCharCode(65 + (i % 26))}${i}, High Street`,
          ),
        ),
        measure(
          'sales',
          'Sales',
          Array.from({ length: 50 }, (_, i) => Math.round(90_000 / (1 + i * 0.12))),
          euro,
        ),
      ]),
    ),
  },
  {
    name: 'bar-tilted',
    props: propsOf(
      'bar',
      'Tickets by team',
      resultOf([
        dimension(
          'team',
          'Team',
          Array.from({ length: 24 }, (_, i) => `Support team ${i + 1}`),
        ),
        measure('tickets', 'Tickets', wave(24, 420, 160)),
      ]),
      { options: { orientation: 'vertical', referenceLines: [{ value: 'average', label: 'Average' }] } },
    ),
  },
  {
    name: 'bar-arabic',
    props: propsOf(
      'bar',
      'الطلبات حسب المدينة',
      resultOf([
        dimension('city', 'المدينة', ['الرياض', 'جدة', 'الدمام', 'المدينة المنورة', 'مكة المكرمة']),
        measure('orders', 'الطلبات', [48_200, 31_900, 18_400, 12_050, 9_900]),
      ]),
      { locale: createLocale({ language: 'ar-SA' }), options: { orientation: 'horizontal' } },
    ),
  },
  {
    name: 'bar-line',
    props: propsOf(
      'bar-line',
      'Orders and margin',
      resultOf([
        year,
        measure('orders', 'Orders', wave(12, 8200, 900, 0.03)),
        measure(
          'margin',
          'Margin',
          wave(12, 310, 40, 0.01, 3).map((v) => v / 1000),
          percent,
        ),
      ]),
      { options: { line: ['margin'] } },
    ),
  },
  {
    name: 'pie-donut',
    props: propsOf(
      'pie',
      'Revenue by channel',
      resultOf([
        dimension('channel', 'Channel', channels),
        measure(
          'revenue',
          'Revenue',
          [412_000, 268_000, 190_500, 121_000, 96_000, 61_000, 22_000, 11_000, 4_000, 900],
          euro,
        ),
      ]),
    ),
  },
  {
    name: 'pie-phone',
    props: propsOf(
      'pie',
      'Revenue by channel',
      resultOf([
        dimension('channel', 'Channel', longNames),
        measure('revenue', 'Revenue', [412_000, 268_000, 190_500, 121_000, 96_000, 61_000], euro),
      ]),
      { size: { width: 320, height: 360 }, options: { donut: false } },
    ),
  },
  {
    name: 'scatter-bubble',
    props: propsOf(
      'scatter',
      'Price and satisfaction',
      resultOf([
        dimension('product', 'Product', [
          'Atlas',
          'Borealis',
          'Cirrus',
          'Delta',
          'Ember',
          'Fjord',
          'Glacier',
          'Harbor',
          'Iris',
          'Juno',
          'Krill',
          'Lumen',
        ]),
        dimension('line', 'Line', [
          'Core',
          'Core',
          'Pro',
          'Pro',
          'Core',
          'Pro',
          'Labs',
          'Labs',
          'Core',
          'Pro',
          'Labs',
          'Core',
        ]),
        measure(
          'price',
          'Average price',
          [24, 38, 92, 120, 45, 148, 64, 71, 30, 110, 88, 52].map((v) => v + 0.5),
          euro,
        ),
        measure('score', 'Satisfaction', [3.9, 4.1, 4.6, 4.2, 3.4, 4.7, 4.4, 3.8, 4.3, 4.0, 3.6, 4.5]),
        measure(
          'units',
          'Units sold',
          [9200, 7100, 3100, 1900, 6200, 1200, 2500, 1400, 8800, 2100, 600, 4300],
        ),
      ]),
      { options: { series: 'line', x: 'price', y: ['score'], size: 'units' } },
    ),
  },
  {
    name: 'scatter-thousands',
    props: propsOf(
      'scatter',
      'Basket and frequency',
      resultOf([
        measure(
          'visits',
          'Visits a year',
          wave(3000, 40, 14, 0.0002).map((v, i) => v + ((i * 31) % 17)),
        ),
        measure(
          'basket',
          'Average basket',
          wave(3000, 62, 22, 0.0001, 5).map((v, i) => v + ((i * 13) % 29)),
          euro,
        ),
      ]),
    ),
  },
  {
    name: 'heatmap-week',
    props: propsOf(
      'heatmap',
      'Orders by hour',
      resultOf([
        dimension(
          'hour',
          'Hour',
          weekdays.flatMap(() => hours),
        ),
        dimension(
          'day',
          'Day',
          weekdays.flatMap((day) => hours.map(() => day)),
        ),
        measure(
          'orders',
          'Orders',
          weekdays.flatMap((_, d) =>
            hours.map((__, i) =>
              d === 6 && i > 8 ? null : Math.round((d > 4 ? 90 : 160) + 120 * Math.sin(i / 2.4) + d * 9),
            ),
          ),
        ),
      ]),
    ),
  },
  {
    name: 'heatmap-diverging',
    props: propsOf(
      'heatmap',
      'Change by region and month',
      resultOf([
        dimension(
          'month',
          'Month',
          regions.flatMap(() => months(12)),
          'date',
          'month',
        ),
        dimension(
          'region',
          'Region',
          regions.flatMap((name) => months(12).map(() => name)),
        ),
        measure(
          'change',
          'Change',
          regions.flatMap((_, r) => wave(12, 20, 120, 0, r * 2).map((v) => v / 1000)),
          percent,
        ),
      ]),
    ),
  },
  {
    name: 'leaderboard',
    props: propsOf(
      'leaderboard',
      'Top sellers',
      resultOf([
        dimension('seller', 'Seller', [
          'Amélie Laurent',
          'Jonas Weber',
          'Priya Raghunathan',
          'Tomás Oliveira',
          'Ingrid Sørensen',
          'Maximilian von Hohenberg-Lichtenstein',
          'Wei Zhang',
        ]),
        measure('revenue', 'Revenue', [812_400, 744_900, 702_000, 615_300, 598_000, 402_100, 377_750], euro),
        measure(
          'before',
          'Before',
          [640_000, 760_200, 655_000, 615_300, 480_000, 0, 391_000],
          euro,
          'revenue',
        ),
      ]),
      { size: { width: 420, height: 320 } },
    ),
  },
  {
    name: 'waterfall',
    props: propsOf(
      'waterfall',
      'From opening to closing revenue',
      resultOf([
        dimension('step', 'Step', ['Opening', 'New', 'Expansion', 'Contraction', 'Churn', 'Closing']),
        measure('mrr', 'Recurring revenue', [820_000, 164_000, 92_000, -38_000, -71_500, 966_500], euro),
      ]),
      { options: { levels: ['Opening', 'Closing'] } },
    ),
  },
  {
    name: 'waterfall-total',
    props: propsOf(
      'waterfall',
      'Profit by unit',
      resultOf([
        dimension('unit', 'Unit', ['Retail', 'Online', 'Wholesale', 'Returns', 'Freight']),
        measure('profit', 'Profit', [120_000, 84_000, -30_000, -66_000, -140_000], euro),
      ]),
    ),
  },
  {
    name: 'funnel',
    props: propsOf(
      'funnel',
      'From visit to order',
      resultOf([
        dimension('step', 'Step', [
          'Visited',
          'Viewed a product',
          'Added to basket',
          'Started checkout',
          'Ordered',
        ]),
        measure('sessions', 'Sessions', [184_300, 96_400, 31_250, 14_900, 9_870]),
      ]),
    ),
  },
  {
    name: 'kpi-spark',
    props: propsOf('kpi', 'Revenue', resultOf([year, revenue]), { size: { width: 280, height: 150 } }),
  },
  {
    name: 'kpi-comparison',
    props: propsOf(
      'kpi',
      'Refund rate',
      resultOf([
        measure('rate', 'Refund rate', [0.0342], percent),
        measure('before', 'Before', [0.0298], percent, 'rate'),
      ]),
      { size: { width: 240, height: 90 }, options: { goodDirection: 'down' } },
    ),
  },
  {
    name: 'kpi-arabic',
    props: propsOf('kpi', 'الإيرادات', resultOf([year, revenue]), {
      size: { width: 280, height: 150 },
      locale: createLocale({ language: 'ar-EG', currency: 'EGP' }),
    }),
  },
  {
    name: 'table',
    props: propsOf(
      'table',
      'Regions',
      resultOf(
        [
          dimension('region', 'Region', regions),
          dimension('since', 'Customer since', months(6, 2019, 2, 7), 'date'),
          measure('revenue', 'Revenue', [1_284_300, 1_102_950, 893_400, 701_200, 688_800, null], euro),
          measure('margin', 'Margin', [0.342, 0.281, 0.195, 0.22, 0.118, null], percent),
          measure('orders', 'Orders', [12_034, 9_881, 8_020, 6_444, 6_102, 0]),
        ],
        { totals: { revenue: 4_670_650, margin: 0.2447, orders: 42_481 } },
      ),
      {
        query: { sort: [{ by: 'revenue', direction: 'desc' }] },
        options: {
          thresholds: [
            { column: 'margin', from: 0.28, tone: 'good' },
            { column: 'margin', from: 0.15, to: 0.2, tone: 'warning' },
            { column: 'margin', to: 0.15, tone: 'bad' },
          ],
        },
      },
    ),
  },
  {
    name: 'state-empty',
    props: propsOf(
      'bar',
      'Orders',
      resultOf([dimension('country', 'Country', []), measure('orders', 'Orders', [])]),
    ),
  },
  {
    name: 'bar-truncated',
    props: propsOf('bar', 'Orders', { ...byCountry, truncated: true }, { size: { width: 320, height: 240 } }),
  },
  {
    name: 'line-many-series',
    props: propsOf('line', 'Twelve channels', byRegion([...channels, 'Fairs', 'Podcasts']), {}),
  },
  {
    name: 'line-weeks-german',
    props: propsOf(
      'line',
      'Bestellungen je Woche',
      resultOf([
        dimension('week', 'Woche', days(26, Date.UTC(2025, 2, 31), 7), 'date', 'week'),
        measure('orders', 'Bestellungen', wave(26, 1240, 210, 0.01)),
      ]),
      { locale: createLocale({ language: 'de-DE' }) },
    ),
  },
  {
    name: 'line-tiny-values',
    props: propsOf(
      'line',
      'Error rate',
      resultOf([
        year,
        measure(
          'errors',
          'Error rate',
          wave(12, 42, 9).map((v) => v / 100_000),
          percent,
        ),
      ]),
      { size: { width: 420, height: 220 } },
    ),
  },
  {
    name: 'line-names',
    props: propsOf(
      'line',
      'Score by age',
      resultOf([
        dimension('age', 'Age group', ['18–24', '25–34', '35–44', '45–54', '55–64', '65 and older']),
        measure('score', 'Score', [62, 71, 68, 74, 79, 77]),
      ]),
    ),
  },
  {
    name: 'bar-fiscal',
    props: propsOf(
      'bar',
      'Bookings by fiscal quarter',
      resultOf([
        dimension('quarter', 'Fiscal quarter', months(10, 2023, 3, 3), 'date', 'fiscal-quarter'),
        measure('bookings', 'Bookings', wave(10, 2_400_000_000, 180_000_000, 0.03), euro),
      ]),
      { locale: createLocale({ language: 'en-US', currency: 'USD', fiscalYearStart: 4 }) },
    ),
  },
  {
    name: 'bar-stacked-negative',
    props: propsOf(
      'bar',
      'Cash flow',
      resultOf([
        year,
        measure('in', 'Received', wave(12, 84_000, 9_000), euro),
        measure('out', 'Paid', wave(12, -61_000, 12_000, 0, 3), euro),
        measure('invest', 'Invested', wave(12, -14_000, 6_000, 0, 7), euro),
      ]),
      { options: { layout: 'stacked', colors: { Received: '#0f7b53' } } },
    ),
  },
  {
    name: 'bar-comparison',
    props: propsOf(
      'bar',
      'Orders against last year',
      resultOf([
        dimension('quarter', 'Quarter', months(4, 2025, 0, 3), 'date', 'quarter'),
        measure('orders', 'Orders', [4210, 4480, 4105, 5230]),
        measure('before', 'Orders, year before', [3980, 4510, 4300, 4720], undefined, 'orders'),
      ]),
      { size: { width: 420, height: 260 } },
    ),
  },
  {
    name: 'bar-horizontal-reference',
    props: propsOf('bar', 'Orders by country', byCountry, {
      options: {
        orientation: 'horizontal',
        referenceLines: [{ value: 20_000, label: 'Goal' }],
        colors: { Spain: '#0b858d' },
      },
    }),
  },
  {
    name: 'bar-horizontal-grouped',
    props: propsOf(
      'bar',
      'Satisfaction before and after',
      resultOf([
        dimension('site', 'Site', ['Antwerp', 'Rotterdam', 'Gdańsk', 'Göteborg']),
        measure('before', 'Before', [61, 58, 70, 66]),
        measure('after', 'After', [74, 71, 73, 64]),
      ]),
      { options: { orientation: 'horizontal' } },
    ),
  },
  {
    name: 'bar-one',
    props: propsOf(
      'bar',
      'One value',
      resultOf([dimension('x', 'X', ['Everything']), measure('n', 'Count', [17])]),
    ),
  },
  {
    name: 'bar-all-zero',
    props: propsOf(
      'bar',
      'All zero',
      resultOf([dimension('x', 'X', ['North', 'South', 'East']), measure('n', 'Count', [0, 0, 0])]),
      { size: { width: 320, height: 200 } },
    ),
  },
  {
    name: 'bar-days',
    props: propsOf(
      'bar',
      'Orders a day',
      resultOf([
        dimension('day', 'Day', days(120), 'date', 'day'),
        measure('orders', 'Orders', wave(120, 320, 70, 0.002)),
      ]),
    ),
  },
  {
    name: 'pie-negative-only',
    props: propsOf(
      'pie',
      'Losses',
      resultOf([dimension('x', 'X', ['A', 'B']), measure('n', 'Result', [-4, -9])]),
      { size: { width: 320, height: 200 } },
    ),
  },
  {
    name: 'kpi-narrow',
    props: propsOf('kpi', 'Value', resultOf([measure('n', 'Transactions', [1_284_334_221])]), {
      size: { width: 120, height: 72 },
      locale: createLocale({ language: 'de-DE' }),
    }),
  },
];
