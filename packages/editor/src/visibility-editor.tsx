import './tile-editor.css';
import type { ContextCondition, ContextPath, VisibilityRule } from '@inlay/protocol/rule';
import type { VNode } from 'preact';
import { withConditionOperator } from './model/condition-operators.ts';
import { type FlatRule, flatten, isList, unflatten } from './model/flat-rule.ts';
import { Entry } from './parts/entry.tsx';
import { Select } from './parts/select.tsx';
import { TextField } from './parts/text-field.tsx';
import { type EditorWords, fill } from './words/editor-words.ts';

interface VisibilityEditorProps {
  readonly words: EditorWords;
  readonly rule: VisibilityRule | undefined;
  readonly onChange: (rule: VisibilityRule | undefined) => void;
}

const SUBJECTS = ['groups', 'roles', 'username', 'workspaceId', 'attributes'] as const;
type Subject = (typeof SUBJECTS)[number];

/** Who sees something, as sentences. A rule that is nested deeper than sentences go is shown and kept as it is. */
export function VisibilityEditor({ words, rule, onChange }: VisibilityEditorProps): VNode {
  const flat = flatten(rule);
  if (!flat) {
    return (
      <>
        <p class="te-note">{words.nestedRule}</p>
        <pre class="te-code">{JSON.stringify(rule, null, 2)}</pre>
      </>
    );
  }
  const put = (next: FlatRule) => onChange(unflatten(next));
  const { conditions } = flat;
  const add = () =>
    put({ ...flat, conditions: [...conditions, { context: 'groups', operator: 'contains', value: '' }] });
  return (
    <>
      {conditions.length === 0 && <p class="te-note">{words.everyone}</p>}
      {conditions.length === 1 && <p class="te-note">{words.onlyIf}</p>}
      {conditions.length > 1 && (
        <Select
          label={words.onlyIf}
          options={[
            { key: 'and', label: words.all },
            { key: 'or', label: words.any },
          ]}
          chosen={flat.join}
          onChoose={(join) => put({ ...flat, join: join as FlatRule['join'] })}
        />
      )}
      {conditions.map((condition, index) => (
        <Entry
          key={index}
          label={fill(words.conditionOf, String(index + 1))}
          removeLabel={words.remove}
          onRemove={() => put({ ...flat, conditions: conditions.toSpliced(index, 1) })}
        >
          <Condition
            words={words}
            condition={condition}
            onChange={(next) => put({ ...flat, conditions: conditions.with(index, next) })}
          />
        </Entry>
      ))}
      <button type="button" class="ui-button" onClick={add}>
        {words.addCondition}
      </button>
    </>
  );
}

interface ConditionProps {
  readonly words: EditorWords;
  readonly condition: ContextCondition;
  readonly onChange: (condition: ContextCondition) => void;
}

function Condition({ words, condition, onChange }: ConditionProps): VNode {
  const { context, operator } = condition;
  const subject: Subject = context.startsWith('attributes.') ? 'attributes' : (context as Subject);
  const choose = (next: Subject) => {
    const path: ContextPath = next === 'attributes' ? 'attributes.' : next;
    onChange({ context: path, operator: isList(path) ? 'contains' : 'equals', value: '' });
  };
  const operators: readonly ContextCondition['operator'][] = isList(context)
    ? ['contains', 'in', 'not-in', 'is-set', 'is-not-set']
    : [
        'equals',
        'not-equals',
        'in',
        'not-in',
        'contains',
        'greater-or-equal',
        'less-or-equal',
        'is-set',
        'is-not-set',
      ];
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
        {'value' in condition && (
          <TextField
            label={words.value}
            value={String(condition.value)}
            onChange={(value) => onChange({ ...condition, value })}
          />
        )}
        {'values' in condition && (
          <TextField
            label={words.value}
            value={condition.values.join(', ')}
            onChange={(text) => onChange({ ...condition, values: text.split(/,\s?/) })}
          />
        )}
      </div>
    </>
  );
}
