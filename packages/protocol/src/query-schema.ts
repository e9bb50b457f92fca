import { Type } from 'typebox';

const exact = { additionalProperties: false };
const name = Type.String({ minLength: 1, maxLength: 256 });
const text = Type.String({ maxLength: 4096 });
const scalar = Type.Union([text, Type.Number(), Type.Boolean()]);

export const GrainSchema = Type.Enum([
  'hour',
  'day',
  'week',
  'month',
  'quarter',
  'year',
  'fiscal-quarter',
  'fiscal-year',
]);

export const FilterSchema = Type.Union([
  Type.Object({ column: name, operator: Type.Enum(['contains', 'starts-with']), value: text }, exact),
  Type.Object(
    {
      column: name,
      operator: Type.Enum(['equals', 'not-equals', 'less', 'less-or-equal', 'greater', 'greater-or-equal']),
      value: scalar,
    },
    exact,
  ),
  Type.Object(
    {
      column: name,
      operator: Type.Enum(['in', 'not-in']),
      values: Type.Array(scalar, { minItems: 1, maxItems: 1000 }),
    },
    exact,
  ),
  Type.Object({ column: name, operator: Type.Enum(['between']), from: scalar, to: scalar }, exact),
  Type.Object({ column: name, operator: Type.Enum(['is-set', 'is-not-set']) }, exact),
]);

/** The JSON form of `QuerySpec`, for routes and for errors that name the place in the question. */
export const QuerySpecSchema = Type.Object(
  {
    dimensions: Type.Array(
      Type.Object(
        { column: name, grain: Type.Optional(GrainSchema), fillGaps: Type.Optional(Type.Boolean()) },
        exact,
      ),
      { maxItems: 20 },
    ),
    measures: Type.Array(name, { maxItems: 50 }),
    filters: Type.Optional(Type.Array(FilterSchema, { maxItems: 100 })),
    sort: Type.Optional(
      Type.Array(Type.Object({ by: name, direction: Type.Enum(['asc', 'desc']) }, exact), { maxItems: 20 }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
    totals: Type.Optional(Type.Boolean()),
    comparison: Type.Optional(
      Type.Object({ column: name, with: Type.Enum(['previous-period', 'previous-year']) }, exact),
    ),
    top: Type.Optional(
      Type.Object(
        {
          dimension: name,
          by: name,
          count: Type.Integer({ minimum: 1, maximum: 1000 }),
          others: Type.Optional(Type.Boolean()),
        },
        exact,
      ),
    ),
    pivot: Type.Optional(
      Type.Object(
        { dimension: name, limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })) },
        exact,
      ),
    ),
  },
  exact,
);
