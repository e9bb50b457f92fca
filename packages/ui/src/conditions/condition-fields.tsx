import type { ConditionsMessages } from '@inlay/messages/conditions';
import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { Scalar } from '@inlay/protocol/query';
import type { ContextPath, FollowRule, Operand } from '@inlay/protocol/rule';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Combobox } from '../controls/combobox.tsx';
import { Select } from '../controls/select.tsx';
import { TextField } from '../controls/text-field.tsx';
import { TypedField } from '../controls/typed-field.tsx';
import { capitalized } from '../form/field-path.ts';
import {
  attributeFor,
  type Condition,
  columnOf,
  isOfList,
  newCondition,
  operandsOf,
  operatorsFor,
  scalarOf,
  typeOf,
  type ValueType,
  withOperands,
  withOperator,
  withSubject,
  withType,
} from './condition.ts';

/** A relationship to one row at most, through several datasets perhaps: `order.customer`. */
export interface Followable {
  readonly path: string;
  readonly label: string;
}

/** What all conditions of a rule share. */
export interface ConditionProps {
  readonly texts: ConditionsMessages;
  /** Columns to compare. Without them, conditions are about the viewer alone. */
  readonly columns?: readonly DatasetColumn[] | undefined;
  /** Relationships whose rows a row can follow. */
  readonly followable?: readonly Followable[] | undefined;
  /** Columns and relationships of other datasets are still being loaded. */
  readonly isLoading?: boolean;
  /** Compares columns with fixed values only, never with the viewer. */
  readonly constants?: boolean;
  /** Compares named values only, such as the claims of a token. A new condition begins with this name. */
  readonly named?: string | undefined;
  readonly problems?: readonly FieldProblem[] | undefined;
}

interface ConditionFieldsProps extends ConditionProps {
  /** Of the condition in its document (RFC 6901). */
  readonly path: string;
  readonly condition: Condition;
  readonly onChange: (rule: Condition | FollowRule) => void;
}

interface FollowFieldsProps extends Omit<ConditionFieldsProps, 'condition'> {
  readonly rule: FollowRule;
}

/** Rows that are visible where another row is. */
export function FollowFields({ rule, path, ...props }: FollowFieldsProps): VNode {
  const { problems = [] } = props;
  const first = newCondition(props.columns, props.constants);
  return (
    <div class="ui-condition-fields">
      <SubjectField
        {...props}
        error={errorOf(problems.find((problem) => `${problem.path}/`.startsWith(`${path}/`)))}
        value={`follow:${rule.follow}`}
        onChange={(subject) => props.onChange(withChosen(first, subject, props.columns))}
      />
    </div>
  );
}

