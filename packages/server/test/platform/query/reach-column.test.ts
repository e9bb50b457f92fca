import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Dataset, DatasetColumn, Relationship } from '@inlay/protocol/dataset';
import type { Model } from '../../../src/platform/query/model/model.ts';
import { type CanFilter, reachColumn } from '../../../src/platform/query/model/reach-column.ts';

const column = (name: string, sharedDimension?: string, type: DatasetColumn['type'] = 'string') => ({
  name,
  type,
  ...(sharedDimension === undefined ? {} : { sharedDimension }),
});

const to = (dataset: string, name = dataset, kind: Relationship['kind'] = 'many-to-one'): Relationship => ({
  name,
  dataset,
  kind,
  columns: [{ own: 'id', other: 'id' }],
});

const dataset = (
  id: string,
  columns: readonly DatasetColumn[],
  ...relationships: readonly Relationship[]
): Dataset => ({
  id,
  version: 1,
  source: { kind: 'table', table: id },
  columns: [column('id'), ...columns],
  relationships: [...relationships],
});

const model = (root: Dataset, ...others: readonly Dataset[]): Model => ({
  root,
  datasets: new Map([root, ...others].map((each) => [each.id, each])),
});

const reach = (tile: Model, from: Model, name: string, canFilter?: CanFilter) =>
  reachColumn(tile, { model: from, column: name }, canFilter);

