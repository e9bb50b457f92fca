import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { ColumnCondition, ContextCondition, ContextPath, Operand, RowRule } from '@inlay/protocol/rule';

type Condition = ColumnCondition | ContextCondition;
export type Operator = Condition['operator'];

export const operatorWords: Readonly<Record<Operator, string>> = {
  equals: 'is',
  'not-equals': 'is not',
  in: 'is one of',
  'not-in': 'is none of',
  contains: 'contains',
  less: 'is less than',
  'less-or-equal': 'is at most',
  greater: 'is more than',
  'greater-or-equal': 'is at least',
  between: 'is between',
  'is-set': 'has a value',
  'is-not-set': 'has no value',
};

const listWords: Partial<Record<Operator, string>> = {
  contains: 'include',
  in: 'include one of',
  'not-in': 'include none of',
  'is-set': 'are known',
  'is-not-set': 'are none',
};

/** A viewer has one name and several groups. */
export function wordsFor(rule: Condition): Partial<Record<Operator, string>> {
  const isList = !('column' in rule) && (rule.context === 'groups' || rule.context === 'roles');
  return isList ? listWords : operatorWords;
}

/** A rule as a sentence part: `Region is one of their attribute region`. */
export function ruleWords(rule: RowRule, columns: readonly DatasetColumn[]): string {
  if ('all' in rule) return 'every row';
  if ('and' in rule) return joined(rule.and, ' and ', columns);
  if ('or' in rule) return joined(rule.or, ' or ', columns);
  const subject =
    'column' in rule
      ? (columns.find(({ name }) => name === rule.column)?.label ?? rule.column)
      : pathWords(rule.context);
  return [subject, wordsFor(rule)[rule.operator] ?? operatorWords[rule.operator], operandWords(rule)]
    .filter(Boolean)
    .join(' ');
}

/** What a viewer's context holds there. */
export function pathWords(path: ContextPath): string {
  if (path === 'username') return 'their username';
  if (path === 'workspaceId') return 'their workspace';
  if (path === 'groups') return 'their groups';
  return path === 'roles' ? 'their roles' : `their attribute ${path.slice('attributes.'.length)}`;
}

function joined(parts: readonly RowRule[], word: string, columns: readonly DatasetColumn[]): string {
  return parts
    .map((part) => {
      const words = ruleWords(part, columns);
      return 'and' in part || 'or' in part ? `(${words})` : words;
    })
    .join(word);
}

function operandWords(rule: Condition): string {
  if ('values' in rule)
    return 'context' in rule.values ? pathWords(rule.values.context) : rule.values.map(one).join(', ');
  if ('from' in rule) return `${one(rule.from)} and ${one(rule.to)}`;
  return 'value' in rule ? one(rule.value) : '';
}

const one = (operand: Operand): string =>
  typeof operand === 'object' ? pathWords(operand.context) : String(operand);
