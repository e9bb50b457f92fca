import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { RowRule } from '@inlay/protocol/rule';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import { Button } from '@inlay/ui/button';
import { IconButton } from '@inlay/ui/icon-button';
import type { VNode } from 'preact';
import { useMessages } from '../../../messages.ts';
import { ConditionEditor } from './condition-editor.tsx';
import { type Condition, type Group, isGroup, newCondition, replaceAt } from './rule-draft.ts';

interface RuleEditorProps {
  readonly rule: RowRule;
  readonly columns: readonly DatasetColumn[];
  /** Of the rule in the dataset (RFC 6901), to find its problems. */
  readonly path: string;
  readonly problems: readonly FieldProblem[];
  readonly depth?: number;
  readonly onChange: (rule: RowRule) => void;
  readonly onRemove: () => void;
}

const MAX_DEPTH = 4;

/** One rule with all nested conditions. */
export function RuleEditor(props: RuleEditorProps): VNode {
  const t = useMessages('data').rules;
  const { rule, columns, path, problems, onChange, onRemove } = props;
  if (isGroup(rule)) return <GroupEditor {...props} rule={rule} />;
  if ('all' in rule)
    return (
      <div class="condition">
        <span>{t.everyRow}</span>
        <IconButton icon="close" label={t.remove} onClick={onRemove} />
      </div>
    );
  const own = problems.filter((problem) => problem.path === path || problem.path.startsWith(`${path}/`));
  return (
    <div class="ui-stack-tight">
      <ConditionEditor
        condition={rule as Condition}
        columns={columns}
        onChange={onChange}
        onRemove={onRemove}
        onNest={() => onChange({ or: [rule, newCondition(columns)] })}
      />
      {own.map(({ path: at, problem }) => (
        <p key={at} class="ui-field-error">
          {problem}
        </p>
      ))}
    </div>
  );
}

function GroupEditor({
  rule,
  columns,
  path,
  problems,
  depth = 0,
  onChange,
  onRemove,
}: RuleEditorProps & { readonly rule: Group }): VNode {
  const t = useMessages('data').rules;
  const operator = 'and' in rule ? 'and' : 'or';
  const parts = 'and' in rule ? rule.and : rule.or;
  const change = (next: readonly RowRule[], as: 'and' | 'or' = operator) => {
    const [first, ...rest] = next;
    if (first === undefined) return onRemove();
    // A group with one condition is that condition.
    return onChange(rest.length === 0 ? first : as === 'and' ? { and: next } : { or: next });
  };
  return (
    <fieldset class="rule-group">
      <legend class="ui-visually-hidden">{operator === 'and' ? t.all : t.any}</legend>
      <select
        class="ui-input ui-select"
        aria-label={t.match}
        value={operator}
        onChange={(event) => change(parts, event.currentTarget.value as 'and' | 'or')}
      >
        <option value="and">{t.all}</option>
        <option value="or">{t.any}</option>
      </select>
      {parts.map((part, at) => (
        <RuleEditor
          key={at}
          rule={part}
          columns={columns}
          path={`${path}/${operator}/${at}`}
          problems={problems}
          depth={depth + 1}
          onChange={(changed) => change(replaceAt(parts, at, changed))}
          onRemove={() => change(replaceAt(parts, at, undefined))}
        />
      ))}
      <div class="ui-row">
        <Button variant="ghost" onClick={() => change([...parts, newCondition(columns)])}>
          {operator === 'and' ? t.addAnd : t.addOr}
        </Button>
        {depth < MAX_DEPTH && (
          <Button
            variant="ghost"
            onClick={() => {
              const pair = [newCondition(columns), newCondition(columns)];
              change([...parts, operator === 'and' ? { or: pair } : { and: pair }]);
            }}
          >
            {operator === 'and' ? t.addAnyGroup : t.addAllGroup}
          </Button>
        )}
      </div>
    </fieldset>
  );
}
