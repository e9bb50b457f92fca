import type { DatasetColumn, Measure } from '@inlay/protocol/dataset';

type Column = Pick<DatasetColumn, 'name' | 'type'>;

export interface ProposedMeasure {
  readonly measure: Measure;
  /** Whether it is preselected: a sum of order numbers is meaningless. */
  readonly likely: boolean;
}

const NUMBERS = ['integer', 'decimal', 'number'];
const NAME_ENDINGS = [
  /(?:^|[_\s-])(?:id|key|code|nr|no|zip|year|month|day)$/i,
  /[a-z](?:Id|Key|Code|Year|Month)$/,
];

export const isNumeric = ({ type }: { readonly type: string }): boolean => NUMBERS.includes(type);

/** The default name of a sum over a column, or of the row count without one. */
export const measureName = (column: string | undefined): string =>
  column === undefined ? 'Number of rows' : `Total ${column.replaceAll('_', ' ')}`;

/** What one would measure first: each number added up, and the rows counted. */
export function proposeMeasures(columns: readonly Column[]): readonly ProposedMeasure[] {
  const sums = columns.filter(isNumeric).map(
    ({ name }): ProposedMeasure => ({
      measure: { name: measureName(name), kind: 'sum', column: name },
      likely: !NAME_ENDINGS.some((ending) => ending.test(name)),
    }),
  );
  return [...sums, { measure: { name: measureName(undefined), kind: 'count' }, likely: true }];
}
