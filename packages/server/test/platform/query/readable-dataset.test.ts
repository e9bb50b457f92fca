import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Dataset } from '@inlay/protocol/dataset';
import { UTC_CALENDAR } from '@inlay/protocol/query';
import { dialectNamed } from '../../../src/platform/engines/engines.ts';
import { compile } from '../../../src/platform/query/compile/compile.ts';
import { MaskedColumnError } from '../../../src/platform/query/errors/masked-column-error.ts';
import { UnknownFieldError } from '../../../src/platform/query/errors/unknown-field-error.ts';
import { guard } from '../../../src/platform/query/guard/guard.ts';
import { modelOf } from '../../../src/platform/query/model/model.ts';
import { queryableDataset, readableDataset } from '../../../src/platform/query/model/readable-dataset.ts';
import { queryableModel, readableModel } from '../../../src/platform/query/model/readable-model.ts';
import { planQuery } from '../../../src/platform/query/plan/plan.ts';
import { columnAccess } from '../../../src/platform/rules/column-access.ts';
import { createContextReader } from '../../../src/platform/rules/context-reading.ts';

const viewer = { username: 'ann', workspaceId: 'main', roles: ['USER'], groups: ['sales'] };
const reader = createContextReader(viewer);
const officers = { context: 'groups', operator: 'contains', value: 'officers' } as const;

const people: Dataset = {
  id: 'people',
  version: 1,
  source: { kind: 'table', table: 'people' },
  columns: [
    { name: 'id', type: 'integer' },
    { name: 'name', type: 'string', access: [{ show: 'hash' }] },
    { name: 'pay', type: 'integer', access: [{ when: officers, show: 'value' }] },
    { name: 'bonus', type: 'integer', expression: 'pay * 2' },
    { name: 'double bonus', type: 'integer', expression: '[bonus] * 2' },
    { name: 'initial', type: 'string', expression: 'coalesce(name, name)' },
    { name: 'twice', type: 'integer', expression: 'id * 2' },
    { name: 'team', type: 'string', access: [{ show: 'null' }] },
  ],
  measures: [
    { name: 'people', kind: 'count' },
    { name: 'payroll', kind: 'sum', column: 'pay' },
    { name: 'per head', kind: 'ratio', numerator: 'payroll', denominator: 'people' },
    { name: 'share', kind: 'share-of-total', measure: 'per head' },
    { name: 'well paid', kind: 'count', filters: [{ column: 'pay', operator: 'greater', value: 1 }] },
    { name: 'names', kind: 'distinct', column: 'name' },
    { name: 'sum', kind: 'expression', expression: 'people + [well paid]' },
  ],
  relationships: [
    {
      name: 'team',
      dataset: 'teams',
      kind: 'many-to-one',
      columns: [{ own: 'team', other: 'id' }],
    },
    { name: 'boss', dataset: 'people', kind: 'many-to-one', columns: [{ own: 'id', other: 'id' }] },
    { name: 'paid', dataset: 'people', kind: 'many-to-one', columns: [{ own: 'id', other: 'pay' }] },
  ],
  // Rules may use what the viewer cannot.
  rowRules: [{ column: 'double bonus', operator: 'greater', value: 4 }],
};
const names = (fields: readonly { readonly name: string }[] | undefined) => fields?.map(({ name }) => name);

describe('a dataset for one viewer', () => {
  it('has no denied columns, and nothing that is computed from restricted ones', () => {
    const readable = readableDataset(people, reader);
    assert.deepEqual(names(readable.columns), ['id', 'name', 'twice', 'team']);
    assert.deepEqual(names(readable.measures), ['people', 'names']);
    assert.deepEqual(names(readable.relationships), ['boss', 'paid']);
    const queryable = queryableDataset(people, reader);
    assert.deepEqual(names(queryable.columns), ['id', 'twice']);
    assert.deepEqual(names(queryable.measures), ['people']);
    const officer = createContextReader({ ...viewer, groups: ['officers'] });
    assert.ok(names(readableDataset(people, officer).columns)?.includes('double bonus'));
  });

  it('cannot be joined by restricted keys of either dataset', () => {
    const { root } = readableModel({ root: people, datasets: new Map([[people.id, people]]) }, reader);
    assert.deepEqual(names(root.relationships), ['boss']);
  });

  it('keeps denied columns for row rules, computed ones too', () => {
    const plan = planQuery(
      { dimensions: [{ column: 'id' }], measures: [] },
      readableModel(modelOf(people), reader),
      UTC_CALENDAR,
      0,
    );
    assert.match(compile(guard(plan, reader), dialectNamed('duckdb')).sql, /WHERE.*"pay"/s);
  });

  it('is enforced by the guard even if the query was planned with all columns', () => {
    const guarded = (column: string, filters: boolean) =>
      guard(
        planQuery(
          filters
            ? { dimensions: [], measures: ['people'], filters: [{ column, operator: 'is-set' }] }
            : { dimensions: [{ column }], measures: [] },
          { ...people, rowRules: [{ all: true }] },
          UTC_CALENDAR,
          0,
        ),
        reader,
      );
    for (const filters of [true, false]) {
      for (const column of ['pay', 'bonus', 'double bonus', 'initial'])
        assert.throws(() => guarded(column, filters), UnknownFieldError, column);
      assert.throws(() => guarded('name', filters), MaskedColumnError);
      for (const column of ['id', 'twice']) guarded(column, filters);
    }
  });

  it('counts a condition that cannot be evaluated as not met', () => {
    const cut = createContextReader({ ...viewer, groups: [] }, ['groups']);
    assert.equal(columnAccess({ access: [{ when: officers, show: 'value' }] }, cut), 'denied');
    const masked = { access: [{ when: officers, show: 'value' as const }, { show: 'null' as const }] };
    assert.deepEqual(columnAccess(masked, cut), { show: 'null' });
    assert.equal(columnAccess({ access: [] }, reader), 'denied');
  });

  it('is the same object for viewers with the same access, and another for those with more', () => {
    const model = modelOf(people);
    const withGroups = (...groups: string[]) => createContextReader({ ...viewer, groups });
    const readable = readableModel(model, withGroups('sales'));
    assert.equal(readableModel(model, withGroups('support')), readable);
    const ofOfficer = readableModel(model, withGroups('officers'));
    assert.ok(names(ofOfficer.root.columns)?.includes('pay'));
    assert.ok(!names(readable.root.columns)?.includes('pay'));
    assert.ok(!names(queryableModel(model, withGroups('officers')).root.columns)?.includes('name'));
  });
});
