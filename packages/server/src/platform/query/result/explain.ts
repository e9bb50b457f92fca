import type { ExplanationMessages } from '@inlay/messages/explanation';
import type { Dataset } from '@inlay/protocol/dataset';
import type { RuleFinding } from '@inlay/protocol/explanation';
import type { ViewerCalendar } from '@inlay/protocol/query';
import type { Cell } from '@inlay/protocol/result';
import type { StatementParam } from '../../engines/engine.ts';
import { always, type Condition, never } from '../../rules/condition.ts';
import type { ContextReader } from '../../rules/context-reading.ts';
import { evaluateCondition } from '../../rules/evaluate-condition.ts';
import type { Truth } from '../../rules/evaluate-visibility.ts';
import { writeDenials, writeFinding } from '../../rules/write-finding.ts';
import { compile } from '../compile/compile.ts';
import { withComputedColumns } from '../expression/computed-columns.ts';
import { bindRowRules } from '../guard/bind-row-rules.ts';
import { type GuardedPlan, type GuardedSource, guardedSummaries } from '../guard/guard.ts';
import type { Model } from '../model/model.ts';
import type { SummaryPlan } from '../plan/plan.ts';
import type { Dialect } from '../text/dialect.ts';
import type { CompiledStatement } from '../text/fragment.ts';

/** Explains to an administrator how a viewer's context affects a query. Built from a context without secrets. */
export interface Explanation extends ExplainedRows {
  readonly summary: string;
  /** Datasets that the query joins, with what the viewer sees of each. */
  readonly related: readonly (ExplainedRows & { readonly path: string; readonly datasetId: string })[];
  readonly statements: readonly ExplainedStatement[];
}

interface ExplainedRows {
  readonly rows: 'all' | 'some' | 'none';
  readonly rules: readonly RuleFinding[];
}

export interface ExplainedStatement {
  readonly purpose: 'rows' | SummaryPlan['purpose'];
  /** The statement as it runs, with `:attributes.region` where the engine sees a parameter. */
  readonly sql: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly from: string;
    readonly value: StatementParam;
  }[];
}

export function explain(guarded: GuardedPlan, dialect: Dialect, t: ExplanationMessages): Explanation {
  const [own = { rows: 'none', rules: [] }, ...related] = guarded.sources.map((each) => explainRows(each, t));
  const { findings = [] } = guarded.sources[0] ?? {};
  const noRows = () => t.data.noRows({ reasons: writeDenials(findings, t).join('; ') });
  return {
    ...own,
    summary: own.rows === 'none' ? noRows() : t.data[own.rows],
    related: related.map((rows, index) => {
      const source = guarded.plan.sources[index + 1];
      return { path: source?.path ?? '', datasetId: source?.dataset.id ?? '', ...rows };
    }),
    statements: [
      { purpose: 'rows', ...nameParameters(guarded, dialect) },
      ...guardedSummaries(guarded).map((summary) => ({
        purpose: summary.purpose,
        ...nameParameters(summary, dialect),
      })),
    ],
  };
}

function explainRows({ rows: { kind }, findings }: GuardedSource, t: ExplanationMessages): ExplainedRows {
  return {
    rows: kind === 'always' ? 'all' : kind === 'never' ? 'none' : 'some',
    rules: findings.map((finding) => writeFinding(finding, t)),
  };
}

function nameParameters(guarded: GuardedPlan, dialect: Dialect): Omit<ExplainedStatement, 'purpose'> {
  const compiled = compile(guarded, dialect);
  const names = namesOf(compiled);
  const named = compile(guarded, { ...dialect, placeholder: (index) => `:${names[index - 1]}` });
  const parameters = compiled.params.map((value, index) => ({
    name: names[index] ?? '',
    from: compiled.origins[index] ?? '',
    value,
  }));
  const unique = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  return { sql: named.sql, parameters: [...unique.values()] };
}

/** A name for each parameter; the same value from the same place keeps its name, a list's entries are numbered. */
function namesOf(statement: CompiledStatement): readonly string[] {
  const known = new Map<string, string>();
  const used = new Map<string, number>();
  return statement.origins.map((origin, index) => {
    const key = JSON.stringify([origin, String(statement.params[index])]);
    const existing = known.get(key);
    if (existing !== undefined) return existing;
    const count = (used.get(origin) ?? 0) + 1;
    used.set(origin, count);
    const name = count === 1 ? origin : `${origin}.${count}`;
    known.set(key, name);
    return name;
  });
}

/** Which of a dataset's rules let one row through for a viewer, and which do not. */
export function explainRow(
  model: Model,
  given: Readonly<Record<string, Cell>>,
  reader: ContextReader,
  calendar: ViewerCalendar,
): {
  /** Null if the row alone does not tell, because the rules use related rows. */
  readonly visible: boolean | null;
  readonly rules: readonly { readonly path: string; readonly outcome: Truth }[];
} {
  const { whole = model } = model;
  const { rowRules = [], groupRules = [] } = whole.root;
  const row = withComputedColumns(whole.root, given, calendar);
  // The SQL of related datasets is not run here.
  const bind = (root: Dataset) => bindRowRules({ ...whole, root }, reader, () => undefined).condition;
  const { relationships = [] } = whole.root;
  const unrelated = relationships.map(({ required: _, ...relationship }) => relationship);
  const outcome = (rules: Pick<Dataset, 'rowRules' | 'groupRules'>) =>
    evaluateCondition(bind({ ...whole.root, relationships: unrelated, ...rules }), row);
  const isShownIf = (related: Condition) =>
    evaluateCondition(withRelated(bind(whole.root), related), row) === 'true';
  return {
    visible: isShownIf(never) ? true : isShownIf(always) ? null : false,
    rules: [
      ...rowRules.map((rule, index) => ({
        path: `/rowRules/${index}`,
        outcome: outcome({ rowRules: [rule], groupRules: [] }),
      })),
      ...groupRules.map((rule, index) => ({
        path: `/groupRules/${index}`,
        outcome: outcome({ rowRules: [], groupRules: [rule] }),
      })),
    ],
  };
}

/** The condition with this in place of everything that related rows decide. */
function withRelated(condition: Condition, related: Condition): Condition {
  if (condition.kind === 'related') return related;
  if (!('conditions' in condition)) return condition;
  return { ...condition, conditions: condition.conditions.map((each) => withRelated(each, related)) };
}
