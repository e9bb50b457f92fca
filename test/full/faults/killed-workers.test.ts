import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { freePort } from '../../support/server/free-port.ts';
import { type RunningCommand, spawnInlay, untilPrinted } from '../../support/server/run-inlay.ts';
import { ADMIN, sqliteStore, type TestStore } from '../../support/server/start-inlay.ts';
import { eventually } from '../../support/time/eventually.ts';

interface Caller {
  /** What was read until the connection closed. */
  readonly heard: Promise<string>;
  readonly isOpen: () => boolean;
}

describe('killed workers', () => {
  let store: TestStore;
  let serving: RunningCommand;
  let port = 0;
  const workers = () =>
    execFileSync('pgrep', ['-P', String(serving.process.pid)], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map(Number);

  before(async () => {
    store = await sqliteStore();
    port = await freePort();
    serving = spawnInlay(['serve'], {
      ...store.env,
      INLAY_PORT: String(port),
      INLAY_WORKERS: '2',
      INLAY_ADMIN_PASSWORD: ADMIN.password,
      INLAY_LOG_LEVEL: 'error',
    });
    await untilPrinted(serving, /is listening/);
  });
  after(async () => {
    serving.process.kill('SIGKILL');
    await serving.result;
    await store.drop();
  });

  async function ask(): Promise<Caller> {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    let isOpen = true;
    let text = '';
    const heard = new Promise<string>((resolve) => {
      socket.on('data', (part) => {
        text += part;
      });
      socket.on('error', () => {});
      socket.on('close', () => {
        isOpen = false;
        resolve(text);
      });
    });
    await once(socket, 'connect');
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    return { heard, isOpen: () => isOpen };
  }

  it('leave no recently accepted connection without a response', async (test) => {
    const [doomed = 0] = workers();
    test.after(() => isAlive(doomed) && process.kill(doomed, 'SIGKILL'));
    // It takes what it is handed, and does nothing with it: as one that is killed at this moment.
    process.kill(doomed, 'SIGSTOP');
    const callers: Caller[] = [];
    for (let count = 0; count < 10; count += 1) callers.push(await ask());
    await eventually(async () => assert.equal(callers.filter(({ isOpen }) => isOpen()).length, 1));
    process.kill(doomed, 'SIGKILL');
    const heard = await Promise.all(callers.map(({ heard }) => heard));
    const answered = heard.filter((text) => text.startsWith('HTTP/1.1 200'));
    assert.deepEqual([answered.length, heard.filter((text) => text === '').length], [9, 1]);
  });

  it('are replaced, and all serve callers again', async () => {
    await eventually(async () => assert.equal(workers().length, 2));
    const callers = await Promise.all(Array.from({ length: 10 }, ask));
    for (const { heard } of callers) assert.match(await heard, /^HTTP\/1\.1 200/);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
