import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { RowRule } from '@inlay/protocol/rule';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import { Button } from '@inlay/ui/button';
import { IconButton } from '@inlay/ui/icon-button';
import type { VNode } from 'preact';
import { ConditionEditor } from './condition-editor.tsx';
import { type Condition, type Group, isGroup, newCondition, replaceAt } from './rule-draft.ts';

interface RuleEditorProps {
  readonly rule: RowRule;
  readonly columns: readonly DatasetColumn[];
  /** Where the rule is in the dataset (RFC 6901), to find what the server said of it. */
  readonly path: string;
  readonly problems: readonly FieldProblem[];
  readonly depth?: number;
  readonly onChange: (rule: RowRule) => void;
  readonly onRemove: () => void;
}

const DEEPEST = 4;

/** One rule with all nested conditions. */
export function RuleEditor(props: RuleEditorProps): VNode {
  const { rule, columns, path, problems, onChange, onRemove } = props;
  if (isGroup(rule)) return <GroupEditor {...props} rule={rule} />;
  if ('all' in rule)
    return (
      <div class="condition">
        <span>every row, whoever is looking</span>
        <IconButton icon="close" label="Remove this rule" onClick={onRemove} />
      </div>
    );
  const own = problems.filter((problem) => problem.path === path || problem.path.startsWith(`${path}/`));
  return (
    <div class="stack-tight">
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
  const word = 'and' in rule ? 'and' : 'or';
  const parts = 'and' in rule ? rule.and : rule.or;
  const make = (next: readonly RowRule[], as: 'and' | 'or' = word) => {
    const [first, ...rest] = next;
    if (first === undefined) return onRemove();
    // A group of one is that one.
    return onChange(rest.length === 0 ? first : as === 'and' ? { and: next } : { or: next });
  };
  return (
    <fieldset class="rule-group">
      <legend class="ui-visually-hidden">
        {word === 'and' ? 'All of these hold' : 'Any of these holds'}
      </legend>
      <select
        class="ui-input ui-select"
        aria-label="How the conditions join"
        value={word}
        onChange={(event) => make(parts, event.currentTarget.value as 'and' | 'or')}
      >
        <option value="and">all of these hold</option>
        <option value="or">any of these holds</option>
      </select>
      {parts.map((part, at) => (
        <RuleEditor
          key={at}
          rule={part}
          columns={columns}
          path={`${path}/${word}/${at}`}
          problems={problems}
          depth={depth + 1}
          onChange={(changed) => make(replaceAt(parts, at, changed))}
          onRemove={() => make(replaceAt(parts, at, undefined))}
        />
      ))}
      <div class="row">
        <Button variant="ghost" onClick={() => make([...parts, newCondition(columns)])}>
          + {word === 'and' ? 'And' : 'Or'} a condition
        </Button>
        {depth < DEEPEST && (
          <Button
            variant="ghost"
            onClick={() => {
              const pair = [newCondition(columns), newCondition(columns)];
              make([...parts, word === 'and' ? { or: pair } : { and: pair }]);
            }}
          >
            + {word === 'and' ? 'And any of …' : 'Or all of …'}
          </Button>
        )}
      </div>
    </fieldset>
  );
}
