import assert from 'node:assert/strict';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runCommand } from '../../../../../test/support/server/run-command.ts';
import { sqliteStore, type TestStore } from '../../../../../test/support/server/start-inlay.ts';
import { openTestStore } from '../../../../../test/support/stores/open-test-store.ts';
import { readConfig } from '../../../src/config.ts';
import { backUp } from '../../../src/features/backup/back-up.ts';
import type { OnProgress } from '../../../src/features/backup/on-progress.ts';
import { restore } from '../../../src/features/backup/restore.ts';
import { lockSchema, migrate, migrateTo, SCHEMA_VERSION } from '../../../src/platform/store/migrate.ts';
import { openStoreWith } from '../../../src/platform/store/open-store.ts';
import { systemTime as time } from '../../../src/platform/time/time.ts';

const { signal } = new AbortController();

/** The last progress of each step. */
function watchSteps() {
  const steps: Record<string, string> = {};
  const onProgress: OnProgress = (step, unit, done, total) => {
    steps[step] = `${done} of ${total} ${unit}`;
  };
  return { steps, watch: { signal, onProgress } };
}

describe('progress of backups, restores and upgrades', () => {
  let source: TestStore;
  let target: TestStore;
  let file: string;
  before(async () => {
    [source, target] = [await sqliteStore(), await sqliteStore()];
    assert.equal((await runCommand(['tenant', 'create', 'acme'], source.env)).code, 0);
    const folder = readConfig(source.env).filesDir;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'a.csv'), 'x'.repeat(200_000));
    writeFileSync(join(folder, 'b.csv'), 'x'.repeat(1000));
    file = join(target.env.INLAY_DATA_DIR ?? '', 'backup.tar.gz');
  });
  after(async () => {
    await source.drop();
    await target.drop();
  });

  it('counts all rows and all bytes of files in a backup', async () => {
    const { steps, watch } = watchSteps();
    const store = await openTestStore(source);
    const { rows } = await backUp({ store, config: readConfig(source.env), time }, file, watch);
    await store.close();
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    assert.deepEqual(steps, {
      'Backing up rows': `${total} of ${total} rows`,
      'Backing up files': '201000 of 201000 bytes',
    });
  });

  it('counts the bytes of the file in a restore, twice', async () => {
    const { steps, watch } = watchSteps();
    await restore({ config: readConfig(target.env), time }, file, watch);
    const { size } = statSync(file);
    assert.deepEqual(steps, {
      'Checking the backup': `${size} of ${size} bytes`,
      Restoring: `${size} of ${size} bytes`,
    });
  });

  it('counts the migrations of an upgrade, and none of a new store', async (test) => {
    const place = await sqliteStore();
    test.after(() => place.drop());
    const calls: string[] = [];
    const onMigration = (done: number, total: number) => calls.push(`${done} of ${total}`);
    const store = await openStoreWith(readConfig(place.env), time, (opened) =>
      opened.write(async (transaction) => {
        await lockSchema(transaction);
        await migrateTo(transaction, SCHEMA_VERSION - 2);
      }),
    );
    await migrate(store, { onMigration });
    await store.close();
    assert.deepEqual(calls, ['0 of 2', '1 of 2', '2 of 2']);
    const fresh = await sqliteStore();
    test.after(() => fresh.drop());
    await (
      await openStoreWith(readConfig(fresh.env), time, (opened) => migrate(opened, { onMigration }))
    ).close();
    assert.equal(calls.length, 3);
  });
});
