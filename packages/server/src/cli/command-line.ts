import type { Environment } from '../config.ts';
import { AppError, StartError } from '../platform/errors.ts';
import { type Command, print } from './command.ts';

type Load = () => Promise<Command>;

/** Each is loaded when it runs: a server has no use for a CSV reader. */
const commands: Readonly<Record<string, Load>> = {
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
  restore: async () => (await import('./backup.ts')).restoreCommand,
  'keys generate': async () => (await import('./keys.ts')).keysGenerate,
  'check-token': async () => (await import('./check-token.ts')).checkTokenCommand,
  'tenant create': async () => (await import('./tenant.ts')).tenantCreate,
  'tenant list': async () => (await import('./tenant.ts')).tenantList,
  'tenant disable': async () => (await import('./tenant.ts')).tenantDisable,
  'tenant enable': async () => (await import('./tenant.ts')).tenantEnable,
  'tenant delete': async () => (await import('./tenant.ts')).tenantDelete,
  'content export': async () => (await import('./content.ts')).contentExport,
  'content import': async () => (await import('./content.ts')).contentImport,
  'content diff': async () => (await import('./content.ts')).contentDiff,
  'file upload': async () => (await import('./file.ts')).fileUpload,
  'file resume': async () => (await import('./file.ts')).fileResume,
  'user create': async () => (await import('./user.ts')).userCreate,
  'user import': async () => (await import('./user-import.ts')).userImport,
  'user reset-password': async () => (await import('./user.ts')).userResetPassword,
};

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
    print(await overview(all));
    if (wantsHelp || argv.length === 0) return 0;
    complain(`There is no command '${words.slice(0, 2).join(' ')}'.`);
    return 1;
  }
  const command = await (all[name] as Load)();
  if (wantsHelp) {
    print(usageOf(name, command));
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
    complain(explain(error, usageOf(name, command)));
    return 1;
  }
}

async function overview(all: Readonly<Record<string, Load>>): Promise<string> {
  const width = Math.max(...Object.keys(all).map((name) => name.length));
  const loaded = Object.entries(all).map(async ([name, load]) => [name, await load()] as const);
  const rows = (await Promise.all(loaded)).map(
    ([name, { summary }]) => `  inlay ${name.padEnd(width)}  ${summary}`,
  );
  return `Inlay, self-hosted embedded analytics.\n\n${rows.join('\n')}\n\nEach command explains itself with --help.\n`;
}

function usageOf(name: string, { help }: Command): string {
  return `inlay ${name}${help}\n`;
}

function explain(error: unknown, usage: string): string {
  if (error instanceof StartError || error instanceof AppError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code?.startsWith('ERR_PARSE_ARGS')) return `${message}\n\n${usage}`;
  // The system's message, such as for a full disk or a broken connection, says enough.
  if (/^E[A-Z]+$/.test(code ?? '')) return `${message}.`;
  return (error as Error).stack ?? String(error);
}

function complain(text: string): void {
  process.stderr.write(`${text}\n`);
}
