import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs a program to its end; a failure has the last line that it wrote. */
export async function runProgram(program: string, args: readonly string[]): Promise<void> {
  try {
    await run(program, args);
  } catch (error) {
    const { message, stderr } = error as Error & { readonly stderr?: string };
    throw new Error(`${program} failed: ${stderr?.trim().split('\n').at(-1) || message}`);
  }
}
