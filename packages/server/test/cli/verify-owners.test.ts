import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findOwners } from '../../src/cli/verify/owners.ts';
import type { Plan } from '../../src/cli/verify/read-plan.ts';
import { columnValuesIn, type Survey } from '../../src/cli/verify/survey.ts';

const planned = (name: string, customer: string) => ({
  name,
  context: { username: name, workspaceId: 'main', attributes: { customer } },
  expect: {},
});
const plan = {
  contexts: [planned('ann', 'Acme'), planned('bob', 'Birch')],
  shared: new Set(),
} as unknown as Plan;
const surveyOf = (name: string, column: string, values: readonly string[]) => {
  const shown = { name: column, label: column, type: 'string', role: 'dimension', values } as const;
  const columnValues = columnValuesIn({ embed: 'e' }, 'payments', {
    columns: [shown],
    rowCount: values.length,
    truncated: false,
  });
  return { viewer: { name }, columnValues } as unknown as Survey;
};

describe('columns that tell verify whose a row is', () => {
  it('have the name of an attribute, also in a related dataset, whatever their values are', () => {
    const column = 'invoice.account.customer';
    // A rule that compares the wrong attribute: each sees the rows of the other.
    const surveys = [surveyOf('ann', column, ['Birch']), surveyOf('bob', column, ['Acme'])];
    const owners = findOwners(plan, surveys);
    assert.deepEqual([...owners.identifiers], [['payments/invoice.account.customer', 'attributes.customer']]);
    const [entry] = surveys[0]?.columnValues ?? [];
    assert.deepEqual(entry && owners.foreignIn('ann', entry), [{ value: 'Birch', owner: 'bob' }]);
  });

  it('are not those of another name without own values', () => {
    const surveys = [surveyOf('ann', 'invoice.state', ['open']), surveyOf('bob', 'invoice.state', ['open'])];
    assert.deepEqual([...findOwners(plan, surveys).identifiers], []);
  });
});
