import type { DatasetColumn, Measure } from '@inlay/protocol/dataset';
import { COMPUTED } from './computed-columns.ts';
import type { QueryCase } from './evaluate-query.ts';
import { Refused } from './refused.ts';
import { type ResolvedField, resolveField, resolveMeasure } from './resolve-field.ts';
import type { TableName } from './shop.ts';
import { datasetOf } from './shop-model.ts';
import { contextGrants, type Viewer } from './visible-rows.ts';

/** Refuses a query that reads a column of which the viewer does not see the values, for whatever purpose. */
export function refuseHiddenColumns({ model, root, query, viewer }: QueryCase): void {
  const read = (table: TableName, name: string) => {
    const column = datasetOf(model, table).columns.find((candidate) => candidate.name === name);
    if (column === undefined || !showsValues(column, viewer)) throw new Refused(`no column ${table}.${name}`);
    const computed = COMPUTED[table].find((candidate) => candidate.name === name);
    for (const used of computed?.uses ?? []) read(table, used);
  };
  const readPath = ({ path }: ResolvedField) => {
    for (const { from, to, columns } of path)
      for (const { own, other } of columns) {
        read(from, own);
        read(to, other);
      }
  };
  const readColumn = (name: string) => {
    const field = resolveField(model, root, name, 'columns');
    readPath(field);
    read(field.table, field.name);
  };
  const readMeasure = (table: TableName, measures: readonly Measure[], name: string) => {
    const measure = measures.find((candidate) => candidate.name === name);
    if (measure === undefined) throw new Refused(`no measure ${name}`);
    for (const column of columnsIn(measure)) read(table, column);
    for (const other of measuresIn(measure)) readMeasure(table, measures, other);
  };
  const compared = query.comparison === undefined ? [] : [query.comparison];
  const conditions = [...(query.filters ?? []), ...(query.anyOf ?? []).flat()];
  for (const { column } of [...query.dimensions, ...conditions, ...compared]) readColumn(column);
  const top = query.top === undefined ? [] : [query.top.by];
  for (const name of [...query.measures, ...top, ...(query.having ?? []).map(({ measure }) => measure)]) {
    const field = resolveMeasure(model, root, name);
    readPath(field);
    readMeasure(field.table, field.dataset.measures, field.name);
  }
}

/** The first entry that applies to the viewer decides. Without one, there is no such column for them. */
function showsValues({ access }: DatasetColumn, viewer: Viewer): boolean {
  if (access === undefined) return true;
  const entry = access.find(({ when }) => {
    if (when === undefined) return true;
    if (!('context' in when)) throw new Error('The reference knows only single conditions here.');
    return contextGrants(when, viewer) === true;
  });
  return entry?.show === 'value';
}

function columnsIn(measure: Measure): readonly string[] {
  const filters = 'filters' in measure ? (measure.filters ?? []) : [];
  const anyOf = 'anyOf' in measure ? (measure.anyOf ?? []) : [];
  const within = 'within' in measure ? (measure.within ?? []) : [];
  return [
    ...Object.entries(measure).flatMap(([key, value]) =>
      ['column', 'by', 'weight', 'date'].includes(key) ? [String(value)] : [],
    ),
    ...within,
    ...[...filters, ...anyOf.flat()].map(({ column }) => column),
  ];
}

function measuresIn(measure: Measure): readonly string[] {
  switch (measure.kind) {
    case 'ratio':
      return [measure.numerator, measure.denominator];
    case 'expression':
      return Array.from(measure.expression.matchAll(/\[([^\]]+)\]/g), ([, name = '']) => name);
    default:
      return 'measure' in measure ? [measure.measure] : [];
  }
}
