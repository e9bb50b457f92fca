import { type Page, type PageRequest, pageMeta } from '@inlay/protocol/pagination';
import { type SelectQueryBuilder, sql } from 'kysely';

/** One page of the matching rows, and their total number. `inOrder` selects the columns and the order. */
export async function readPage<DB, Tables extends keyof DB, Row>(
  request: PageRequest,
  matching: SelectQueryBuilder<DB, Tables, object>,
  inOrder: (matching: SelectQueryBuilder<DB, Tables, object>) => SelectQueryBuilder<DB, Tables, Row>,
): Promise<Page<Row>> {
  // Kysely cannot follow tables that are themselves type parameters.
  const counted = matching.select(sql<number>`count(*)`.as('total')) as SelectQueryBuilder<
    DB,
    Tables,
    { readonly total: number }
  >;
  const { total } = await counted.executeTakeFirstOrThrow();
  const rows = inOrder(matching).limit(request.limit);
  const data = (await rows.offset((request.page - 1) * request.limit).execute()) as readonly Row[];
  return { data, meta: pageMeta(request, total) };
}
