import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { pack } from 'tar-stream';
import { call, logInAs } from '../../../../../test/support/http/api-client.ts';
import { runCommand } from '../../../../../test/support/server/run-command.ts';
import { type RunningCommand, runInlay, spawnInlay } from '../../../../../test/support/server/run-inlay.ts';
import {
  STORES,
  startInlay,
  type TestInlay,
  type TestStore,
} from '../../../../../test/support/server/start-inlay.ts';
import { openTestStore } from '../../../../../test/support/stores/open-test-store.ts';
import { eventually } from '../../../../../test/support/time/eventually.ts';
import { readTable } from '../../../src/features/backup/back-up.ts';
import { getMeta } from '../../../src/platform/store/meta.ts';
import type { Store } from '../../../src/platform/store/store.ts';
import { TABLE_NAMES, TABLES } from '../../../src/platform/store/tables.ts';

const users = 700;
const dataDir = ({ env }: TestStore) => env.INLAY_DATA_DIR ?? '';

/** Every row that a backup holds, as text that can be compared. */
async function contentsOf(store: Store): Promise<Record<string, string[]>> {
  const contents: Record<string, string[]> = {};
  for (const table of TABLE_NAMES.filter((name) => TABLES[name].inBackup)) {
    const rows: string[] = [];
    for await (const portion of readTable(store, table))
      rows.push(...portion.map((row) => JSON.stringify(Object.entries(row).sort())));
    contents[table] = rows.sort();
  }
  return contents;
}

