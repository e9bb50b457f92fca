import type { Dataset } from '@inlay/protocol/dataset';
import type { QuerySpec, ViewerCalendar } from '@inlay/protocol/query';
import { LRUCache } from 'lru-cache';
import { always, type QueryColumn } from '../../rules/condition.ts';
import type { Literal } from '../../rules/typed-literal.ts';
import { bucketStart } from '../../time/calendar-date.ts';
import { startOfDay } from '../../time/zoned-time.ts';
import { QueryError } from '../errors/query-error.ts';
import { UnknownFieldError } from '../errors/unknown-field-error.ts';
import { framesOf, leavesOf, valuesOf } from '../model/formula.ts';
import type { Formula, Leaf, MeasuredValue } from '../model/formula-tree.ts';
import { type Model, modelOf, queryColumn } from '../model/model.ts';
import { modelText } from '../model/model-text.ts';
import { checkCalendar, checkShape } from './check-query.ts';
import { comparedSpan, daysSoFar, type EarlierSpan, earlierQuery, spanBefore } from './earlier-span.ts';
import { findMeasureIn, type MeasureGroups } from './find-measure.ts';
import { incompletePeriod } from './incomplete-period.ts';
import type { Query } from './mark-filter.ts';
import { planConditions } from './plan-conditions.ts';
import {
  checkComparedDimensions,
  dimensionIndex,
  type PlannedDimension,
  planDimension,
} from './plan-dimensions.ts';
import { type PlannedHaving, type PlannedMeasure, planHaving, planMeasure } from './plan-measures.ts';
import { comparedDays, createParts, type PartsByDay, type PlannedPart } from './plan-parts.ts';
import { type PlannedSort, planSort, planSubtotals } from './plan-sort.ts';
import { type PlannedSource, planSources, type UsedColumn, type UsedFormula } from './plan-sources.ts';

/** A query checked against its dataset: every name resolved, every value typed. It cannot run before `guard`. */
export interface Plan {
  readonly dataset: Dataset;
  /** The dataset itself, then those that its relationships join. */
  readonly sources: readonly PlannedSource[];
  readonly calendar: ViewerCalendar;
  readonly dimensions: readonly PlannedDimension[];
  readonly measures: readonly PlannedMeasure[];
  /** The first are the current rows; the second, with a comparison, those of the earlier period. */
  readonly parts: readonly PlannedPart[];
  /** Undefined for a single part, and where parts differ in the days of several columns. */
  readonly byDay: PartsByDay | undefined;
  readonly tops: readonly PlannedTop[];
  /** Which rows of the result are shown. */
  readonly having: readonly PlannedHaving[];
  /** The buckets that are shown, where others are read only to be added up. */
  readonly clips: readonly PlannedClip[];
  /** Groups without any of these rows are not shown: nothing says that their time is over. */
  readonly present: readonly Leaf[];
  /** But those are up to the last bucket with such rows of this dimension, whose gaps are filled. */
  readonly presentUpTo?: number;
  /** The earlier span that the current one is compared with, if spans must be equal. */
  readonly before?: EarlierSpan | undefined;
  /** Index of the dimension whose values become columns. */
  readonly pivot?: number;
  readonly sort: readonly PlannedSort[];
  readonly limit: number;
  /**
   * The totals, where the query requests them, and then its subtotals. Each is computed from all rows by the engine:
   * cells of averages, distinct counts and ratios do not add up (ADR 270).
   */
  readonly summaries: readonly SummaryPlan[];
}

/** The plan of one further statement of a query: the same rows, grouped by fewer dimensions. */
export interface SummaryPlan {
  readonly purpose: 'totals' | 'subtotals' | 'before';
  readonly plan: Plan;
}

/** The measures of a query over some groups. */
type Measured = Pick<
  Plan,
  'measures' | 'parts' | 'byDay' | 'tops' | 'having' | 'clips' | 'present' | 'presentUpTo' | 'before'
