import type { Dataset } from '@inlay/protocol/dataset';
import type { Variables } from '@inlay/protocol/frame-messages';
import type { Cell, ColumnType } from '@inlay/protocol/result';
import type { EngineResult } from '../../engines/engine.ts';
import { type ColumnView, columnAccess } from '../../rules/column-access.ts';
import { allOf, type Condition, never, type QueryColumn, relatedDatasets } from '../../rules/condition.ts';
import type { ContextReader } from '../../rules/context-reading.ts';
import type { Finding } from '../../rules/evaluate-visibility.ts';
import { MaskedColumnError } from '../errors/masked-column-error.ts';
import { UnknownFieldError } from '../errors/unknown-field-error.ts';
import { valueOfNoRows } from '../model/formula.ts';
import type { Model } from '../model/model.ts';
import { restrictedColumns } from '../model/readable-dataset.ts';
import type { Plan, SummaryPlan } from '../plan/plan.ts';
import type { PlannedHaving } from '../plan/plan-measures.ts';
import type { RowsPlan } from '../plan/plan-rows.ts';
import { usedColumns } from '../plan/used-columns.ts';
import { type BoundTemplate, readTemplate } from '../text/bind-template.ts';
import { bindRowRules } from './bind-row-rules.ts';

const guarded = Symbol('guarded');

/** A plan with one viewer's row rules in it. Only `guard` makes one, and `compile` accepts nothing else. */
export interface GuardedPlan {
  readonly [guarded]: true;
  readonly plan: Plan;
  /** As `plan.sources`: the dataset of the query first. */
  readonly sources: readonly GuardedSource[];
}

/** The rows of one dataset that a viewer may read. */
export interface GuardedSource {
  /** The condition for reading a row: row rules, and values that the dataset's SQL requires. */
  readonly rows: Condition;
  /** The dataset's SQL with this viewer's values, where the dataset is written in SQL. */
  readonly template?: BoundTemplate;
  readonly findings: readonly Finding[];
}

/** `variables` are only for the dataset's SQL. Rules never use values of the host page. */
export function guard(plan: Plan, reader: ContextReader, variables: Variables = {}): GuardedPlan {
  refuseRestricted(plan, plan, reader);
  const sources = plan.sources.map(({ whole }) => guardSource(whole, reader, variables));
  return { [guarded]: true, plan, sources };
}

function guardSource(model: Model, reader: ContextReader, variables: Variables): GuardedSource {
  const templateOf = ({ source }: Dataset, values: Variables) =>
    source.kind === 'sql' ? readTemplate(source.sql, reader, values) : undefined;
  const rules = bindRowRules(model, reader, (related) => templateOf(related, {}));
  const template = templateOf(model.root, variables);
  const denials = template?.denials ?? [];
  return {
    rows: allOf([...denials.map(() => never), rules.condition]),
    ...(template === undefined ? {} : { template }),
    findings: [...rules.findings, ...denials],
  };
}

/** Rows under one viewer's rules. Only `guardRows` makes one, and `compileRows` accepts nothing else. */
export interface GuardedRows {
  readonly [guarded]: true;
  readonly rows: RowsPlan;
  /** The query whose rows they are. */
  readonly query: GuardedPlan;
  /** What the viewer sees of each column. */
  readonly views: readonly Exclude<ColumnView, 'denied'>[];
}

/** The values of a column may be masked; whatever decides which rows there are, and their order, requires full access. */
export function guardRows(rows: RowsPlan, reader: ContextReader, variables: Variables = {}): GuardedRows {
  const { columns, ...decisive } = rows;
  refuseRestricted(decisive, rows.plan, reader);
  const views = columns.map((column) => {
    const view = columnAccess(column, reader);
    if (view === 'denied' || isComputedFromRestricted(column, rows.plan.sources, reader))
      throw new UnknownFieldError('', ({ data }) => data.noColumn({ column: column.name }));
    return view;
  });
  return { [guarded]: true, rows, query: guard(rows.plan, reader, variables), views };
}

/**
 * A query uses only columns that the viewer has full access to. Denied columns are not in the model that a viewer's query
 * is planned with (`readableModel`); one that is there all the same is refused like a name that does not exist (ADR 292).
 */
function refuseRestricted(plan: object, { sources }: Pick<Plan, 'sources'>, reader: ContextReader): void {
  for (const column of usedColumns(plan)) {
    const view = columnAccess(column, reader);
    if (view === 'denied' || isComputedFromRestricted(column, sources, reader))
      throw new UnknownFieldError('', ({ data }) => data.noColumn({ column: column.name }));
    if (view.show !== 'value') throw new MaskedColumnError(column.name);
  }
}

function isComputedFromRestricted(
  { name, expression, related }: QueryColumn,
  sources: Plan['sources'],
  reader: ContextReader,
): boolean {
  if (expression === undefined) return false;
  const source = sources.find(({ path }) => path === (related?.path ?? ''));
  return source !== undefined && restrictedColumns(source.whole.root, reader).has(related?.name ?? name);
}

/** The plans of its totals and subtotals, under the same rules. */
export function guardedSummaries(plan: GuardedPlan): readonly (GuardedPlan & Pick<SummaryPlan, 'purpose'>)[] {
  return plan.plan.summaries.map((summary) => ({ ...plan, ...summary }));
}

/** Every dataset that the plan reads, also those that only rules read. */
export function datasetsRead({ plan, sources }: GuardedPlan): readonly Dataset[] {
  return [
    ...plan.sources.map(({ dataset }) => dataset),
    ...sources.flatMap(({ rows }) => relatedDatasets(rows)),
  ];
}

/** True if the rules exclude every row, so that no query has to run. */
export function isDenied(plan: GuardedPlan): boolean {
  return plan.sources[0]?.rows.kind === 'never';
}

/** The result for a viewer who sees no rows, without opening a connection. */
export function deniedResult(plan: Plan): EngineResult {
  const rowCount = plan.dimensions.length === 0 && plan.having.every(matchesNoRows) ? 1 : 0;
  const column = (name: string, type: ColumnType, cell: Cell) => ({
    name,
    type,
    values: rowCount === 0 ? [] : [cell],
  });
  const measures = (prefix: 'm' | 'p') =>
    plan.measures.map(({ type, formula }, index) =>
      column(`${prefix}${index}`, type, valueOfNoRows(formula)),
    );
  return {
    columns: [
      ...plan.dimensions.map(({ type }, index) => column(`d${index}`, type, null)),
      ...plan.tops.flatMap(({ others }, index) => (others ? [column(`o${index}`, 'integer', 0)] : [])),
      ...measures('m'),
      ...(plan.measures.some(({ previous }) => previous !== undefined) ? measures('p') : []),
    ],
    rowCount,
    truncated: false,
  };
}

/** Whether the engine would show a group without rows. */
function matchesNoRows({ formula, operator, literals }: PlannedHaving): boolean {
  const value = valueOfNoRows(formula);
  if (operator === 'is-set' || operator === 'is-not-set')
    return (value === null) === (operator === 'is-not-set');
  if (value === null) return false;
  const [first = 0, second = 0] = literals.map(({ text }) => Number(text));
  if (operator === 'between') return value >= first && value <= second;
  return comparisons[operator](value, first);
}

const comparisons = {
  equals: (value: number, other: number) => value === other,
  'not-equals': (value: number, other: number) => value !== other,
  less: (value: number, other: number) => value < other,
  'less-or-equal': (value: number, other: number) => value <= other,
  greater: (value: number, other: number) => value > other,
  'greater-or-equal': (value: number, other: number) => value >= other,
};
