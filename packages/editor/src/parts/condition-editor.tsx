import type { Scalar } from '@inlay/protocol/query';
import type { ContextCondition, ContextPath } from '@inlay/protocol/rule';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { EditorTexts } from '../editor-texts.ts';
import { withConditionOperator } from '../model/condition-operators.ts';
import { isList, kindOf, scalarFrom, type ValueKind, withKind } from '../model/rule-group.ts';
import { Select } from './select.tsx';
import { TextField } from './text-field.tsx';
import { TypedField } from './typed-field.tsx';

const SUBJECTS = ['groups', 'roles', 'username', 'workspaceId', 'attributes'] as const;
type Subject = (typeof SUBJECTS)[number];

interface ConditionEditorProps {
  readonly words: EditorTexts;
  readonly condition: ContextCondition;
  readonly onChange: (condition: ContextCondition) => void;
}

const ofLists: readonly ContextCondition['operator'][] = ['contains', 'in', 'not-in', 'is-set', 'is-not-set'];
const ofValues: readonly ContextCondition['operator'][] = [
  'equals',
  'not-equals',
  'in',
  'not-in',
  'contains',
  'greater-or-equal',
  'less-or-equal',
  'between',
  'is-set',
  'is-not-set',
];

/** One sentence about a viewer: who or what, how compared, and with what. */
export function ConditionEditor({ words, condition, onChange }: ConditionEditorProps): VNode {
  const { context, operator } = condition;
  const subject: Subject = context.startsWith('attributes.') ? 'attributes' : (context as Subject);
  const choose = (next: Subject) => {
    const path: ContextPath = next === 'attributes' ? 'attributes.' : next;
    setKind('string');
    onChange({ context: path, operator: isList(path) ? 'contains' : 'equals', value: '' });
  };
  // A number that is being typed is text for a moment; its kind is what was chosen.
  const [kind, setKind] = useState(kindOf(condition));
  const operators = isList(context) ? ofLists : ofValues;
  const shown = operators.includes(operator) ? operators : [...operators, operator];
  return (
    <>
      <div class="te-pair">
        <Select
          quiet
          label={words.condition}
          options={SUBJECTS.map((key) => ({ key, label: words.subjects[key] }))}
          chosen={subject}
          onChoose={(key) => choose(key as Subject)}
        />
        <Select
          quiet
          label={words.operators[operator]}
          options={shown.map((key) => ({
            key,
            label: isList(context) && key === 'contains' ? words.operators.equals : words.operators[key],
          }))}
          chosen={operator}
          onChoose={(key) => onChange(withConditionOperator(condition, key as ContextCondition['operator']))}
        />
      </div>
      <div class="te-pair">
        {subject === 'attributes' && (
          <TextField
            label={words.attribute}
            value={context.slice('attributes.'.length)}
            onChange={(key) => onChange({ ...condition, context: `attributes.${key}` })}
          />
        )}
        {subject === 'attributes' && operator !== 'is-set' && operator !== 'is-not-set' && (
          <Select
            label={words.valueKind}
            options={(['string', 'number', 'boolean'] as const).map((key) => ({
              key,
              label:
                key === 'boolean'
                  ? `${words.yes} / ${words.no}`
                  : words.formatKinds[key === 'string' ? 'text' : 'number'],
            }))}
            chosen={kind}
            onChoose={(key) => {
              setKind(key as ValueKind);
              onChange(withKind(condition, key as ValueKind));
            }}
          />
        )}
        {'value' in condition && (
          <Value
            words={words}
            label={words.value}
            kind={kind}
            value={condition.value}
            onChange={(value) => onChange({ ...condition, value })}
          />
        )}
        {'from' in condition &&
          (['from', 'to'] as const).map((end) => (
            <Value
              key={end}
              words={words}
              label={words[end]}
              kind={kind}
              value={condition[end]}
              onChange={(value) => onChange({ ...condition, [end]: value })}
            />
          ))}
        {'values' in condition && (
          <TypedField<readonly Scalar[]>
            label={words.value}
            value={condition.values}
            parse={(text) => text.split(/,\s?/).map((part) => scalarFrom(part, kind))}
            write={(values) => values.join(', ')}
            onChange={(values) => onChange({ ...condition, values: values ?? [] })}
          />
        )}
      </div>
    </>
  );
}

interface ValueProps {
  readonly words: EditorTexts;
  readonly label: string;
  readonly kind: ValueKind;
  readonly value: Scalar;
  readonly onChange: (value: Scalar) => void;
}

function Value({ words, label, kind, value, onChange }: ValueProps): VNode {
  if (kind === 'boolean')
    return (
      <Select
        label={label}
        options={[
          { key: 'true', label: words.yes },
          { key: 'false', label: words.no },
        ]}
        chosen={String(value)}
        onChoose={(key) => onChange(scalarFrom(key, kind))}
      />
    );
  return (
    <TypedField<Scalar>
      label={label}
      value={value}
      parse={(text) => scalarFrom(text, kind)}
      write={String}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}
