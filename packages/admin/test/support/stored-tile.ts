import type { Schemas } from '../../src/api/operations.ts';
import { list, type Responses } from './fake-api.ts';
import { AT, REVENUE, sampleWorld } from './sample-world.ts';
import { versionedRecord } from './versioned-record.ts';

const column = (name: string, label: string, type: Schemas['BuilderColumn']['type']) => ({
  name,
  label,
  type,
});

/** Orders as the editors see them, with one related dataset of many columns. */
export const BUILDER_ORDERS: Schemas['BuilderDataset'] = {
  id: 'orders',
  name: 'Orders',
  columns: [
    column('month', 'Month', 'date'),
    column('region', 'Region', 'string'),
    column('product', 'Product', 'string'),
    column('amount', 'Amount', 'integer'),
  ],
  measures: [
    { name: 'revenue', label: 'Revenue', additive: true },
    { name: 'lines', label: 'Order lines', additive: true },
  ],
  related: [
    {
      label: 'Calendar',
      columns: Array.from({ length: 12 }, (_, at) => column(`calendar.extra_${at}`, `Extra ${at}`, 'string')),
      measures: [],
    },
  ],
};

/** A result with one row per product. */
export const salesOf = (...products: readonly string[]): Schemas['QueryAnswer'] => ({
  from: 'database',
  result: {
    columns: [
      { name: 'product', label: 'Product', type: 'string', role: 'dimension', values: products },
      {
        name: 'revenue',
        label: 'Revenue',
        type: 'integer',
        role: 'measure',
        values: products.map((_, at) => 10 + at),
      },
    ],
    rowCount: products.length,
    truncated: false,
  },
});

/** A tile that can be saved, submitted, returned, published and deleted, as the API does it. */
export function storedTile(initial: Partial<Schemas['Tile']> = {}) {
  const query = { dimensions: [{ column: 'product' }], measures: ['revenue'] };
  const tile = versionedRecord<'revision', Schemas['Tile']>({ ...REVENUE, query, ...initial }, 'revision');
  const versions: Schemas['TileVersion'][] = [];
  const move = (changes: Partial<Schemas['Tile']>) => {
    tile.change(changes);
    return tile.get();
  };
  return {
    tile,
    versions,
    responses: {
      ...sampleWorld,
      'GET /apps/{id}/datasets': () => list(BUILDER_ORDERS),
      'POST /tiles/preview': () => salesOf('Tea', 'Cocoa'),
      'GET /tiles/{id}': tile.get,
      'PATCH /tiles/{id}': tile.patch,
      'POST /tiles/{id}/submit': () => move({ state: 'in-review' }),
      'POST /tiles/{id}/return': ({ body }) => move({ state: 'draft', comment: body.comment }),
      'POST /tiles/{id}/publish': () => {
        const { title, kind, datasetId, query: content } = tile.get();
        const revision = tile.get().revision ?? 0;
        const version = versions.length + 1;
        const facts = { version, revision, author: null, at: AT, comment: null };
        versions.unshift({ ...facts, content: { title, kind, datasetId, query: content } });
        return move({ state: 'published', publishedVersion: version, comment: null });
      },
      'GET /tiles/{id}/versions': () => list(...versions),
      'GET /tiles/{id}/diff': () => ({
        changes: [
          {
            path: '/title',
            kind: 'changed',
            before: versions.at(-1)?.content.title,
            after: tile.get().title,
          },
        ],
      }),
      'POST /tiles/{id}/versions/{version}/restore': ({ path }) =>
        move(versions.find(({ version }) => version === Number(path.version))?.content ?? {}),
      'DELETE /tiles/{id}': () => undefined,
    } satisfies Responses,
  };
}
