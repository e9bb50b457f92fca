import type { Cell, ColumnType } from '@inlay/protocol/result';
import type { EngineResult } from '../engines/engine.ts';
import type { Plan } from './plan.ts';
import { totalsPlan } from './totals-plan.ts';

/** What an engine would answer to a viewer who sees no row, without asking one: no connection, no credential. */
export function deniedAnswer(plan: Plan): EngineResult {
  const rowCount = plan.dimensions.length === 0 ? 1 : 0;
  const column = (name: string, type: ColumnType, cell: Cell) => ({
    name,
    type,
    values: rowCount === 0 ? [] : [cell],
  });
  const measures = (prefix: 'm' | 'p') =>
    plan.measures.map(({ type, zeroWhenEmpty }, index) =>
      column(`${prefix}${index}`, type, zeroWhenEmpty ? 0 : null),
    );
  return {
    columns: [
      ...plan.dimensions.map(({ type }, index) => column(`d${index}`, type, null)),
      ...plan.tops.flatMap(({ others }, index) => (others ? [column(`o${index}`, 'integer', 0)] : [])),
      ...measures('m'),
      ...(plan.comparison === undefined ? [] : measures('p')),
    ],
    rowCount,
    truncated: false,
  };
}

/** The totals over no rows. */
export function deniedTotals(plan: Plan): EngineResult | undefined {
  return plan.totals ? deniedAnswer(totalsPlan(plan)) : undefined;
}
