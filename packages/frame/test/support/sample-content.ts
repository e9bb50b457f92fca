import type { Tile } from '@inlay/charts/tile';
import type { FilterControl } from '@inlay/protocol/filter-control';

const euro = { kind: 'currency', currency: 'EUR' } as const;
const tile = (
  id: string,
  title: string,
  kind: Tile['kind'],
  dimensions: readonly string[],
  more: Partial<Tile> = {},
): Tile => ({
  id,
  title,
  kind,
  datasetId: 'orders',
  query: {
    dimensions: dimensions.map((column) => (column === 'month' ? { column, grain: 'month' } : { column })),
    measures: ['revenue'],
  },
  ...more,
});

export const tiles: readonly Tile[] = [
  tile('total', 'Revenue', 'kpi', ['month'], { options: { formats: { revenue: euro } } }),
  tile('units', 'Units sold', 'kpi', ['month'], {
    query: { dimensions: [{ column: 'month', grain: 'month' }], measures: ['units'] },
  }),
  tile('months', 'Revenue grew through the year', 'line', ['month', 'region'], {
    description: 'Monthly revenue by region, EUR',
    options: { x: 'month', series: 'region' },
  }),
  tile('regions', 'Revenue by region', 'bar', ['region'], { description: 'All of 2025, EUR' }),
  tile('products', 'Share of products', 'pie', ['product'], { options: { donut: true } }),
  tile('countries', 'Countries', 'leaderboard', ['country']),
  tile('rows', 'Orders', 'table', ['country', 'product'], {
    options: { pageSize: 8 },
    query: {
      dimensions: [{ column: 'country' }, { column: 'product' }],
      measures: ['revenue', 'units'],
      totals: true,
    },
  }),
  tile('people', 'Headcount', 'bar', ['team'], {
    datasetId: 'staff',
    query: { dimensions: [{ column: 'team' }], measures: ['people'] },
  }),
  tile('broken', 'Out of order', 'bar', ['region']),
];

export const filters: readonly FilterControl[] = [
  { id: 'period', label: 'Period', datasetId: 'orders', column: 'month', kind: 'date-range' },
  { id: 'region', label: 'Region', datasetId: 'orders', column: 'region', kind: 'dropdown' },
  {
    id: 'country',
    label: 'Country',
    datasetId: 'orders',
    column: 'country',
    kind: 'multi-select',
    dependsOn: ['region'],
  },
  { id: 'place', label: 'Place', datasetId: 'orders', kind: 'hierarchy', levels: ['region', 'country'] },
  { id: 'units', label: 'Units', datasetId: 'orders', column: 'units', kind: 'slider' },
  { id: 'product', label: 'Product', datasetId: 'orders', column: 'product', kind: 'search' },
];

export const dashboardItems: readonly {
  id: string;
  tile: string;
  x: number;
  y: number;
  w: number;
  h: number;
}[] = [
  { id: 'a', tile: 'total', x: 0, y: 0, w: 3, h: 4 },
  { id: 'b', tile: 'units', x: 0, y: 4, w: 3, h: 4 },
  { id: 'c', tile: 'months', x: 3, y: 0, w: 9, h: 8 },
  { id: 'd', tile: 'regions', x: 0, y: 8, w: 5, h: 7 },
  { id: 'e', tile: 'products', x: 5, y: 8, w: 3, h: 7 },
  { id: 'f', tile: 'countries', x: 8, y: 8, w: 4, h: 7 },
  { id: 'g', tile: 'rows', x: 0, y: 15, w: 7, h: 8 },
  { id: 'h', tile: 'people', x: 7, y: 15, w: 5, h: 8 },
];

export const steps = [
  {
    id: 'growth',
    title: 'Revenue grew by a third',
    narrative: ['Revenue reached ', 'revenue', ' over the year, and every region had its part in it.'],
    tile: 'months',
    recommendation: 'Keep the pace in the north: it pays for the rest.',
  },
  {
    id: 'north',
    title: 'The north sells most',
    narrative: ['Half of it comes from two regions.'],
    tile: 'regions',
  },
  {
    id: 'mix',
    title: 'Three products carry the business',
    narrative: ['The rest is noise.'],
    tile: 'products',
  },
] as const;
