import { EngineError } from '../../engines/engine-error.ts';
import { rowTooLarge } from '../../engines/result-limits.ts';
import type { Plan } from '../plan/plan.ts';
import { usedColumns } from '../plan/used-columns.ts';

/**
 * An error of the engine with the columns that it is about, as people know them. `planned` is what the viewer asked for:
 * a plan of groups or of rows.
 */
export function withColumnNames(error: unknown, plan: Plan, planned: object): unknown {
  if (!(error instanceof EngineError)) return error;
  if (error.code === 'OVERFLOW') return withComputedColumns(error, planned);
  return error.code === 'TOO_LARGE' ? withLargeColumn(error, plan) : error;
}

function withComputedColumns(error: EngineError, planned: object): EngineError {
  const computed = usedColumns(planned).filter(({ expression }) => expression !== undefined);
  const names = [...new Set(computed.map(({ label, name }) => `“${label ?? name}”`))];
  if (names.length === 0) return error;
  return new EngineError('OVERFLOW', {
    message: `A number is too large for its type in the database. The query computes ${names.join(', ')}: convert what can become so large with to_number.`,
    ...(error.detail === undefined ? {} : { detail: error.detail }),
  });
}

function withLargeColumn(error: EngineError, { dimensions, measures }: Plan): EngineError {
  const [, kind, index] = /^([dm])(\d+)$/.exec(error.column ?? '') ?? [];
  if (kind === undefined) return error;
  const dimension = dimensions[Number(index)];
  return rowTooLarge(
    kind === 'd' ? (dimension?.column.label ?? dimension?.name) : measures[Number(index)]?.label,
  );
}
