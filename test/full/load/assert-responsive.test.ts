import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { after, before, describe, it } from 'node:test';
import { type RunningCommand, spawnNode, untilPrinted } from '../../support/server/run-inlay.ts';
import { spawnWatched, type WatchedCommand } from '../../support/server/spawn-watched-inlay.ts';
import { assertResponsive } from '../../support/time/assert-responsive.ts';
import { unitCpuMs } from '../../support/time/cpu-units.ts';
import { eventually } from '../../support/time/eventually.ts';

/** Computes for 500 ms of CPU time, in one turn of its event loop, whenever it is told to. */
const STALLING = `
  process.on('SIGUSR2', () => {
    const started = process.threadCpuUsage();
    for (let used = 0; used < 500_000; ) {
      const { user, system } = process.threadCpuUsage(started);
      used = user + system;
    }
    console.log('stalled');
  });
  setInterval(() => {}, 1000);
  console.log('started');`;

describe('assertResponsive, while other processes use every core', () => {
  let server: WatchedCommand;
  const neighbors: RunningCommand[] = [];
  before(async () => {
    for (let core = 0; core < availableParallelism(); core += 1)
      neighbors.push(spawnNode(['--eval', 'for (;;);'], {}));
    server = spawnWatched(['--eval', STALLING], {});
    await untilPrinted(server, /started/);
  });
  after(async () => {
    for (const { process } of [server, ...neighbors]) process.kill('SIGKILL');
    await server.result;
  });

  it('passes for a server that does nothing', () => assertResponsive(server, async () => {}));

  it('reports a turn that computes for half a second', () =>
    assert.rejects(
      assertResponsive(server, async () => {
        server.process.kill('SIGUSR2');
        await eventually(async () => assert.match(server.printed(), /stalled/));
      }),
      /a turn of the event loop computed for 5\d\d ms/,
    ));

  it('does not report a pause of the machine', () =>
    assertResponsive(server, async () => {
      server.process.kill('SIGSTOP');
      for (let pause = 0; pause < 4; pause += 1) unitCpuMs();
      server.process.kill('SIGCONT');
    }));
});
