import { systemTime, type Time } from '../platform/time/time.ts';

export interface Progress {
  /** `count` is in the unit of the work; `share` of the whole, from 0 to 1, is absent where the end is unknown. */
  update(count: number, share?: number): void;
  /** Names the part of the work that runs now. */
  relabel(label: string): void;
  /** Removes the line of a terminal. Later calls have no effect. */
  end(): void;
}

interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

interface ProgressOptions {
  /** What is counted: `bytes`, or a plural such as `rows`. */
  readonly unit: string;
  readonly out?: Output;
  readonly time?: Time;
}

const TERMINAL_MS = 200;
const LINE_MS = 10_000;
/** Before, a rate would be a guess. */
const MIN_RATE_MS = 1000;

/**
 * Shows how far a command is, with rate and remaining time, on standard error: in a terminal as one line that is
 * rewritten, elsewhere as one line per ten seconds.
 */
export function startProgress(
  label: string,
  { unit, out = process.stderr, time = systemTime }: ProgressOptions,
): Progress {
  const everyMs = out.isTTY ? TERMINAL_MS : LINE_MS;
  const started = time.monotonic();
  let current = { label, count: 0, share: undefined as number | undefined };
  let drawnAt = started;
  let isDrawn = false;
  let hasEnded = false;
  const draw = () => {
    drawnAt = time.monotonic();
    isDrawn = true;
    const line = lineOf(current, unit, drawnAt - started);
    out.write(out.isTTY ? `\r\u001b[K${line.slice(0, (out.columns || 80) - 1)}` : `${line}\n`);
  };
  // Work without updates, such as a long statement, is still alive.
  const timer = time.every(everyMs, () => {
    if (time.monotonic() - drawnAt >= everyMs) draw();
  });
  // Updates draw too, because work that never waits does not let timers run.
  const change = (changed: Partial<typeof current>) => {
    if (hasEnded) return;
    current = { ...current, ...changed };
    if (time.monotonic() - drawnAt >= everyMs) draw();
  };
  return {
    update: (count, share) => change({ count, share }),
    relabel: (next) => change({ label: next }),
    end() {
      if (hasEnded) return;
      hasEnded = true;
      timer.stop();
      if (isDrawn && out.isTTY) out.write('\r\u001b[K');
    },
  };
}

/** Progress of work in several steps, each with a label and unit of its own. */
export interface StepProgress {
  onProgress(step: string, unit: string, done: number, total?: number): void;
  end(): void;
}

export function startSteps(out: Output = process.stderr): StepProgress {
  let current: { readonly step: string; readonly progress: Progress } | undefined;
  return {
    onProgress(step, unit, done, total) {
      if (current?.step !== step) {
        current?.progress.end();
        current = { step, progress: startProgress(step, { unit, out }) };
      }
      current.progress.update(done, total === undefined ? undefined : total === 0 ? 1 : done / total);
    },
    end: () => current?.progress.end(),
  };
}

interface Current {
  readonly label: string;
  readonly count: number;
  readonly share: number | undefined;
}

function lineOf({ label, count, share }: Current, unit: string, elapsedMs: number): string {
  const hasRate = elapsedMs >= MIN_RATE_MS && count > 0;
  const leftMs = share ? (elapsedMs * (1 - share)) / share : undefined;
  const parts = [
    share === undefined ? undefined : `${Math.floor(Math.min(1, share) * 100)}%`,
    count > 0 ? amount(count, unit) : undefined,
    hasRate ? `${amount((count * 1000) / elapsedMs, unit)}/s` : undefined,
    hasRate && leftMs !== undefined
      ? `${duration(leftMs)} left`
      : elapsedMs >= MIN_RATE_MS
        ? `${duration(elapsedMs)} so far`
        : undefined,
  ];
  const known = parts.filter((part) => part !== undefined).join(', ');
  return known === '' ? `${label} …` : `${label}: ${known}`;
}

function amount(count: number, unit: string): string {
  return unit === 'bytes'
    ? bytes(count)
    : `${count < 10 && count % 1 > 0 ? count.toFixed(1) : number(Math.round(count))} ${unit}`;
}

function bytes(count: number): string {
  const power = Math.min(4, Math.floor(Math.log10(Math.max(1, count)) / 3));
  const value = count / 1000 ** power;
  return `${value.toFixed(value < 10 && power > 0 ? 1 : 0)} ${['B', 'kB', 'MB', 'GB', 'TB'][power]}`;
}

function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export const number = (value: number): string => value.toLocaleString('en-US');
