import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { inlayBin, type RunningCommand, spawnNode } from './run-inlay.ts';

/** Of a process since the last time they were asked for. */
export interface Peaks {
  /** The CPU time of the longest turn of its event loop. */
  readonly turnMs: number;
  readonly rssBytes: number;
}

export interface WatchedCommand extends RunningCommand {
  peaks(): Promise<Peaks>;
}

/** The variable that tells `turn-probe.ts` where to listen. */
export const TURN_PROBE = 'INLAY_TEST_TURN_PROBE';

const probe = new URL('../time/turn-probe.ts', import.meta.url);

/** Starts `inlay …`, whose event loop is measured. */
export function spawnWatchedInlay(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): WatchedCommand {
  return spawnWatched([inlayBin, ...args], env);
}

export function spawnWatched(args: readonly string[], env: Readonly<Record<string, string>>): WatchedCommand {
  const folder = mkdtempSync(join(tmpdir(), 'inlay-turns-'));
  const socket = join(folder, 'probe');
  const running = spawnNode([`--import=${probe}`, ...args], { ...env, [TURN_PROBE]: socket });
  running.process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return { ...running, peaks: () => json(connect(socket)) as Promise<Peaks> };
}
