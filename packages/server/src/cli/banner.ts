import type { CreatedTenant } from '../features/provisioning/create-tenant.ts';
import type { Services } from '../services.ts';
import { print } from './command.ts';

/** Prints the addresses and credentials to get started. */
export function printBanner(
  { config }: Services,
  first: CreatedTenant | undefined,
  port: number,
  demoUrl: string | undefined,
): void {
  const instance = config.publicUrl.origin;
  // The operator knows a password that they set, and standard output ends up in logs.
  const generated = config.adminPassword === undefined ? first : undefined;
  const rows: (readonly [string, string])[] = [
    ...(demoUrl === undefined
      ? []
      : [['Start here', `${bold(demoUrl)}   a demo shop with embeds from this instance`] as const]),
    ['Instance', instance],
    ['Public API', `${instance}/api`],
    ['Documentation', `${instance}/docs`],
    ['Admin app', `${instance}/admin`],
    [
      'Admin',
      generated ? `${generated.adminUsername}   password: ${generated.adminPassword}` : config.adminUsername,
    ],
    ['Data', config.databaseUrl ? 'PostgreSQL' : config.dataDir],
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  const once = generated ? '\n  Store the password now. It is shown only once.\n' : '';
  const lines = rows.map(([label, value]) => `  ${dim(label.padEnd(width))}  ${value}`);
  print(
    `\n  ${bold('Inlay')} is listening on ${config.host}:${port}\n\n${lines.join('\n')}\n${once}\n  Press Ctrl-C to stop.\n\n`,
  );
}

const useColor = process.stdout.isTTY && !process.env.NO_COLOR;
const bold = (text: string) => (useColor ? `\u001b[1m${text}\u001b[0m` : text);
const dim = (text: string) => (useColor ? `\u001b[2m${text}\u001b[0m` : text);
