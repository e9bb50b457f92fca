import Type, { type TSchema } from 'typebox';
import type { Wire } from './schema-parts.ts';

const PageMetaSchema = Type.Object(
  {
    page: Type.Integer({ description: 'Current page.' }),
    limit: Type.Integer({ description: 'Maximum number of elements per page.' }),
    total: Type.Integer({ description: 'Total number of elements across all pages.' }),
    lastPage: Type.Integer({ description: 'Last accessible page.' }),
  },
  { title: 'PageMeta' },
);
/** Named as in section 2.4 of the specification. */
export type PageMeta = Wire<typeof PageMetaSchema>;

/** One page of titled elements: `PageOf(User)` is described as `UserPage`. */
export const PageOf = <T extends TSchema & { readonly title?: string }>(item: T) =>
  Type.Object({ data: Type.Array(item), meta: PageMetaSchema }, { title: `${item.title}Page` });

export interface Page<T> {
  readonly data: readonly T[];
  readonly meta: PageMeta;
}

export interface PageRequest {
  readonly page: number;
  readonly limit: number;
}

export const DEFAULT_PAGE = 1;
export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 200;

/** One page of a list that is in memory. */
export function pageIn<T>(all: readonly T[], request: PageRequest): Page<T> {
  const start = (request.page - 1) * request.limit;
  return { data: all.slice(start, start + request.limit), meta: pageMeta(request, all.length) };
}

export function pageMeta({ page, limit }: PageRequest, total: number): PageMeta {
  return { page, limit, total, lastPage: Math.ceil(total / limit) };
}
