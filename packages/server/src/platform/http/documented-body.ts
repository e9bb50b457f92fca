import type { TSchema } from 'typebox';

/** A body that the documentation shows and the flow checks, which can name the place of a mistake in a union. */
export const documentedBody = (schema: TSchema): Readonly<Record<string, unknown>> => ({
  'x-openapi-body': schema,
});
