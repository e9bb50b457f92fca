import { Type } from 'typebox';
import { type Format, FormatSchema } from './format.ts';
import type { ColumnType } from './result.ts';
import { type GroupRule, GroupRuleSchema, type RowRule, RowRuleSchema } from './rule.ts';

/** Rows of one connection, described well enough to be asked questions without writing SQL. */
export interface Dataset {
  readonly id: string;
  /** Grows with every change, so that a result cached for an older definition is never served. */
  readonly version: number;
  readonly source: DatasetSource;
  readonly columns: readonly DatasetColumn[];
  readonly measures?: readonly Measure[];
  /** Absent means true: without a rule that grants rows there are none. */
  readonly segmented?: boolean;
  /** All of them must hold. */
  readonly rowRules?: readonly RowRule[];
  /** The union over the viewer's groups must hold too; a viewer in none of these groups sees nothing. */
  readonly groupRules?: readonly GroupRule[];
  readonly cacheSeconds?: number;
}

export type DatasetSource =
  | { readonly kind: 'table'; readonly catalog?: string; readonly schema?: string; readonly table: string }
  /** An uploaded file, which the engine offers as a table under this name. */
  | { readonly kind: 'file'; readonly file: string }
  /** `{{ attributes.region }}` and `{{ attributes.floor as integer }}` are bound as parameters; text without a type. */
  | { readonly kind: 'sql'; readonly sql: string };

export interface DatasetColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly label?: string;
  readonly description?: string;
  readonly format?: Format;
  /** Hidden from authors who are not administrators: neither offered nor accepted. */
  readonly hidden?: boolean;
  /**
   * For a `datetime` column that stores a wall clock without a zone: the zone of that clock. Absent, the
   * column holds instants (and a clock without a zone is read as UTC).
   */
  readonly timeZone?: string;
}

interface MeasureBasics {
  readonly name: string;
  readonly label?: string;
  readonly description?: string;
  readonly format?: Format;
  /** As for a column. */
  readonly hidden?: boolean;
}

export type Measure = MeasureBasics &
  (
    | { readonly kind: 'sum' | 'average' | 'distinct' | 'min' | 'max' | 'median'; readonly column: string }
    /** Rows, or with a column the rows that have a value there. */
    | { readonly kind: 'count'; readonly column?: string }
    /** Names of two measures; nothing where the denominator is zero. */
    | { readonly kind: 'ratio'; readonly numerator: string; readonly denominator: string }
    /** Arithmetic over other measures: `(revenue - cost) / revenue`; other names go in brackets, `[unit cost]`. */
    | { readonly kind: 'expression'; readonly expression: string }
  );

export type MeasureKind = Measure['kind'];

const exact = { additionalProperties: false };
const name = Type.String({ minLength: 1, maxLength: 256 });
const text = Type.String({ maxLength: 4096 });

const described = {
  name,
  label: Type.Optional(text),
  description: Type.Optional(text),
  format: Type.Optional(FormatSchema),
  hidden: Type.Optional(Type.Boolean({ description: 'Hidden from authors who are not administrators.' })),
};

export const MeasureSchema = Type.Union([
  Type.Object(
    {
      ...described,
      kind: Type.Enum(['sum', 'average', 'distinct', 'min', 'max', 'median']),
      column: name,
    },
    exact,
  ),
  Type.Object({ ...described, kind: Type.Literal('count'), column: Type.Optional(name) }, exact),
  Type.Object({ ...described, kind: Type.Literal('ratio'), numerator: name, denominator: name }, exact),
  Type.Object({ ...described, kind: Type.Literal('expression'), expression: text }, exact),
]);

export const DatasetColumnSchema = Type.Object(
  {
    ...described,
    type: Type.Enum(['string', 'integer', 'decimal', 'number', 'boolean', 'date', 'datetime', 'json']),
    timeZone: Type.Optional(text),
  },
  exact,
);

const DatasetSourceSchema = Type.Union([
  Type.Object(
    { kind: Type.Literal('table'), catalog: Type.Optional(name), schema: Type.Optional(name), table: name },
    exact,
  ),
  Type.Object({ kind: Type.Literal('file'), file: name }, exact),
  Type.Object({ kind: Type.Literal('sql'), sql: Type.String({ minLength: 1, maxLength: 100_000 }) }, exact),
]);

export const DatasetSchema = Type.Object(
  {
    id: name,
    version: Type.Integer({ minimum: 0 }),
    source: DatasetSourceSchema,
    columns: Type.Array(DatasetColumnSchema, { minItems: 1, maxItems: 2000 }),
    measures: Type.Optional(Type.Array(MeasureSchema, { maxItems: 1000 })),
    segmented: Type.Optional(Type.Boolean()),
    rowRules: Type.Optional(Type.Array(RowRuleSchema, { maxItems: 100 })),
    groupRules: Type.Optional(Type.Array(GroupRuleSchema, { maxItems: 1000 })),
    cacheSeconds: Type.Optional(Type.Number({ minimum: 0, maximum: 86_400 })),
  },
  exact,
);
