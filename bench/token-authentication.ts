import { randomUUID } from 'node:crypto';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { CompiledQuery } from 'kysely';
import { authenticateEmbed } from '../packages/server/src/features/tokens/embed-tokens.ts';
import { type Issued, storeIssued } from '../packages/server/src/features/tokens/store-issued.ts';
import { eventRow } from '../packages/server/src/platform/audit/record-event.ts';
import { meteredUse } from '../packages/server/src/platform/counters/use.ts';
import { OPERATOR } from '../packages/server/src/platform/identity/acting.ts';
import { embedTokenKey, newEmbedToken } from '../packages/server/src/platform/identity/opaque-token.ts';
import type { HotStatement } from '../packages/server/src/platform/store/hot-statement.ts';
import type { Queries, Store } from '../packages/server/src/platform/store/store.ts';
import {
  postgresStore,
  sqliteStore,
  startInlay,
  type TestStore,
} from '../test/support/server/start-inlay.ts';
import { openTestStore } from '../test/support/stores/open-test-store.ts';
import { CONTEXT } from './load/assertions.ts';
import { perSecond, printTable, type Row, us } from './table.ts';

const tenantId = 'demo' as TenantId;
const tokens = 100_000;
const { secrets: _, ...stored } = CONTEXT;
const context = JSON.stringify(stored);

/** From a token to the viewer it stands for, among 100,000 live tokens: what every request of an embed begins with. */
export async function benchTokenAuthentication(): Promise<void> {
  const sqlite = await measureOn(await sqliteStore(), tokens);
  const postgres = await measureOn(await postgresStore(), tokens);
  const cpu = sqlite.cpuMicroseconds;
  const rows: Row[] = [
    {
      what: `SQLite, ${tokens.toLocaleString('en')} tokens, one after the other`,
      figure: `${perSecond(1e6 / cpu)} a core`,
      ratio: `${us(cpu)} CPU, by ${sqlite.plan}`,
      target: '≥ 20,000/s a core',
      met: cpu <= 50,
    },
    {
      what: 'PostgreSQL, 64 at a time',
      figure: perSecond(postgres.perSecond),
      ratio: `${us(postgres.cpuMicroseconds)} CPU here, ${postgres.statements} statement, by ${postgres.plan}`,
      target: 'one indexed read',
      met: postgres.statements === 1 && /^index/.test(postgres.plan),
    },
  ];
  printTable('Authentication of an opaque token', rows);
}

async function measureOn(place: TestStore, count: number) {
  await (await startInlay(place)).close();
  const store = await openTestStore(place);
  try {
    const tokens = await issue(store, count);
    const isSqlite = store.engine === 'sqlite';
    const run = isSqlite ? oneByOne : manyAtOnce;
    await run(store, tokens.slice(0, 5000));
    const { statements, plan } = await explain(store, tokens[0] as string);
    const started = performance.now();
    const before = process.cpuUsage();
    const asked = tokens.slice(0, isSqlite ? count : 20_000);
    await run(store, asked);
    const { user, system } = process.cpuUsage(before);
    const seconds = (performance.now() - started) / 1000;
    const perSecond = asked.length / seconds;
    return { cpuMicroseconds: (user + system) / asked.length, perSecond, statements, plan };
  } finally {
    await store.close();
    await place.drop();
  }
}

async function oneByOne(store: Store, tokens: readonly string[]): Promise<void> {
  for (const token of tokens) await authenticate(store, token);
}

async function manyAtOnce(store: Store, tokens: readonly string[]): Promise<void> {
  let next = 0;
  const work = async () => {
    for (let token = tokens[next++]; token; token = tokens[next++]) await authenticate(store, token);
  };
  await Promise.all(Array.from({ length: 64 }, work));
}

async function authenticate(store: Store, token: string): Promise<void> {
  const viewer = await authenticateEmbed(store, tenantId, token, Date.now());
  if (viewer?.username !== 'ann@customer.example') throw new Error('A good token was refused.');
}

async function issue(store: Store, count: number): Promise<string[]> {
  const tokens: string[] = [];
  const now = Date.now();
  while (tokens.length < count) {
    const made = Array.from({ length: Math.min(1000, count - tokens.length) }, () => newEmbedToken(now));
    const outcomes = await storeIssued(store, made.map(issuedToken));
    if (outcomes.some((outcome) => outcome !== 'stored')) throw new Error('A token was not stored.');
    tokens.push(...made);
  }
  if (store.engine === 'postgres')
    await store.everyTenant.executeQuery(CompiledQuery.raw('analyze embed_tokens'));
  return tokens;
}

function issuedToken(token: string): Issued {
  const now = Date.now();
  return {
    event: eventRow(tenantId, now, OPERATOR, { action: 'token.issue' }),
    use: meteredUse({ tenantId, workspaceId: 'main', username: 'ann@customer.example' }, now, {
      what: 'exchange',
    }),
    token: {
      token_key: embedTokenKey(token) as string,
      tenant_id: tenantId,
      jti_hash: randomUUID(),
      client_id: 'demo-embed',
      context,
      lost_sections: null,
      sealed_secrets: null,
      issued_at: now,
      expires_at: now + 3_600_000,
      forget_at: now + 3_600_000,
      revocation_epoch: 0,
      settings_version: 1,
    },
  };
}

/** How many statements one authentication runs, and how the database looks a token up. */
async function explain(store: Store, token: string) {
  const ran: { sql: string; parameters: readonly unknown[] }[] = [];
  const noting = {
    ...store,
    run: (statement: HotStatement<never, never>, ...params: never) => {
      ran.push(statement.build(store.everyTenant, (index: number) => params[index] as never).compile());
      return store.run(statement, ...params);
    },
  } as Queries;
  await authenticateEmbed(noting, tenantId, token, Date.now());
  const { sql, parameters } = ran[0] as (typeof ran)[number];
  const keyword = store.engine === 'sqlite' ? 'explain query plan' : 'explain';
  const { rows } = await store.everyTenant.executeQuery(
    CompiledQuery.raw(`${keyword} ${sql}`, [...parameters]),
  );
  const indexed = /Index Scan using \S+ on embed_tokens|SEARCH embed_tokens USING INDEX/.test(
    JSON.stringify(rows),
  );
  return { statements: ran.length, plan: indexed ? 'index' : 'no index' };
}
