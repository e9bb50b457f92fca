import { DEFAULT_LIMIT, DEFAULT_PAGE, MAX_LIMIT, type PageRequest } from '@inlay/protocol/pagination';
import Type from 'typebox';

/** Digits only, given once: `1e3`, `+1`, ` 1` and `page=1&page=2` are mistakes to report. */
const wholeNumber = (fallback: number, description: string) =>
  Type.Optional(
    Type.String({
      pattern: '^0*(?:[1-9][0-9]{0,8}|1000000000)$',
      description,
      'x-problem': 'must be a whole number from 1 to 1000000000, sent once',
      'x-openapi': { type: 'integer', minimum: 1, maximum: 1_000_000_000, default: fallback },
    }),
  );

/** The query parameters of every list route. */
export const pageQuery = {
  page: wholeNumber(DEFAULT_PAGE, 'Page number, starting at 1.'),
  limit: wholeNumber(DEFAULT_LIMIT, `Maximum number of elements per page, capped at ${MAX_LIMIT}.`),
};

/** For lists of named items: `q`. */
export const nameQuery = Type.Optional(
  Type.String({ maxLength: 256, description: 'Part of a name or identifier.' }),
);

export function readPageQuery(query: { readonly page?: string; readonly limit?: string }): PageRequest {
  return {
    page: Number(query.page ?? DEFAULT_PAGE),
    limit: Math.min(Number(query.limit ?? DEFAULT_LIMIT), MAX_LIMIT),
  };
}
