import type { Wire } from '@inlay/protocol/schema-parts';
import { shapeErrors } from '@inlay/protocol/shape-errors';
import type { TSchema } from 'typebox';
import { refuseFields } from '../errors.ts';

/** A body that is documented here but validated by the handler, which reports errors in unions precisely. */
export const documentedBody = (schema: TSchema): Readonly<Record<string, unknown>> => ({
  'x-openapi-body': schema,
});

/** Validates a body against its schema. Throws with the path of each problem, including inside unions. */
export function readBody<S extends TSchema>(schema: S, body: unknown): Wire<S> {
  const given = body ?? {};
  assertShape(schema, given);
  return given;
}

function assertShape<S extends TSchema>(schema: S, value: unknown): asserts value is Wire<S> {
  refuseFields(shapeErrors(schema, value));
}
