import { type TSchema, Type } from 'typebox';
import type { Scalar } from './query.ts';

/**
 * Where in a viewer's context a value is read: `attributes.<key>` (everything after the first dot is the key,
 * dots included), or one of the fields that every context has.
 */
export type ContextPath = `attributes.${string}` | 'username' | 'workspaceId' | 'groups' | 'roles';

/** What a column is compared with: a constant that the rule's author wrote, or a value of the viewer's context. */
export type Operand = Scalar | { readonly context: ContextPath };
export type OperandList = readonly Operand[] | { readonly context: ContextPath };

/** One column of the dataset compared with a value. Rows without a value in the column never match, except `is-not-set`. */
export type ColumnCondition =
  | {
      readonly column: string;
      readonly operator: 'equals' | 'not-equals' | 'contains';
      readonly value: Operand;
    }
  | {
      readonly column: string;
      readonly operator: 'less' | 'less-or-equal' | 'greater' | 'greater-or-equal';
      readonly value: Operand;
    }
  | { readonly column: string; readonly operator: 'in' | 'not-in'; readonly values: OperandList }
  | { readonly column: string; readonly operator: 'between'; readonly from: Operand; readonly to: Operand }
  | { readonly column: string; readonly operator: 'is-set' | 'is-not-set' };

/**
 * One value of the viewer's context compared with constants. On a list (`groups`, `roles`, a list attribute)
 * `contains` asks for one entry, `in` for any of them, `not-in` for none of them.
 */
export type ContextCondition =
  | {
      readonly context: ContextPath;
      readonly operator: 'equals' | 'not-equals' | 'contains';
      readonly value: Scalar;
    }
  | {
      readonly context: ContextPath;
      readonly operator: 'less' | 'less-or-equal' | 'greater' | 'greater-or-equal';
      readonly value: Scalar;
    }
  | { readonly context: ContextPath; readonly operator: 'in' | 'not-in'; readonly values: readonly Scalar[] }
  | {
      readonly context: ContextPath;
      readonly operator: 'between';
      readonly from: Scalar;
      readonly to: Scalar;
    }
  | { readonly context: ContextPath; readonly operator: 'is-set' | 'is-not-set' };

/** Decides whether a tile, step or dashboard is shown. Only a rule that comes out `true` shows it. */
export type VisibilityRule =
  | { readonly and: readonly VisibilityRule[] }
  | { readonly or: readonly VisibilityRule[] }
  | ContextCondition;

/** Decides which rows a viewer sees. `{ all: true }` says in so many words that every row is meant. */
export type RowRule =
  | { readonly and: readonly RowRule[] }
  | { readonly or: readonly RowRule[] }
  | { readonly all: true }
  | ColumnCondition
  | ContextCondition;

/** Rows that members of a group see; a viewer in several groups sees the union. */
export interface GroupRule {
  readonly group: string;
  readonly rule: RowRule;
}

const text = Type.String({ maxLength: 4096 });
const scalar = Type.Union([text, Type.Number(), Type.Boolean()]);
const contextPath = Type.String({
  pattern: '^(attributes\\.[\\s\\S]+|username|workspaceId|groups|roles)$',
  maxLength: 1024,
  description: 'attributes.<key>, username, workspaceId, groups or roles',
});
const fromContext = Type.Object({ context: contextPath }, { additionalProperties: false });
const operand = Type.Union([text, Type.Number(), Type.Boolean(), fromContext]);
const columnName = Type.String({ minLength: 1, maxLength: 256 });

const words = (...operators: readonly string[]) => Type.Enum([...operators]);
const one = words('equals', 'not-equals', 'contains', 'less', 'less-or-equal', 'greater', 'greater-or-equal');
const exact = { additionalProperties: false };

function conditionSchemas(subject: Record<string, TSchema>, value: TSchema, list: TSchema) {
  return [
    Type.Object({ ...subject, operator: one, value }, exact),
    Type.Object({ ...subject, operator: words('in', 'not-in'), values: list }, exact),
    Type.Object({ ...subject, operator: words('between'), from: value, to: value }, exact),
    Type.Object({ ...subject, operator: words('is-set', 'is-not-set') }, exact),
  ];
}

const listOf = (item: TSchema) => Type.Array(item, { minItems: 1, maxItems: 1000 });
const contextConditions = conditionSchemas({ context: contextPath }, scalar, listOf(scalar));
const columnConditions = conditionSchemas(
  { column: columnName },
  operand,
  Type.Union([listOf(operand), fromContext]),
);

const combined = (name: string) => {
  const items = Type.Array(Type.Ref(name), { minItems: 1, maxItems: 100 });
  return [Type.Object({ and: items }, exact), Type.Object({ or: items }, exact)];
};

export const VisibilityRuleSchema = Type.Cyclic(
  { VisibilityRule: Type.Union([...combined('VisibilityRule'), ...contextConditions]) },
  'VisibilityRule',
);

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

export const GroupRuleSchema = Type.Object(
  { group: Type.String({ minLength: 1, maxLength: 256 }), rule: RowRuleSchema },
  exact,
);