/** One condition: what is compared, how, and with what. */
export function ConditionFields(props: ConditionFieldsProps): VNode {
  const { texts: t, columns, constants, named, condition, path, problems = [], onChange } = props;
  // A number that is being typed is text for a moment: its type is the chosen one.
  const [chosenType, setType] = useState<ValueType>();
  const column = columnOf(condition, columns);
  const context = 'column' in condition ? undefined : condition.context;
  const isAttribute = context !== undefined && fieldOf(context) === 'attributes';
  const type = (isAttribute && chosenType) || typeOf(condition, columns);
  const operands = operandsOf(condition);
  const labels = isOfList(condition) ? { ...t.operators, ...t.listOperators } : t.operators;
  const errorAt = (...fields: readonly string[]) => {
    const found = problems.find((problem) =>
      fields.some((field) => `${problem.path}/`.startsWith(`${path}/${field}/`)),
    );
    return errorOf(found);
  };
  const operand = {
    texts: t,
    type,
    column,
    canUseViewer: 'column' in condition && !constants,
  };
  return (
    <div class="ui-condition-fields">
      {named === undefined && (
        <SubjectField
          {...props}
          error={errorAt('column') ?? errorOf(problems.find((problem) => problem.path === path))}
          value={'column' in condition ? `column:${condition.column}` : fieldOf(condition.context)}
          onChange={(subject) => {
            setType(undefined);
            onChange(withChosen(condition, subject, columns));
          }}
        />
      )}
      {isAttribute && (
        <AttributeField
          label={t.attribute}
          path={context}
          error={errorAt('context')}
          onChange={(next) => onChange({ ...condition, context: next } as Condition)}
        />
      )}
      <Select
        hideLabel
        label={t.operator}
        error={errorAt('operator')}
        value={condition.operator}
        options={operatorsFor(condition, columns).map((value) => ({ value, label: labels[value] }))}
        onChange={(operator) => onChange(withOperator(condition, operator))}
      />
      {isAttribute && ('values' in condition || operands.length > 0) && (
        <Select
          hideLabel
          label={t.valueType}
          value={type}
          options={VALUE_TYPES.map((value) => ({ value, label: t.valueTypes[value] }))}
          onChange={(next) => {
            setType(next);
            onChange(withType(condition, next));
          }}
        />
      )}
      {'values' in condition ? (
        <OperandFields
          {...operand}
          many
          label={t.values}
          error={errorAt('values')}
          operands={operands}
          onChange={(next) => onChange(withOperands(condition, next))}
        />
      ) : (
        operands.map((each, index) => (
          <OperandFields
            key={index}
            {...operand}
            label={operands.length === 1 ? t.value : index === 0 ? t.from : t.to}
            error={errorAt('value', index === 0 ? 'from' : 'to')}
            operands={[each]}
            onChange={([next = '']) => onChange(withOperands(condition, operands.with(index, next)))}
          />
        ))
      )}
    </div>
  );
}

interface SubjectFieldProps extends ConditionProps {
  readonly error: string | undefined;
  /** `column:<name>`, `follow:<path>` or a field of the viewer. */
  readonly value: string;
  readonly onChange: (subject: string) => void;
}

/** What a condition is about: a column, another row, or the viewer. */
function SubjectField(props: SubjectFieldProps): VNode {
  const { texts: t, columns, followable = [], isLoading, constants, error, value, onChange } = props;
  const known = [
    ...(columns ?? []).map(({ name, label }) => ({
      value: `column:${name}`,
      label: label ?? name,
      group: t.columns,
    })),
    ...followable.map(({ path, label }) => ({
      value: `follow:${path}`,
      label: t.follows({ relationship: label }),
      group: t.follow,
    })),
    ...(constants ? [] : VIEWER_FIELDS).map((field) => ({
      value: field,
      label: t.viewerFields[field],
      group: t.viewer,
    })),
  ];
  // It was removed from the dataset, unless that is not known yet.
  const isMissing = !known.some((option) => option.value === value);
  const missing = { value, label: value.replace(SUBJECT_KIND, ''), group: t.columns };
  const Choice = columns ? Combobox : Select;
  return (
    <Choice
      hideLabel
      label={t.subject}
      error={error}
      options={isMissing ? (isLoading ? undefined : [missing, ...known]) : known}
      value={value}
      onChange={onChange}
    />
  );
}

const SUBJECT_KIND = /^(column|follow):/;

/** A condition about what was chosen, or a rule that follows another row. */
function withChosen(
  condition: Condition,
  subject: string,
  columns: readonly DatasetColumn[] | undefined,
): Condition | FollowRule {
  const name = subject.replace(SUBJECT_KIND, '');
  if (subject.startsWith('follow:')) return { follow: name };
  const next = subject.startsWith('column:') ? { column: name } : { context: pathOf(subject as ViewerField) };
  return withSubject(condition, next, columns);
}

