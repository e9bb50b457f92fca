import './tile-editor.css';
import type { Scalar } from '@inlay/protocol/query';
import type { ContextCondition, ContextPath, VisibilityRule } from '@inlay/protocol/rule';
import { fill } from '@inlay/ui/fill';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { withConditionOperator } from './model/condition-operators.ts';
import {
  groupOf,
  isList,
  kindOf,
  newCondition,
  newGroup,
  type RuleGroup,
  ruleOf,
  scalarFrom,
  type ValueKind,
  withKind,
} from './model/rule-group.ts';
import { Entry } from './parts/entry.tsx';
import { Select } from './parts/select.tsx';
import { TextField } from './parts/text-field.tsx';
import { TypedField } from './parts/typed-field.tsx';
import type { EditorWords } from './words/editor-words.ts';

interface VisibilityEditorProps {
  readonly words: EditorWords;
  readonly rule: VisibilityRule | undefined;
  readonly onChange: (rule: VisibilityRule | undefined) => void;
}

const SUBJECTS = ['groups', 'roles', 'username', 'workspaceId', 'attributes'] as const;
type Subject = (typeof SUBJECTS)[number];

/** Deeper than this nobody reads a rule; what a file nests deeper is shown and can be changed all the same. */
const DEEPEST = 3;

/** Who sees something, as sentences joined by "all" or "any", in groups where one sentence is not enough. */
export function VisibilityEditor({ words, rule, onChange }: VisibilityEditorProps): VNode {
  const group = groupOf(rule);
  return (
    <>
      {group.parts.length === 0 && <p class="te-note">{words.everyone}</p>}
      {group.parts.length === 1 && <p class="te-note">{words.onlyIf}</p>}
      <Group
        words={words}
        group={group}
        label={words.onlyIf}
        depth={1}
        onChange={(g) => onChange(ruleOf(g))}
      />
    </>
  );
}

interface GroupProps {
  readonly words: EditorWords;
  readonly group: RuleGroup;
  readonly label: string;
  readonly depth: number;
  readonly onChange: (group: RuleGroup) => void;
}

function Group({ words, group, label, depth, onChange }: GroupProps): VNode {
  const { join, parts } = group;
  const put = (next: readonly VisibilityRule[]) => onChange({ join, parts: next });
  return (
    <>
      {parts.length > 1 && (
        <Select
          label={label}
          quiet={depth > 1}
          options={[
            { key: 'and', label: words.all },
            { key: 'or', label: words.any },
          ]}
          chosen={join}
          onChoose={(key) => onChange({ parts, join: key as RuleGroup['join'] })}
        />
      )}
      {parts.map((part, index) => (
        <Entry
          key={index}
          label={fill('context' in part ? words.conditionOf : words.groupOf, String(index + 1))}
          removeLabel={words.remove}
          onRemove={() => put(parts.toSpliced(index, 1))}
        >
          {'context' in part ? (
            <Condition words={words} condition={part} onChange={(next) => put(parts.with(index, next))} />
          ) : (
            <Group
              words={words}
              group={groupOf(part)}
              label={fill(words.groupOf, String(index + 1))}
              depth={depth + 1}
              onChange={(next) => {
                const left = ruleOf(next);
                put(left === undefined ? parts.toSpliced(index, 1) : parts.with(index, left));
              }}
            />
          )}
        </Entry>
      ))}
      <div class="te-row">
        <button type="button" class="ui-button" onClick={() => put([...parts, newCondition()])}>
          {words.addCondition}
        </button>
        {parts.length > 0 && depth < DEEPEST && (
          <button type="button" class="ui-button ui-quiet" onClick={() => put([...parts, newGroup(join)])}>
            {words.addGroup}
          </button>
        )}
      </div>
    </>
  );
}

interface ConditionProps {
  readonly words: EditorWords;
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

function Condition({ words, condition, onChange }: ConditionProps): VNode {
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
  readonly words: EditorWords;
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
