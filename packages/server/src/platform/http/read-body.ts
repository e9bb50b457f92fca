import { shapeErrors } from '@inlay/protocol/shape-errors';
import type { TSchema } from 'typebox';
import { refuseFields } from '../errors.ts';

/** A body as its schema says, or a refusal that names each place of a mistake, in unions too. */
export function readBody<T>(schema: TSchema, body: unknown): T {
  const problems = shapeErrors(schema, body ?? {});
  refuseFields(problems);
  return (body ?? {}) as T;
}
