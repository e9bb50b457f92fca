import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** How long a program may take to end by itself. */
const GRACE_MS = 5_000;

const running = new Set<number>();
process.once('exit', () => {
  for (const pid of running) signalGroup(pid, 'SIGKILL');
});

export interface Program {
  readonly child: ChildProcess;
  /** Everything that it wrote to its standard output and standard error. */
  written(): string;
  /** Ends it and every process that it started. */
  stop(): Promise<void>;
}

/** Starts a program in a process group of its own, so that a browser's many processes end with it. */
export function startProgram(path: string, args: readonly string[], options: SpawnOptions = {}): Program {
  const child = spawn(path, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options, detached: true });
  const pieces: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => pieces.push(text));
  const { pid } = child;
  if (pid !== undefined) running.add(pid);
  const ended = once(child, 'exit').catch((error: Error) => pieces.push(error.message));
  return {
    child,
    written: () => pieces.join(''),
    stop: async () => {
      if (pid === undefined) return;
      signalGroup(pid, 'SIGTERM');
      const timer = setTimeout(() => signalGroup(pid, 'SIGKILL'), GRACE_MS);
      await ended;
      clearTimeout(timer);
      // What is left of the group has lost its parent.
      signalGroup(pid, 'SIGKILL');
      running.delete(pid);
    },
  };
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Returns the path of the first of these programs that is installed. */
export function findProgram(...names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const places = names.flatMap((name) =>
    name.includes('/') ? [name] : folders.map((folder) => join(folder, name)),
  );
  return places.find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
