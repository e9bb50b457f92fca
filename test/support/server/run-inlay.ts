import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export const inlayBin = fileURLToPath(new URL('../../../packages/server/bin/inlay.mjs', import.meta.url));

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningCommand {
  readonly process: ChildProcessByStdio<null, Readable, Readable>;
  readonly result: Promise<CommandResult>;
  /** What it wrote to standard output so far. */
  readonly printed: () => string;
}

type Env = Readonly<Record<string, string>>;

/** Starts `inlay …` as a separate process, with only `PATH` of our environment. */
export function spawnInlay(args: readonly string[], env: Env): RunningCommand {
  return spawnNode([inlayBin, ...args], env);
}

export function spawnNode(args: readonly string[], env: Env): RunningCommand {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH ?? '', INLAY_DEMO: 'false', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const result = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }));
  return { process: child, result, printed: () => stdout };
}

export function runInlay(args: readonly string[], env: Env): Promise<CommandResult> {
  return spawnInlay(args, env).result;
}

/** Resolves once the command has printed what `pattern` describes; fails where it ends before. */
export async function untilPrinted(command: RunningCommand, pattern: RegExp): Promise<RegExpExecArray> {
  const ended = command.result.then(({ code, stderr }) => {
    throw new Error(`ended with ${code} before it printed ${pattern}: ${stderr}`);
  });
  ended.catch(() => {});
  for (;;) {
    const found = pattern.exec(command.printed());
    if (found) return found;
    await Promise.race([once(command.process.stdout, 'data'), ended]);
  }
}
