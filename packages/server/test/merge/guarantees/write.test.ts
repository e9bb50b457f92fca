import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { spawnNode, untilPrinted } from '../../../../../test/support/server/run-inlay.ts';
import {
  BOTH_STORES,
  postgresStore,
  sqliteStore,
  type TestStore,
} from '../../../../../test/support/server/start-inlay.ts';
import { openTestStore } from '../../../../../test/support/stores/open-test-store.ts';
import { turns } from '../../../../../test/support/time/turns.ts';
import { getMeta, setMeta } from '../../../src/platform/store/meta.ts';
import { sqliteFile } from '../../../src/platform/store/open-store.ts';
import type { Store } from '../../../src/platform/store/store.ts';
import { countCommits } from '../../platform/store/count-commits.ts';

const beside = (name: string) => fileURLToPath(new URL(`../../platform/store/${name}`, import.meta.url));

for (const [engine, makeStore] of Object.entries(BOTH_STORES)) {
  describe(`writing to ${engine}`, () => {
    let place: TestStore;
    let store: Store;
    before(async () => {
      place = await makeStore();
      store = await openTestStore(place);
    });
    after(async () => {
      await store.close();
      await place.drop();
    });

    it('commits the rest of a group when one writer fails', async () => {
      const outcomes = await Promise.allSettled([
        store.write((transaction) => setMeta(transaction, 'left', 'kept')),
        store.write(async (transaction) => {
          await setMeta(transaction, 'middle', 'undone');
          throw new Error('changed my mind');
        }),
        store.write((transaction) => setMeta(transaction, 'right', 'kept')),
      ]);
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled'],
      );
      assert.equal(await getMeta(store, 'left'), 'kept');
      assert.equal(await getMeta(store, 'middle'), undefined);
      assert.equal(await getMeta(store, 'right'), 'kept');
    });

    it('commits the rest of a group whose first writer fails', async () => {
      const outcomes = await Promise.allSettled([
        store.write(async (transaction) => {
          await setMeta(transaction, 'foremost', 'undone');
          throw new Error('changed my mind');
        }),
        store.write((transaction) => setMeta(transaction, 'second', 'kept')),
        store.write((transaction) => setMeta(transaction, 'third', 'kept')),
      ]);
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['rejected', 'fulfilled', 'fulfilled'],
      );
      assert.equal(await getMeta(store, 'foremost'), undefined);
      assert.deepEqual([await getMeta(store, 'second'), await getMeta(store, 'third')], ['kept', 'kept']);
    });

    it('commits the rest of a group when the database refuses one statement', async () => {
      const outcomes = await Promise.allSettled([
        store.write((transaction) => setMeta(transaction, 'before', 'kept')),
        store.write((transaction) =>
          sql`insert into meta values ('before', null)`.execute(transaction.everyTenant),
        ),
        store.write((transaction) => setMeta(transaction, 'behind', 'kept')),
      ]);
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled'],
      );
      assert.deepEqual([await getMeta(store, 'before'), await getMeta(store, 'behind')], ['kept', 'kept']);
    });

    it('hides uncommitted writes', async () => {
      let seen: string | undefined = 'not read';
      await store.write(async (transaction) => {
        await setMeta(transaction, 'secret', 'draft');
        seen = await getMeta(store, 'secret');
      });
      assert.equal(seen, undefined);
      assert.equal(await getMeta(store, 'secret'), 'draft');
    });

    it('still has every acknowledged write after kill -9', async () => {
      const writer = spawnNode([beside('acknowledging-writer.ts')], place.env);
      await untilPrinted(writer, /acknowledged 300\n/);
      writer.process.kill('SIGKILL');
      const { stdout } = await writer.result;
      const acknowledged = stdout.split('\n').slice(0, -1);
      // Ten write at once, so up to nine before the last may still have been under way.
      assert.ok(acknowledged.length > 290);
      const again = await openTestStore(place);
      const rows = await again.everyTenant.selectFrom('meta').select('key').execute();
      await again.close();
      const kept = new Set(rows.map(({ key }) => key));
      assert.deepEqual(
        acknowledged.filter((key) => !kept.has(key)),
        [],
      );
    });

    it('reads a consistent snapshot and refuses writes in it', async () => {
      await store.write((transaction) => setMeta(transaction, 'moment', 'first'));
      await store.snapshot(async (queries) => {
        assert.equal(await getMeta(queries, 'moment'), 'first');
        await store.write((transaction) => setMeta(transaction, 'moment', 'second'));
        assert.equal(await getMeta(queries, 'moment'), 'first');
      });
      assert.equal(await getMeta(store, 'moment'), 'second');
      await assert.rejects(
        store.snapshot((queries) => setMeta(queries, 'moment', 'third')),
        { failure: 'read-only' },
      );
    });
  });
}

