import assert from 'node:assert/strict';
import test from 'node:test';
import type { Dataset } from '@inlay/protocol/dataset';
import type { RowRule } from '@inlay/protocol/rule';
import { bindRowRules } from '../../../src/platform/query/guard/bind-row-rules.ts';
import { modelOf } from '../../../src/platform/query/model/model.ts';
import { createContextReader } from '../../../src/platform/rules/context-reading.ts';
import { inEnglish } from '../../../src/platform/rules/reason.ts';

const columns: Dataset['columns'] = [
  { name: 'region', type: 'string' },
  { name: 'id', type: 'integer' },
  { name: 'active', type: 'boolean' },
  { name: 'payload', type: 'json' },
];
const context = {
  username: 'ada',
  workspaceId: 'main',
  roles: ['USER'],
  groups: ['eu'],
  attributes: { region: 'EU', ids: [1, 2], bad: [1, 'x'] },
};
const reader = createContextReader(context);

function bind(rowRules: readonly RowRule[], more: Partial<Dataset> = {}, as = reader) {
  const dataset = { id: 'orders', version: 1, source: { kind: 'table', table: 'orders' } as const };
  return bindRowRules(modelOf({ ...dataset, columns, rowRules, ...more }), as, () => undefined);
}

const region: RowRule = { column: 'region', operator: 'equals', value: { context: 'attributes.region' } };
const absent: RowRule = { column: 'region', operator: 'equals', value: { context: 'attributes.absent' } };

test('row rules: bind a value with its type and origin', () => {
  const { condition, findings } = bind([region]);
  assert.deepEqual(condition, {
    kind: 'compare',
    column: columns[0],
    operator: 'equals',
    literal: { type: 'string', text: 'EU', origin: 'attributes.region' },
  });
  assert.deepEqual(
    findings.map((finding) => ({ ...finding, reason: inEnglish(finding.reason) })),
    [{ path: '/rowRules/0', outcome: 'true', reason: 'region equals: applied' }],
  );
});

test('row rules: no rule means no rows, unless the dataset is not segmented', () => {
  assert.equal(bind([]).condition.kind, 'never');
  assert.equal(bind([], { segmented: true }).condition.kind, 'never');
  assert.equal(bind([], { segmented: false }).condition.kind, 'always');
  assert.equal(bind([absent], { segmented: false }).condition.kind, 'never');
  assert.match(
    bind([])
      .findings.map(({ reason }) => inEnglish(reason))
      .join(),
    /no rule that grants rows/,
  );
});

test('row rules: all must match, and one that cannot be bound denies everything', () => {
  assert.equal(bind([region, absent]).condition.kind, 'never');
  assert.equal(bind([{ or: [region, absent] }]).condition.kind, 'compare');
  assert.equal(bind([{ and: [region, absent] }]).condition.kind, 'never');
  assert.equal(bind([{ and: [] }]).condition.kind, 'never');
  assert.equal(bind([{ or: [] }]).condition.kind, 'never');
});

test('row rules: report missing, lost and mistyped values', () => {
  const reasons = (rule: RowRule, as = reader) =>
    bind([rule], {}, as)
      .findings.map((finding) => inEnglish(finding.reason))
      .join();
  assert.match(reasons(absent), /attributes.absent is missing or empty/);
  assert.match(reasons(absent, createContextReader(context, ['attributes'])), /truncated/);
  assert.match(
    reasons({ column: 'id', operator: 'equals', value: { context: 'attributes.region' } }),
    /column id is integer .* not text/,
  );
  assert.match(
    reasons({ column: 'id', operator: 'not-in', values: { context: 'attributes.bad' } }),
    /not text/,
  );
  assert.match(reasons({ column: 'gone', operator: 'is-set' }), /no column gone/);
  assert.match(reasons({ column: 'payload', operator: 'equals', value: 'x' }), /JSON/);
  assert.match(reasons({ column: 'active', operator: 'less', value: true }), /no order/);
  assert.match(
    reasons({ column: 'region', operator: 'equals', value: { context: 'attributes.ids' } }),
    /is a list/,
  );
});

test("row rules: the union of the viewer's group rules applies in addition", () => {
  const groupRules = [
    { group: 'eu', rule: region },
    { group: 'all', rule: { all: true } as const },
  ];
  assert.equal(bind([], { groupRules }).condition.kind, 'compare');
  const both = createContextReader({ ...context, groups: ['eu', 'all'] });
  assert.equal(bind([], { groupRules }, both).condition.kind, 'always');
  assert.equal(bind([absent], { groupRules }, both).condition.kind, 'never');
  const none = createContextReader({ ...context, groups: [] });
  assert.equal(bind([], { groupRules, segmented: false }, none).condition.kind, 'never');
  assert.equal(bind([region], { groupRules }, none).condition.kind, 'never');
});

test('row rules: the rest of a truncated list of groups still grants access, but absence proves nothing', () => {
  const cut = createContextReader(context, ['groups']);
  const rule = (operator: 'in' | 'not-in'): RowRule => ({
    column: 'region',
    operator,
    values: { context: 'groups' },
  });
  assert.equal(bind([rule('in')], {}, cut).condition.kind, 'in');
  assert.equal(bind([rule('not-in')], {}, cut).condition.kind, 'never');
  assert.equal(bind([rule('not-in')]).condition.kind, 'not-in');
  assert.equal(bind([], { groupRules: [{ group: 'eu', rule: region }] }, cut).condition.kind, 'compare');
  assert.equal(bind([], { groupRules: [{ group: 'us', rule: region }] }, cut).condition.kind, 'never');
});

test('row rules: a condition on the context enables or disables the rest', () => {
  const admin: RowRule = { context: 'roles', operator: 'contains', value: 'ADMIN' };
  assert.equal(bind([{ or: [admin, region] }]).condition.kind, 'compare');
  assert.equal(
    bind([{ or: [admin, region] }], {}, createContextReader({ ...context, roles: ['ADMIN'] })).condition.kind,
    'always',
  );
  assert.equal(bind([{ and: [admin, region] }]).condition.kind, 'never');
});
