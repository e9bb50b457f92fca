import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { ContextPath, Operand } from '@inlay/protocol/rule';
import { Button } from '@inlay/ui/button';
import { IconButton } from '@inlay/ui/icon-button';
import type { VNode } from 'preact';
import {
  type Condition,
  operatorsFor,
  scalarOf,
  scalarsOf,
  withOperator,
  withSubject,
} from './rule-draft.ts';
import { type Operator, wordsFor } from './rule-words.ts';

interface ConditionEditorProps {
  readonly condition: Condition;
  readonly columns: readonly DatasetColumn[];
  readonly onChange: (condition: Condition) => void;
  readonly onRemove: () => void;
  readonly onNest: () => void;
}

/** One condition as a sentence with gaps: `Region` `is one of` `their attribute` `region`. */
export function ConditionEditor({
  condition,
  columns,
  onChange,
  onRemove,
  onNest,
}: ConditionEditorProps): VNode {
  const ofColumn = 'column' in condition;
  const column = ofColumn ? columns.find(({ name }) => name === condition.column) : undefined;
  const words = wordsFor(condition);
  const operators = operatorsFor(ofColumn ? column : undefined).filter((operator) => words[operator]);
  const attribute = !ofColumn && condition.context.startsWith('attributes.');
  return (
    <div class="condition">
      <select
        class="ui-input ui-select"
        aria-label="What is compared"
        value={ofColumn ? condition.column : attribute ? 'viewer:attributes.' : `viewer:${condition.context}`}
        onChange={(event) => onChange(withSubject(condition, event.currentTarget.value, columns))}
      >
        <optgroup label="Column of the row">
          {columns.map(({ name, label }) => (
            <option key={name} value={name}>
              {label ?? name}
            </option>
          ))}
        </optgroup>
        <optgroup label="Of the viewer">
          <option value="viewer:attributes.">the viewer's attribute</option>
          <option value="viewer:username">the viewer's username</option>
          <option value="viewer:groups">the viewer's groups</option>
          <option value="viewer:roles">the viewer's roles</option>
        </optgroup>
      </select>
      {attribute && (
        <input
          class="ui-input ui-mono"
          aria-label="Name of the attribute"
          placeholder="region"
          value={condition.context.slice('attributes.'.length)}
          onInput={(event) =>
            onChange({ ...condition, context: `attributes.${event.currentTarget.value}` } as Condition)
          }
        />
      )}
      <select
        class="ui-input ui-select"
        aria-label="How it is compared"
        value={condition.operator}
        onChange={(event) => onChange(withOperator(condition, event.currentTarget.value as Operator))}
      >
        {operators.map((operator) => (
          <option key={operator} value={operator}>
            {words[operator]}
          </option>
        ))}
      </select>
      <Operands condition={condition} column={column} onChange={onChange} />
      <span class="condition-end">
        <Button variant="ghost" onClick={onNest}>
          or …
        </Button>
        <IconButton icon="close" label="Remove this condition" onClick={onRemove} />
      </span>
    </div>
  );
}

interface OperandsProps {
  readonly condition: Condition;
  readonly column: DatasetColumn | undefined;
  readonly onChange: (condition: Condition) => void;
}

function Operands({ condition, column, onChange }: OperandsProps): VNode | null {
  const fixed = !('column' in condition);
  if ('values' in condition) {
    const { values } = condition;
    if ('context' in values)
      return (
        <FromViewer
          path={values.context}
          onChange={(path) =>
            onChange({ ...condition, values: path === undefined ? [] : { context: path } } as Condition)
          }
        />
      );
    return (
      <>
        {!fixed && (
          <Way
            way="these"
            onChange={() =>
              onChange({ ...condition, values: { context: `attributes.${column?.name ?? ''}` } } as Condition)
            }
          />
        )}
        <input
          class="ui-input"
          aria-label="Values, separated by commas"
          placeholder="north, south"
          value={values.join(', ')}
          onChange={(event) =>
            onChange({ ...condition, values: scalarsOf(event.currentTarget.value, column) } as Condition)
          }
        />
      </>
    );
  }
  if ('from' in condition)
    return (
      <>
        <One
          label="From"
          operand={condition.from}
          column={column}
          fixed={fixed}
          onChange={(from) => onChange({ ...condition, from } as Condition)}
        />
        <span>and</span>
        <One
          label="To"
          operand={condition.to}
          column={column}
          fixed={fixed}
          onChange={(to) => onChange({ ...condition, to } as Condition)}
        />
      </>
    );
  if (!('value' in condition)) return null;
  return (
    <One
      label="Value"
      operand={condition.value}
      column={column}
      fixed={fixed}
      onChange={(value) => onChange({ ...condition, value } as Condition)}
    />
  );
}

interface OneProps {
  readonly label: string;
  readonly operand: Operand;
  readonly column: DatasetColumn | undefined;
  /** A condition on the viewer compares with what the author wrote, never with the viewer. */
  readonly fixed: boolean;
  readonly onChange: (operand: Operand) => void;
}

function One({ label, operand, column, fixed, onChange }: OneProps): VNode {
  if (typeof operand === 'object')
    return (
      <FromViewer
        path={operand.context}
        onChange={(path) => onChange(path === undefined ? '' : { context: path })}
      />
    );
  return (
    <>
      {!fixed && (
        <Way way="these" onChange={() => onChange({ context: `attributes.${column?.name ?? ''}` })} />
      )}
      {column?.type === 'boolean' ? (
        <select
          class="ui-input ui-select"
          aria-label={label}
          value={String(operand)}
          onChange={(event) => onChange(event.currentTarget.value === 'true')}
        >
          <option value="true">yes</option>
          <option value="false">no</option>
        </select>
      ) : (
        <input
          class="ui-input"
          aria-label={label}
          placeholder={column?.type === 'date' ? '2026-01-31' : ''}
          value={String(operand)}
          onChange={(event) => onChange(scalarOf(event.currentTarget.value, column))}
        />
      )}
    </>
  );
}

const VIEWER = [
  ['attributes.', 'their attribute'],
  ['username', 'their username'],
  ['groups', 'their groups'],
  ['workspaceId', 'their workspace'],
] as const;

/** An attribute of the viewer; `undefined` switches back to a constant. */
function FromViewer({
  path,
  onChange,
}: {
  readonly path: ContextPath;
  readonly onChange: (path: ContextPath | undefined) => void;
}): VNode {
  const attribute = path.startsWith('attributes.');
  return (
    <>
      <select
        class="ui-input ui-select"
        aria-label="Where the value comes from"
        value={attribute ? 'attributes.' : path}
        onChange={({ currentTarget: { value } }) =>
          onChange(value === '' ? undefined : (value as ContextPath))
        }
      >
        <option value="">this value</option>
        {VIEWER.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      {attribute && (
        <input
          class="ui-input ui-mono"
          aria-label="Name of their attribute"
          placeholder="region"
          value={path.slice('attributes.'.length)}
          onInput={(event) => onChange(`attributes.${event.currentTarget.value}`)}
        />
      )}
    </>
  );
}

function Way({ way, onChange }: { readonly way: 'these'; readonly onChange: () => void }): VNode {
  return (
    <select
      class="ui-input ui-select"
      aria-label="Where the value comes from"
      value={way}
      onChange={onChange}
    >
      <option value="these">this value</option>
      <option value="theirs">their …</option>
    </select>
  );
}
