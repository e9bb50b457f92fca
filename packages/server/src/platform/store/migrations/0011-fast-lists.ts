import { sql } from 'kysely';
import type { MigrationDb } from '../schema.ts';
import type { Queries } from '../store.ts';

/**
 * Indexes for the lists of users and audit events, and a full-text index for the search of users.
 *
 * SQLite creates an index in a second or two per million rows and blocks every writer meanwhile, so that it happens here,
 * before the server serves; only the full-text index, which takes minutes, is filled in the background
 * (`index-users.ts`). On PostgreSQL all of it is built in the background (`build-postgres-indexes.ts`).
 */
export async function fastLists(db: MigrationDb, engine: Queries['engine']): Promise<void> {
  if (engine === 'postgres') return;
  for (const statement of [...indexes, ...userSearch]) await sql.raw(statement).execute(db);
}

const indexes = [
  // Covers every column that filters use, so that counting reads the index and not the much wider rows.
  'drop index users_in_order',
  `create index users_in_order
    on users (tenant_id, created_at, id, import_id, status, roles, workspace_id)`,
  'create index audit_events_by_action on audit_events (tenant_id, action, id, outcome, actor)',
  `create index audit_events_by_actor on audit_events (tenant_id, actor, id, outcome, action)
    where actor is not null`,
  `create index audit_events_refused on audit_events (tenant_id, id, action, actor)
    where outcome = 'refused'`,
];

/**
 * `user_search` maps trigrams to documents, `user_search_docs` documents to users. A document that is pending has not
 * been indexed since its text changed; the search then looks at the row itself. Rowids of `users` are no substitute for
 * document numbers: VACUUM may change them.
 */
const userSearch = [
  `create virtual table user_search using fts5(
    text, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 1')`,
  `create table user_search_docs (
    doc integer primary key, tenant_id text not null, user_id text not null, pending integer not null)`,
  `insert into user_search_docs (tenant_id, user_id, pending)
    select tenant_id, id, 1 from users order by tenant_id, id`,
  'create unique index user_search_docs_by_user on user_search_docs (tenant_id, user_id)',
  'create index user_search_docs_pending on user_search_docs (tenant_id) where pending = 1',
  `create trigger user_search_added after insert on users begin
    insert into user_search_docs (tenant_id, user_id, pending) values (new.tenant_id, new.id, 1);
  end`,
  `create trigger user_search_changed after update of search_text on users
    when old.search_text <> new.search_text begin
    update user_search_docs set pending = 1 where tenant_id = new.tenant_id and user_id = new.id;
  end`,
  `create trigger user_search_removed after delete on users begin
    delete from user_search where rowid =
      (select doc from user_search_docs where tenant_id = old.tenant_id and user_id = old.id);
    delete from user_search_docs where tenant_id = old.tenant_id and user_id = old.id;
  end`,
];
