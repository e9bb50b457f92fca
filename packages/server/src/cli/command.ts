import type { Environment } from '../config.ts';
import { commandHelp } from './command-help.ts';
import { type Options, type OptionValues, parseOptions } from './parse-options.ts';
import { UsageError } from './usage-error.ts';

/** A command as the table in `command-line.ts` lists it. */
export interface Command {
  /** One line for the list of commands, without a period. */
  readonly summary: string;
  /** The text that `--help` prints. `name` is the full name, such as `tenant create`. */
  help(name: string): string;
  /** Of incorrect usage, if the usual one means something else. */
  readonly usageExitCode?: number | undefined;
  /** Returns the exit code. */
  run(name: string, args: readonly string[], env: Environment): Promise<number>;
}

interface Definition<O extends Options> {
  readonly summary: string;
  /** The only one. */
  readonly argument?: {
    readonly label: string;
    readonly description: string;
    readonly isOptional?: boolean;
  };
  readonly options: O;
  /** Paragraphs below the usage line. */
  readonly details: string;
  /** Arguments of example calls, without the command's name. */
  readonly examples: readonly string[];
  /** Exit codes whose meaning differs from the usual one. */
  readonly exitCodes?: Readonly<Record<number, string>>;
  readonly usageExitCode?: number;
  run(given: Given<O>): Promise<number>;
}

interface Given<O extends Options> {
  /** Empty if there is none. */
  readonly argument: string;
  readonly values: OptionValues<O>;
  readonly env: Environment;
}

/** Derives help, parsing and the check of the argument from one definition. */
export function defineCommand<const O extends Options>(definition: Definition<O>): Command {
  const { summary, argument, options, usageExitCode } = definition;
  return {
    summary,
    usageExitCode,
    help: (name) => commandHelp(name, definition),
    async run(name, args, env) {
      const { values, positionals } = parseOptions(args, options);
      const [first, ...rest] = positionals;
      if (argument && !argument.isOptional && first === undefined) {
        throw new UsageError(`The argument ${argument.label} is missing.`);
      }
      const unexpected = argument ? rest[0] : first;
      if (unexpected !== undefined) {
        throw new UsageError(`Unexpected argument '${unexpected}' for 'inlay ${name}'.`);
      }
      return definition.run({ argument: first ?? '', values, env });
    },
  };
}

/** The exit code that shells expect from a command ended by Ctrl-C. */
export const INTERRUPTED = 130;

/** How the reader calls us: through npm in a clone, or by the name of the installed program. */
export const INLAY = /^(?:start|inlay|dev)$/.test(process.env.npm_lifecycle_event ?? '')
  ? 'npm run inlay --'
  : 'inlay';

export function print(text: string): void {
  process.stdout.write(text);
}
