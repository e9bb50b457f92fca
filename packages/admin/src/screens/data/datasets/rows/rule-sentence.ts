import type { DataMessages } from '@inlay/messages/data';
import type { ContextPath, Operand, OperandList, RowRule } from '@inlay/protocol/rule';
import { type Condition, isOfList } from '@inlay/ui/conditions/condition';
import type { RuleFields } from './rule-fields.ts';

type Messages = DataMessages['rules'];

/** A rule as a clause: `Region is one of the values in the viewer’s attribute region`. */
export function ruleSentence(rule: RowRule, fields: RuleFields, t: Messages): string {
  if ('all' in rule) return t.everyRow;
  if ('and' in rule) return joined(rule.and, t.sentence.and, fields, t);
  if ('or' in rule) return joined(rule.or, t.sentence.or, fields, t);
  if ('follow' in rule) return t.sentence.follow({ relationship: followedLabel(rule.follow, fields) });
  const subject =
    'column' in rule
      ? (fields.columns.find(({ name }) => name === rule.column)?.label ?? rule.column)
      : viewerText(rule.context, t);
  return conditionSentence(rule, subject, t);
}

const followedLabel = (followed: string, { followable }: RuleFields) =>
  followable.find(({ path }) => path === followed)?.label ?? followed;

function conditionSentence(rule: Condition, subject: string, t: Messages): string {
  const { sentence } = t;
  const isList = isOfList(rule);
  switch (rule.operator) {
    case 'is-set':
      return (isList ? sentence.listIsSet : sentence.isSet)({ subject });
    case 'is-not-set':
      return (isList ? sentence.listIsNotSet : sentence.isNotSet)({ subject });
    case 'between':
      return sentence.between({ subject, from: operandText(rule.from, t), to: operandText(rule.to, t) });
    case 'in':
    case 'not-in': {
      const text = { subject, value: listText(rule.values, t) };
      if (isList) return sentence.list[rule.operator](text);
      return sentence.value['context' in rule.values ? (`${rule.operator}-viewer` as const) : rule.operator](
        text,
      );
    }
    default: {
      const text = { subject, value: operandText(rule.value, t) };
      return isList && rule.operator === 'contains'
        ? sentence.list.contains(text)
        : sentence.value[rule.operator](text);
    }
  }
}

function joined(
  parts: readonly RowRule[],
  join: Messages['sentence']['and'],
  fields: RuleFields,
  t: Messages,
): string {
  return parts
    .map((part) => {
      const rule = ruleSentence(part, fields, t);
      return 'and' in part || 'or' in part ? t.sentence.nested({ rule }) : rule;
    })
    .reduce((first, second) => join({ first, second }));
}

const listText = (values: OperandList, t: Messages): string =>
  'context' in values
    ? viewerText(values.context, t)
    : values.map((operand) => operandText(operand, t)).join(', ');

const operandText = (operand: Operand, t: Messages): string =>
  typeof operand === 'object' ? viewerText(operand.context, t) : String(operand);

/** `the viewer’s attribute region` */
export function viewerText(path: ContextPath, { sentence: { viewer } }: Messages): string {
  const isField = (key: string): key is Exclude<ContextPath, `attributes.${string}`> =>
    !key.startsWith('attributes.');
  return isField(path) ? viewer[path] : viewer.attribute({ key: path.slice('attributes.'.length) });
}
