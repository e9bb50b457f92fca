import type { Measure } from '@inlay/protocol/dataset';
import { adHocMeasure } from '../model/ad-hoc-measure.ts';
import { type Model, type Place, queryColumn, resolveColumn, resolveMeasure } from '../model/model.ts';
import type { FindMeasure } from './plan-measures.ts';
import type { MeasureScope } from './resolving.ts';

/** The groups that measures are computed for. */
export type MeasureGroups = Omit<MeasureScope, 'columnNamed' | 'measureNamed' | 'fact'>;

/** Finds measures of a model: of its dataset, of those that it is related to, and ad-hoc ones. */
export function findMeasureIn(model: Model, groups: MeasureGroups): FindMeasure {
  return (name) => {
    const found = resolveMeasure(model, name) ?? resolveAdHoc(model, name);
    return found && { measure: found.measure, scope: scopeAt(model, found, groups) };
  };
}

/** Measures use measures of their own dataset; its columns are those that the query calls by its path. */
function scopeAt(model: Model, { path, dataset }: Place, groups: MeasureGroups): MeasureScope {
  const columnNamed = (name: string) => queryColumn(model, path === '' ? name : `${path}.${name}`);
  return {
    ...groups,
    columnNamed,
    measureNamed: (name) =>
      (dataset.measures ?? []).find((measure) => measure.name === name) ?? adHocMeasure(name, columnNamed),
    ...(path === '' ? {} : { fact: path }),
  };
}

/** `sum(orders.amount)` aggregates rows of `orders`, so its column has no path there. */
function resolveAdHoc(model: Model, name: string): (Place & { readonly measure: Measure }) | undefined {
  const measure = adHocMeasure(name, (column) => queryColumn(model, column));
  if (measure === undefined || !('column' in measure) || measure.column === undefined) return undefined;
  const found = resolveColumn(model, measure.column);
  return found && { ...found, measure: { ...measure, column: found.column.name } };
}
