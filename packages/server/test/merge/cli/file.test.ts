import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { call, logInAs } from '../../../../../test/support/http/api-client.ts';
import { runCommand } from '../../../../../test/support/server/run-command.ts';
import { runInlay, spawnInlay } from '../../../../../test/support/server/run-inlay.ts';
import {
  sqliteStore,
  startInlay,
  type TestInlay,
  type TestStore,
} from '../../../../../test/support/server/start-inlay.ts';
import { eventually } from '../../../../../test/support/time/eventually.ts';

describe('inlay file', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let token = '';
  before(async () => {
    store = await sqliteStore();
    inlay = await startInlay(store);
    token = await logInAs(inlay.url);
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  const write = (name: string, text: string) => {
    const path = join(store.env.INLAY_DATA_DIR ?? '', name);
    writeFileSync(path, text);
    return path;
  };
  const imports = async () =>
    (
      await call<{ data: { id: string; name: string; state: string; rows: number; resumable: boolean }[] }>(
        `${inlay.url}/api/v0/files/imports`,
        { token },
      )
    ).body.data;

  it('upload: imports a file that the running server can query', async () => {
    const file = write('sales.csv', 'region,amount\nnorth,3\nsouth,7\n');
    const { code, stdout, stderr } = await runInlay(['file', 'upload', file], store.env);
    const said =
      "Imported sales.csv as table 'sales' (2 rows).\nCreated connection 'files' for datasets on uploaded files.\n";
    assert.deepEqual([code, stdout, stderr], [0, said, '']);
    const [first] = await imports();
    assert.deepEqual([first?.name, first?.state, first?.rows], ['sales.csv', 'done', 2]);
  });

  it('upload: replaces a file only with --replace', async () => {
    const file = write('sales.csv', 'region,amount\neast,1\n');
    const { code, stderr } = await runCommand(['file', 'upload', file], store.env);
    const says = "The file sales.csv with table 'sales' already exists. Add --replace to replace it.\n";
    assert.deepEqual({ code, stderr }, { code: 1, stderr: says });
    const replaced = await runCommand(['file', 'upload', file, '--replace'], store.env);
    assert.equal(replaced.stdout, "Imported sales.csv as table 'sales' (1 rows).\n", replaced.stderr);
  });

  it('upload: reports the problem of a file in one sentence', async () => {
    for (const file of [join(store.env.INLAY_DATA_DIR ?? '', 'missing.csv'), write('notes.txt', 'x')]) {
      const { code, stderr } = await runCommand(['file', 'upload', file], store.env);
      assert.equal(code, 1);
      assert.equal(stderr.trimEnd().split('\n').length, 1, stderr);
    }
  });

  it('resume: imports a file whose import was interrupted', async () => {
    const file = write('large.csv', `a,b,c\n${'1234567,some text,2024-02-29T12:00:00\n'.repeat(1_500_000)}`);
    const uploading = spawnInlay(['file', 'upload', file], store.env);
    await eventually(async () => assert.equal((await imports())[0]?.state, 'running'));
    uploading.process.kill('SIGINT');
    const { code, stderr } = await uploading.result;
    assert.equal(code, 130, stderr);
    const [, id = ''] = /inlay file resume (\S+)/.exec(stderr) ?? [];
    const [stopped] = await imports();
    assert.deepEqual([stopped?.id, stopped?.state, stopped?.resumable], [id, 'failed', true]);
    const resumed = await runInlay(['file', 'resume', id], store.env);
    assert.equal(resumed.stdout, "Imported large.csv as table 'large' (1,500,000 rows).\n", resumed.stderr);
  });
});
