import type { Dataset, DatasetColumn, Measure } from '@inlay/protocol/dataset';
import { columnAccess, isFullAccess } from '../../rules/column-access.ts';
import type { ContextReader } from '../../rules/context-reading.ts';
import { computedColumn } from '../expression/computed-columns.ts';
import { columnsUsed } from '../expression/type-expression.ts';
import { parseArithmetic } from './parse-arithmetic.ts';

/** The dataset without the columns that are denied to the viewer, and without what is made of them. */
export function readableDataset(dataset: Dataset, reader: ContextReader): Dataset {
  return without(dataset, reader, (column) => columnAccess(column, reader) === 'denied');
}

/** Also without masked columns: what is left can be queried without restrictions. */
export function queryableDataset(dataset: Dataset, reader: ContextReader): Dataset {
  return without(dataset, reader, (column) => !isFullAccess(columnAccess(column, reader)));
}

function without(
  dataset: Dataset,
  reader: ContextReader,
  isRemoved: (column: DatasetColumn) => boolean,
): Dataset {
  const { columns, measures, relationships } = dataset;
  if (columns.every(({ access }) => access === undefined)) return dataset;
  const restricted = restrictedColumns(dataset, reader);
  // A value that is computed from a masked one would show it, so it is denied like one computed from a denied column.
  const removed = new Set(
    columns
      .filter(
        (column) => isRemoved(column) || (column.expression !== undefined && restricted.has(column.name)),
      )
      .map(({ name }) => name),
  );
  return {
    ...dataset,
    columns: columns.filter(({ name }) => !removed.has(name)),
    ...(measures === undefined ? {} : { measures: withoutUsesOf(measures, (name) => removed.has(name)) }),
    ...(relationships === undefined
      ? {}
      : {
          relationships: relationships.filter((relationship) =>
            relationship.columns.every(({ own }) => !restricted.has(own)),
          ),
        }),
  };
}

/** The columns without full access, and those that are computed from them. */
export function restrictedColumns(
  dataset: Pick<Dataset, 'columns'>,
  reader: ContextReader,
): ReadonlySet<string> {
  const all = new Set(
    dataset.columns.filter((column) => !isFullAccess(columnAccess(column, reader))).map(({ name }) => name),
  );
  const computed = dataset.columns.filter(({ name }) => {
    const expression = computedColumn(dataset, name);
    return expression !== undefined && columnsUsed(expression).some((used) => all.has(used));
  });
  return new Set([...all, ...computed.map(({ name }) => name)]);
}

/** Measures that use none of these columns, neither themselves nor by another measure. */
export function withoutUsesOf(
  measures: readonly Measure[],
  isRemoved: (column: string) => boolean,
): readonly Measure[] {
  const gone = new Set(
    measures.filter((measure) => columnsOf(measure).some(isRemoved)).map(({ name }) => name),
  );
  for (let size = -1; size < gone.size; ) {
    size = gone.size;
    for (const measure of measures)
      if (measuresOf(measure).some((name) => gone.has(name))) gone.add(measure.name);
  }
  return measures.filter(({ name }) => !gone.has(name));
}

function columnsOf(measure: Measure): readonly string[] {
  return [
    ...('column' in measure && measure.column !== undefined ? [measure.column] : []),
    ...('by' in measure ? [measure.by] : []),
    ...('weight' in measure ? [measure.weight] : []),
    ...('date' in measure ? [measure.date] : []),
    ...('within' in measure ? (measure.within ?? []) : []),
    ...('filters' in measure ? (measure.filters ?? []) : []).map(({ column }) => column),
    ...('anyOf' in measure ? (measure.anyOf ?? []) : []).flat().map(({ column }) => column),
  ];
}

function measuresOf(measure: Measure): readonly string[] {
  if (measure.kind === 'ratio') return [measure.numerator, measure.denominator];
  if (measure.kind !== 'expression') return 'measure' in measure ? [measure.measure] : [];
  const names: string[] = [];
  parseArithmetic(measure.expression, '', {
    number: (value) => ({ kind: 'number', value }),
    measure: (name) => {
      names.push(name);
      return { kind: 'number', value: 0 };
    },
  });
  return names;
}
