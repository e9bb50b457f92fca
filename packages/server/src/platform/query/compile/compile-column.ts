import type { Dataset, DatasetColumn } from '@inlay/protocol/dataset';
import type { ViewerCalendar } from '@inlay/protocol/query';
import { computedColumn } from '../expression/computed-columns.ts';
import type { Dialect } from '../text/dialect.ts';
import { trusted } from '../text/fragment.ts';
import type { Sql } from '../text/sql.ts';
import { compileExpression } from './compile-expression.ts';

export interface ColumnSource {
  readonly dataset: Pick<Dataset, 'columns'>;
  /** The name of the dataset's rows in the statement. */
  readonly alias: string;
  readonly dialect: Dialect;
  readonly calendar: ViewerCalendar;
}

/** A column of a dataset's rows: of the source, or computed from its columns. */
export function compileColumn(
  column: DatasetColumn,
  { dataset, alias, dialect, calendar }: ColumnSource,
): Sql {
  const columnOf = ({ name }: DatasetColumn) => trusted(`${alias}.${dialect.quote(name)}`);
  const expression = computedColumn(dataset, column.name);
  if (expression === undefined) return columnOf(column);
  return compileExpression(expression, { dialect, calendar, columnOf });
}
