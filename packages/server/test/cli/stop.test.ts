import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { runCommand } from '../../../../test/support/server/run-command.ts';
import { findServer, writePidFile } from '../../src/platform/process/pid-file.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'inlay-test-'));
after(() => rmSync(dataDir, { recursive: true }));
const stop = () => runCommand(['stop'], { INLAY_DATA_DIR: dataDir });

/** Exits a little later, as a server that finishes its requests does. */
const slowToStop = `process.on('SIGTERM', () => setImmediate(() => process.exit(7))); setInterval(() => {}, 1000); process.stdout.write('.')`;

async function start(test: { after(work: () => void): void }, ...args: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', slowToStop, ...args]);
  test.after(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  writeFileSync(join(dataDir, 'inlay.pid'), `${child.pid}\n`);
  return child;
}

describe('inlay stop', () => {
  it('succeeds if no server is running', async () => {
    const { code, stdout } = await stop();
    assert.deepEqual({ code, stdout }, { code: 0, stdout: `No server is running on ${dataDir}.\n` });
  });

  it('returns once the server of the data folder has exited', async (test) => {
    const server = await start(test, 'bin/inlay.mjs', 'serve');
    const exited = once(server, 'exit');
    const { code, stdout } = await stop();
    assert.deepEqual({ code, stdout }, { code: 0, stdout: `Stopped the server on ${dataDir}.\n` });
    assert.deepEqual(await exited, [7, null]);
  });

  it('leaves another program alone that got the process id of a crashed server', async (test) => {
    const other = await start(test, 'editor');
    assert.match((await stop()).stdout, /^No server is running/);
    assert.equal(other.exitCode, null);
    assert.equal(other.killed, false);
    process.kill(other.pid as number, 0);
  });
});

describe('PID file', () => {
  it('is removed by the server that wrote it, and not by an earlier one', async (test) => {
    const remove = writePidFile(dataDir);
    const newer = await start(test, 'bin/inlay.mjs', 'serve');
    remove();
    assert.equal(findServer(dataDir), newer.pid);
  });

  it('is optional where there is no data folder', () => {
    writePidFile(join(dataDir, 'missing'))();
  });
});
