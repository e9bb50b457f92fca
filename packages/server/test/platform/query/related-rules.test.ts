import assert from 'node:assert/strict';
import test from 'node:test';
import type { Dataset } from '@inlay/protocol/dataset';
import type { RowRule } from '@inlay/protocol/rule';
import { dialectNamed, type EngineName } from '../../../src/platform/engines/engines.ts';
import { compile } from '../../../src/platform/query/compile/compile.ts';
import { bindRowRules } from '../../../src/platform/query/guard/bind-row-rules.ts';
import { guard, isDenied } from '../../../src/platform/query/guard/guard.ts';
import { checkRules } from '../../../src/platform/query/model/check-rules.ts';
import type { Model } from '../../../src/platform/query/model/model.ts';
import { planQuery } from '../../../src/platform/query/plan/plan.ts';
import { createContextReader } from '../../../src/platform/rules/context-reading.ts';
import { inEnglish } from '../../../src/platform/rules/reason.ts';
import { zurich } from './support/cases.ts';

const table = (id: string, more: Omit<Dataset, 'id' | 'version' | 'source'>): Dataset => ({
  id,
  version: 1,
  source: { kind: 'table', table: id },
  ...more,
});
const to = (name: string, dataset: string, own: string) =>
  ({ name, dataset, kind: 'many-to-one', columns: [{ own, other: 'id' }] }) as const;

const accounts = table('accounts', {
  columns: [
    { name: 'id', type: 'integer' },
    { name: 'customer', type: 'string', access: [] },
  ],
  rowRules: [{ column: 'customer', operator: 'equals', value: { context: 'attributes.customer' } }],
  relationships: [
    {
      name: 'invoices',
      dataset: 'invoices',
      kind: 'one-to-many',
      columns: [{ own: 'id', other: 'account_id' }],
    },
  ],
});
const invoices = table('invoices', {
  columns: [
    { name: 'id', type: 'integer' },
    { name: 'account_id', type: 'integer' },
    { name: 'state', type: 'string' },
  ],
  rowRules: [{ follow: 'account' }],
  relationships: [to('account', 'accounts', 'account_id')],
});
const payments = table('payments', {
  columns: [
    { name: 'id', type: 'integer' },
    { name: 'invoice_id', type: 'integer' },
  ],
  measures: [{ name: 'payments', kind: 'count' }],
  relationships: [to('invoice', 'invoices', 'invoice_id')],
});

function modelWith(rowRules: readonly RowRule[], others: readonly Dataset[] = [accounts, invoices]): Model {
  const root = { ...payments, rowRules };
  return { root, datasets: new Map([...others, root].map((dataset) => [dataset.id, dataset])) };
}

const acme = createContextReader({
  username: 'ada',
  workspaceId: 'main',
  roles: ['USER'],
  attributes: { customer: 'Acme' },
});
const nobody = createContextReader({ username: 'ada', workspaceId: 'main', roles: ['USER'] });

const query = { dimensions: [], measures: ['payments'] };
const guarded = (model: Model, reader = acme) => guard(planQuery(query, model, zurich, 0), reader);
const sqlOf = (model: Model, engine: EngineName = 'duckdb') => {
  const { sql, params } = compile(guarded(model), dialectNamed(engine));
  return { sql: sql.replaceAll(/\s+/g, ' '), params };
};
const reasonOf = (model: Model, reader = acme) => {
  const plan = guarded(model, reader);
  assert.ok(isDenied(plan));
  return plan.sources[0]?.findings.map(({ reason }) => inEnglish(reason)).join('; ');
};

const byPath: RowRule = {
  column: 'invoice.account.customer',
  operator: 'equals',
  value: { context: 'attributes.customer' },
};

