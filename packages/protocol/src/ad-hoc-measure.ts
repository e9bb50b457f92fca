import type { Aggregation } from './dataset.ts';

/** An aggregation of a column that the dataset does not define as a measure. */
export interface AdHocMeasure {
  readonly aggregation: Aggregation;
  /** As a query names it: also of a related dataset, `customer.age`. */
  readonly column: string;
}

const pattern = /^(sum|average|distinct|min|max|median|count)\((.+)\)$/s;

/** Reads `sum(amount)`. A measure of the dataset with exactly this name takes precedence. */
export function parseAdHocMeasure(name: string): AdHocMeasure | undefined {
  const [, aggregation, column] = pattern.exec(name) ?? [];
  return aggregation === undefined || column === undefined
    ? undefined
    : { aggregation: aggregation as Aggregation, column };
}

export const adHocMeasureName = ({ aggregation, column }: AdHocMeasure): string =>
  `${aggregation}(${column})`;