>;

export interface PlannedClip {
  readonly dimension: number;
  /** The first bucket. */
  readonly from?: Literal;
  /** No bucket begins here or later. */
  readonly to?: Literal;
  /** Where the earliest period to date begins that includes the first bucket. */
  readonly periodFrom?: Literal;
}

export interface PlannedTop {
  readonly dimension: number;
  readonly by: Formula;
  readonly count: number;
  readonly others: boolean;
  /** The buckets that have a rank, where others are read only to be added up. */
  readonly clips: readonly PlannedClip[];
}

const defaultLimit = 1000;
/** A year of hours: gaps are filled only where no row was cut off. */
const defaultLimitWithGaps = 10_000;
const defaultPivotLimit = 50;

const maxLongRows = 100_000;

/** How many rows of the engine the result can use. Those of a pivot are long until they are pivoted. */
export function maxEngineRows({ pivot, tops, limit }: Plan): number {
  if (pivot === undefined) return limit;
  const columns = tops.find(({ dimension }) => dimension === pivot)?.count ?? 0;
  return Math.min(maxLongRows, limit * (columns + 1));
}

/** Plans by everything that decides them; no value of a viewer is in one before `guard`. */
const plans = new LRUCache<string, Plan>({ maxSize: 16 * 1024 * 1024 });

/**
 * A dataset alone is a model without relationships. `now` decides which days a period is. The same arguments within a
 * minute get the same plan.
 */
export function planQuery(spec: Query, data: Model | Dataset, calendar: ViewerCalendar, now: number): Plan {
  const model = 'root' in data ? data : modelOf(data);
  // Days begin on a whole minute in every time zone.
  const minute = Math.floor(now / 60_000);
  const { digest, length } = modelText(model);
  const query = JSON.stringify([spec, calendar, minute]);
  const key = digest + query;
  const known = plans.get(key);
  if (known) return known;
  const plan = makePlan(spec, model, calendar, now);
  // A plan is about as large as the datasets and the query that it was made from.
  plans.set(key, plan, { size: 4 * (length + query.length) });
  return plan;
}

function makePlan(query: Query, model: Model, calendar: ViewerCalendar, now: number): Plan {
  const { chosen, ...spec } = query;
  checkShape(spec);
  checkCalendar(calendar);
  const { root } = model;
  const used: UsedColumn[] = [];
  const column = (name: string, path: string): QueryColumn => {
    const found = queryColumn(model, name);
    if (found === undefined) throw new UnknownFieldError(path, ({ data }) => data.noColumn({ column: name }));
    used.push({ column: found, path });
    return found;
  };
  if (spec.dimensions.length + spec.measures.length === 0) {
    throw new QueryError('/measures', 'the query must have a dimension or a measure');
  }

  const conditions = planConditions({ ...spec, chosen }, { columnNamed: column, calendar, now }, '');
  const filters = conditions.flatMap(({ filter }) => filter ?? []);
  const dimensions = spec.dimensions.map((dimension, index): PlannedDimension => {
    const at = `/dimensions/${index}`;
    const planned = planDimension(dimension, column(dimension.column, `${at}/column`), filters, spec, at);
    const incomplete = incompletePeriod(planned, calendar, now);
    return incomplete === undefined ? planned : { ...planned, incomplete };
  });
  const requested =
    spec.comparison &&
    comparedDays(spec.comparison, column(spec.comparison.column, '/comparison/column'), conditions);
  const compared = requested && spec.equalSpans ? daysSoFar(requested, calendar, now) : requested;
  const pivot =
    spec.pivot === undefined
      ? undefined
      : dimensionIndex(spec.pivot.dimension, dimensions, '/pivot/dimension');
  const grouping = { spec, model, calendar, now, conditions, dimensions, compared, pivot };
  const all = dimensions.map((_, index) => index);
  const measured = measureGroups(grouping, all, false);
  checkUnique(dimensions, measured.measures);
  checkComparedDimensions(dimensions, measured.parts);
  const plan: Plan = {
    dataset: root,
    sources: planSources(model, used, usedFormulas(spec, measured), measured.parts),
    calendar,
    dimensions,
    ...measured,
    ...(pivot === undefined ? {} : { pivot }),
    sort: planSort(spec, dimensions, measured.measures, pivot),
    limit: spec.limit ?? (dimensions.some(({ fillGaps }) => fillGaps) ? defaultLimitWithGaps : defaultLimit),
    summaries: [],
  };
  const summary = (purpose: SummaryPlan['purpose'], kept: readonly number[]): SummaryPlan => ({
    purpose,
    plan: groupedBy(plan, kept, measureGroups(grouping, kept, true)),
  });
  const before = planBefore(spec, plan, { model, now });
  return {
    ...plan,
    ...(before && { before: before.span }),
    summaries: [
      ...(spec.totals === true && spec.measures.length > 0
        ? [summary('totals', pivot === undefined ? [] : [pivot])]
        : []),
      ...planSubtotals(spec, dimensions).map((kept) => summary('subtotals', kept)),
      ...(before ? [{ purpose: 'before', plan: before.plan } as const] : []),
    ],
  };
}

