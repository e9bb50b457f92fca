import type { Dataset } from '@inlay/protocol/dataset';
import type { ContextPath } from '@inlay/protocol/rule';
import { bindRowRules } from '../../platform/rules/bind-row-rules.ts';
import { readPath } from '../../platform/rules/context-reading.ts';
import type { DataViewer } from '../connections/index.ts';

/**
 * What a developer is told of rows that rules keep back: the dataset, and the names that its rules read of the context
 * that their own server signed. Neither columns nor values: the browser it is told in is the viewer's.
 */
export function explainNoRows(dataset: Dataset, viewer: DataViewer): string | undefined {
  const rules = [...(dataset.rowRules ?? []), ...(dataset.groupRules ?? [])];
  if (viewer.isUnruled || (rules.length === 0 && dataset.segmented === false)) return undefined;
  const where = `the row rules of dataset '${dataset.id}'`;
  if (rules.length === 0)
    return `No rows: dataset '${dataset.id}' has no row rule, and without one it shows its rows to nobody.`;
  const read = [...new Set(rules.flatMap(pathsIn))];
  const missing = read.filter((path) => readPath(viewer, path).kind !== 'value');
  if (bindRowRules(dataset, viewer).condition.kind !== 'never')
    return `No rows: none matches ${where}${read.length === 0 ? '' : `, which read ${read.join(', ')}`}.`;
  return missing.length === 0
    ? `No rows: ${where} grant this viewer none.`
    : `No rows: ${where} need ${missing.join(', ')}, which the token does not carry.`;
}

/** Everything of the context that a rule reads. */
function pathsIn(rule: unknown): readonly ContextPath[] {
  if (typeof rule !== 'object' || rule === null) return [];
  return Object.entries(rule).flatMap(([key, value]) =>
    key === 'context' && typeof value === 'string'
      ? [value as ContextPath]
      : key === 'group'
        ? (['groups'] as const)
        : pathsIn(value),
  );
}
