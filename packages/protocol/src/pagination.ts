/** Where a list stands, as the specification's section 2.4 names it. */
export interface PageMeta {
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  readonly lastPage: number;
}

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

export function pageMeta({ page, limit }: PageRequest, total: number): PageMeta {
  return { page, limit, total, lastPage: Math.ceil(total / limit) };
}
