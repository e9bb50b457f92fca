import assert from 'node:assert/strict';
import test from 'node:test';
import type { Dataset, Relationship } from '@inlay/protocol/dataset';
import { dialectNamed } from '../../../src/platform/engines/engines.ts';
import { compile } from '../../../src/platform/query/compile/compile.ts';
import { datasetsRead, guard, isDenied } from '../../../src/platform/query/guard/guard.ts';
import { checkRules } from '../../../src/platform/query/model/check-rules.ts';
import type { Model } from '../../../src/platform/query/model/model.ts';
import { planQuery } from '../../../src/platform/query/plan/plan.ts';
import { createContextReader } from '../../../src/platform/rules/context-reading.ts';
import { inEnglish } from '../../../src/platform/rules/reason.ts';
import { zurich } from './support/cases.ts';

const to = (name: string, dataset: string, own: string, required: boolean): Relationship => ({
  name,
  dataset,
  kind: 'many-to-one',
  columns: [{ own, other: 'id' }],
  enforced: true,
  required,
});
const table = (id: string, columns: readonly string[], more: Partial<Dataset>): Dataset => ({
  id,
  version: 1,
  source: { kind: 'table', table: id },
  columns: ['id', ...columns].map((name) => ({ name, type: 'integer' })),
  segmented: false,
  ...more,
});
const accounts = table('accounts', ['owner'], {
  rowRules: [{ column: 'owner', operator: 'equals', value: { context: 'attributes.owner' } }],
});
const payments = (required: boolean) =>
  table('payments', ['invoice_id'], {
    measures: [{ name: 'payments', kind: 'count' }],
    relationships: [to('invoice', 'invoices', 'invoice_id', required)],
  });
const invoices = (required: boolean, more: readonly Relationship[] = []) =>
  table('invoices', ['account_id', 'state'], {
    relationships: [to('account', 'accounts', 'account_id', required), ...more],
  });

const modelOf = (...datasets: readonly [Dataset, ...Dataset[]]): Model => ({
  root: datasets[0],
  datasets: new Map(datasets.map((dataset) => [dataset.id, dataset])),
});
const reader = (attributes: Record<string, number>) =>
  createContextReader({ username: 'ada', workspaceId: 'main', roles: ['USER'], attributes });
const guarded = (model: Model, dimensions: readonly string[], viewer = reader({ owner: 7 })) => {
  const query = { dimensions: dimensions.map((column) => ({ column })), measures: ['payments'] };
  return guard(planQuery(query, model, zurich, 0), viewer);
};
const sqlOf = (model: Model, ...dimensions: readonly string[]) =>
  compile(guarded(model, dimensions), dialectNamed('postgres')).sql.replaceAll(/\s+/g, ' ');

test('required relationships: a query that does not use them reads the same rows', () => {
  assert.match(
    sqlOf(modelOf(payments(true), invoices(true), accounts)),
    /FROM "payments" AS s WHERE s\."invoice_id" IN \(SELECT r1\."id" FROM "invoices" AS r1 WHERE r1\."account_id" IN \(SELECT r2\."id" FROM "accounts" AS r2 WHERE r2\."owner" = /,
  );
});

test('required relationships: one that a query uses is an inner join instead', () => {
  const all = modelOf(payments(true), invoices(true), accounts);
  const joined = sqlOf(all, 'invoice.account.owner');
  assert.match(
    joined,
    /FROM "payments" AS s JOIN "invoices" AS s1 ON s\."invoice_id" = s1\."id" JOIN "accounts" AS s2 ON s1\."account_id" = s2\."id" AND s2\."owner" = /,
  );
  assert.doesNotMatch(joined, / IN \(SELECT/);
  // What is required further on is a condition of the rows that are joined.
  assert.match(
    sqlOf(all, 'invoice.state'),
    /JOIN \(SELECT \* FROM "invoices" AS s1 WHERE s1\."account_id" IN \(SELECT r1\."id" FROM "accounts" AS r1 .*\) AS s1 ON s\."invoice_id" = s1\."id"/,
  );
});

test('required relationships: rows of an outer join are filtered before it', () => {
  assert.match(
    sqlOf(modelOf(payments(false), invoices(true), accounts), 'invoice.account.owner'),
    /LEFT JOIN \(SELECT \* FROM "invoices" AS s1 WHERE s1\."account_id" IN \(.*\) AS s1 ON .* LEFT JOIN "accounts" AS s2 ON/,
  );
});

test('required relationships: a viewer who sees no related rows sees none of these either', () => {
  const plan = guarded(modelOf(payments(true), invoices(true), accounts), [], reader({}));
  assert.ok(isDenied(plan));
  const [finding] = plan.sources[0]?.findings ?? [];
  assert.ok(finding);
  assert.match(inEnglish(finding.reason), /sees no rows of invoice, because .*owner is missing/);
});

test('required relationships: a result is as fresh as the datasets that decide about its rows', () => {
  const plan = guarded(modelOf(payments(true), invoices(true), accounts), []);
  assert.deepEqual(
    datasetsRead(plan).map(({ id }) => id),
    ['payments', 'invoices', 'accounts'],
  );
});

test('required relationships: to several rows, or in a circle, they are refused', () => {
  const several: Relationship = { ...to('lines', 'payments', 'id', true), kind: 'one-to-many' };
  assert.deepEqual(checkRules(modelOf(invoices(false, [several]), payments(false), accounts)), [
    { path: '/relationships/1/required', problem: 'only a relationship to one row can be required' },
  ]);
  const back = to('payment', 'payments', 'id', true);
  assert.match(
    checkRules(modelOf(payments(true), invoices(false, [back]), accounts))[0]?.problem ?? '',
    /in a circle: payments → invoices → payments/,
  );
});
