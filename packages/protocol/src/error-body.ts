import Type from 'typebox';
import type { Wire } from './schema-parts.ts';

export const ErrorBodySchema = Type.Object(
  {
    statusCode: Type.Integer(),
    message: Type.String({ description: 'What went wrong and what to do, for people.' }),
    code: Type.Optional(Type.String({ description: 'Stable error code, for programs.' })),
    details: Type.Optional(Type.Unknown({ description: 'Details, such as the paths of invalid fields.' })),
  },
  { title: 'Error' },
);
/** The body of every error response. */
export type ErrorBody = Wire<typeof ErrorBodySchema>;
