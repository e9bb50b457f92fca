import pg from 'pg';
import type { TestStore } from '../server/start-inlay.ts';

/** The same PostgreSQL store, used by an account that may create tables but no extensions. */
export async function withoutDatabaseRights(store: TestStore): Promise<TestStore> {
  const url = new URL(store.env.INLAY_DATABASE_URL ?? '');
  const account = `plain_${url.pathname.slice(1)}`;
  const administer = async (...statements: string[]) => {
    const client = new pg.Client(store.env.INLAY_DATABASE_URL);
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  await administer(
    `create role ${account} login password 'plain-test-password'`,
    `grant create, usage on schema public to ${account}`,
  );
  const own = new URL(url);
  own.username = account;
  own.password = 'plain-test-password';
  return {
    ...store,
    env: { ...store.env, INLAY_DATABASE_URL: own.href },
    drop: async () => {
      await administer(`drop owned by ${account}`, `drop role ${account}`);
      await store.drop();
    },
  };
}
