import type { Environment } from '../config.ts';

export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  /** What `--help` shows for this command. */
  readonly usage: string;
  /** Answers the exit code. */
  run(args: readonly string[], env: Environment): Promise<number>;
}

export function print(text: string): void {
  process.stdout.write(text);
}
