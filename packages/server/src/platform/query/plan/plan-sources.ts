import type { Dataset, DatasetColumn } from '@inlay/protocol/dataset';
import { always, columnsOf, type QueryColumn } from '../../rules/condition.ts';
import { inEnglish } from '../../rules/reason.ts';
import { QueryError } from '../errors/query-error.ts';
import { inexactness } from '../expression/computed-columns.ts';
import { columnsOfValue, namedLeaves, valuesOf } from '../model/formula.ts';
import type { Formula } from '../model/formula-tree.ts';
import { isFromOne, isToOne, type Model, type Place, placeAt, type Step, titleIn } from '../model/model.ts';
import type { PlannedPart } from './plan-parts.ts';

/** A dataset that a query reads. */
export interface PlannedSource {
  /** Relationships from the dataset of the query, joined by dots; empty for that dataset itself. */
  readonly path: string;
  readonly dataset: Dataset;
  /** The same dataset with all that row rules may use: columns and datasets that the viewer has no access to. */
  readonly whole: Model;
  /** Absent for the dataset of the query. */
  readonly join?: PlannedJoin;
}

export interface PlannedJoin {
  /** Index of the source that it is related to. */
  readonly parent: number;
  readonly isToOne: boolean;
  readonly isFromOne: boolean;
  /** Whether the database guarantees that keys are unique. */
  readonly isEnforced: boolean;
  readonly on: readonly { readonly own: DatasetColumn; readonly other: DatasetColumn }[];
}

/** The relationship that leads to a source: `country` of `customer.country`. */
export const relationshipOf = ({ path }: PlannedSource): string => path.slice(path.lastIndexOf('.') + 1);

/** A column of the query, and where the query names it. */
export interface UsedColumn {
  readonly column: QueryColumn;
  readonly path: string;
}

/** A measure of the query, and where the query names it. */
export interface UsedFormula {
  readonly name: string;
  readonly formula: Formula;
  readonly path: string;
}

/**
 * The datasets that a query reads. `columns` are those of its dimensions and filters: every measure is grouped and
 * filtered by them, so they must have one value for each row that it aggregates.
 */
export function planSources(
  model: Model,
  columns: readonly UsedColumn[],
  measures: readonly UsedFormula[],
  parts: readonly PlannedPart[],
): readonly PlannedSource[] {
  const aggregated = measures.flatMap(({ formula, ...place }) =>
    namedLeaves(formula)
      .flatMap(valuesOf)
      .map((value) => ({
        ...place,
        fact: value.fact ?? '',
        columns: [...columnsOfValue(value), ...columnsOf(parts[value.part]?.filter ?? always)],
      })),
  );
  const paths = [
    ...columns.map(({ column }) => pathOf(column)),
    ...aggregated.flatMap((each) => [each.fact, ...each.columns.map(pathOf)]),
  ];
  const sources = sourcesOn(model, new Set(paths));
  if (aggregated.length === 0) for (const used of columns) checkFanOut(sources, 0, used);
  for (const { fact, name, path, columns: own } of aggregated) {
    const index = sources.findIndex((source) => source.path === fact);
    checkFact(sources, index, name, path);
    for (const column of own) checkFanOut(sources, index, { column, path });
    for (const used of columns) checkFanOut(sources, index, used);
  }
  return sources;
}

/** The dataset of the query and those on the paths, each after the one that it is joined to. */
function sourcesOn(model: Model, paths: Iterable<string>): readonly PlannedSource[] {
  const { whole = model } = model;
  const wholeOf = ({ id }: Dataset): Model => ({ ...whole, root: whole.datasets.get(id) ?? whole.root });
  const sources: PlannedSource[] = [{ path: '', dataset: model.root, whole }];
  for (const path of paths) {
    const { steps } = placeAt(model, path) as Place;
    let parent = 0;
    for (const step of steps) {
      const own = sources[parent] as PlannedSource;
      const at = own.path === '' ? step.relationship.name : `${own.path}.${step.relationship.name}`;
      const known = sources.findIndex((source) => source.path === at);
      if (known < 0)
        sources.push({
          path: at,
          dataset: step.dataset,
          whole: wholeOf(step.dataset),
          join: planJoin(own.dataset, step, parent),
        });
      parent = known < 0 ? sources.length - 1 : known;
    }
  }
  return sources;
}

