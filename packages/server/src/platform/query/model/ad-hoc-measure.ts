import { parseAdHocMeasure } from '@inlay/protocol/ad-hoc-measure';
import type { Aggregation, DatasetColumn, Measure } from '@inlay/protocol/dataset';

/** The measure that a name such as `sum(amount)` means, where the column allows the aggregation. */
export function adHocMeasure(
  name: string,
  columnNamed: (name: string) => DatasetColumn | undefined,
): Measure | undefined {
  const adHoc = parseAdHocMeasure(name);
  const column = adHoc && columnNamed(adHoc.column);
  if (!adHoc || column?.aggregations?.includes(adHoc.aggregation) !== true) return undefined;
  const { aggregation } = adHoc;
  const counts = aggregation === 'count' || aggregation === 'distinct';
  return {
    name,
    label: `${titles[aggregation]} of ${column.label ?? column.name}`,
    kind: aggregation,
    column: adHoc.column,
    ...(counts || column.format === undefined ? {} : { format: column.format }),
  };
}

const titles: Readonly<Record<Aggregation, string>> = {
  sum: 'Sum',
  average: 'Average',
  distinct: 'Unique values',
  min: 'Minimum',
  max: 'Maximum',
  median: 'Median',
  count: 'Count',
};
