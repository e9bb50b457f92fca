import { AsyncLocalStorage } from 'node:async_hooks';
import { runCommandLine } from '@inlay/server/cli/command-line';
import type { CommandResult } from './run-inlay.ts';

const written = new AsyncLocalStorage<{ stdout: string; stderr: string }>();
let isCapturing = false;

/**
 * Runs `inlay …` in this process: a process of its own takes half a second of processor time to load what is loaded here
 * already. What the command itself writes is kept; what anybody else writes meanwhile goes where it always goes.
 */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  if (!isCapturing) for (const name of ['stdout', 'stderr'] as const) capture(name);
  isCapturing = true;
  const output = { stdout: '', stderr: '' };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const before = new Set(signals.flatMap((signal) => process.listeners(signal)));
  const code = await written.run(output, () => runCommandLine(args, { INLAY_DEMO: 'false', ...env }, {}));
  // A command that can be interrupted listens until its process ends.
  for (const signal of signals)
    for (const listener of process.listeners(signal))
      if (!before.has(listener)) process.off(signal, listener);
  return { code, ...output };
}

function capture(name: 'stdout' | 'stderr'): void {
  const stream = process[name];
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
  stream.write = (text: string | Uint8Array, ...rest: unknown[]) => {
    const output = written.getStore();
    if (output === undefined) return write(text, ...rest);
    output[name] += text.toString();
    return true;
  };
}
