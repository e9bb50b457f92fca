import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messages as german } from '@inlay/messages/data/de';
import { messages } from '@inlay/messages/data/en';
import type { Measure } from '@inlay/protocol/dataset';
import { nextMeasure, proposeMeasures } from '../../src/screens/data/datasets/measures/propose-measures.ts';
import { summaryOf } from '../../src/screens/data/datasets/measures/summary-of.ts';

const numbers = (...names: readonly string[]) =>
  names.map((name): { name: string; type: 'number' } => ({ name, type: 'number' }));

const namesOf = (measures: readonly Measure[]) => measures.map(({ name }) => name);

describe('proposed measures of a new dataset', () => {
  it('sum amounts, average rates and prices, count rows, and ignore ids', () => {
    const columns = [
      { name: 'order_id', type: 'integer' },
      { name: 'customerId', type: 'integer' },
      { name: 'Order Year', type: 'integer' },
      { name: 'amount', type: 'decimal' },
      { name: 'unit_price', type: 'number' },
      { name: 'margin_pct', type: 'number' },
      { name: 'region', type: 'string' },
    ] as const;
    assert.deepEqual(proposeMeasures(columns, messages.measures), [
      { name: 'total_amount', label: 'Total amount', kind: 'sum', column: 'amount' },
      { name: 'average_unit_price', label: 'Average unit price', kind: 'average', column: 'unit_price' },
      { name: 'average_margin_pct', label: 'Average margin pct', kind: 'average', column: 'margin_pct' },
      { name: 'number_of_rows', label: 'Number of rows', kind: 'count' },
    ]);
  });

  it('have the same names in every language, and labels in that of the author', () => {
    const columns = numbers('Umsatz', 'unitPrice');
    assert.deepEqual(
      namesOf(proposeMeasures(columns, german.measures)),
      namesOf(proposeMeasures(columns, messages.measures)),
    );
    const [total] = proposeMeasures(columns, german.measures);
    assert.deepEqual(
      { name: total?.name, label: total?.label },
      { name: 'total_umsatz', label: 'Summe Umsatz' },
    );
  });

  it('never have the name of a column or of each other', () => {
    const columns = numbers('amount', 'Amount', 'total_amount', 'number of rows', 'number_of_rows');
    const names = namesOf(proposeMeasures(columns, messages.measures));
    assert.equal(new Set([...names, ...columns.map(({ name }) => name)]).size, names.length + columns.length);
    assert.deepEqual(names.slice(0, 3), ['total_amount_2', 'total_amount_3', 'sum_total_amount']);
  });

  it('have names in snake case for names with spaces, camel case and letters of any script', () => {
    const columns = numbers('Net sales (EUR)', 'netSales', 'USDAmount', 'größe', '金额', '%');
    assert.deepEqual(namesOf(proposeMeasures(columns, messages.measures)), [
      'total_net_sales_eur',
      'total_net_sales',
      'total_usd_amount',
      'total_größe',
      'total_金额',
      'average',
      'number_of_rows',
    ]);
    const labels = proposeMeasures(columns, messages.measures).map(({ label }) => label);
    assert.deepEqual(labels.slice(0, 2), ['Total Net sales (EUR)', 'Total net sales']);
  });

  it('stay within the maximum length of a name', () => {
    const [measure] = proposeMeasures(numbers('x'.repeat(256)), messages.measures);
    assert.ok(measure && measure.name.length < 250);
  });

  it('begin with a column that no measure uses, in the summary that fits it', () => {
    const columns = numbers('id', 'amount', 'price');
    const first = nextMeasure(columns, [], messages.measures);
    const second = nextMeasure(columns, [first], messages.measures);
    assert.deepEqual(namesOf([first, second]), ['total_amount', 'average_price']);
    assert.equal(nextMeasure(numbers('id'), [], messages.measures).name, 'number_of_rows');
  });
});

describe('the summary of a numeric column', () => {
  const cases = {
    sum: 'amount paid bid quantity revenue total_price number_of_orders no_of_items days hours page_views shares covid discount unpaid',
    average:
      'rate conversion_rate growthRate pct percentage Discount% price unit_price list_price unit_cost cost_per_click orders_per_day score rating age temperature market_share',
    none: 'id ID order_id customerId OrderID orderid id_client uuid key zip postal_code phone latitude lng year order_month day invoice_number version index',
  };
  for (const [summary, names] of Object.entries(cases))
    it(`is ${summary} for ${names}`, () => {
      for (const name of names.split(' ')) assert.equal(summaryOf({ name }) ?? 'none', summary, name);
    });

  it('is the average of discounts that are fractions, and the sum of those that are amounts', () => {
    assert.equal(summaryOf({ name: 'discount', values: [0, '0.15', null, 0.2] }), 'average');
    assert.equal(summaryOf({ name: 'discount', values: [0, 12.5, 3] }), 'sum');
    assert.equal(summaryOf({ name: 'discount', values: [0, 0, 1] }), 'sum');
    assert.equal(summaryOf({ name: 'revenue', values: [0.5, 0.2] }), 'sum');
  });
});