for (const [from, makeSource] of Object.entries(STORES)) {
  describe(`a backup of a server on ${from}`, () => {
    let source: TestStore;
    let inlay: TestInlay;
    let file: string;
    let masterKey: string;
    let written: Record<string, string[]>;

    before(async () => {
      source = await makeSource();
      inlay = await startInlay(source);
      const token = await logInAs(inlay.url);
      const body = {
        users: Array.from({ length: users }, (_, n) => ({
          username: `user${n}`,
          firstName: n % 2 ? 'Zoë "the\nfirst"' : null,
          attributes: { n },
        })),
      };
      assert.equal((await call(`${inlay.url}/api/v0/users/bulk`, { token, body })).status, 201);
      assert.equal((await runCommand(['tenant', 'quota', 'demo', '--views', '5'], source.env)).code, 0);
      const viewer = { tenantId: 'demo' as TenantId, workspaceId: 'main', username: 'ann' };
      inlay.services.usage.countFor(viewer, Date.now(), 'view', 'sales');
      await inlay.services.usage.flush();
      mkdirSync(join(dataDir(source), 'files', 'uploads'), { recursive: true });
      writeFileSync(join(dataDir(source), 'files', 'uploads', 'données.csv'), 'a,b\n1,2\n');
      writeFileSync(join(dataDir(source), 'files', 'empty'), '');
      masterKey =
        source.env.INLAY_MASTER_KEY ?? readFileSync(join(dataDir(source), 'master.key'), 'utf8').trim();
      file = join(dataDir(source), 'backup.tar.gz');
      written = await contentsOf(inlay.services.store);
      const { code, stdout, stderr } = await runInlay(['backup', file], source.env);
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
      assert.match(stdout, /^Backed up [\d,]+ rows \(1 tenant, 701 users\) and 2 files to .+\.\n$/);
    });
    after(async () => {
      await inlay.close();
      await source.drop();
    });

    const target = async (test: TestContext, makeStore: () => Promise<TestStore>): Promise<TestStore> => {
      const place = await makeStore();
      test.after(() => place.drop());
      return { ...place, env: { ...place.env, INLAY_MASTER_KEY: masterKey } };
    };

    it('is readable only by its owner, without the master key or leftovers', () => {
      assert.equal(statSync(file).mode & 0o777, 0o600);
      assert.deepEqual(
        readdirSync(dataDir(source)).filter((name) => name.includes('partial')),
        [],
      );
      const tar = gunzipSync(readFileSync(file));
      assert.ok(!tar.includes(masterKey));
      assert.ok(!tar.includes(Buffer.from(masterKey, 'base64')));
      assert.ok(!tar.includes('tables/login_tokens'));
    });

    /** A store that a restore was killed in. A restore may finish first, so there are several tries. */
    const killRestore = async (
      test: TestContext,
      makeStore: () => Promise<TestStore>,
    ): Promise<TestStore> => {
      for (let tries = 0; tries < 10; tries += 1) {
        const place = await target(test, makeStore);
        const restoring = spawnInlay(['restore', file], place.env);
        await untilMarked(place, restoring);
        restoring.process.kill('SIGKILL');
        if ((await restoring.result).code !== 0) return place;
      }
      return assert.fail('Ten restores were faster than their killer.');
    };

    for (const [to, makeTarget] of Object.entries(STORES)) {
      it(`restores every row and file into ${to}, where the server starts with it`, async (test) => {
        const place = await target(test, makeTarget);
        const run = from === to ? runInlay : runCommand;
        const { code, stdout, stderr } = await run(['restore', file], place.env);
        assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
        assert.match(stdout, /^Restored [\d,]+ rows \(1 tenant, 701 users\) and 2 files as of /);
        const restored = await openTestStore(place);
        assert.deepEqual(await contentsOf(restored), written);
        await restored.close();
        const files = join(dataDir(place), 'files');
        assert.deepEqual(readdirSync(files).sort(), ['empty', 'uploads']);
        assert.equal(readFileSync(join(files, 'uploads', 'données.csv'), 'utf8'), 'a,b\n1,2\n');

        const again = await startInlay(place);
        const token = await logInAs(again.url);
        const { body } = await call<{ meta: { total: number } }>(`${again.url}/api/v0/users`, { token });
        await again.close();
        assert.equal(body.meta.total, users + 1);
        assert.equal(again.firstTenant, undefined);

        const second = await runCommand(['restore', file], place.env);
        assert.equal(second.code, 1);
        assert.match(second.stderr, /^The store is not empty, and its data is never overwritten\. [^\n]+\n$/);
      });

      it(`can be restored into ${to} after a restore that was killed`, async (test) => {
        const place = await killRestore(test, makeTarget);
        const { code, stderr } = await runCommand(['tenant', 'list'], place.env);
        assert.equal(code, 1);
        assert.match(stderr, /^A restore into this store has not finished\. [^\n]+\n$/);
        const again = await runCommand(['restore', file], place.env);
        assert.deepEqual({ code: again.code, stderr: again.stderr }, { code: 0, stderr: '' });
        const restored = await openTestStore(place);
        assert.deepEqual(await contentsOf(restored), written);
        await restored.close();
      });
    }

    it('cannot be restored next to another master key', async (test) => {
      const place = await target(test, makeSource);
      const env = { ...place.env, INLAY_MASTER_KEY: Buffer.alloc(32).toString('base64') };
      const { code, stderr } = await runCommand(['restore', file], env);
      assert.equal(code, 1);
      assert.match(
        stderr,
        /^The key of INLAY_MASTER_KEY_FILE or INLAY_MASTER_KEY is not the master key of the backup[^\n]+\n$/,
      );
    });

    it('is refused with a clear message if damaged, truncated or foreign, and the store stays empty', async (test) => {
      const place = await target(test, makeSource);
      const whole = readFileSync(file);
      const tar = gunzipSync(whole);
      const flipped = Buffer.from(whole);
      const middle = whole.length >> 1;
      flipped.writeInt32BE(~flipped.readInt32BE(middle), middle);
      const manifest = JSON.stringify({
        format: 'inlay-backup',
        formatVersion: 1,
        schemaVersion: 1,
        createdAt: '',
        productVersion: '0',
      });
      const verifier = JSON.stringify({
        key: 'master_key_verifier',
        value: await getMeta(inlay.services.store, 'master_key_verifier'),
      });
      const candidates: Record<string, [bytes: Buffer, says: RegExp]> = {
        cut: [whole.subarray(0, whole.length >> 1), /is damaged/],
        'cut-by-one': [whole.subarray(0, -1), /is damaged/],
        'cut-inside': [gzipSync(tar.subarray(0, Math.floor(tar.length / 1024) * 512)), /is damaged/],
        'without-end': [await tarOf({ 'manifest.json': manifest }), /it is incomplete/],
        'wrong-count': [
          await tarOf({ 'manifest.json': manifest, 'end.json': '{"rows":{"users":1},"files":0}' }),
          /parts are missing/,
        ],
        'leads-out': [
          await tarOf({ 'manifest.json': manifest, 'files/../../evil': 'x' }),
          /a file with an unsafe name/,
        ],
        'unknown-table': [
          await tarOf({ 'manifest.json': manifest, 'tables/sqlite_master/000001.jsonl': '{}\n' }),
          /an unknown entry 'tables\/sqlite_master/,
        ],
        'bad-column': [
          await tarOf({
            'manifest.json': manifest,
            'tables/meta/000001.jsonl': `${verifier}\n{"key":"a","value":"b","x\\") or":"c"}\n`,
            'end.json': '{"rows":{"meta":2},"files":0}',
          }),
          /its rows for the table meta are invalid/,
        ],
        newer: [
          await tarOf({ 'manifest.json': manifest.replace('"schemaVersion":1', '"schemaVersion":99') }),
          /newer version of Inlay, 0\./,
        ],
        flipped: [flipped, /is damaged/],
        empty: [Buffer.alloc(0), /is damaged/],
        text: [Buffer.from('hello'), /is not an Inlay backup/],
        'other-tar': [await tarOf({ 'readme.txt': 'hello' }), /it does not start with a manifest/],
      };
      for (const [name, [bytes, says]] of Object.entries(candidates)) {
        const candidate = join(dataDir(place), name);
        writeFileSync(candidate, bytes);
        const { code, stderr } = await runCommand(['restore', candidate], place.env);
        assert.equal(code, 1, name);
        assert.equal(stderr.split('\n').length, 2, stderr);
        assert.match(stderr, says);
      }
      assert.ok(!existsSync(join(dataDir(place), '..', 'evil')));
      const { code, stderr } = await runCommand(['restore', file], place.env);
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    });

    it('replaces another file only with --replace', async () => {
      const taken = join(dataDir(source), 'taken.tar.gz');
      writeFileSync(taken, 'other');
      const { code, stderr } = await runCommand(['backup', taken], source.env);
      const says = `The file ${taken} already exists. Add --replace to replace it.\n`;
      assert.deepEqual({ code, stderr }, { code: 1, stderr: says });
      assert.equal(readFileSync(taken, 'utf8'), 'other');
      assert.equal((await runCommand(['backup', taken, '--replace'], source.env)).code, 0);
      assert.ok(statSync(taken).size > 1000);
    });

    it('keeps the previous file when it cannot be written', async () => {
      const copy = join(dataDir(source), 'copy.tar.gz');
      copyFileSync(file, copy);
      const interrupted = spawnInlay(['backup', copy, '--replace'], source.env);
      while (!readdirSync(dataDir(source)).some((name) => name.startsWith('copy.tar.gz.partial'))) {
        if (interrupted.process.exitCode !== null) break;
        await new Promise(setImmediate);
      }
      interrupted.process.kill('SIGINT');
      await interrupted.result;
      assert.deepEqual(
        readdirSync(dataDir(source)).filter((name) => name.includes('partial')),
        [],
      );
      assert.ok(statSync(copy).size > 0);
      const { code, stderr } = await runCommand(['backup', join(copy, 'below-a-file')], source.env);
      assert.equal(code, 1);
      assert.match(stderr, /^The backup .* cannot be written: [^\n]+\n$/);
    });
  });
}

async function tarOf(entries: Readonly<Record<string, string>>): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of Object.entries(entries)) tar.entry({ name }, content);
  tar.finalize();
  const parts: Buffer[] = [];
  for await (const part of tar) parts.push(part as Buffer);
  return gzipSync(Buffer.concat(parts));
}

/** Waits until a restore has claimed the store, which is half restored from then on, or has ended. */
async function untilMarked(place: TestStore, { process }: RunningCommand): Promise<void> {
  await eventually(async () => {
    if (process.exitCode !== null) return;
    const opened = await openTestStore(place).catch((error: Error) => error);
    if (opened instanceof Error) {
      if (/has not finished/.test(opened.message)) return;
      throw opened;
    }
    await opened.close();
    assert.fail('The restore has not claimed the store.');
  });
}
