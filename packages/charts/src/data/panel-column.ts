import type { QueryResult, ResultColumn } from '@inlay/protocol/result';
import type { ChartTraits } from '../chart-traits.ts';
import type { SharedOptions } from '../options/shared-options.ts';

/** The dimension whose values get a panel each; none unless the kind can have panels. */
export function panelColumn(
  { options: offered }: Pick<ChartTraits, 'options'>,
  options: SharedOptions | undefined,
  { columns }: QueryResult,
): ResultColumn | undefined {
  const name = 'panels' in offered ? options?.panels : undefined;
  const by = columns.find((column) => column.name === name);
  return by?.role === 'dimension' ? by : undefined;
}

/** What a panel draws: everything but the dimension that tells panels apart. */
export const withoutColumn = (result: QueryResult, column: ResultColumn | undefined): QueryResult =>
  column ? { ...result, columns: result.columns.filter((each) => each !== column) } : result;
