import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fileIn = (dataDir: string) => join(dataDir, 'inlay.pid');

/** Lets `inlay stop` find the server. Returns a cleanup function. */
export function writePidFile(dataDir: string): () => void {
  try {
    writeFileSync(fileIn(dataDir), `${process.pid}\n`);
  } catch {
    // With PostgreSQL, a server needs no data folder, and such servers are stopped by their supervisor.
    return () => {};
  }
  return () => {
    // Another server may have been started on the same folder since.
    if (readPid(dataDir) === process.pid) rmSync(fileIn(dataDir), { force: true });
  };
}

/** The process id of the server that runs on a data folder. After a crash, the file may name another program. */
export function findServer(dataDir: string): number | undefined {
  const pid = readPid(dataDir);
  if (pid === undefined) return undefined;
  const command = commandOf(pid);
  return /\binlay\b/.test(command) && / serve\b/.test(command) ? pid : undefined;
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function readPid(dataDir: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(fileIn(dataDir), 'utf8'), 10);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** The command line of a process, and nothing if it has ended. Linux images may lack `ps`, and macOS has no `/proc`. */
function commandOf(pid: number): string {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      : execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
