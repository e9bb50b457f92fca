import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { systemTime, type Timer } from '../../time/time.ts';

const CHECK_MS = 250;
/** A process that computes for so long without a response is in an endless loop. */
const SILENT_MS = 2000;
/** One that does not even compute is stopped, or waits for a machine that has no time for it. */
const STALLED_MS = 30_000;
const CLOCK_TICK_MS = 10;
const PAGE_MB = 4 / 1024;

interface Silence {
  readonly since: number;
  readonly cpuMs: number | undefined;
}

export interface WatchOptions {
  readonly maxMb: number;
  ping(): void;
  onSilent(): void;
  onOverMemory(): void;
}

/**
 * Pings a process while it has work, and reports it if it does not respond although it had 2 s of CPU time to do so. On a
 * busy machine that takes longer; on systems that do not tell the CPU time of a process, real time counts. Its memory is
 * checked too, since a process that does not respond does not check itself.
 */
export function watchProcess(
  { pid }: Pick<ChildProcess, 'pid'>,
  { maxMb, ping, onSilent, onOverMemory }: WatchOptions,
) {
  let timer: Timer | undefined;
  let silence: Silence | undefined;

  function check(): void {
    if ((memoryMbOf(pid) ?? 0) > maxMb) {
      onOverMemory();
      return;
    }
    if (silence === undefined) {
      silence = { since: systemTime.monotonic(), cpuMs: cpuMsOf(pid) };
      ping();
      return;
    }
    const waitedMs = systemTime.monotonic() - silence.since;
    if (waitedMs < SILENT_MS) return;
    const cpuMs = cpuMsOf(pid);
    const computedMs = cpuMs === undefined || silence.cpuMs === undefined ? waitedMs : cpuMs - silence.cpuMs;
    if (computedMs >= SILENT_MS - 2 * CHECK_MS || waitedMs >= STALLED_MS) onSilent();
  }

  function stop(): void {
    timer?.stop();
    timer = undefined;
    silence = undefined;
  }

  return {
    watch: (isOn: boolean) => {
      if (isOn) timer ??= systemTime.every(CHECK_MS, check);
      else stop();
    },
    /** It has sent something. */
    heard: () => {
      silence = undefined;
    },
    stop,
  };
}

/** Linux only: undefined elsewhere, and when the process is gone. */
function cpuMsOf(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may contain spaces: state, parent, … and from the 12th on the time in user and system mode.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS;
  } catch {
    return undefined;
  }
}

/** Linux only. */
function memoryMbOf(pid: number | undefined): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_MB;
  } catch {
    return undefined;
  }
}
