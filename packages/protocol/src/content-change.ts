import Type from 'typebox';
import type { Wire } from './schema-parts.ts';

export const ContentChangeSchema = Type.Object(
  {
    path: Type.String({ description: 'Path of the changed field, such as `/steps[intro]/title`.' }),
    kind: Type.Enum(['added', 'removed', 'changed', 'reordered']),
    before: Type.Optional(Type.Unknown()),
    after: Type.Optional(Type.Unknown()),
  },
  { title: 'ContentChange' },
);
export type ContentChange = Wire<typeof ContentChangeSchema>;
