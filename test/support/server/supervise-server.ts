import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerAccount } from './server-account.ts';

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** From `makeServerFolder`; holds the server's `log` and is removed when the server has ended. */
  readonly folder: string;
  readonly account: ServerAccount | undefined;
  readonly stopSignal: 'INT' | 'TERM';
  /** A minute unless the server is known to take longer. */
  readonly readyWithinMs?: number;
  isReady(): Promise<boolean> | boolean;
}

// The shell outlives a test process that crashed or was killed: its standard input closes then, and it cleans up.
const SUPERVISOR = `
folder=$1 signal=$2; shift 2
( sh -c 'echo $$ >"$0/pid"; exec "$@"' "$folder" "$@"; echo $? >"$folder/ended" ) >"$folder/log" 2>&1 </dev/null &
cat >/dev/null
kill -s "$signal" "$(cat "$folder/pid")" 2>/dev/null
wait
rm -rf "$folder"
`;
const READY_WITHIN_MS = 60_000;

/** A folder of its own below the system's temporary folder, which the server's account may write. */
export function makeServerFolder(name: string, account: ServerAccount | undefined): string {
  const folder = mkdtempSync(join(tmpdir(), `inlay-${name}-`));
  if (account !== undefined) chownSync(folder, account.uid, account.gid);
  return folder;
}

/** Runs a server until `stop` is called or this process ends, however it ends. Resolves when the server is ready. */
export async function superviseServer(server: ServerCommand): Promise<() => Promise<void>> {
  const supervisor = spawn(
    'sh',
    ['-c', SUPERVISOR, 'sh', server.folder, server.stopSignal, server.command, ...server.args],
    // A group of its own: Ctrl-C in the terminal reaches the tests first, not the server.
    { ...server.account, cwd: server.folder, stdio: ['pipe', 'ignore', 'inherit'], detached: true },
  );
  supervisor.unref();
  if (supervisor.stdin instanceof Socket) supervisor.stdin.unref();
  try {
    await untilReady(server);
  } catch (error) {
    await stopSupervisor(supervisor);
    throw error;
  }
  return () => stopSupervisor(supervisor);
}

async function untilReady(server: ServerCommand): Promise<void> {
  const deadline = performance.now() + (server.readyWithinMs ?? READY_WITHIN_MS);
  while (!(await server.isReady())) {
    const ended = existsSync(join(server.folder, 'ended'));
    if (ended || performance.now() > deadline) {
      const log = readFileSync(join(server.folder, 'log'), 'utf8').slice(-2000);
      throw new Error(`${server.command} ${ended ? 'ended at once' : 'did not get ready'}:\n${log}`);
    }
    await sleep(20);
  }
}

async function stopSupervisor(supervisor: ChildProcess): Promise<void> {
  if (supervisor.exitCode !== null || supervisor.signalCode !== null) return;
  supervisor.ref();
  const exited = once(supervisor, 'exit');
  supervisor.stdin?.end();
  await exited;
}