describe('writing to SQLite', () => {
  let place: TestStore;
  let store: Store;
  let file: string;
  before(async () => {
    place = await sqliteStore();
    store = await openTestStore(place);
    file = sqliteFile(place.env.INLAY_DATA_DIR ?? '');
  });
  after(async () => {
    await store.close();
    await place.drop();
  });

  it('shares few commits among a hundred concurrent writes', async () => {
    const earlier = countCommits(file);
    await store.write((transaction) => setMeta(transaction, 'one', 'by itself'));
    assert.equal(countCommits(file) - earlier, 1);
    const writes = Array.from({ length: 100 }, (_, index) =>
      store.write((transaction) => setMeta(transaction, `many ${index}`, 'together')),
    );
    await Promise.all(writes);
    const commits = countCommits(file) - earlier - 1;
    assert.ok(commits >= 1 && commits <= 20, `${commits} commits`);
  });

  it('keeps serving while another process holds the write lock, and writes after its release', async () => {
    const release = join(place.env.INLAY_DATA_DIR ?? '', 'release');
    const holder = spawnNode([beside('lock-holder.ts'), file, release], {});
    await untilPrinted(holder, /locked/);
    let written = false;
    const write = store
      .write((transaction) => setMeta(transaction, 'patient', 'yes'))
      .then(() => {
        written = true;
      });
    // A write that waited inside SQLite would let none of these turns of the event loop happen.
    for (let turn = 0; turn < 50; turn += 1) {
      await turns(1);
      assert.equal(await getMeta(store, 'one'), 'by itself');
    }
    assert.equal(written, false);
    writeFileSync(release, '');
    await write;
    assert.equal(await getMeta(store, 'patient'), 'yes');
    assert.equal((await holder.result).code, 0);
  });

  it('acknowledges nothing of a group that failed on a full disk, and continues afterwards', async () => {
    const limit = (pages: number) =>
      store.write(({ everyTenant }) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(everyTenant));
    await limit(1);
    const outcomes = await Promise.allSettled([
      store.write((transaction) => setMeta(transaction, 'small', 'x')),
      store.write((transaction) => setMeta(transaction, 'large', 'x'.repeat(1_000_000))),
    ]);
    assert.equal(outcomes[1].status, 'rejected');
    const small = await getMeta(store, 'small');
    assert.equal(outcomes[0].status === 'fulfilled', small === 'x');
    await limit(1_000_000);
    await store.write((transaction) => setMeta(transaction, 'after', 'fine'));
    assert.equal(await getMeta(store, 'after'), 'fine');
  });
});

describe('writing to PostgreSQL', () => {
  let place: TestStore;
  let store: Store;
  before(async () => {
    place = await postgresStore();
    store = await openTestStore(place);
  });
  after(async () => {
    await store.close();
    await place.drop();
  });

  const end = sql`select pg_terminate_backend(pg_backend_pid())`;

  it('fails queries on a broken connection and continues with another', async () => {
    await assert.rejects(store.write(({ everyTenant }) => end.execute(everyTenant)));
    await assert.rejects(end.execute(store.everyTenant));
    await untilUsable(store);
    await store.write((transaction) => setMeta(transaction, 'after', 'fine'));
    assert.equal(await getMeta(store, 'after'), 'fine');
  });

  it('continues when a connection breaks while its writer is busy elsewhere', async () => {
    const other = await openTestStore(place);
    const broken = store.write(async ({ everyTenant }) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(everyTenant);
      await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(other.everyTenant);
      await setMeta(other, 'elsewhere', 'done');
    });
    await assert.rejects(broken);
    await other.close();
    await untilUsable(store);
    await store.write((transaction) => setMeta(transaction, 'later', 'fine'));
    assert.equal(await getMeta(store, 'later'), 'fine');
  });
});

/** A broken connection may be handed out once more before the pool hears of it. */
async function untilUsable(store: Store): Promise<void> {
  const isUsable = () =>
    getMeta(store, 'any').then(
      () => true,
      () => false,
    );
  while (!(await isUsable())) await new Promise(setImmediate);
}
