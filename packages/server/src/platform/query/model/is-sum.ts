import { adHocMeasure } from './ad-hoc-measure.ts';
import { type Model, queryColumn, resolveMeasure } from './model.ts';

/** Whether a measure is a sum or a count of rows, so that those of all groups add up to its total. */
export const isSumIn =
  (model: Model) =>
  (name: string): boolean => {
    const measure =
      resolveMeasure(model, name)?.measure ?? adHocMeasure(name, (column) => queryColumn(model, column));
    return measure?.kind === 'sum' || measure?.kind === 'count';
  };
