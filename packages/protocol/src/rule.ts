import { type TProperties, type TSchema, Type } from 'typebox';
import { exact, type Wire } from './schema-parts.ts';

/**
 * The path of a value in a viewer's context: `attributes.<key>` (everything after the first dot is the key, including
 * dots), or one of the fields that every context has.
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
/** The other operand of a comparison: a constant, or a value of the viewer's context. */
export type Operand = Wire<typeof operand>;
const columnName = Type.String({ minLength: 1, maxLength: 512 });

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
 * Compares a value of the viewer's context with constants. On a list (`groups`, `roles`, a list attribute), `contains`
 * requires one entry, `in` any of them, `not-in` none of them.
 */
export type ContextCondition = Wire<(typeof contextConditions)[number]>;

const operandList = Type.Union([listOf(operand), fromContext]);
export type OperandList = Wire<typeof operandList>;

const columnConditions = conditionSchemas({ column: columnName }, operand, operandList);
/**
 * Compares a column with a value: one of the dataset, or of a dataset that to-one relationships reach
 * (`invoice.account.customer`). Rows without a value never match, except with `is-not-set`; rows without a related row
 * never match.
 */
export type ColumnCondition = Wire<(typeof columnConditions)[number]>;

const combined = <Name extends string>(name: Name) => {
  const items = Type.Array(Type.Ref(name), { minItems: 1, maxItems: 100 });
  return [Type.Object({ and: items }, exact), Type.Object({ or: items }, exact)] as const;
};

export const VisibilityRuleSchema = Type.Cyclic(
  { VisibilityRule: Type.Union([...combined('VisibilityRule'), ...contextConditions]) },
  'VisibilityRule',
);
/** Decides whether a tile, step or dashboard is shown: only if the rule evaluates to `true`. */
export type VisibilityRule = Wire<typeof VisibilityRuleSchema>;

const relationshipPath = Type.String({
  pattern: '^[a-z][a-z0-9_]{0,63}(\\.[a-z][a-z0-9_]{0,63}){0,4}$',
  'x-problem': 'must be the name of a relationship, or several of them joined by dots',
});

const followRule = Type.Object({ follow: relationshipPath }, exact);
/** Grants a row whose related row the viewer sees under the rules of its dataset. */
export type FollowRule = Wire<typeof followRule>;

export const RowRuleSchema = Type.Cyclic(
  {
    RowRule: Type.Union([
      ...combined('RowRule'),
      Type.Object({ all: Type.Literal(true) }, exact),
      followRule,
      ...columnConditions,
      ...contextConditions,
    ]),
  },
  'RowRule',
);
/**
 * Decides which rows a viewer sees. `{ all: true }` grants all rows explicitly; `{ follow: 'order' }` grants those whose
 * related row the viewer sees under the rules of its dataset.
 */
export type RowRule = Wire<typeof RowRuleSchema>;

export const GroupRuleSchema = Type.Object(
  { group: Type.String({ minLength: 1, maxLength: 256 }), rule: RowRuleSchema },
  exact,
);

/** Rows that members of a group see; a viewer in several groups sees the union. */
export type GroupRule = Wire<typeof GroupRuleSchema>;

/** Evaluated on the server: hidden content is not part of the response. */
export const Visibility = Type.Optional(
  Type.Unsafe<VisibilityRule>({
    ...VisibilityRuleSchema,
    description: 'Visibility rule. Without one, everybody who can see the parent can see it.',
  }),
);
