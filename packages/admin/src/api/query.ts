import {
  type AddressParts,
  type Argument,
  addressOf,
  type Paths,
  type QueryOf,
  type ResponseOf,
} from './paths.ts';

declare const response: unique symbol;

/** A GET request of the API, with the type of its response (ADR 274). Two queries with the same address are the same one. */
export interface Query<T> {
  /** Below `/api/v0`, with its parameters. */
  readonly address: string;
  readonly [response]?: T;
}

export function query<P extends Paths<'GET'>>(
  path: P,
  ...[parts]: Argument<AddressParts<'GET', P>>
): Query<ResponseOf<'GET', P>> {
  return { address: addressOf(path, parts) };
}

interface ListOptions<P extends Paths<'GET'>> {
  readonly filters?: readonly (keyof QueryOf<P> & string)[];
  /** Parameters that do not come from the page's address. */
  readonly also?: QueryOf<P>;
  readonly limit?: number;
}

/** One page of a list, with the filters in the address of the screen. */
export function listQuery<P extends Paths<'GET'>>(
  path: P,
  search: URLSearchParams,
  { filters = [], also, limit = 25 }: ListOptions<P> = {},
): Query<ResponseOf<'GET', P>> {
  const chosen = filters.map((name) => [name, search.get(name) ?? ''] as const);
  const parameters = { limit, page: search.get('page') || '1', ...Object.fromEntries(chosen), ...also };
  return { address: addressOf(path, { query: parameters }) };
}
