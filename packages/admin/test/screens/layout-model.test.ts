import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ModelDataset } from '@inlay/protocol/model-api';
import { BOX_WIDTH, layoutModel } from '../../src/screens/data/model/layout-model.ts';

const dataset = (id: string, ...to: readonly string[]): ModelDataset => ({
  id,
  name: id,
  workspaceId: null,
  columns: [{ name: 'id', type: 'integer' }],
  measures: 0,
  relationships: to.map((other) => ({
    name: `to_${other}`,
    dataset: other,
    kind: 'many-to-one',
    columns: [{ own: `${other}_id`, other: 'id' }],
  })),
});

const columnsOf = (...datasets: readonly ModelDataset[]) => {
  const { boxes } = layoutModel(datasets);
  const places = [...new Set(boxes.map(({ x }) => x))].toSorted((one, other) => one - other);
  return Object.fromEntries(boxes.map(({ dataset: { id }, x }) => [id, places.indexOf(x)]));
};

/** Points along a path of cubic curves and horizontal lines. */
function pointsOf(d: string): readonly (readonly [number, number])[] {
  const points: [number, number][] = [];
  let [x, y] = [0, 0];
  for (const [, command, rest = ''] of d.matchAll(/([MCH])([^MCH]*)/g)) {
    const numbers = rest.trim().split(/[ ,]+/).map(Number);
    const [a = 0, b = 0, c = 0, e = 0, toX = a, toY = y] = numbers;
    const steps = command === 'M' ? [1] : Array.from({ length: 40 }, (_, step) => (step + 1) / 40);
    for (const t of steps) {
      const u = 1 - t;
      const at = (p: number, q: number, r: number, s: number) =>
        u ** 3 * p + 3 * u * u * t * q + 3 * u * t * t * r + t ** 3 * s;
      if (command === 'M') points.push([a, b]);
      else if (command === 'H') points.push([u * x + t * a, y]);
      else points.push([at(x, a, c, toX), at(y, b, e, toY)]);
    }
    [x, y] = points.at(-1) ?? [x, y];
  }
  return points;
}

describe('the drawing of a data model', () => {
  it('puts each dataset to the right of all that refer to it', () => {
    const orders = dataset('orders', 'customers', 'countries');
    assert.deepEqual(columnsOf(dataset('countries'), dataset('customers', 'countries'), orders), {
      orders: 0,
      customers: 1,
      countries: 2,
    });
  });

  it('draws circles, relationships of a dataset with itself, and datasets that do not exist', () => {
    const { boxes, lines } = layoutModel([dataset('a', 'b', 'a'), dataset('b', 'a'), dataset('c', 'gone')]);
    assert.equal(boxes.length, 3);
    assert.deepEqual(
      lines.map(({ link }) => link.relationship.name),
      ['to_b', 'to_a', 'to_a'],
    );
    assert.ok(lines.every(({ d }) => !/NaN|Infinity/.test(d)));
  });

  it('draws one line for both directions of a relationship', () => {
    const customers: ModelDataset = {
      ...dataset('customers'),
      relationships: [
        {
          name: 'orders',
          dataset: 'orders',
          kind: 'one-to-many',
          columns: [{ own: 'id', other: 'customers_id' }],
        },
      ],
    };
    assert.equal(layoutModel([dataset('orders', 'customers'), customers]).lines.length, 1);
  });

  it('keeps boxes apart', () => {
    const { boxes } = layoutModel([
      dataset('a', 'd', 'e', 'f'),
      dataset('b', 'd'),
      ...['c', 'd', 'e', 'f', 'g'].map((id) => dataset(id)),
    ]);
    for (const one of boxes)
      for (const other of boxes)
        if (one !== other && one.x === other.x)
          assert.ok(one.y + one.height <= other.y || other.y + other.height <= one.y);
  });

  it('draws no line across a box', () => {
    const { boxes, lines } = layoutModel([
      dataset('payments', 'invoices', 'currencies'),
      dataset('shipments', 'orders', 'warehouses'),
      dataset('invoices', 'orders'),
      dataset('lines', 'orders', 'products', 'warehouses'),
      dataset('orders', 'customers', 'currencies', 'orders'),
      dataset('products', 'suppliers'),
      dataset('suppliers', 'countries'),
      dataset('warehouses', 'countries'),
      dataset('customers', 'countries', 'payments'),
      ...['countries', 'currencies'].map((id) => dataset(id)),
    ]);
    for (const { d, link } of lines)
      for (const [x, y] of pointsOf(d)) {
        const hit = boxes.find(
          (box) => x > box.x && x < box.x + BOX_WIDTH && y > box.y && y < box.y + box.height,
        );
        assert.equal(hit?.dataset.id, undefined, `${link.from.id} to ${link.to.id}`);
      }
  });

  it('has a size without datasets', () => {
    assert.deepEqual(layoutModel([]).boxes, []);
  });
});
