import type { Tile } from '@inlay/charts/tile';
import type { FilterValuesResponse, TileRequest } from '@inlay/content/embed-api';
import type { Filters } from '@inlay/protocol/frame-messages';
import type { Cell, QueryResult, ResultColumn } from '@inlay/protocol/result';
import { filters as controls } from './sample-content.ts';

type Row = Readonly<Record<string, string | number>>;

const PLACES: Readonly<Record<string, readonly string[]>> = {
  North: ['Sweden', 'Norway', 'Denmark'],
  West: ['France', 'Belgium'],
  South: ['Spain', 'Italy', 'Portugal'],
};
const PRODUCTS = ['Chairs', 'Desks', 'Lamps', '=Sum'];

/** The same rows on every run. */
const orders: readonly Row[] = Object.entries(PLACES).flatMap(([region, countries], r) =>
  countries.flatMap((country, c) =>
    PRODUCTS.flatMap((product, p) =>
      Array.from({ length: 12 }, (_, m) => {
        const units = 20 + ((r * 31 + c * 17 + p * 7 + m * 5) % 23) + m * 2;
        return {
          region,
          country,
          product,
          month: `2025-${`${m + 1}`.padStart(2, '0')}-01`,
          units,
          revenue: units * (90 - p * 17),
        };
      }),
    ),
  ),
);
const staff: readonly Row[] = ['Sales', 'Support', 'Engineering'].map((team, i) => ({
  team,
  people: 12 + i * 9,
}));

const LABELS: Readonly<Record<string, string>> = {
  month: 'Month',
  region: 'Region',
  country: 'Country',
  product: 'Product',
  team: 'Team',
  revenue: 'Revenue',
  units: 'Units',
  people: 'People',
};

export function matching(rows: readonly Row[], chosen: Filters, except?: string): readonly Row[] {
  return rows.filter((row) =>
    controls.every((control) => {
      const value = chosen[control.id];
      if (control.id === except || value === null || value === undefined) return true;
      if (control.kind === 'hierarchy')
        return (value as readonly Cell[]).every((one, level) => row[control.levels[level] ?? ''] === one);
      const cell = row[control.column] as string | number;
      if (cell === undefined) return true;
      if (Array.isArray(value)) return value.length === 0 || value.includes(cell);
      if (typeof value === 'object') {
        const { from, to } = value as { from?: string | number; to?: string | number };
        return (from === undefined || cell >= from) && (to === undefined || cell <= to);
      }
      if (control.kind === 'date-range') return value !== 'last-90-days' || cell >= '2025-10-01';
      return control.kind === 'search' ? `${cell}`.includes(`${value}`) : cell === value;
    }),
  );
}

/** What a real engine would return for a tile. */
export function resultOfTile(tile: Tile, request: Partial<TileRequest>): { tile: Tile; result: QueryResult } {
  const drill = request.drill;
  const deeper = drill ? (['region', 'country'][drill.path.length] ?? 'country') : undefined;
  const asked: Tile = deeper
    ? {
        ...tile,
        query: {
          ...tile.query,
          dimensions: tile.query.dimensions.map((each) =>
            each.column === 'region' ? { column: deeper } : each,
          ),
        },
      }
    : tile;
  const source = tile.datasetId === 'staff' ? staff : matching(orders, request.filters ?? {});
  const rows = source
    .filter((row) => (request.cross ?? []).every(({ column, value }) => row[column] === value))
    .filter((row) =>
      (drill?.path ?? []).every((value, level) => row[['region', 'country'][level] ?? ''] === value),
    );
  const groups = new Map<string, { keys: readonly Cell[]; sums: number[] }>();
  for (const row of rows) {
    const keys = asked.query.dimensions.map(({ column }) => row[column] ?? null);
    const group = groups.get(keys.join('|')) ?? { keys, sums: asked.query.measures.map(() => 0) };
    asked.query.measures.forEach((measure, i) => {
      group.sums[i] = (group.sums[i] ?? 0) + Number(row[measure] ?? 0);
    });
    groups.set(keys.join('|'), group);
  }
  const list = [...groups.values()];
  const columns: ResultColumn[] = [
    ...asked.query.dimensions.map(
      ({ column, grain }, i): ResultColumn => ({
        name: column,
        label: LABELS[column] ?? column,
        type: column === 'month' ? 'date' : 'string',
        role: 'dimension',
        ...(grain && { grain }),
        values: list.map(({ keys }) => keys[i] ?? null),
      }),
    ),
    ...asked.query.measures.map(
      (name, i): ResultColumn => ({
        name,
        label: LABELS[name] ?? name,
        type: 'integer',
        role: 'measure',
        ...(name === 'revenue' && { format: { kind: 'currency', currency: 'EUR' } as const }),
        values: list.map(({ sums }) => sums[i] ?? 0),
      }),
    ),
  ];
  return { tile: asked, result: { columns, rowCount: list.length, truncated: false } };
}

export function filterValues(
  id: string,
  body: { filters: Filters; search?: string; path?: readonly Cell[] },
): FilterValuesResponse {
  const control = controls.find((each) => each.id === id);
  if (!control) return { values: [], truncated: false };
  if (control.kind === 'slider') return { values: [], truncated: false, min: 20, max: 64 };
  const column =
    control.kind === 'hierarchy' ? (control.levels[body.path?.length ?? 0] ?? '') : control.column;
  const above = Object.fromEntries(
    (control.dependsOn ?? []).map((other) => [other, body.filters[other] ?? null]),
  );
  const rows = matching(orders, above).filter((row) =>
    control.kind === 'hierarchy'
      ? (body.path ?? []).every((value, level) => row[control.levels[level] ?? ''] === value)
      : true,
  );
  const values = [...new Set(rows.map((row) => row[column] as string))].filter((value) =>
    `${value}`.toLowerCase().includes((body.search ?? '').toLowerCase()),
  );
  return { values: values.map((value) => ({ value })), truncated: false };
}

export const revenueOf = (chosen: Filters): number =>
  matching(orders, chosen).reduce((sum, row) => sum + Number(row.revenue), 0);
