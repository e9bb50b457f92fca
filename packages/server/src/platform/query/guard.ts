import type { Variables } from '@inlay/protocol/frame-messages';
import type { Cell, ColumnType } from '@inlay/protocol/result';
import type { EngineResult } from '../engines/engine.ts';
import { type BoundRowRule, bindRowRules } from '../rules/bind-row-rules.ts';
import { allOf, type Condition, never } from '../rules/condition.ts';
import type { ContextReader } from '../rules/context-reading.ts';
import type { Finding } from '../rules/evaluate-visibility.ts';
import type { Plan } from './plan.ts';
import { type BoundTemplate, readTemplate } from './sql/bind-template.ts';
import { type SummaryPlan, summaryPlans } from './summary-plans.ts';

const guarded = Symbol('guarded');

/** A plan with one viewer's row rules in it. Only `guard` makes one, and `compile` accepts nothing else. */
export interface GuardedPlan {
  readonly [guarded]: true;
  readonly plan: Plan;
  /** The condition for reading a row: row rules, and values that the dataset's SQL requires. */
  readonly rows: Condition;
  /** The dataset's SQL with this viewer's values, where the dataset is written in SQL. */
  readonly template?: BoundTemplate;
  readonly findings: readonly Finding[];
}

/** `variables` are only for the dataset's SQL. Rules never use values of the host page. */
export function guard(plan: Plan, reader: ContextReader, variables: Variables = {}): GuardedPlan {
  const { source } = plan.dataset;
  const rules: BoundRowRule = bindRowRules(plan.dataset, reader);
  const template = source.kind === 'sql' ? readTemplate(source.sql, reader, variables) : undefined;
  const denials = template?.denials ?? [];
  return {
    [guarded]: true,
    plan,
    rows: allOf([...denials.map(() => never), rules.condition]),
    ...(template === undefined ? {} : { template }),
    findings: [...rules.findings, ...denials],
  };
}

/** The plans of its totals and subtotals, under the same rules. */
export function guardedSummaries(plan: GuardedPlan): readonly (GuardedPlan & Pick<SummaryPlan, 'purpose'>)[] {
  return summaryPlans(plan.plan).map((summary) => ({ ...plan, ...summary }));
}

/** True if the rules exclude every row, so that no query has to run. */
export function isDenied(plan: GuardedPlan): boolean {
  return plan.rows.kind === 'never';
}

/** The result for a viewer who sees no rows, without opening a connection. */
export function deniedResult(plan: Plan): EngineResult {
  const rowCount = plan.dimensions.length === 0 ? 1 : 0;
  const column = (name: string, type: ColumnType, cell: Cell) => ({
    name,
    type,
    values: rowCount === 0 ? [] : [cell],
  });
  const measures = (prefix: 'm' | 'p') =>
    plan.measures.map(({ type, zeroWhenEmpty }, index) =>
      column(`${prefix}${index}`, type, zeroWhenEmpty ? 0 : null),
    );
  return {
    columns: [
      ...plan.dimensions.map(({ type }, index) => column(`d${index}`, type, null)),
      ...plan.tops.flatMap(({ others }, index) => (others ? [column(`o${index}`, 'integer', 0)] : [])),
      ...measures('m'),
      ...(plan.comparison === undefined ? [] : measures('p')),
    ],
    rowCount,
    truncated: false,
  };
}
