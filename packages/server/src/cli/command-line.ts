import type { Environment } from '../config.ts';
import { AppError, StartError } from '../platform/errors.ts';
import { VERSION } from '../version.ts';
import { type Command, print } from './command.ts';
import { section } from './command-help.ts';
import { didYouMean } from './did-you-mean.ts';
import { UsageError } from './usage-error.ts';

type Load = () => Promise<Command>;

/** Loaded on demand, so that a server does not load a CSV reader. */
const commands: Readonly<Record<string, Load>> = {
  stop: async () => (await import('./stop.ts')).stopCommand,
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
  restore: async () => (await import('./backup.ts')).restoreCommand,
  'store move': async () => (await import('./store-move.ts')).storeMove,
  'keys generate': async () => (await import('./keys.ts')).keysGenerate,
  verify: async () => (await import('./verify.ts')).verifyCommand,
  'check-token': async () => (await import('./check-token.ts')).checkTokenCommand,
  'tenant create': async () => (await import('./tenant.ts')).tenantCreate,
  'tenant list': async () => (await import('./tenant.ts')).tenantList,
  'tenant disable': async () => (await import('./tenant.ts')).tenantDisable,
  'tenant enable': async () => (await import('./tenant.ts')).tenantEnable,
  'tenant quota': async () => (await import('./tenant-quota.ts')).tenantQuota,
  'tenant sign-in': async () => (await import('./tenant-sign-in.ts')).tenantSignIn,
  'tenant delete': async () => (await import('./tenant.ts')).tenantDelete,
  'tenant default': async () => (await import('./tenant.ts')).tenantDefault,
  'demo reset-credentials': async () => (await import('./demo.ts')).demoResetCredentials,
  'api-key create': async () => (await import('./api-key.ts')).apiKeyCreate,
  'api-key list': async () => (await import('./api-key.ts')).apiKeyList,
  'api-key rotate': async () => (await import('./api-key.ts')).apiKeyRotate,
  'api-key revoke': async () => (await import('./api-key.ts')).apiKeyRevoke,
  usage: async () => (await import('./usage.ts')).usageCommand,
  'reports list': async () => (await import('./reports.ts')).reportsList,
  'reports run': async () => (await import('./reports.ts')).reportsRun,
  'content export': async () => (await import('./content.ts')).contentExport,
  'content import': async () => (await import('./content.ts')).contentImport,
  'content plan': async () => (await import('./content.ts')).contentPlan,
  'content apply': async () => (await import('./content.ts')).contentApply,
  'file upload': async () => (await import('./file.ts')).fileUpload,
  'file resume': async () => (await import('./file.ts')).fileResume,
  'user create': async () => (await import('./user.ts')).userCreate,
  'user import': async () => (await import('./user-import.ts')).userImport,
  'user reset-password': async () => (await import('./user.ts')).userResetPassword,
  'user reset-second-factor': async () => (await import('./user.ts')).userResetSecondFactor,
};

const GLOBAL = ['--help', '--version'];
const USAGE_EXIT = 2;

/** Runs `inlay <command> …`. `serve` is passed in: it starts the whole app, which this folder may not import. */
export async function runCommandLine(
  argv: readonly string[],
  env: Environment,
  outer: Readonly<Record<string, Load>>,
): Promise<number> {
  const all = { ...outer, ...commands };
  const words = argv.filter((word) => !word.startsWith('-'));
  const name = [words.slice(0, 2).join(' '), words[0] ?? ''].find((candidate) =>
    Object.hasOwn(all, candidate),
  );
  const wantsHelp = argv.some((word) => word === '--help' || word === '-h');
  if (name === undefined) {
    if (words.length === 0 && argv.includes('--version')) print(`${VERSION}\n`);
    else if (wantsHelp || argv.length === 0) print(await overview(all));
    else return fail(unknownCommand(words, argv, Object.keys(all)), USAGE_EXIT);
    return 0;
  }
  const command = await (all[name] as Load)();
  if (wantsHelp) {
    print(command.help(name));
    return 0;
  }
  const skip = name.split(' ').length;
  const args = [...argv];
  for (let dropped = 0; dropped < skip; dropped += 1)
    args.splice(
      args.findIndex((word) => !word.startsWith('-')),
      1,
    );
  try {
    return await command.run(name, args, env);
  } catch (error) {
    if (error instanceof UsageError)
      return fail(
        `${error.message}\nRun 'inlay ${name} --help' for usage.`,
        command.usageExitCode ?? USAGE_EXIT,
      );
    return fail(explain(error), 1);
  }
}

async function overview(all: Readonly<Record<string, Load>>): Promise<string> {
  const loaded = Object.entries(all).map(async ([name, load]) => [name, (await load()).summary] as const);
  const options = [
    ['-h, --help', 'Show help for Inlay or a command'],
    ['--version', 'Show the version of Inlay'],
  ] as const;
  return [
    'Inlay: self-hosted embedded analytics.',
    'Usage: inlay <command> [options]',
    section('Commands', await Promise.all(loaded)),
    section('Options', options),
    "Run 'inlay <command> --help' for details on a command.\n",
  ].join('\n\n');
}

function unknownCommand(words: readonly string[], argv: readonly string[], known: readonly string[]): string {
  const hint = "\nRun 'inlay --help' for a list of commands.";
  const [group] = words;
  if (group === undefined) return `Unknown option '${argv[0]}'.${didYouMean(argv[0] ?? '', GLOBAL)}${hint}`;
  const members = known.filter((name) => name.startsWith(`${group} `));
  if (words.length === 1 && members.length > 0) {
    const verbs = members.map((name) => name.slice(group.length + 1)).join(', ');
    return `The command after '${group}' is missing. Use one of: ${verbs}.${hint}`;
  }
  const given = words.slice(0, 2).join(' ');
  const suggestion = didYouMean(given, known) || didYouMean(group, known);
  return `Unknown command '${given}'.${suggestion}${hint}`;
}

function explain(error: unknown): string {
  if (error instanceof StartError || error instanceof AppError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  // Messages of the operating system, such as for a full disk, are clear enough.
  if (/^E[A-Z]+$/.test(code ?? '')) return `${message}.`;
  return (error as Error).stack ?? String(error);
}

function fail(text: string, exitCode: number): number {
  process.stderr.write(`${text}\n`);
  return exitCode;
}
