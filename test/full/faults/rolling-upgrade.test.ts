import assert from 'node:assert/strict';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { MIGRATIONS, type Migration } from '@inlay/server/platform/store/migrate';
import { sql } from 'kysely';
import { exchange, goodClaims, signJwt } from '../../support/embeds/embed-client.ts';
import { openPage } from '../../support/embeds/embed-world.ts';
import { call } from '../../support/http/api-client.ts';
import { postgresStore, startInlay, type TestInlay } from '../../support/server/start-inlay.ts';
import { startWorld } from '../../support/server/worlds.ts';
import { eventually } from '../../support/time/eventually.ts';

const expansion: Migration = {
  phase: 'expand',
  async run(db) {
    await sql`alter table users add column nickname text`.execute(db);
    await sql`create table nicknames (tenant_id text not null, name text not null)`.execute(db);
  },
};

/** Longer than a load balancer takes to notice, also on a busy machine. */
const env = { INLAY_DRAIN_SECONDS: '10' };

describe('a rolling upgrade', () => {
  it('fails no request and loses no write under load', async (test) => {
    const { store, inlay: old, setup } = await startWorld('embeds', postgresStore, { env });
    const balancer = await startBalancer();
    const nodes = [old];
    const closed = new Map<TestInlay, Promise<void>>();
    const close = (node: TestInlay) => closed.getOrInsertComputed(node, () => node.close());
    const stop = new AbortController();
    const load: Promise<void>[] = [];
    test.after(async () => {
      stop.abort();
      await Promise.allSettled(load);
      balancer.close();
      await Promise.all(nodes.map(close));
      await store.drop();
    });
    await balancer.add(old.url);

    let number = 0;
    const done = { pages: 0, users: [] as string[] };
    const tokenUrl = `${balancer.url}/api/auth/realms/demo/protocol/openid-connect/token`;
    const steps = [
      async () => {
        const { status, body } = await exchange(setup, signJwt(goodClaims(setup)), { url: tokenUrl });
        assert.equal(status, 200, JSON.stringify(body));
        const page = await openPage(balancer, 'e-tile', { token: body.access_token as string });
        assert.equal(page.status, 200);
        assert.match(page.html, /Revenue by product/);
        done.pages += 1;
      },
      async () => {
        const username = `user${number++}`;
        const { status } = await call(`${balancer.url}/api/v0/users`, {
          token: setup.adminToken,
          body: { username },
        });
        assert.equal(status, 201);
        done.users.push(username);
      },
    ];
    load.push(
      ...[...steps, ...steps, ...steps].map(async (step) => {
        while (!stop.signal.aborted) await step();
      }),
    );
    /** Fails as soon as a request does. */
    const until = (isReached: () => boolean) => {
      const reached = eventually(async () => assert.ok(stop.signal.aborted || isReached()));
      return Promise.race([Promise.all(load), reached]);
    };
    const progress = () => {
      const [pages, users] = [done.pages, done.users.length];
      return until(() => done.pages > pages + 5 && done.users.length > users + 5);
    };

    await progress();
    const next = await startInlay(store, { env, migrations: [...MIGRATIONS, expansion] });
    nodes.push(next);
    await balancer.add(next.url);
    await progress();
    const closing = close(old);
    // The load balancer has not noticed yet.
    const sent = balancer.sentTo(old.url);
    await until(() => balancer.sentTo(old.url) > sent + 5);
    await balancer.remove(old.url);
    await closing;
    await progress();
    stop.abort();
    await Promise.all(load);

    assert.deepEqual(balancer.failures, []);
    assert.equal((await call(`${old.url}/healthz`).catch(() => undefined))?.status, undefined);
    const users = await next.services.store.everyTenant.selectFrom('users').select('username').execute();
    const found = new Set(users.map(({ username }) => username));
    assert.deepEqual(
      done.users.filter((username) => !found.has(username)),
      [],
    );
  });
});

/** Sends requests to its nodes in turn, as a load balancer does, and repeats none. */
async function startBalancer() {
  const sent = new Map<string, number>();
  const failures: string[] = [];
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const target = [...sent.keys()][turn++ % sent.size] ?? '';
    sent.set(target, (sent.get(target) ?? 0) + 1);
    const forwarded = request(`${target}${url}`, { agent, method, headers }, (response) => {
      if ((response.statusCode ?? 0) >= 500) failures.push(`${method} ${url}: ${response.statusCode}`);
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', (error) => {
      failures.push(`${method} ${url}: ${error.message}`);
      outgoing.writeHead(502).end();
    });
    incoming.pipe(forwarded);
  });
  const readiness = async (node: string) => (await call(`${node}/readyz`)).status;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failures,
    add: async (node: string) => {
      assert.equal(await readiness(node), 200);
      sent.set(node, 0);
    },
    sentTo: (node: string) => sent.get(node) ?? 0,
    remove: async (node: string) => {
      assert.equal(await readiness(node), 503);
      sent.delete(node);
    },
    close: () => {
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}
