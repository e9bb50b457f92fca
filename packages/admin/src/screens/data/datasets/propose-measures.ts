import type { DataMessages } from '@inlay/messages/data';
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

/** Whether a sum of the column may mean something, by its name. */
export const isSummable = ({ name }: Pick<Column, 'name'>): boolean =>
  !NAME_ENDINGS.some((ending) => ending.test(name));

/** The default name of a sum over a column, or of the row count without one. */
export const measureName = (column: string | undefined, t: DataMessages['measures']): string =>
  column === undefined ? t.described.rows : t.total({ column: column.replaceAll('_', ' ') });

/** The sum of each number, and the row count. */
export function proposeMeasures(
  columns: readonly Column[],
  t: DataMessages['measures'],
): readonly ProposedMeasure[] {
  const sums = columns.filter(isNumeric).map(
    ({ name }): ProposedMeasure => ({
      measure: { name: measureName(name, t), kind: 'sum', column: name },
      likely: isSummable({ name }),
    }),
  );
  return [...sums, { measure: { name: measureName(undefined, t), kind: 'count' }, likely: true }];
}

/** The name, or the name with the first free number. */
export function freeName(measures: readonly Measure[], base: string): string {
  const taken = new Set(measures.map(({ name }) => name));
  let name = base;
  for (let count = 2; taken.has(name); count += 1) name = `${base} ${count}`;
  return name;
}
