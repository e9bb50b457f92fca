import { randomBytes, randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningApp, startApp } from '@inlay/server/app';
import { readConfig } from '@inlay/server/config';
import type { FairQueue } from '@inlay/server/platform/concurrency/fair-queue';
import { createPasswords, type Passwords } from '@inlay/server/platform/identity/passwords';
import type { Migration } from '@inlay/server/platform/store/migrate';
import type { Time } from '@inlay/server/platform/time/time';
import pg from 'pg';
import { pino } from 'pino';
import { isFullTier } from '../source/full-tier.ts';
import { startPostgres } from '../stores/start-postgres.ts';

export const ADMIN = { username: 'admin@demo.test', password: 'a long enough password' } as const;

export interface TestInlay extends RunningApp {
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  /** Everything the server logged so far, for tests that look for what must not be there. */
  readonly logged: () => string;
}

export interface InlayOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly time?: Time;
  /** Those of another version of the product. */
  readonly migrations?: readonly Migration[];
  readonly passwords?: (queue: FairQueue) => Passwords;
}

/** The least that argon2 allows: a login then costs no more than any other request. */
export const cheapPasswords = (queue: FairQueue) => createPasswords(queue, { kibibytes: 8, passes: 1 });

/** Where a test's state lives: several servers started with one of these are nodes of one installation. */
export interface TestStore {
  readonly env: Readonly<Record<string, string>>;
  /** Another that holds the same and opens with the same key. No server may be using this one. */
  copy(): Promise<TestStore>;
  drop(): Promise<void>;
}

export type MakeStore = () => Promise<TestStore>;

/** A separate server on a free port, with the tenant `demo` and its administrator. */
export async function startInlay(store: TestStore, options: InlayOptions = {}): Promise<TestInlay> {
  const env = {
    INLAY_PORT: '0',
    INLAY_ADMIN_PASSWORD: ADMIN.password,
    INLAY_DEMO: 'false',
    INLAY_LOG_LEVEL: 'debug',
    ...store.env,
    ...options.env,
  };
  const lines: string[] = [];
  const log = pino({ level: env.INLAY_LOG_LEVEL }, { write: (line: string) => lines.push(line) });
  const { env: _, ...rest } = options;
  const app = await startApp(readConfig(env), { log, passwords: cheapPasswords, ...rest });
  return { ...app, env, url: `http://127.0.0.1:${app.port}`, logged: () => lines.join('') };
}

export async function sqliteStore(): Promise<TestStore> {
  return sqliteStoreIn(mkdtempSync(join(tmpdir(), 'inlay-test-')));
}

/** In a folder that has one, or is empty. */
export function sqliteStoreIn(folder: string): TestStore {
  return {
    env: { INLAY_DATA_DIR: folder },
    copy: async () => sqliteStoreIn(copyOfFolder(folder)),
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

let cluster: Promise<{ readonly url: string }> | undefined;

/** A separate database, in the PostgreSQL of the whole run or, for a file that runs alone, of this process. */
export async function postgresStore(): Promise<TestStore> {
  const shared = process.env.INLAY_TEST_POSTGRES_URL;
  cluster ??= shared === undefined ? startPostgres() : Promise.resolve({ url: shared });
  const { url } = await cluster;
  const folder = mkdtempSync(join(tmpdir(), 'inlay-test-'));
  return postgresStoreIn(url, folder, { masterKey: randomBytes(32).toString('base64') });
}

async function postgresStoreIn(
  url: string,
  folder: string,
  { masterKey, template }: { readonly masterKey: string; readonly template?: string },
): Promise<TestStore> {
  const database = `inlay_${randomUUID().replaceAll('-', '')}`;
  const administer = async (statement: string) => {
    const client = new pg.Client(url);
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await administer(`create database ${database}${template ? ` template ${template}` : ''}`);
  const own = new URL(url);
  own.pathname = `/${database}`;
  return {
    env: { INLAY_DATA_DIR: folder, INLAY_DATABASE_URL: own.href, INLAY_MASTER_KEY: masterKey },
    copy: () => postgresStoreIn(url, copyOfFolder(folder), { masterKey, template: database }),
    drop: async () => {
      await administer(`drop database ${database} with (force)`);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function copyOfFolder(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'inlay-test-'));
  cpSync(folder, copy, { recursive: true });
  return copy;
}

export const SQLITE = { SQLite: sqliteStore } as const;

/** For what depends on the store: locks, several nodes, migrations, search. */
export const BOTH_STORES = { ...SQLITE, PostgreSQL: postgresStore } as const;

/** For everything else: SQLite and, in the full tier, PostgreSQL, because all of it is promised on both. */
export const STORES: Readonly<Record<string, MakeStore>> = isFullTier ? BOTH_STORES : SQLITE;
