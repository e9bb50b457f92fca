import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { canariesFor } from '../../src/cli/verify/canaries.ts';
import type { Owners } from '../../src/cli/verify/owners.ts';
import { columnValuesIn, type Survey } from '../../src/cli/verify/survey.ts';

const surveyOf = (name: string, values: readonly string[], truncated: boolean) => {
  const column = { name: 'customer', label: 'Customer', type: 'string', role: 'dimension', values } as const;
  const result = { columns: [column], rowCount: values.length, truncated };
  const columnValues = columnValuesIn({ embed: 'e' }, 'sales', result);
  return { viewer: { name }, authored: '', columnValues } as unknown as Survey;
};
const nobody: Owners = {
  allowed: () => undefined,
  identifies: () => false,
  identifiers: new Map(),
  foreignIn: () => [],
};
const canaries = (isTruncated: boolean) =>
  canariesFor(
    surveyOf('ann', ['Alder', 'Birch'], isTruncated),
    [surveyOf('bob', ['Cedar', 'Dogwood'], true)],
    nobody,
    new Set(),
  ).map(({ value }) => value);

describe('values that verify searches for', () => {
  it('are those that only another context has seen', () => {
    assert.deepEqual(canaries(false), ['Cedar', 'Dogwood']);
  });

  it('are none of a column whose rows a limit cut off, since exports contain the others', () => {
    assert.deepEqual(canaries(true), []);
  });
});