/** What the measures of a query are computed from. */
interface Grouping {
  readonly spec: QuerySpec;
  readonly model: Model;
  readonly calendar: ViewerCalendar;
  readonly now: number;
  readonly conditions: ReturnType<typeof planConditions>;
  readonly dimensions: readonly PlannedDimension[];
  readonly compared: ReturnType<typeof comparedDays> | undefined;
  readonly pivot: number | undefined;
}

/** The measures of a query over the groups of these dimensions: all of them, or those of a summary. */
function measureGroups(grouping: Grouping, kept: readonly number[], isSummary: boolean): Measured {
  const { spec, model, calendar, now, conditions, dimensions, compared, pivot } = grouping;
  const parts = createParts(conditions, calendar);
  // The earlier period has rows of its own, whatever the measures are.
  const earlier = compared && parts.all[parts.indexOf(compared)];
  const groups = {
    calendar,
    now,
    parts,
    dimensions: kept.flatMap((original, index) => {
      const dimension = dimensions[original];
      return dimension === undefined ? [] : [{ ...dimension, index }];
    }),
    isSummary,
  };
  const find = findMeasureIn(model, groups);
  const measures = spec.measures.map((name, index) =>
    planMeasure(name, find, `/measures/${index}`, compared),
  );
  const tops = topsOf(spec, dimensions, pivot)
    .filter(({ dimension }) => kept.includes(dimension))
    .map((top) => planTop(top, kept, { model, groups }));
  const having = isSummary
    ? []
    : (spec.having ?? []).map((given, index) => planHaving(given, find, `/having/${index}`));
  const open = openColumns(parts.all);
  const presentUpTo = groups.dimensions.find(
    ({ column: { name }, fillGaps }) => fillGaps && open.includes(name),
  );
  return {
    measures,
    tops,
    clips: clipsOf(groups, [...measures, ...having]),
    having,
    present:
      open.length > 0 || ranksEarlierRows([...measures, ...having], tops)
        ? currentRows([...measures, ...having])
        : [],
    ...(presentUpTo === undefined ? {} : { presentUpTo: presentUpTo.index }),
    ...(compared && earlier && spec.equalSpans ? { before: comparedSpan(compared, earlier) } : {}),
    parts: parts.all,
    byDay: parts.byDay(),
  };
}

