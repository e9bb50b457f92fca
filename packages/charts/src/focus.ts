import { ScalarSchema } from '@inlay/protocol/query';
import { exact, Name, type Wire } from '@inlay/protocol/schema-parts';
import Type from 'typebox';

const MemberSelectionSchema = Type.Object(
  {
    column: Type.String({ ...Name, description: 'A dimension of the tile.' }),
    values: Type.Optional(Type.Array(ScalarSchema, { minItems: 1, maxItems: 100 })),
    from: Type.Optional(ScalarSchema),
    to: Type.Optional(ScalarSchema),
  },
  {
    ...exact,
    title: 'MemberSelection',
    description:
      'Members of a dimension: a list of values, or a range that includes its ends. A period is named by its first day.',
  },
);
/** Members of a dimension of a result. */
export type MemberSelection = Wire<typeof MemberSelectionSchema>;

export const focusFields = {
  highlight: Type.Optional(
    Type.Array(MemberSelectionSchema, {
      minItems: 1,
      maxItems: 20,
      description: 'The marks that stand out: those that match one of the selections. All others are dimmed.',
    }),
  ),
  zoom: Type.Optional(
    Type.Object(MemberSelectionSchema.properties, {
      ...exact,
      description: 'The only members that are drawn. Their values do not change.',
    }),
  ),
};

const FocusSchema = Type.Object(focusFields, exact);
/** What a step of a story points out in a chart, without querying anything else. */
export type Focus = Wire<typeof FocusSchema>;
