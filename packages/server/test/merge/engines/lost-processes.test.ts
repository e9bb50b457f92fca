import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { eventually } from '../../../../../test/support/time/eventually.ts';
import { type FakeTime, serverTime } from '../../../../../test/support/time/fake-time.ts';
import type { Engine } from '../../../src/platform/engines/engine.ts';
import { EngineError } from '../../../src/platform/engines/engine-error.ts';
import {
  type Loss,
  type NetworkProcess,
  NetworkProcesses,
} from '../../../src/platform/engines/network/network-processes.ts';
import { openEngine } from '../../../src/platform/engines/open-engine.ts';
import { EngineProcess } from '../../../src/platform/engines/process/engine-process.ts';
import type { Time } from '../../../src/platform/time/time.ts';
import { LOCAL } from '../../platform/engines/engine-fixture.ts';
import { rejectsWith } from '../../platform/engines/rejects-with.ts';

const LIMITS = { maxRows: 10, maxBytes: 1000, timeoutMs: 120_000 };

function startScripted(time: Time): NetworkProcess {
  return new EngineProcess({
    main: new URL('../../platform/engines/scripted-process.ts', import.meta.url),
    isConfined: false,
    start: undefined,
    processMb: 400,
    heapMb: 100,
    threads: 4,
    unstoppable: 'abandon',
    time,
  });
}

describe('processes of databases', () => {
  let time: FakeTime;
  let processes: NetworkProcesses;
  let losses: Loss[];
  beforeEach(() => {
    time = serverTime();
    losses = [];
    const onLost = (loss: Loss) => losses.push(loss);
    processes = new NetworkProcesses({ time, processes: 2, start: startScripted, onLost });
  });
  afterEach(() => processes.close());

  const keys = { first: 'AAAAAA==', second: 'AAAAAQ==' } as const;
  const open = (tenant: string, host = 'answers', key: string = keys.first) =>
    openEngine(
      {
        engine: 'postgres',
        host,
        port: 5432,
        database: 'x',
        user: 'y',
        password: { reveal: () => 'z' },
        tls: 'off',
      },
      { ...LOCAL, time, network: { processes, key, tenant } },
    );
  /** The process that answers. */
  const pidOf = async (engine: Engine, signal?: AbortSignal) =>
    (await engine.query({ sql: 'SELECT 1', params: [] }, LIMITS, signal)).rowCount;

  test('start with the first statement, and serve a connection for its whole life', async () => {
    const [one, same, other] = await Promise.all([open('a'), open('b'), open('b', 'answers', keys.second)]);
    assert.deepEqual(processes.pids, []);
    const pid = await pidOf(one);
    assert.deepEqual(processes.pids, [pid]);
    assert.deepEqual([await pidOf(one), await pidOf(same)], [pid, pid]);
    assert.notEqual(await pidOf(other), pid);
    assert.equal(processes.pids.length, 2);
  });

  for (const [host, reason] of [
    ['crashes', 'crash'],
    ['spins', 'silence'],
    ['grows', 'memory'],
  ] as const)
    test(`if a database ${host}, its tenant is told and nobody else notices`, async () => {
      const [mallory, neighbor] = await Promise.all([open('mallory', host), open('neighbor', 'waits')]);
      const leaving = new AbortController();
      const waiting = pidOf(neighbor, leaving.signal);
      waiting.catch(() => {});
      await eventually(() => assert.equal(processes.pids.length, 1));
      const error = await rejectsWith('CONNECTION_PAUSED', pidOf(mallory));
      assert.match(error.message, /paused for a minute/);
      assert.deepEqual(
        losses.map((loss) => [loss.reason, loss.culprit?.tenant]),
        [
          [reason, undefined],
          [reason, 'mallory'],
        ],
      );
      // It runs again, alone.
      await eventually(() => assert.equal(processes.pids.length, 1));
      leaving.abort();
      await rejectsWith('CANCELLED', waiting);
      assert.ok(await pidOf(await open('neighbor')));
    });

  test('are not started for a database that is paused', async () => {
    const mallory = await open('mallory', 'crashes');
    await rejectsWith('CONNECTION_PAUSED', pidOf(mallory));
    assert.equal(losses.length, 2);
    await rejectsWith('CONNECTION_PAUSED', pidOf(mallory));
    assert.equal(losses.length, 2);
    assert.ok(await pidOf(await open('mallory')), 'another database of the tenant');
    await time.advance(60_000);
    await rejectsWith('CONNECTION_PAUSED', pidOf(mallory));
    assert.equal(losses.length, 4);
  });

  test('let a tenant run two lost statements at once, and the others wait until their callers leave', async () => {
    const engine = await open('a', 'waits');
    const callers = [1, 2, 3].map(() => new AbortController());
    const waiting = callers.map(({ signal }) => rejectsWith('CANCELLED', pidOf(engine, signal)));
    await eventually(() => assert.equal(processes.pids.length, 1));
    process.kill(processes.pids[0] as number, 'SIGKILL');
    await eventually(() => assert.equal(losses.length, 1));
    await eventually(() => assert.equal(processes.pids.length, 2));
    for (const caller of callers.toReversed()) caller.abort();
    await Promise.all(waiting);
  });

  test('stop a statement whose caller leaves, and go on', async () => {
    const engine = await open('a', 'waits');
    const leaving = new AbortController();
    const waiting = pidOf(engine, leaving.signal);
    await eventually(() => assert.equal(processes.pids.length, 1));
    const [pid] = processes.pids;
    leaving.abort();
    await rejectsWith('CANCELLED', waiting);
    assert.equal(await pidOf(await open('a')), pid);
  });

  test('are gone after closing, and start no more', async () => {
    const engine = await open('a');
    await pidOf(engine);
    await processes.close();
    assert.deepEqual(processes.pids, []);
    await assert.rejects(pidOf(engine), EngineError);
    assert.deepEqual(losses, []);
  });
});