/** The query one period ago, if its only dimension has a period that is not over and nothing else is compared. */
function planBefore(
  spec: QuerySpec,
  { dimensions, calendar }: Plan,
  { model, now }: { readonly model: Model; readonly now: number },
): { readonly span: EarlierSpan; readonly plan: Plan } | undefined {
  const [dimension, ...others] = dimensions;
  if (!spec.equalSpans || spec.comparison || spec.totals || !dimension || others.length > 0) return undefined;
  const found = spanBefore(dimension, calendar, now);
  if (!found) return undefined;
  try {
    return { span: found.span, plan: makePlan(earlierQuery(spec, found.filter), model, calendar, now) };
  } catch (error) {
    // Measures over time require whole days, so those of an hour ago cannot be told.
    if (error instanceof QueryError) return undefined;
    throw error;
  }
}

/** The plan over some of its dimensions, by index; rows keep their order as far as these decide it. */
function groupedBy({ pivot, ...plan }: Plan, kept: readonly number[], measured: Measured): Plan {
  // A row for each top value that is a column of a pivot, and one for the others.
  const fixedLimit = 1 + measured.tops.reduce((count, top) => count + top.count, 0);
  return {
    ...plan,
    ...measured,
    // What has no value here has the type of its column all the same.
    measures: measured.measures.map((measure, index) => ({
      ...measure,
      type: plan.measures[index]?.type ?? measure.type,
    })),
    dimensions: plan.dimensions.filter((_, index) => kept.includes(index)),
    sort: plan.sort.flatMap((sort) => {
      if (sort.kind === 'measure') return kept.length === 0 ? [] : [sort];
      return kept.includes(sort.index) ? [{ ...sort, index: kept.indexOf(sort.index) }] : [];
    }),
    limit: pivot !== undefined || kept.length === 0 ? fixedLimit : plan.limit,
  };
}

/** The first bucket that is shown, for each dimension along which earlier ones are added up. */
function clipsOf(
  { dimensions, calendar, parts }: MeasureGroups,
  measures: readonly Pick<PlannedMeasure, 'formula' | 'previous'>[],
): readonly PlannedClip[] {
  const formulas = measures.flatMap(({ formula, previous }) => (previous ? [formula, previous] : [formula]));
  const frames = formulas.flatMap(framesOf);
  const axes = new Map(frames.map((frame) => [frame.axis, frame.grain]));
  return [...axes].flatMap(([axis, grain]): readonly PlannedClip[] => {
    const dimension = dimensions[axis];
    if (dimension === undefined) return [];
    const { from, to } = parts.rangeOf(dimension.column);
    const literal = (day: string): Literal =>
      grain === 'hour'
        ? { type: 'datetime', text: startOfDay(day, calendar.timeZone), origin: 'filter' }
        : { type: 'date', text: day, origin: 'filter' };
    const first = from === undefined || grain === 'hour' ? from : bucketStart(from, grain, calendar);
    const [start] = frames
      .flatMap((frame) =>
        first !== undefined && frame.axis === axis && frame.kind === 'period'
          ? bucketStart(first, frame.period, calendar)
          : [],
      )
      .toSorted();
    return [
      {
        dimension: axis,
        ...(first === undefined ? {} : { from: literal(first) }),
        ...(to === undefined ? {} : { to: literal(to) }),
        ...(start === undefined || start === first ? {} : { periodFrom: literal(start) }),
      },
    ];
  });
}

/** The dates whose rows are moved to days after the last ones that the filters know. */
function openColumns(parts: readonly PlannedPart[]): readonly string[] {
  return parts.flatMap(({ dated }) =>
    dated?.shift !== undefined && dated.range.to === undefined ? [dated.column.name] : [],
  );
}

/** Whether other rows than the current ones are read, but only to find the top values. */
function ranksEarlierRows(shown: readonly unknown[], tops: readonly PlannedTop[]): boolean {
  return shown.length === 0 && valuesIn(tops.map(({ by }) => by)).some(({ part }) => part > 0);
}

/** The current rows of each dataset that is measured. */
function currentRows(measures: readonly { readonly formula: Formula }[]): readonly Leaf[] {
  const values = valuesIn(measures.map(({ formula }) => formula));
  const facts = new Set(measures.length === 0 ? [undefined] : values.map(({ fact }) => fact));
  return [...facts].map(rowCount);
}

