import type { Queries } from './store.ts';

/** Entries about the store as a whole, such as its schema version. */
export async function getMeta(queries: Queries, key: string): Promise<string | undefined> {
  const row = await queries.everyTenant
    .selectFrom('meta')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.value;
}

export async function setMeta(queries: Queries, key: string, value: string): Promise<void> {
  await queries.everyTenant
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
