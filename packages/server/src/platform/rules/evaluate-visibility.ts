import type { Scalar } from '@inlay/protocol/query';
import type { ContextCondition, ContextPath, VisibilityRule } from '@inlay/protocol/rule';
import { type ContextReader, type ContextScalar, type ListReading, readPath } from './context-reading.ts';
import type { Reason } from './reason.ts';

export type Truth = 'true' | 'false' | 'unknown';

/** A condition of a rule and its outcome, to explain why something is hidden. */
export interface Finding {
  readonly path: string;
  readonly outcome: Truth;
  readonly reason: Reason;
  /** The value that the context lacks. */
  readonly missing?: ContextPath;
  /** Datasets whose rules this one follows, the nearest first. */
  readonly followed?: readonly FollowedFindings[];
}

interface FollowedFindings {
  readonly path: string;
  readonly datasetId: string;
  readonly rows: 'all' | 'some' | 'none';
  readonly rules: readonly Omit<Finding, 'followed'>[];
}

/** Only `true` shows anything; `false` and `unknown` both hide. */
export function evaluateVisibility(rule: VisibilityRule, reader: ContextReader): Truth {
  return traceVisibility(rule, reader).outcome;
}

export function traceVisibility(
  rule: VisibilityRule,
  reader: ContextReader,
  path = '',
): { readonly outcome: Truth; readonly findings: readonly Finding[] } {
  if ('and' in rule || 'or' in rule) {
    const [word, rules] = 'and' in rule ? (['and', rule.and] as const) : (['or', rule.or] as const);
    const parts = rules.map((part, index) => traceVisibility(part, reader, `${path}/${word}/${index}`));
    const outcomes = parts.map((part) => part.outcome);
    return {
      outcome: word === 'and' ? conjunction(outcomes) : disjunction(outcomes),
      findings: parts.flatMap((part) => part.findings),
    };
  }
  const finding = evaluateContextCondition(rule, reader, path);
  return { outcome: finding.outcome, findings: [finding] };
}

export function evaluateContextCondition(
  condition: ContextCondition,
  reader: ContextReader,
  path: string,
): Finding {
  const reading = readPath(reader, condition.context);
  const outcome = outcomeOf(condition, reading);
  const reason = reasonFor(condition, reading, outcome);
  const isMissing = reading.kind === 'missing' && outcome !== 'true';
  return { path, outcome, reason, ...(isMissing ? { missing: condition.context } : {}) };
}

// Kleene's three-valued and/or. An empty `and` would grant without having read anything, so it is unknown.
function conjunction(outcomes: readonly Truth[]): Truth {
  if (outcomes.includes('false')) return 'false';
  return outcomes.length === 0 || outcomes.includes('unknown') ? 'unknown' : 'true';
}

function disjunction(outcomes: readonly Truth[]): Truth {
  if (outcomes.includes('true')) return 'true';
  return outcomes.includes('unknown') ? 'unknown' : 'false';
}

function outcomeOf(condition: ContextCondition, reading: ListReading): Truth {
  if (reading.kind === 'unknown') return 'unknown';
  if (condition.operator === 'is-set') return reading.kind === 'missing' ? 'false' : 'true';
  if (condition.operator === 'is-not-set') return reading.kind === 'missing' ? 'true' : 'false';
  if (reading.kind === 'missing') return 'unknown';
  const { value } = reading;
  if (typeof value === 'object') return outcomeForList(condition, value, reading.kind === 'value');
  switch (condition.operator) {
    case 'equals':
      return equal(value, condition.value);
    case 'not-equals':
      return not(equal(value, condition.value));
    case 'in':
      return disjunction(condition.values.map((constant) => equal(value, constant)));
    case 'not-in':
      return conjunction(condition.values.map((constant) => not(equal(value, constant))));
    case 'contains':
      // Membership of a list. Looking inside a text here would show `admins-of-nothing` what `admin` may see.
      return 'unknown';
    case 'between':
      return conjunction([
        ordered(value, condition.from, (order) => order >= 0),
        ordered(value, condition.to, (order) => order <= 0),
      ]);
    case 'less':
      return ordered(value, condition.value, (order) => order < 0);
    case 'less-or-equal':
      return ordered(value, condition.value, (order) => order <= 0);
    case 'greater':
      return ordered(value, condition.value, (order) => order > 0);
    case 'greater-or-equal':
      return ordered(value, condition.value, (order) => order >= 0);
  }
}

function outcomeForList(
  condition: ContextCondition,
  entries: readonly ContextScalar[],
  complete: boolean,
): Truth {
  const has = (constant: Scalar): Truth => {
    const found = disjunction(entries.map((entry) => equal(entry, constant)));
    return found === 'false' && !complete ? 'unknown' : found;
  };
  if (condition.operator === 'contains') return has(condition.value);
  if (condition.operator === 'in') return disjunction(condition.values.map(has));
  if (condition.operator === 'not-in')
    return conjunction(condition.values.map((constant) => not(has(constant))));
  return 'unknown';
}

function not(truth: Truth): Truth {
  if (truth === 'unknown') return 'unknown';
  return truth === 'true' ? 'false' : 'true';
}

function equal(value: ContextScalar, constant: Scalar): Truth {
  const order = compare(value, constant);
  if (order === undefined) return 'unknown';
  return order === 0 ? 'true' : 'false';
}

function ordered(value: ContextScalar, constant: Scalar, holds: (order: number) => boolean): Truth {
  if (typeof value === 'boolean') return 'unknown';
  const order = compare(value, constant);
  if (order === undefined) return 'unknown';
  return holds(order) ? 'true' : 'false';
}

/** Negative, zero or positive for values of one type; undefined for values that have no common type. */
function compare(value: ContextScalar, constant: Scalar): number | undefined {
  if (constant === '') return undefined;
  if (typeof value === 'string' && typeof constant === 'string') return compareText(value, constant);
  if (typeof value === 'boolean' && typeof constant === 'boolean') return Number(value) - Number(constant);
  if (typeof constant !== 'number' || (typeof value !== 'number' && typeof value !== 'bigint'))
    return undefined;
  if (!isExact(value) || !isExact(constant)) return undefined;
  if (value === constant) return 0;
  return value < constant ? -1 : value > constant ? 1 : 0;
}

/** Order of the UTF-8 bytes, as engines compare text without a collation; JavaScript's own order is by UTF-16 units. */
export function compareText(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

function isExact(value: number | bigint): boolean {
  if (typeof value === 'bigint') return true;
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

function reasonFor({ context, operator }: ContextCondition, reading: ListReading, outcome: Truth): Reason {
  if (reading.kind === 'missing') return ({ rules }) => rules.missing({ value: context });
  if (reading.kind === 'unknown') return ({ rules }) => rules.unknown({ value: context });
  const result = outcome !== 'unknown' ? outcome : reading.kind === 'partial' ? 'entriesLost' : 'typesDiffer';
  return ({ rules }) => rules[result]({ value: context, operator });
}
