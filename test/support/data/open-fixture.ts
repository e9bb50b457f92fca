import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { BuilderContents, Populated } from '../../fixtures/populate.ts';
import { BOTH_STORES, type TestStore } from '../server/start-inlay.ts';

export type Engine = keyof typeof BOTH_STORES;

const fixtures = join(import.meta.dirname, '../..', 'fixtures');

/** The releases that are frozen, such as `0.1`. */
export const FROZEN = readdirSync(fixtures).filter((name) => /^\d+\.\d+$/.test(name));

export interface FixtureContents {
  /** The server's clock when the fixture was made: tokens in it are good for a day from then. */
  readonly now: number;
  readonly viewer: BuilderContents['context'];
  /** Of the key that the tenants have registered. */
  readonly privateKey: string;
  readonly stores: Readonly<Record<Engine, Populated>>;
}

export const fixturePath = (version: string, ...parts: readonly string[]) =>
  join(fixtures, version, ...parts);

export function readFixtureContents(version: string): FixtureContents {
  return JSON.parse(readFileSync(fixturePath(version, 'contents.json'), 'utf8'));
}

/** A copy of the store of a frozen release, to be upgraded by the server that is started with it. */
export async function openFixture(version: string, engine: Engine): Promise<TestStore> {
  const store = withKeyOf(version, await BOTH_STORES[engine]());
  const folder = store.env.INLAY_DATA_DIR ?? '';
  cpSync(fixturePath(version, 'files'), join(folder, 'files'), { recursive: true });
  if (engine === 'SQLite') cpSync(fixturePath(version, 'inlay.db'), join(folder, 'inlay.db'));
  else
    await load(
      store.env.INLAY_DATABASE_URL ?? '',
      readFileSync(fixturePath(version, 'postgres.sql'), 'utf8'),
    );
  return store;
}

/** An empty store that will open what the frozen one sealed. */
export async function emptyStoreFor(version: string, engine: Engine): Promise<TestStore> {
  return withKeyOf(version, await BOTH_STORES[engine]());
}

/** As a key file where the store is a folder, and by the environment where it is a database. */
function withKeyOf(version: string, store: TestStore): TestStore {
  const file = fixturePath(version, 'master.key');
  if (store.env.INLAY_DATABASE_URL === undefined) {
    cpSync(file, join(store.env.INLAY_DATA_DIR ?? '', 'master.key'));
    return store;
  }
  return { ...store, env: { ...store.env, INLAY_MASTER_KEY: readFileSync(file, 'utf8').trim() } };
}

async function load(url: string, statements: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statements);
  await client.end();
}
