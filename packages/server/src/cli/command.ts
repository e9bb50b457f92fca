import { parseArgs } from 'node:util';
import type { Environment } from '../config.ts';
import { StartError } from '../platform/errors.ts';

/** A command as the table in `command-line.ts` lists it. */
export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  /** What `--help` prints after the command's name. */
  readonly help: string;
  /** Returns the exit code. `name` is what the user typed, such as `tenant create`. */
  run(name: string, args: readonly string[], env: Environment): Promise<number>;
}

interface Definition<O extends Options> {
  readonly summary: string;
  /** The one required argument, such as `<id>`, with an example for the error message when it is missing. */
  readonly argument?: { readonly label: string; readonly noun: string; readonly example: string };
  readonly options: O;
  /** Paragraphs below the first line of the help. */
  readonly details: string;
  run(given: Given<O>): Promise<number>;
}

interface Given<O extends Options> {
  /** Empty where the command takes none. */
  readonly argument: string;
  readonly values: Parsed<O>['values'];
  readonly env: Environment;
}

/** Options as `parseArgs` reads them; `value` is what the help shows for the value of one. */
type Options = Readonly<Record<string, { readonly type: 'string' | 'boolean'; readonly value?: string }>>;
type Parsed<O extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; allowPositionals: boolean; options: O }>
>;

/** Derives help, parsing and the check of the argument from one definition. */
export function defineCommand<const O extends Options>(definition: Definition<O>): Command {
  const { summary, argument, options, details } = definition;
  const flags = Object.entries(options).map(
    ([flag, { value }]) => ` [--${flag}${value === undefined ? '' : ` ${value}`}]`,
  );
  return {
    summary,
    help: `${argument ? ` ${argument.label}` : ''}${flags.join('')}\n\n${details}`,
    run(name, args, env) {
      const { values, positionals } = parseArgs({
        args: [...args],
        allowPositionals: argument !== undefined,
        options,
      });
      const [first, ...rest] = positionals;
      if (argument && (first === undefined || rest.length > 0)) {
        throw new StartError(`Name one ${argument.noun}, such as: inlay ${name} ${argument.example}`);
      }
      return definition.run({ argument: first ?? '', values, env });
    },
  };
}

/** What a shell expects of a command that Ctrl-C ended. */
export const INTERRUPTED = 130;

export function print(text: string): void {
  process.stdout.write(text);
}