interface OperandFieldsProps {
  readonly texts: ConditionsMessages;
  readonly label: string;
  readonly error: string | undefined;
  readonly type: ValueType;
  readonly column: DatasetColumn | undefined;
  /** A value of the viewer is compared with constants only. */
  readonly canUseViewer: boolean;
  readonly many?: boolean;
  readonly operands: readonly Operand[];
  readonly onChange: (operands: readonly Operand[]) => void;
}

/** Where a value comes from, and the value. */
function OperandFields(props: OperandFieldsProps): VNode {
  const { texts: t, label, error, type, column, canUseViewer, many, operands, onChange } = props;
  const [first] = operands;
  const path = typeof first === 'object' && operands.length === 1 ? first.context : undefined;
  const fromViewer = operands.filter((operand) => typeof operand === 'object');
  const shared = { hideLabel: true, label, error };
  // A range has two of them.
  const ofBound = (text: string) => (label === t.from || label === t.to ? `${text} (${label})` : text);
  const example = column?.type === 'date' ? '2026-01-31' : label;
  const parts = (text: string) => text.split(',').flatMap((part) => part.trim() || []);
  return (
    <>
      {canUseViewer && (
        <Select
          hideLabel
          label={ofBound(t.compareWith)}
          value={path === undefined ? 'constant' : fieldOf(path)}
          options={[
            { value: 'constant', label: t.constant },
            ...VIEWER_FIELDS.map((value) => ({ value, label: t.viewerFields[value] })),
          ]}
          onChange={(field) => {
            if (field !== 'constant')
              onChange([
                { context: field === 'attributes' && column ? attributeFor(column.name) : pathOf(field) },
              ]);
            else onChange(many ? [] : [scalarOf('', type)]);
          }}
        />
      )}
      {path !== undefined ? (
        fieldOf(path) === 'attributes' && (
          <AttributeField
            label={ofBound(t.attribute)}
            path={path}
            error={error}
            onChange={(context) => onChange([{ context }])}
          />
        )
      ) : many ? (
        <TypedField<readonly Scalar[]>
          {...shared}
          placeholder={t.valuesExample}
          value={operands.filter((operand) => typeof operand !== 'object')}
          parse={(text) => parts(text).map((part) => scalarOf(part, type))}
          write={(values) => values.join(', ')}
          onChange={(values = []) => onChange([...fromViewer, ...values])}
        />
      ) : type === 'boolean' ? (
        <Select
          {...shared}
          options={[
            { value: 'true', label: t.yes },
            { value: 'false', label: t.no },
          ]}
          value={String(first)}
          onChange={(value) => onChange([value === 'true'])}
        />
      ) : (
        <TypedField<Operand>
          {...shared}
          placeholder={example}
          value={first}
          parse={(text) => scalarOf(text, type)}
          write={String}
          onChange={(value = '') => onChange([value])}
        />
      )}
    </>
  );
}

interface AttributeFieldProps {
  readonly label: string;
  readonly path: ContextPath;
  readonly error: string | undefined;
  readonly onChange: (path: ContextPath) => void;
}

const AttributeField = ({ label, path, error, onChange }: AttributeFieldProps): VNode => (
  <TextField
    hideLabel
    mono
    label={label}
    placeholder={label}
    error={error}
    value={path.slice(ATTRIBUTES.length)}
    onChange={(key) => onChange(`${ATTRIBUTES}${key}`)}
  />
);

const ATTRIBUTES = 'attributes.';
const VALUE_TYPES = ['string', 'number', 'boolean'] as const;
const VIEWER_FIELDS = ['attributes', 'username', 'groups', 'roles', 'workspaceId'] as const;
type ViewerField = (typeof VIEWER_FIELDS)[number];

const errorOf = (found: FieldProblem | undefined) => found && capitalized(found.problem);
const fieldOf = (path: ContextPath): ViewerField =>
  VIEWER_FIELDS.find((field) => field === path) ?? 'attributes';
const pathOf = (field: ViewerField, key = ''): ContextPath =>
  field === 'attributes' ? `${ATTRIBUTES}${key}` : field;
