import { type TProperties, type TSchema, Type } from 'typebox';
import { exact, type Wire } from './schema-parts.ts';

/**
 * Where in a viewer's context a value is read: `attributes.<key>` (everything after the first dot is the key,
 * dots included), or one of the fields that every context has.
 */
export type ContextPath = `attributes.${string}` | 'username' | 'workspaceId' | 'groups' | 'roles';

const text = Type.String({ maxLength: 4096 });
const scalar = Type.Union([text, Type.Number(), Type.Boolean()]);
const contextPath = Type.Unsafe<ContextPath>(
  Type.String({
    pattern: '^(attributes\\.[\\s\\S]+|username|workspaceId|groups|roles)$',
    maxLength: 1024,
    description: 'attributes.<key>, username, workspaceId, groups or roles',
  }),
);
const fromContext = Type.Object({ context: contextPath }, exact);
const operand = Type.Union([text, Type.Number(), Type.Boolean(), fromContext]);
/** What a column is compared with: a constant that the rule's author wrote, or a value of the viewer's context. */
export type Operand = Wire<typeof operand>;
const columnName = Type.String({ minLength: 1, maxLength: 256 });

const comparisons = Type.Enum([
  'equals',
  'not-equals',
  'contains',
  'less',
  'less-or-equal',
  'greater',
  'greater-or-equal',
]);

function conditionSchemas<Subject extends TProperties, One extends TSchema, List extends TSchema>(
  subject: Subject,
  value: One,
  list: List,
) {
  return [
    Type.Object({ ...subject, operator: comparisons, value }, exact),
    Type.Object({ ...subject, operator: Type.Enum(['in', 'not-in']), values: list }, exact),
    Type.Object({ ...subject, operator: Type.Enum(['between']), from: value, to: value }, exact),
    Type.Object({ ...subject, operator: Type.Enum(['is-set', 'is-not-set']) }, exact),
  ] as const;
}

const listOf = <Item extends TSchema>(item: Item) => Type.Array(item, { minItems: 1, maxItems: 1000 });
const contextConditions = conditionSchemas({ context: contextPath }, scalar, listOf(scalar));
/**
 * One value of the viewer's context compared with constants. On a list (`groups`, `roles`, a list attribute)
 * `contains` asks for one entry, `in` for any of them, `not-in` for none of them.
 */
export type ContextCondition = Wire<(typeof contextConditions)[number]>;

const operandList = Type.Union([listOf(operand), fromContext]);
export type OperandList = Wire<typeof operandList>;

const columnConditions = conditionSchemas({ column: columnName }, operand, operandList);
/** One column of the dataset compared with a value. Rows without a value in the column never match, except `is-not-set`. */
export type ColumnCondition = Wire<(typeof columnConditions)[number]>;

const combined = <Name extends string>(name: Name) => {
  const items = Type.Array(Type.Ref(name), { minItems: 1, maxItems: 100 });
  return [Type.Object({ and: items }, exact), Type.Object({ or: items }, exact)] as const;
};

export const VisibilityRuleSchema = Type.Cyclic(
  { VisibilityRule: Type.Union([...combined('VisibilityRule'), ...contextConditions]) },
  'VisibilityRule',
);
/** Decides whether a tile, step or dashboard is shown. Only a rule that comes out `true` shows it. */
export type VisibilityRule = Wire<typeof VisibilityRuleSchema>;

export const RowRuleSchema = Type.Cyclic(
  {
    RowRule: Type.Union([
      ...combined('RowRule'),
      Type.Object({ all: Type.Literal(true) }, exact),
      ...columnConditions,
      ...contextConditions,
    ]),
  },
  'RowRule',
);
/** Decides which rows a viewer sees. `{ all: true }` says explicitly that every row is meant. */
export type RowRule = Wire<typeof RowRuleSchema>;

export const GroupRuleSchema = Type.Object(
  { group: Type.String({ minLength: 1, maxLength: 256 }), rule: RowRuleSchema },
  exact,
);

/** Rows that members of a group see; a viewer in several groups sees the union. */
export type GroupRule = Wire<typeof GroupRuleSchema>;

/** Decided on the server: what the rule hides is not in the answer at all. */
export const Visibility = Type.Optional(
  Type.Unsafe<VisibilityRule>({
    ...VisibilityRuleSchema,
    description: 'Visibility rule. Without one, everybody who can see the parent can see it.',
  }),
);
