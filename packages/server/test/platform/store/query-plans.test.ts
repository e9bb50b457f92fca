import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { sqliteStore } from '../../../../../test/support/server/start-inlay.ts';
import { openTestStore } from '../../../../../test/support/stores/open-test-store.ts';

// What SQLite reads must not grow with the tenant: it chooses without statistics, and not always the narrowest index.
const lookups = {
  'the groups of a page of users': [
    sql`select user_id, group_id from user_groups where tenant_id = 't' and user_id in ('a', 'b')`,
    /INDEX user_groups_by_user \(tenant_id=\? AND user_id=\?\)/,
  ],
  'what refers to a dataset': [
    sql`select from_kind, from_id from content_references where tenant_id = 't' and to_kind = 'dataset' and to_id = 'd'`,
    /INDEX content_references_by_target \(tenant_id=\? AND to_kind=\? AND to_id=\?\)/,
  ],
  'the first page of users beside an import': [
    sql`select id from users where tenant_id = 't' and coalesce(import_id, '') not in ('i') order by created_at, id limit 50`,
    /COVERING INDEX users_in_order \(tenant_id=\?\)/,
  ],
} as const;

for (const [what, [query, plan]] of Object.entries(lookups)) {
  it(`SQLite finds ${what} by an index`, async () => {
    const place = await sqliteStore();
    const store = await openTestStore(place);
    const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(store.everyTenant);
    const details = rows.map(({ detail }) => detail).join('\n');
    assert.match(details, plan);
    assert.doesNotMatch(details, /TEMP B-TREE/);
    await store.close();
    await place.drop();
  });
}
