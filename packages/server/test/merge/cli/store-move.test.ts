import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { call, logInAs } from '../../../../../test/support/http/api-client.ts';
import { runCommand } from '../../../../../test/support/server/run-command.ts';
import {
  postgresStore,
  sqliteStore,
  startInlay,
  type TestStore,
} from '../../../../../test/support/server/start-inlay.ts';
import { openTestStore } from '../../../../../test/support/stores/open-test-store.ts';
import { countRows } from '../../../src/features/backup/back-up.ts';

describe('inlay store move', () => {
  let source: TestStore;
  let target: TestStore;
  const folderOf = ({ env }: TestStore) => env.INLAY_DATA_DIR ?? '';
  before(async () => {
    [source, target] = [await sqliteStore(), await postgresStore()];
    const inlay = await startInlay(source);
    const token = await logInAs(inlay.url);
    const users = Array.from({ length: 650 }, (_, n) => ({
      username: `user${n}`,
      firstName: 'Zoë "the\nfirst"',
      attributes: { n },
    }));
    assert.equal((await call(`${inlay.url}/api/v0/users/bulk`, { token, body: { users } })).status, 201);
    await inlay.close();
    mkdirSync(join(folderOf(source), 'files', 'demo'), { recursive: true });
    writeFileSync(join(folderOf(source), 'files', 'demo', 'sales.csv'), 'a,b\n1,2\n');
  });
  after(async () => {
    await source.drop();
    await target.drop();
  });

  it('copies rows, files and master key, and prints the settings of a server that works with them', async () => {
    const [filesDir, keyFile] = [
      join(folderOf(target), 'shared'),
      join(folderOf(target), 'keys', 'master.key'),
    ];
    const to = target.env.INLAY_DATABASE_URL ?? '';
    const { code, stdout, stderr } = await runCommand(
      ['store', 'move', '--to', to, '--files-dir', filesDir, '--master-key-file', keyFile],
      source.env,
    );
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    for (const step of [
      /^1\. Copying the store in .+ to the database inlay_\w+ on \S+\.$/m,
      /^2\. Copied [\d,]+ rows \(1 tenant, 651 users\) and 1 file\. Each table has as many rows as before\.$/m,
      /^3\. Uploaded files are in .+\/shared\.$/m,
      /^4\. The master key was copied to .+\/keys\/master\.key\. /m,
      /^5\. The data folder was not changed\. Start the server with these settings:$/m,
    ])
      assert.match(stdout, step);
    assert.equal(statSync(keyFile).mode & 0o777, 0o600);
    assert.equal(readFileSync(join(filesDir, 'demo', 'sales.csv'), 'utf8'), 'a,b\n1,2\n');

    const settings = Object.fromEntries(
      [...stdout.matchAll(/^ {2}(INLAY_\w+)=(\S+)$/gm)].map(([, name = '', value = '']) => [name, value]),
    );
    assert.deepEqual(Object.keys(settings), [
      'INLAY_DATABASE_URL',
      'INLAY_MASTER_KEY_FILE',
      'INLAY_FILES_DIR',
    ]);
    const env = { ...settings, INLAY_DATABASE_URL: to, INLAY_DATA_DIR: folderOf(target) };
    const moved = await startInlay({ ...target, env });
    const token = await logInAs(moved.url);
    const { body } = await call<{ meta: { total: number } }>(`${moved.url}/api/v0/users`, { token });
    await moved.close();
    assert.equal(body.meta.total, 651);
    assert.equal(moved.firstTenant, undefined);
  });

  it('leaves the source as it was, and refuses a database that is in use', async () => {
    const before = await openTestStore(source);
    const counts = await countRows(before);
    await before.close();
    const to = target.env.INLAY_DATABASE_URL ?? '';
    const again = await runCommand(['store', 'move', '--to', to], source.env);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /^The store is not empty, and its data is never overwritten\. /);
    const store = await openTestStore(source);
    assert.deepEqual(await countRows(store), counts);
    await store.close();
    assert.ok(existsSync(join(folderOf(source), 'files', 'demo', 'sales.csv')));
    assert.ok(existsSync(join(folderOf(source), 'master.key')));
  });

  it('empties the database again if files cannot be copied, and can be repeated', async (test) => {
    const empty = await postgresStore();
    test.after(() => empty.drop());
    const file = join(folderOf(empty), 'a-file');
    writeFileSync(file, '');
    const to = empty.env.INLAY_DATABASE_URL ?? '';
    const failed = await runCommand(
      ['store', 'move', '--to', to, '--files-dir', join(file, 'x')],
      source.env,
    );
    assert.equal(failed.code, 1);
    const { code, stdout } = await runCommand(['store', 'move', '--to', to], source.env);
    assert.equal(code, 0);
    assert.match(stdout, /^3\. Uploaded files stay in .+\/files\. /m);
    assert.match(stdout, /^4\. The master key stays in .+\/master\.key\. /m);
  });
});
