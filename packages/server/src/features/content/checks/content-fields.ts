import { AppError } from '../../../platform/errors.ts';

/** No content has nearly as many, and an object of 50,000 fields takes a tenth of a second to copy. */
const MAX_FIELDS = 1000;

/** The fields of content that a request sends. */
export function contentFields(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AppError('REQUEST_INVALID', { message: 'The request body must be a JSON object.' });
  if (Object.keys(body).length > MAX_FIELDS)
    throw new AppError('REQUEST_INVALID', {
      message: `The request body has more than ${MAX_FIELDS} fields.`,
    });
  return body as Record<string, unknown>;
}
