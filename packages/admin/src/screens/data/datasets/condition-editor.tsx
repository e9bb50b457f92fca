import type { DataMessages } from '@inlay/messages/data';
import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { ContextPath, Operand } from '@inlay/protocol/rule';
import { Button } from '@inlay/ui/button';
import { IconButton } from '@inlay/ui/icon-button';
import type { VNode } from 'preact';
import { useMessages } from '../../../messages.ts';
import {
  type Condition,
  type Operator,
  operatorsFor,
  scalarOf,
  scalarsOf,
  withOperator,
  withSubject,
} from './rule-draft.ts';
import { isOfList } from './rule-sentence.ts';

interface ConditionEditorProps {
  readonly condition: Condition;
  readonly columns: readonly DatasetColumn[];
  readonly onChange: (condition: Condition) => void;
  readonly onRemove: () => void;
  readonly onNest: () => void;
}

/** One condition: what is compared, how, and with what. */
export function ConditionEditor({
  condition,
  columns,
  onChange,
  onRemove,
  onNest,
}: ConditionEditorProps): VNode {
  const t = useMessages('data').rules;
  const ofColumn = 'column' in condition;
  const column = ofColumn ? columns.find(({ name }) => name === condition.column) : undefined;
  const labels: Partial<Record<Operator, string>> = isOfList(condition) ? t.listOperators : t.operators;
  const operators = operatorsFor(ofColumn ? column : undefined).filter((operator) => labels[operator]);
  const attribute = !ofColumn && condition.context.startsWith('attributes.');
  return (
    <div class="condition">
      <select
        class="ui-input ui-select"
        aria-label={t.subject}
        value={ofColumn ? condition.column : attribute ? 'viewer:attributes.' : `viewer:${condition.context}`}
        onChange={(event) => onChange(withSubject(condition, event.currentTarget.value, columns))}
      >
        <optgroup label={t.columnGroup}>
          {columns.map(({ name, label }) => (
            <option key={name} value={name}>
              {label ?? name}
            </option>
          ))}
        </optgroup>
        <optgroup label={t.viewerGroup}>
          <option value="viewer:attributes.">{t.viewerFields.attributes}</option>
          <option value="viewer:username">{t.viewerFields.username}</option>
          <option value="viewer:groups">{t.viewerFields.groups}</option>
          <option value="viewer:roles">{t.viewerFields.roles}</option>
        </optgroup>
      </select>
      {attribute && (
        <input
          class="ui-input ui-mono"
          aria-label={t.attributeName}
          placeholder="region"
          value={condition.context.slice('attributes.'.length)}
          onInput={(event) =>
            onChange({ ...condition, context: `attributes.${event.currentTarget.value}` } as Condition)
          }
        />
      )}
      <select
        class="ui-input ui-select"
        aria-label={t.operator}
        value={condition.operator}
        onChange={(event) => onChange(withOperator(condition, event.currentTarget.value as Operator))}
      >
        {operators.map((operator) => (
          <option key={operator} value={operator}>
            {labels[operator]}
          </option>
        ))}
      </select>
      <Operands condition={condition} column={column} onChange={onChange} />
      <span class="condition-end">
        <Button variant="ghost" onClick={onNest}>
          {t.or}
        </Button>
        <IconButton icon="close" label={t.removeCondition} onClick={onRemove} />
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
  const t = useMessages('data').rules;
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
          <ConstantOrViewer
            onChange={() =>
              onChange({ ...condition, values: { context: `attributes.${column?.name ?? ''}` } } as Condition)
            }
          />
        )}
        <input
          class="ui-input"
          aria-label={t.values}
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
        <OperandField
          label={t.from}
          operand={condition.from}
          column={column}
          fixed={fixed}
          onChange={(from) => onChange({ ...condition, from } as Condition)}
        />
        <span>{t.between}</span>
        <OperandField
          label={t.to}
          operand={condition.to}
          column={column}
          fixed={fixed}
          onChange={(to) => onChange({ ...condition, to } as Condition)}
        />
      </>
    );
  if (!('value' in condition)) return null;
  return (
    <OperandField
      label={t.value}
      operand={condition.value}
      column={column}
      fixed={fixed}
      onChange={(value) => onChange({ ...condition, value } as Condition)}
    />
  );
}

interface OperandFieldProps {
  readonly label: string;
  readonly operand: Operand;
  readonly column: DatasetColumn | undefined;
  /** A condition on the viewer compares with constants only. */
  readonly fixed: boolean;
  readonly onChange: (operand: Operand) => void;
}

function OperandField({ label, operand, column, fixed, onChange }: OperandFieldProps): VNode {
  const t = useMessages('data').rules;
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
        <ConstantOrViewer onChange={() => onChange({ context: `attributes.${column?.name ?? ''}` })} />
      )}
      {column?.type === 'boolean' ? (
        <select
          class="ui-input ui-select"
          aria-label={label}
          value={String(operand)}
          onChange={(event) => onChange(event.currentTarget.value === 'true')}
        >
          <option value="true">{t.yes}</option>
          <option value="false">{t.no}</option>
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

const viewerOptions = ({ viewerFields: t }: DataMessages['rules']) =>
  [
    ['attributes.', t.attributes],
    ['username', t.username],
    ['groups', t.groups],
    ['workspaceId', t.workspaceId],
  ] as const;

/** A value of the viewer; `undefined` switches back to a constant. */
function FromViewer({
  path,
  onChange,
}: {
  readonly path: ContextPath;
  readonly onChange: (path: ContextPath | undefined) => void;
}): VNode {
  const t = useMessages('data').rules;
  const attribute = path.startsWith('attributes.');
  return (
    <>
      <select
        class="ui-input ui-select"
        aria-label={t.valueFrom}
        value={attribute ? 'attributes.' : path}
        onChange={({ currentTarget: { value } }) =>
          onChange(value === '' ? undefined : (value as ContextPath))
        }
      >
        <option value="">{t.constant}</option>
        {viewerOptions(t).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {attribute && (
        <input
          class="ui-input ui-mono"
          aria-label={t.attributeName}
          placeholder="region"
          value={path.slice('attributes.'.length)}
          onInput={(event) => onChange(`attributes.${event.currentTarget.value}`)}
        />
      )}
    </>
  );
}

function ConstantOrViewer({ onChange }: { readonly onChange: () => void }): VNode {
  const t = useMessages('data').rules;
  return (
    <select class="ui-input ui-select" aria-label={t.valueFrom} value="constant" onChange={onChange}>
      <option value="constant">{t.constant}</option>
      <option value="viewer">{t.fromViewer}</option>
    </select>
  );
}
