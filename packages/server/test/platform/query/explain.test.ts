import assert from 'node:assert/strict';
import test from 'node:test';
import { explanationMessages } from '@inlay/messages/explanation/all';
import type { Dataset } from '@inlay/protocol/dataset';
import type { RowRule } from '@inlay/protocol/rule';
import { dialectNamed, ENGINES, type EngineName } from '../../../src/platform/engines/engines.ts';
import { guard } from '../../../src/platform/query/guard/guard.ts';
import { modelOf } from '../../../src/platform/query/model/model.ts';
import { planQuery } from '../../../src/platform/query/plan/plan.ts';
import { explain, explainRow } from '../../../src/platform/query/result/explain.ts';
import { createContextReader, type ReadableContext } from '../../../src/platform/rules/context-reading.ts';
import { viewer, zurich } from './support/cases.ts';
import { openOrders, orders } from './support/orders.ts';

function explained(
  dataset: Dataset,
  context: ReadableContext,
  engine: EngineName = 'postgres',
  texts = explanationMessages.en,
) {
  const plan = planQuery(
    { dimensions: [{ column: 'region' }], measures: ['orders'], totals: true },
    dataset,
    zurich,
    0,
  );
  return explain(guard(plan, createContextReader(context)), dialectNamed(engine), texts);
}

test('explain: names the parameters of statements after the origin of their values', () => {
  const dataset: Dataset = {
    ...orders,
    rowRules: [{ column: 'region', operator: 'in', values: { context: 'attributes.regions' } }],
  };
  const { rows, statements } = explained(dataset, viewer);
  assert.equal(rows, 'some');
  assert.deepEqual(
    statements.map((statement) => statement.purpose),
    ['rows', 'totals'],
  );
  assert.match(
    statements[0]?.sql ?? '',
    /s\."region" IN \(:attributes\.regions, :attributes\.regions\.2, :attributes\.regions\.3\)/,
  );
  assert.deepEqual(statements[0]?.parameters[0], {
    name: 'attributes.regions',
    from: 'attributes.regions',
    value: 'EU',
  });
  assert.equal(statements[0]?.parameters.length, 3);
});

test('explain: gives the reason for an empty result', () => {
  const { rows, summary, rules } = explained(orders, { ...viewer, attributes: {} });
  assert.equal(rows, 'none');
  assert.match(summary, /sees no rows: attributes\.region is missing or empty/);
  assert.deepEqual(rules, [
    {
      path: '/rowRules/0',
      outcome: 'unknown',
      reason: 'attributes.region is missing or empty',
      missing: 'attributes.region',
    },
  ]);
  assert.equal(explained(openOrders, viewer).rows, 'all');
});

test('explain: writes summary and reasons in the language of the reader', () => {
  const german = explanationMessages.de;
  assert.ok(german);
  const { summary, rules } = explained(orders, { ...viewer, attributes: {} }, 'postgres', german);
  assert.equal(summary, 'Dieser Betrachter sieht keine Zeilen: attributes.region fehlt oder ist leer.');
  assert.equal(rules[0]?.reason, 'attributes.region fehlt oder ist leer');
});

test('explain: never contains a secret of the context, on any engine', () => {
  const context = { ...viewer, secrets: { password: 'canary-7f3a' } } as ReadableContext;
  for (const { name: engine } of ENGINES) {
    assert.equal(JSON.stringify(explained(orders, context, engine)).includes('canary'), false);
  }
});

test('explain: names the rule that hides a row', () => {
  const dataset: Dataset = {
    ...orders,
    rowRules: [
      { column: 'region', operator: 'equals', value: { context: 'attributes.region' } },
      { column: 'quantity', operator: 'greater', value: 5 },
    ],
    groupRules: [{ group: 'US', rule: { all: true } }],
  };
  const reader = createContextReader(viewer);
  assert.deepEqual(explainRow(modelOf(dataset), { region: 'EU', quantity: 9 }, reader, zurich), {
    visible: true,
    rules: [
      { path: '/rowRules/0', outcome: 'true' },
      { path: '/rowRules/1', outcome: 'true' },
      { path: '/groupRules/0', outcome: 'true' },
    ],
  });
  const hidden = explainRow(modelOf(dataset), { region: 'eu', quantity: null }, reader, zurich);
  assert.equal(hidden.visible, false);
  assert.deepEqual(
    hidden.rules.map((rule) => rule.outcome),
    ['false', 'unknown', 'true'],
  );
});

test('explain: says where a row alone does not tell whether it is visible', () => {
  const regions: Dataset = { ...openOrders, id: 'regions' };
  const rule = { column: 'quantity', operator: 'greater', value: 5 } as const;
  const dataset = (rowRules: readonly RowRule[], required = false): Dataset => ({
    ...orders,
    rowRules,
    relationships: [
      {
        name: 'home',
        dataset: 'regions',
        kind: 'many-to-one',
        columns: [{ own: 'region', other: 'region' }],
        required,
      },
    ],
  });
  const explain = (root: Dataset, quantity: number) => {
    const model = { root, datasets: new Map([root, regions].map((each) => [each.id, each])) };
    return explainRow(model, { region: 'EU', quantity }, createContextReader(viewer), zurich);
  };
  assert.equal(explain(dataset([rule, { follow: 'home' }]), 9).visible, null);
  assert.equal(explain(dataset([rule, { follow: 'home' }]), 1).visible, false);
  assert.equal(explain(dataset([{ or: [rule, { follow: 'home' }] }]), 9).visible, true);
  const required = explain(dataset([rule], true), 9);
  assert.deepEqual(required, { visible: null, rules: [{ path: '/rowRules/0', outcome: 'true' }] });
});