const valuesIn = (formulas: readonly Formula[]): readonly MeasuredValue[] =>
  formulas.flatMap(leavesOf).flatMap(valuesOf);

/** Counts the current rows of a dataset. */
function rowCount(fact: string | undefined): Leaf {
  return {
    kind: 'aggregate',
    aggregate: 'count',
    value: { part: 0, ...(fact === undefined ? {} : { fact }), filter: always },
  };
}

/** Every formula of the query, with the place that a mistake in it is reported at. */
function usedFormulas(spec: QuerySpec, { measures, tops, having }: Measured): readonly UsedFormula[] {
  return [
    ...measures.map(({ name, formula }, index) => ({ name, formula, path: `/measures/${index}` })),
    ...tops.map(({ by }) => ({ name: spec.top?.by ?? '', formula: by, path: '/top/by' })),
    ...(spec.having ?? []).flatMap(({ measure }, index) => {
      const formula = having[index]?.formula;
      return formula === undefined ? [] : [{ name: measure, formula, path: `/having/${index}` }];
    }),
  ];
}

interface RequestedTop extends Omit<PlannedTop, 'by' | 'clips'> {
  /** The name of a measure. */
  readonly by: string;
  readonly path: string;
  /** The columns of a pivot, which are by their rows if the measure has no value for them. */
  readonly isPivot: boolean;
}

/** By the indexes of the query's dimensions. */
function topsOf(
  spec: QuerySpec,
  dimensions: readonly PlannedDimension[],
  pivot: number | undefined,
): readonly RequestedTop[] {
  const tops: RequestedTop[] = [];
  if (spec.top !== undefined) {
    const dimension = dimensionIndex(spec.top.dimension, dimensions, '/top/dimension');
    const { by, count, others = false } = spec.top;
    tops.push({ dimension, by, path: '/top/by', count, others, isPivot: false });
  }
  if (spec.pivot !== undefined && pivot !== undefined) {
    const [first] = spec.measures;
    if (first === undefined) throw new QueryError('/measures', 'a pivot requires a measure for its columns');
    if (tops.every((top) => top.dimension !== pivot)) {
      const count = spec.pivot.limit ?? defaultPivotLimit;
      tops.push({ dimension: pivot, by: first, path: '/measures/0', count, others: false, isPivot: true });
    }
  }
  for (const top of tops) {
    if (dimensions[top.dimension]?.fillGaps === true) {
      throw new QueryError('/top', 'gaps cannot be filled in a dimension that shows only its top values');
    }
  }
  return tops;
}

function planTop(
  { dimension, by, path, count, others, isPivot }: RequestedTop,
  kept: readonly number[],
  { model, groups }: { readonly model: Model; readonly groups: MeasureGroups },
): PlannedTop {
  const index = kept.indexOf(dimension);
  // Ranked over the whole dimension, so only that one divides the rows.
  const own = groups.dimensions.filter((candidate) => candidate.index === index);
  const find = findMeasureIn(model, { ...groups, dimensions: own, isSummary: true });
  const { formula } = planMeasure(by, find, path);
  const clips = clipsOf(groups, [{ formula }]);
  if (formula.kind !== 'nothing') return { dimension: index, by: formula, count, others, clips };
  if (isPivot) return { dimension: index, by: rowCount(find(by)?.scope.fact), count, others, clips };
  throw new QueryError(path, `${by} has no value for all of ${own[0]?.column.name}`);
}

function checkUnique(dimensions: readonly PlannedDimension[], measures: readonly PlannedMeasure[]): void {
  const seen = new Set<string>();
  const check = (name: string, path: string) => {
    if (seen.has(name)) throw new QueryError(path, `${name} appears twice`);
    seen.add(name);
  };
  dimensions.forEach((dimension, index) => void check(dimension.name, `/dimensions/${index}/column`));
  measures.forEach((measure, index) => void check(measure.name, `/measures/${index}`));
}
