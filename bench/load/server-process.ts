import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Peaks, TURN_PROBE } from '../../test/support/server/spawn-watched-inlay.ts';

export interface ServerProcess {
  readonly pid: number;
  readonly port: number;
  readonly url: string;
  /** From `spawn` to the first answer. */
  readonly startMs: number;
  /** CPU time that the process has used so far. */
  cpuMicroseconds(): Promise<number>;
  residentBytes(): Promise<number>;
  stop(): Promise<void>;
}

/** A JVM that creates its tables on a busy machine takes minutes. */
const START_MS = 240_000;
const inlay = fileURLToPath(new URL('../../packages/server/bin/inlay.mjs', import.meta.url));

const turnProbe = new URL('../../test/support/time/turn-probe.ts', import.meta.url);

/** Inlay as an operator runs it: a process of its own. */
export function startServer(
  port: number,
  env: Readonly<Record<string, string>>,
  nodeOptions: readonly string[] = [],
): Promise<ServerProcess> {
  return startProcess([process.execPath, ...nodeOptions, inlay, 'serve'], port, '/healthz', {
    INLAY_PORT: String(port),
    INLAY_DEMO: 'false',
    INLAY_LOG_LEVEL: 'error',
    ...env,
  });
}

export interface WatchedServer extends ServerProcess {
  /** The longest turn of its event loop, in CPU time, since the last call. */
  longestTurnMs(): Promise<number>;
}

/** The same with a probe in its event loop, which costs a little CPU time. */
export async function startWatchedServer(
  port: number,
  env: Readonly<Record<string, string>>,
): Promise<WatchedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'inlay-bench-'));
  const socket = join(folder, 'probe');
  const server = await startServer(port, { ...env, [TURN_PROBE]: socket }, [`--import=${turnProbe}`]);
  return {
    ...server,
    longestTurnMs: async () => ((await json(connect(socket))) as Peaks).turnMs,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function startProcess(
  [command = '', ...args]: readonly string[],
  port: number,
  probe: string,
  env: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const started = performance.now();
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(child, url + probe);
  const startMs = performance.now() - started;
  const metric = async (name: string) => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
  };
  return {
    pid: child.pid ?? 0,
    port,
    url,
    startMs,
    cpuMicroseconds: async () => (await metric('process_cpu_seconds_total')) * 1e6,
    residentBytes: () => metric('process_resident_memory_bytes'),
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function untilAnswers(child: ChildProcess, url: string): Promise<void> {
  const deadline = performance.now() + START_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    const answered = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await sleep(5);
  }
  child.kill('SIGKILL');
  throw new Error('The server did not answer.');
}