test('related rules: a column two relationships away is looked up by keys, also one that viewers have no access to', () => {
  const { sql, params } = sqlOf(modelWith([byPath]));
  assert.match(
    sql,
    /JOIN \(SELECT DISTINCT r1\."id" AS k0 FROM "invoices" AS r1 WHERE r1\."account_id" IN \(SELECT r2\."id" FROM "accounts" AS r2 WHERE CAST\(r2\."customer" AS VARCHAR\) = .*\) AS l1 ON s\."invoice_id" = l1\.k0/,
  );
  assert.match(
    sqlOf(modelWith([byPath]), 'trino').sql,
    /WHERE s\."invoice_id" IN \(SELECT r1\."id" FROM "invoices" AS r1 WHERE r1\."account_id" IN \(SELECT r2\."id" FROM "accounts" AS r2 WHERE /,
  );
  assert.deepEqual(params, ['Acme']);
});

test('related rules: a row follows the rules of its dataset, which may follow others', () => {
  const { sql, params } = sqlOf(modelWith([{ follow: 'invoice' }]));
  assert.equal(sql, sqlOf(modelWith([byPath])).sql);
  assert.deepEqual(params, ['Acme']);
  const open = { ...accounts, segmented: false, rowRules: [] };
  // Every account is visible, but there has to be one.
  assert.match(
    sqlOf(modelWith([{ follow: 'invoice.account' }], [open, invoices])).sql,
    /IN \(SELECT r2\."id" FROM "accounts" AS r2\)/,
  );
});

test('related rules: text keys are compared byte by byte', () => {
  const texts = (dataset: Dataset): Dataset => ({
    ...dataset,
    columns: dataset.columns.map((column) => ({ ...column, type: 'string' })),
    relationships: (dataset.relationships ?? []).map((each) => ({ ...each, enforced: true })),
  });
  const model = modelWith([{ follow: 'invoice' }], [texts(accounts), texts(invoices)]);
  const all = { ...model, root: texts(model.root) };
  assert.match(
    sqlOf(all, 'mysql').sql,
    /WHERE \(s\.`invoice_id`, CAST\(CONVERT\(s\.`invoice_id` USING utf8mb4\) AS BINARY\)\) IN \(SELECT r1\.`id`, CAST/,
  );
});

test('related rules: what cannot be decided denies every row', () => {
  assert.match(reasonOf(modelWith([byPath]), nobody) ?? '', /attributes\.customer is missing/);
  assert.match(
    reasonOf(modelWith([{ follow: 'invoice' }]), nobody) ?? '',
    /sees no rows of invoice, because the viewer sees no rows of account, because attributes\.customer is missing/,
  );
  assert.match(
    reasonOf(modelWith([{ follow: 'invoice' }], [invoices])) ?? '',
    /no dataset that this viewer can use/,
  );
  assert.match(reasonOf(modelWith([byPath], [invoices])) ?? '', /has no column invoice\.account\.customer/);
  assert.match(
    reasonOf(modelWith([{ follow: 'invoice.account.invoices' }])) ?? '',
    /several rows of invoices, so rules cannot use them/,
  );
  const circular = {
    ...accounts,
    rowRules: [{ follow: 'payment' }],
    relationships: [to('payment', 'payments', 'id')],
  };
  assert.match(
    reasonOf(modelWith([{ follow: 'invoice' }], [circular, invoices])) ?? '',
    /follow each other: payments → invoices → accounts → payments/,
  );
  const many = modelWith([{ or: Array.from({ length: 30 }, () => byPath) }, byPath]);
  assert.match(reasonOf(many) ?? '', /more than 50 times/);
});

test('related rules: an explanation has the rules of each followed dataset', () => {
  const found = (reader = acme) =>
    guarded(modelWith([{ follow: 'invoice' }]), reader).sources[0]?.findings.flatMap(
      ({ followed = [] }) => followed,
    );
  const summary = (reader = acme) =>
    found(reader)?.map(({ path, datasetId, rows, rules }) => [
      path,
      datasetId,
      rows,
      rules.map((r) => r.outcome),
    ]);
  assert.deepEqual(summary(), [
    ['invoice', 'invoices', 'some', ['true']],
    ['invoice.account', 'accounts', 'some', ['true']],
  ]);
  assert.deepEqual(summary(nobody), [
    ['invoice', 'invoices', 'none', ['unknown']],
    ['invoice.account', 'accounts', 'none', ['unknown']],
  ]);
  assert.equal(found(nobody)?.at(-1)?.rules[0]?.missing, 'attributes.customer');
  assert.ok(found()?.every(({ rules }) => rules.every((rule) => !('followed' in rule))));
});

test('related rules: values of the host page never decide about rows', () => {
  const varying: Dataset = {
    ...invoices,
    source: { kind: 'sql', sql: 'SELECT * FROM invoices WHERE state = {{ variables.state }}' },
  };
  const model = modelWith([{ follow: 'invoice' }], [accounts, varying]);
  const plan = guard(planQuery(query, model, zurich, 0), acme, { state: 'open' });
  assert.ok(isDenied(plan));
  assert.match(checkRules(model)[0]?.problem ?? '', /uses variables, which viewers can change/);
});

test('related rules: mistakes are found when the dataset is saved', () => {
  const problems = (rule: RowRule, others?: readonly Dataset[]) => checkRules(modelWith([rule], others));
  assert.deepEqual(problems({ follow: 'invoice' }), []);
  assert.deepEqual(problems(byPath), []);
  assert.deepEqual(problems({ ...byPath, column: 'invoice.account.customr' } as RowRule), [
    { path: '/rowRules/0/column', problem: 'accounts has no column customr. Did you mean “customer”?' },
  ]);
  assert.deepEqual(problems({ follow: 'order' }), [
    { path: '/rowRules/0/follow', problem: 'the dataset has no relationship order' },
  ]);
  assert.deepEqual(problems({ and: [{ follow: 'invoice.acount' }] }), [
    {
      path: '/rowRules/0/and/0/follow',
      problem: 'invoices has no relationship acount. Did you mean “account”?',
    },
  ]);
  assert.deepEqual(problems({ column: 'invoice.owner.name', operator: 'is-set' }), [
    { path: '/rowRules/0/column', problem: 'invoices has no relationship owner' },
  ]);
  assert.match(problems({ follow: 'invoice.account.invoices' })[0]?.problem ?? '', /several rows/);
  assert.match(
    problems({ column: 'invoice.account.id', operator: 'contains', value: 'x' })[0]?.problem ?? '',
    /requires a text column/,
  );
  // Datasets that the model does not have are checked where they are known.
  assert.deepEqual(problems({ follow: 'invoice.account' }, [invoices]), []);
});

test('related rules: those that follow each other many times over are not multiplied', () => {
  let reads = 0;
  const chain = Array.from({ length: 4 }, (_, index): Dataset => {
    const rowRules: readonly RowRule[] = [{ or: Array.from({ length: 20 }, () => ({ follow: 'next' })) }];
    const dataset = table(`d${index}`, {
      columns: [{ name: 'id', type: 'integer' }],
      relationships: [to('next', `d${index + 1}`, 'id')],
    });
    return Object.defineProperty(dataset, 'rowRules', {
      get: () => {
        reads += 1;
        return rowRules;
      },
      enumerable: true,
    });
  });
  const [root] = chain as [Dataset];
  const end = { ...accounts, id: 'd4', relationships: [] };
  const model = { root, datasets: new Map([...chain, end].map((dataset) => [dataset.id, dataset])) };
  assert.deepEqual(checkRules(model), [
    {
      path: '/rowRules',
      problem: 'these rules and those they follow refer to related rows more than 50 times',
    },
  ]);
  // The one at the end has no steps to related rows, so the last but one is fine.
  const last = chain[3] as Dataset;
  assert.deepEqual(checkRules({ ...model, root: last }), []);
  reads = 0;
  const { findings } = bindRowRules(model, acme, () => undefined);
  assert.ok(reads <= 51, `${reads} datasets were bound`);
  assert.ok(findings.length <= 20);
});

test('related rules: paths have five relationships at most', () => {
  const own = table('parts', {
    columns: [{ name: 'id', type: 'integer' }],
    relationships: [to('parent', 'parts', 'id')],
  });
  const problems = (steps: number) => {
    const root = {
      ...own,
      rowRules: [{ column: `${'parent.'.repeat(steps)}id`, operator: 'is-set' as const }],
    };
    return checkRules({ root, datasets: new Map([[root.id, root]]) });
  };
  assert.deepEqual(problems(5), []);
  assert.match(problems(6)[0]?.problem ?? '', /leads over more than 5 relationships/);
});

test('related rules: too many related rows are refused, with those of followed rules, in bounded time', () => {
  const follows = (follow: string) => Array.from({ length: 60 }, () => ({ follow }));
  const two = modelWith([{ or: Array.from({ length: 10 }, () => ({ follow: 'invoice' })) }]);
  assert.deepEqual(checkRules(two), []);
  const [problem] = checkRules(modelWith(follows('invoice')));
  assert.equal(problem?.path, '/rowRules');
  assert.match(problem?.problem ?? '', /more than 50 times/);

  // 60 × 60 × 60 × 60 × 60 lookups if each of them were bound.
  const chain = Array.from({ length: 5 }, (_, index) =>
    table(`d${index}`, {
      columns: [{ name: 'id', type: 'integer' }],
      rowRules: follows('next'),
      relationships: [to('next', `d${index + 1}`, 'id')],
    }),
  );
  const last = table('d5', { columns: [{ name: 'id', type: 'integer' }], rowRules: accounts.rowRules ?? [] });
  const deep = {
    ...modelWith([{ follow: 'first' }], [...chain, last]),
    root: { ...payments, rowRules: [{ follow: 'first' }], relationships: [to('first', 'd0', 'id')] },
  };
  assert.match(checkRules(deep)[0]?.problem ?? '', /more than 50 times/);
  assert.match(reasonOf(deep, nobody) ?? '', /more than 50 times/);
});

test('related rules: each group counts its own related rows', () => {
  const model = modelWith([]);
  const groupRules = Array.from({ length: 60 }, (_, index) => ({ group: `group-${index}`, rule: byPath }));
  assert.deepEqual(checkRules({ ...model, root: { ...model.root, groupRules } }), []);
});
