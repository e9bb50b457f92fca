import { parseArgs } from 'node:util';
import { didYouMean } from './did-you-mean.ts';
import { UsageError } from './usage-error.ts';

/** Options as `parseArgs` reads them; `value` is the placeholder that the help shows. */
export type Options = Readonly<
  Record<
    string,
    {
      readonly type: 'string' | 'boolean';
      readonly value?: string;
      /** Given several times, it has several values. */
      readonly multiple?: true;
      readonly description: string;
      /** The value of a string option that is given without one, as in `--demo`. */
      readonly alone?: string;
    }
  >
>;

type Parsed<O extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; allowPositionals: true; options: O }>
>;
export type OptionValues<O extends Options> = Parsed<O>['values'];

/** Reads options and arguments. Throws a `UsageError` for unknown options and missing values. */
export function parseOptions<O extends Options>(args: readonly string[], options: O): Parsed<O> {
  try {
    return parseArgs({ args: withValues(args, options), allowPositionals: true, options });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error;
    const unknown = /^Unknown option '(.+?)'/.exec(message)?.[1];
    if (unknown === undefined) throw new UsageError(`${message}.`);
    const known = Object.keys(options).map((name) => `--${name}`);
    throw new UsageError(`Unknown option '${unknown}'.${didYouMean(unknown, known)}`);
  }
}

function withValues(args: readonly string[], options: Options): string[] {
  return args.map((arg, index) => {
    const alone = arg.startsWith('--') ? options[arg.slice(2)]?.alone : undefined;
    const next = args[index + 1];
    return alone !== undefined && (next === undefined || next.startsWith('-')) ? `${arg}=${alone}` : arg;
  });
}
