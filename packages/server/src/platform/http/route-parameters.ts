import { MAX_WHOLE_LIMIT } from '@inlay/protocol/max-whole-limit';
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

const pageParameters = (maxLimit: number) => ({
  page: wholeNumber(DEFAULT_PAGE, 'Page number, starting at 1.'),
  limit: wholeNumber(DEFAULT_LIMIT, `Maximum number of elements per page, capped at ${maxLimit}.`),
});

/** The query parameters of every list route. */
export const pageQuery = pageParameters(MAX_LIMIT);

/** For lists that clients show whole. */
export const wholePageQuery = pageParameters(MAX_WHOLE_LIMIT);

/** For lists of named items: `q`. */
export const nameQuery = Type.Optional(
  Type.String({ maxLength: 256, description: 'Part of a name or identifier.' }),
);

interface PageParameters {
  readonly page?: string;
  readonly limit?: string;
}

export const readPageQuery = (query: PageParameters): PageRequest => readPageParameters(query, MAX_LIMIT);

export const readWholePageQuery = (query: PageParameters): PageRequest =>
  readPageParameters(query, MAX_WHOLE_LIMIT);

function readPageParameters({ page, limit }: PageParameters, maxLimit: number): PageRequest {
  return {
    page: Number(page ?? DEFAULT_PAGE),
    limit: Math.min(Number(limit ?? DEFAULT_LIMIT), maxLimit),
  };
}

/** The path parameter of routes for a single object. */
export const byId = Type.Object({ id: Type.String({ maxLength: 128 }) });

/** The query parameter that filters lists by workspace. */
export const ofWorkspace = Type.Optional(
  Type.String({ maxLength: 128, description: 'Only items of the workspace with this id.' }),
);
