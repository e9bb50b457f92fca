export interface BenchOptions {
  /** Whether to install and start the products that a bench compares with. */
  readonly peers: boolean;
}

export interface BenchArguments extends BenchOptions {
  /** In the order of `known`; all of them unless some were named. */
  readonly names: readonly string[];
}

/** Its message says what to write instead. */
export class UsageError extends Error {}

/** Reads `npm run bench -- exchange --peers`. */
export function readArguments(args: readonly string[], known: readonly string[]): BenchArguments {
  const named = args.filter((arg) => !arg.startsWith('--'));
  const option = args.find((arg) => arg.startsWith('--') && arg !== '--peers');
  if (option !== undefined) throw new UsageError(`There is no option '${option}'. There is: --peers.`);
  const unknown = named.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`There is no benchmark '${unknown}'. There are: ${known.join(', ')}.`);
  return {
    names: known.filter((name) => named.length === 0 || named.includes(name)),
    peers: args.includes('--peers'),
  };
}
