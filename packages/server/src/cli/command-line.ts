import type { Environment } from '../config.ts';
import { AppError, StartError } from '../errors.ts';
import { backupCommand, restoreCommand } from './backup.ts';
import { checkTokenCommand } from './check-token.ts';
import { contentDiff, contentExport, contentImport } from './content.ts';
import { keysGenerate } from './keys.ts';
import { migrateCommand } from './migrate.ts';
import { tenantCreate, tenantDelete, tenantDisable, tenantEnable, tenantList } from './tenant.ts';
import { userCreate, userResetPassword } from './user.ts';
import { userImport } from './user-import.ts';

export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  /** What `--help` shows for this command. */
  readonly usage: string;
  /** Answers the exit code. */
  run(args: readonly string[], env: Environment): Promise<number>;
}

const commands: Readonly<Record<string, Command>> = {
  migrate: migrateCommand,
  backup: backupCommand,
  restore: restoreCommand,
  'keys generate': keysGenerate,
  'check-token': checkTokenCommand,
  'tenant create': tenantCreate,
  'tenant list': tenantList,
  'tenant disable': tenantDisable,
  'tenant enable': tenantEnable,
  'tenant delete': tenantDelete,
  'content export': contentExport,
  'content import': contentImport,
  'content diff': contentDiff,
  'user create': userCreate,
  'user import': userImport,
  'user reset-password': userResetPassword,
};

/** Runs `inlay <command> …`. `serve` comes from outside: it starts the whole app, which stands above this folder. */
export async function runCommandLine(
  argv: readonly string[],
  env: Environment,
  outer: Readonly<Record<string, Command>>,
): Promise<number> {
  const all = { ...outer, ...commands };
  const words = argv.filter((word) => !word.startsWith('-'));
  const name = [words.slice(0, 2).join(' '), words[0] ?? ''].find((candidate) =>
    Object.hasOwn(all, candidate),
  );
  const wantsHelp = argv.some((word) => word === '--help' || word === '-h');
  if (name === undefined) {
    print(overview(all));
    if (wantsHelp || argv.length === 0) return 0;
    complain(`There is no command '${words.slice(0, 2).join(' ')}'.`);
    return 1;
  }
  const command = all[name] as Command;
  if (wantsHelp) {
    print(`${command.usage}\n`);
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
    return await command.run(args, env);
  } catch (error) {
    complain(explain(error, command));
    return 1;
  }
}

function overview(all: Readonly<Record<string, Command>>): string {
  const width = Math.max(...Object.keys(all).map((name) => name.length));
  const rows = Object.entries(all).map(([name, { summary }]) => `  inlay ${name.padEnd(width)}  ${summary}`);
  return `Inlay, self-hosted embedded analytics.\n\n${rows.join('\n')}\n\nEach command explains itself with --help.\n`;
}

function explain(error: unknown, command: Command): string {
  if (error instanceof StartError || error instanceof AppError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code?.startsWith('ERR_PARSE_ARGS')) return `${message}\n\n${command.usage}`;
  // The system's own words, such as for a full disk or a connection that broke, say enough.
  if (/^E[A-Z]+$/.test(code ?? '')) return `${message}.`;
  return (error as Error).stack ?? String(error);
}

export function print(text: string): void {
  process.stdout.write(text);
}

function complain(text: string): void {
  process.stderr.write(`${text}\n`);
}
