import type { EditorDataset } from '../../src/editor-backend.ts';

export const ORDERS: EditorDataset = {
  id: 'orders',
  name: 'Orders',
  columns: [
    { name: 'ordered_on', label: 'Ordered on', type: 'date' },
    { name: 'region', label: 'Region', type: 'string' },
    { name: 'product', label: 'Product', type: 'string' },
    { name: 'quantity', label: 'Quantity', type: 'integer' },
    { name: 'returned', label: 'Returned', type: 'boolean' },
  ],
  measures: [
    { name: 'sales', label: 'Revenue', format: { kind: 'currency' } },
    { name: 'cost', label: 'Cost', format: { kind: 'currency' } },
    { name: 'margin', label: 'Margin', format: { kind: 'percent' } },
    { name: 'units', label: 'Units' },
  ],
};