function planJoin(dataset: Dataset, step: Step, parent: number): PlannedJoin {
  const { name, columns, enforced = false } = step.relationship;
  const on = columns.map((pair) => {
    const own = keyColumn(dataset, pair.own, name);
    const other = keyColumn(step.dataset, pair.other, name);
    if (own.type === other.type) return { own, other };
    throw new QueryError(
      '',
      `the relationship ${name} compares ${pair.own} (${own.type}) with ${pair.other} (${other.type}), which is never equal`,
    );
  });
  return { parent, isToOne: isToOne(step), isFromOne: isFromOne(step), isEnforced: enforced, on };
}

function keyColumn(dataset: Dataset, name: string, relationship: string): DatasetColumn {
  const column = dataset.columns.find((candidate) => candidate.name === name);
  if (column !== undefined && column.type !== 'json') {
    const inexact = inexactness(dataset, name);
    if (inexact === undefined) return column;
    throw new QueryError('', `the relationship ${relationship} cannot be used: ${inEnglish(inexact)}`);
  }
  throw new QueryError(
    '',
    `the relationship ${relationship} requires a column ${name} of dataset ${dataset.id} that can be compared`,
  );
}

/** The index of the source that has the column. */
export function sourceOf(sources: readonly PlannedSource[], column: QueryColumn): number {
  return sources.findIndex(({ path }) => path === pathOf(column));
}

const pathOf = ({ related }: QueryColumn) => related?.path ?? '';

/** The index of a source and of all that it is joined through, up to the dataset of the query. */
export function ancestorsOf(sources: readonly PlannedSource[], index: number): readonly number[] {
  const parent = sources[index]?.join?.parent;
  return parent === undefined ? [index] : [index, ...ancestorsOf(sources, parent)];
}

/**
 * Refuses a query that would count rows several times. From the rows that a measure aggregates there is one way to a
 * column: back to where both paths part, and from there on to one row at a time.
 */
function checkFanOut(sources: readonly PlannedSource[], fact: number, { column, path }: UsedColumn): void {
  const passed = ancestorsOf(sources, fact);
  const branched = ancestorsOf(sources, sourceOf(sources, column)).filter((index) => !passed.includes(index));
  const many = branched.findLast((index) => sources[index]?.join?.isToOne === false);
  if (many === undefined) return;
  const { from, to } = titlesAround(sources, many);
  throw new QueryError(
    path,
    `a row of ${from} has several rows of ${to}, so ${column.name} would count it several times; choose ${to} as the dataset, and reach ${from} from there`,
  );
}

/** Refuses a measure whose rows belong to several rows of the query's dataset each. */
function checkFact(sources: readonly PlannedSource[], fact: number, name: string, path: string): void {
  const shared = ancestorsOf(sources, fact).find((index) => sources[index]?.join?.isFromOne === false);
  if (shared === undefined) return;
  const { from, to } = titlesAround(sources, shared);
  throw new QueryError(
    path,
    `a row of ${to} belongs to several rows of ${from}, so ${name} would count it several times; choose ${to} as the dataset`,
  );
}

/** The datasets that a join connects, as authors call them. */
function titlesAround(sources: readonly PlannedSource[], joined: number) {
  const child = sources[joined] as PlannedSource;
  const parent = sources[child.join?.parent ?? 0] as PlannedSource;
  return { from: titleIn(parent.whole, parent.dataset), to: titleIn(child.whole, child.dataset) };
}
