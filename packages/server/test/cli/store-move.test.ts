import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runCommand } from '../../../../test/support/server/run-command.ts';
import { sqliteStore, type TestStore } from '../../../../test/support/server/start-inlay.ts';

const TO = ['--to', 'postgres://ann:canary@127.0.0.1:1/inlay'];

describe('inlay store move refuses', () => {
  let store: TestStore;
  before(async () => {
    store = await sqliteStore();
  });
  after(() => store.drop());
  const move = async (args: readonly string[], env: Record<string, string> = {}) => {
    const { code, stdout, stderr } = await runCommand(['store', 'move', ...args], { ...store.env, ...env });
    assert.doesNotMatch(stdout + stderr, /canary/);
    return `${code} ${stderr}`;
  };

  it('a missing or invalid target', async () => {
    assert.match(await move([]), /^2 The option --to is missing\./);
    for (const url of ['mysql://ann:canary@host/db', 'canary', 'postgres://host', 'postgres://host/'])
      assert.match(await move(['--to', url]), /^2 --to must look like postgres:/);
  });

  it('a folder without a store, and a store that is in PostgreSQL already', async () => {
    assert.match(await move(TO), /^1 There is no store in .+\. Check INLAY_DATA_DIR\.\n$/);
    const env = {
      INLAY_DATABASE_URL: 'postgres://h/d',
      INLAY_MASTER_KEY: Buffer.alloc(32).toString('base64'),
    };
    assert.match(await move(TO, env), /^1 The store is in PostgreSQL already\./);
  });

  it('to replace a file with the master key', async () => {
    assert.equal((await runCommand(['tenant', 'create', 'acme'], store.env)).code, 0);
    const taken = join(store.env.INLAY_DATA_DIR ?? '', 'taken');
    writeFileSync(taken, '');
    assert.match(
      await move([...TO, '--master-key-file', taken]),
      /taken already exists\. Choose another file/,
    );
  });

  it('a database that does not respond', async () => {
    assert.match(await move(TO), /^1 The PostgreSQL of --to cannot be used: [^\n]+\n$/);
  });

  it('a store that a running server changes', async (test) => {
    const code = "process.stdout.write('.'); setInterval(() => {}, 1000)";
    const server = spawn(process.execPath, ['-e', code, 'bin/inlay.mjs', 'serve']);
    test.after(() => server.kill('SIGKILL'));
    await once(server.stdout, 'data');
    writeFileSync(join(store.env.INLAY_DATA_DIR ?? '', 'inlay.pid'), String(server.pid));
    assert.match(
      await move(TO),
      /^1 A server is running on .+ Stop it with: (?:npm run inlay --|inlay) stop\n$/,
    );
  });
});