describe('reachColumn', () => {
  const country = dataset('country', [column('name')]);
  const customers = dataset('customers', [column('segment'), column('region', 'region')], to('country'));
  const orders = dataset('orders', [column('status')], to('customers', 'customer'));
  const ofCustomers = model(customers, country);
  const ofOrders = model(orders, customers, country);

  it('reaches the same column of the same dataset, also through a relationship', () => {
    assert.deepEqual(reach(ofOrders, ofOrders, 'status'), { name: 'status', by: 'dataset' });
    assert.deepEqual(reach(ofOrders, ofOrders, 'customer.segment'), {
      name: 'customer.segment',
      by: 'dataset',
    });
    assert.deepEqual(reach(ofCustomers, ofOrders, 'customer.segment'), { name: 'segment', by: 'dataset' });
  });

  it('does not reach a column that does not exist', () => {
    assert.equal(reach(ofOrders, ofOrders, 'gone'), undefined);
    assert.equal(reach(ofOrders, ofCustomers, 'gone'), undefined);
  });

  it('reaches the dataset of the filter by one or several to-one steps', () => {
    assert.deepEqual(reach(ofOrders, ofCustomers, 'segment'), {
      name: 'customer.segment',
      by: 'relationship',
    });
    assert.deepEqual(reach(ofOrders, model(country), 'name'), {
      name: 'customer.country.name',
      by: 'relationship',
    });
    assert.deepEqual(reach(ofOrders, ofCustomers, 'country.name'), {
      name: 'customer.country.name',
      by: 'relationship',
    });
  });

  it('takes no step to many rows', () => {
    assert.equal(reach(ofCustomers, ofOrders, 'status'), undefined);
    const toMany = model(dataset('customers', [], to('orders', 'orders', 'one-to-many')), orders);
    assert.equal(reach(toMany, ofOrders, 'status'), undefined);
    const toOne = model(dataset('customers', [], to('orders', 'last_order', 'one-to-one')), orders);
    assert.equal(reach(toOne, ofOrders, 'status')?.name, 'last_order.status');
  });

  it('prefers the shorter of two paths, and rejects two of the same length', () => {
    const short = dataset('visits', [], to('orders', 'order'), to('customers', 'guest'));
    assert.equal(reach(model(short, orders, customers), ofCustomers, 'segment')?.name, 'guest.segment');
    const twice = dataset('visits', [], to('customers', 'guest'), to('customers', 'host'));
    assert.equal(reach(model(twice, customers), ofCustomers, 'segment'), undefined);
    const left = dataset('left', [], to('customers', 'of'));
    const right = dataset('right', [], to('customers', 'of'));
    const diamond = dataset('visits', [], to('left'), to('right'));
    assert.equal(reach(model(diamond, left, right, customers), ofCustomers, 'segment'), undefined);
  });

  it('does not fall back to a shared dimension when the path to the dataset is ambiguous', () => {
    const near = dataset('shops', [column('area', 'region')]);
    const visits = dataset(
      'visits',
      [],
      to('customers', 'guest'),
      to('customers', 'host'),
      to('shops', 'shop'),
    );
    assert.equal(reach(model(visits, customers, near), ofCustomers, 'region'), undefined);
  });

  it('reaches an own column of the same shared dimension, before a relationship', () => {
    const plan = dataset('plan', [column('area', 'region')]);
    assert.deepEqual(reach(model(plan), ofCustomers, 'region'), {
      name: 'area',
      by: 'shared-dimension',
      sharedDimension: 'region',
    });
    const both = dataset('plan', [column('area', 'region')], to('customers', 'customer'));
    assert.equal(reach(model(both, customers), ofCustomers, 'region')?.name, 'area');
    assert.equal(reach(model(plan), ofCustomers, 'segment'), undefined);
  });

  it('rejects two own columns of the same shared dimension', () => {
    const trips = dataset('trips', [column('from', 'region'), column('to', 'region')]);
    assert.equal(reach(model(trips), ofCustomers, 'region'), undefined);
  });

  it('reaches a shared dimension in the nearest related dataset, if there is only one', () => {
    const shops = dataset('shops', [column('area', 'region')], to('country'));
    const sales = dataset('sales', [], to('shops', 'shop'));
    assert.deepEqual(reach(model(sales, shops, country), ofCustomers, 'region'), {
      name: 'shop.area',
      by: 'shared-dimension',
      sharedDimension: 'region',
    });
    const depots = dataset('depots', [column('area', 'region')]);
    const from = dataset('sales', [], to('shops', 'shop'), to('depots', 'depot'));
    assert.equal(reach(model(from, shops, depots), ofCustomers, 'region'), undefined);
    const far = dataset('shops', [column('area', 'region')], to('depots', 'depot'));
    assert.equal(reach(model(sales, far, depots), ofCustomers, 'region')?.name, 'shop.area');
  });

  it('requires equal types', () => {
    const dates = model(dataset('a', [column('day', 'day', 'date')]));
    assert.equal(reach(model(dataset('b', [column('day', 'day', 'datetime')])), dates, 'day'), undefined);
    assert.equal(reach(model(dataset('b', [column('on', 'day', 'date')])), dates, 'day')?.name, 'on');
  });

  it('goes five steps at most, also in a circle', () => {
    const chain = Array.from({ length: 7 }, (_, index) =>
      dataset(`d${index}`, [column(`c${index}`)], to(`d${(index + 1) % 7}`, 'next')),
    );
    const [first, ...rest] = chain as [Dataset, ...Dataset[]];
    const whole = model(first, ...rest);
    const of = (index: number) => model(chain[index] as Dataset);
    assert.equal(reach(whole, of(5), 'c5')?.name, 'next.next.next.next.next.c5');
    assert.equal(reach(whole, of(6), 'c6'), undefined);
  });

  it('does not reach datasets that the viewer does not have', () => {
    assert.equal(reach(model(orders), ofCustomers, 'segment'), undefined);
  });

  it('reaches no column that the viewer may not filter by, and joins by no such key', () => {
    const except =
      (id: string, name: string): CanFilter =>
      (of, { name: its }) =>
        of.id !== id || its !== name;
    assert.equal(reach(ofOrders, ofOrders, 'status', except('orders', 'status')), undefined);
    assert.equal(reach(ofOrders, ofCustomers, 'segment', except('customers', 'segment')), undefined);
    assert.equal(reach(ofOrders, ofCustomers, 'segment', except('orders', 'id')), undefined);
    assert.equal(reach(ofOrders, ofCustomers, 'segment', except('customers', 'id')), undefined);
    assert.ok(reach(ofOrders, ofCustomers, 'segment', except('customers', 'region')));
    const plan = model(dataset('plan', [column('area', 'region')]));
    assert.equal(reach(plan, ofCustomers, 'region', except('plan', 'area')), undefined);
  });
});
