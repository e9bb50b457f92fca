import { readFileSync } from 'node:fs';
import type { TokenReport } from '@inlay/protocol/embed-auth-settings';
import { checkToken } from '../features/tokens/check-token.ts';
import { StartError } from '../platform/errors.ts';
import { chosenTenant, TENANT_OPTION } from './chosen-tenant.ts';
import { defineCommand, print } from './command.ts';
import { withServices } from './with-services.ts';

export const checkTokenCommand = defineCommand({
  summary: 'Check a signed assertion without exchanging it',
  argument: {
    label: '<assertion>',
    description: 'The JWT, a file that contains it, or - for standard input',
  },
  options: {
    tenant: TENANT_OPTION,
    json: { type: 'boolean', description: 'Print the report as JSON' },
  },
  details: `Shows the result of each check of an exchange, the size of the context, and the entries that would be
lost to truncation. The assertion can still be exchanged afterward.`,
  examples: ['assertion.jwt', '--tenant acme --json assertion.jwt'],
  exitCodes: { 1: 'The exchange would be refused, or an error occurred' },
  run({ argument, values, env }) {
    const assertion = readAssertion(argument);
    return withServices(env, async (services) => {
      const { id } = await chosenTenant(services, values.tenant);
      const settings = await services.settings.read(id);
      if (!settings?.active)
        throw new StartError(`Tenant '${id}' is disabled, so an exchange would be refused.`);
      const report = await checkToken(services, settings, assertion);
      print(values.json ? `${JSON.stringify(report, null, 2)}\n` : readable(report));
      return report.valid ? 0 : 1;
    });
  },
});

function readAssertion(given: string): string {
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
    `  Effective context: ${JSON.stringify(effective)}`,
  ].join('\n');
}
