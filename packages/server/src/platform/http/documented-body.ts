import type { TSchema } from 'typebox';

/** A body that is documented here but validated by the handler, which reports errors in unions precisely. */
export const documentedBody = (schema: TSchema): Readonly<Record<string, unknown>> => ({
  'x-openapi-body': schema,
});
