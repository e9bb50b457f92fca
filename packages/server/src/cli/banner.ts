import type { CreatedTenant } from '../features/provisioning/create-tenant.ts';
import type { Services } from '../services.ts';
import { print } from './command.ts';

/** Prints the addresses and credentials that a person needs after the start. */
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
      : [['Start here', `${bold(demoUrl)}   a shop that embeds this instance`] as const]),
    ['Instance', instance],
    ['Public API', `${instance}/api`],
    ['API reference', `${instance}/api/docs`],
    ['Admin app', `${instance}/admin`],
    [
      'Admin',
      generated ? `${generated.adminUsername}   password: ${generated.adminPassword}` : config.adminUsername,
    ],
    ['Data', config.databaseUrl ? 'PostgreSQL' : config.dataDir],
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  const once = generated ? '\n  The password is shown this once: keep it.\n' : '';
  const lines = rows.map(([label, value]) => `  ${dim(label.padEnd(width))}  ${value}`);
  print(
    `\n  ${bold('Inlay')} is listening on ${config.host}:${port}\n\n${lines.join('\n')}\n${once}\n  Ctrl-C stops it.\n\n`,
  );
}

const colours = process.stdout.isTTY && !process.env.NO_COLOR;
const bold = (text: string) => (colours ? `\u001b[1m${text}\u001b[0m` : text);
const dim = (text: string) => (colours ? `\u001b[2m${text}\u001b[0m` : text);
