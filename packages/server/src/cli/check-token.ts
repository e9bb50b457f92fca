import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { TokenReport } from '@inlay/protocol/embed-settings';
import { checkToken } from '../features/tokens/check-token.ts';
import { StartError } from '../platform/errors.ts';
import { type Command, print } from './command.ts';
import { chosenTenant } from './user.ts';
import { withServices } from './with-services.ts';

export const checkTokenCommand: Command = {
  summary: 'report on a signed assertion, without using it up',
  usage: `inlay check-token <assertion | file | -> [--tenant ID] [--json]

Shows each check of an exchange, the size of the context and what truncation would take from it.
Exits 1 where the exchange would be refused. - reads standard input.`,
  run(args, env) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { tenant: { type: 'string' }, json: { type: 'boolean' } },
    });
    const assertion = readAssertion(positionals);
    return withServices(env, async (services) => {
      const { id } = await chosenTenant(services, values.tenant);
      const settings = await services.settings.read(id);
      if (!settings?.active)
        throw new StartError(`Tenant '${id}' is disabled: an exchange would be refused.`);
      const report = await checkToken(services, settings, assertion);
      print(values.json ? `${JSON.stringify(report, null, 2)}\n` : readable(report));
      return report.valid ? 0 : 1;
    });
  },
};

function readAssertion(positionals: readonly string[]): string {
  const [given, ...rest] = positionals;
  if (given === undefined || rest.length > 0)
    throw new StartError('Give one assertion, a file that holds it, or -.');
  if (given === '-') return readFileSync(0, 'utf8').trim();
  // A JWT has two dots and begins with the base64url of `{"`; a file's name rarely does.
  return /^eyJ[\w-]*\./.test(given) ? given : readFileSync(given, 'utf8').trim();
}

function readable({ valid, checks, context, warnings }: TokenReport): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  const rows = checks.map(({ name, ok, reason }) =>
    `  ${ok ? '✔' : '✖'} ${name.padEnd(width)}  ${reason ?? ''}`.trimEnd(),
  );
  const verdict = valid ? 'An exchange would succeed.' : 'An exchange would be refused.';
  const warned = warnings.map((warning) => `  ! ${warning}\n`).join('');
  const held = context ? `${readableContext(context)}\n\n` : '';
  return `${rows.join('\n')}\n\n${held}${warned && `${warned}\n`}${verdict}\n`;
}

function readableContext({
  bytes,
  limit,
  truncated,
  lost,
  bytesByField,
  effective,
}: NonNullable<TokenReport['context']>): string {
  const fields = Object.entries(bytesByField).map(([field, size]) => `    ${field} ${size}`);
  const losses = lost.map(({ section, key }) => `    ${section}.${key}`);
  return [
    `  Context: ${bytes} of ${limit} bytes, ${truncated ? 'TRUNCATED' : 'complete'}.`,
    ...fields,
    ...(losses.length > 0 ? ['  Lost:', ...losses] : []),
    `  Held: ${JSON.stringify(effective)}`,
  ].join('\n');
}
