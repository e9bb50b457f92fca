import { readFileSync } from 'node:fs';
import type { Environment } from '../config.ts';
import { printable } from '../platform/printable.ts';
import { systemTime } from '../platform/time/time.ts';
import { defineCommand, print } from './command.ts';
import { startProgress } from './progress.ts';
import { UsageError } from './usage-error.ts';
import { CannotVerify, connectInstance } from './verify/instance.ts';
import { malformed } from './verify/malformed.ts';
import { CANNOT_VERIFY } from './verify/messages.ts';
import { readPlan } from './verify/read-plan.ts';
import { reportText } from './verify/readable-report.ts';
import { verifyIsolation } from './verify/verify-isolation.ts';

const DEFAULT_SECONDS = 900;
const EXIT = { passed: 0, leak: 1, 'could-not-prove': 2 };

export const verifyCommand = defineCommand({
  summary: 'Verify that viewers of an instance get no data of each other',
  argument: { label: '<contexts>', description: 'YAML or JSON file with two or more contexts to compare' },
  options: {
    instance: { type: 'string', value: 'URL', description: 'Address of the instance' },
    tenant: { type: 'string', value: 'ID', description: 'Id of the tenant' },
    'client-id': { type: 'string', value: 'ID', description: 'Client id of the embed settings' },
    'client-secret-file': {
      type: 'string',
      value: 'FILE',
      description: 'File with the client secret (default: the variable INLAY_CLIENT_SECRET)',
    },
    'private-key': { type: 'string', value: 'FILE', description: 'PEM file of the key that signs contexts' },
    'key-id': { type: 'string', value: 'KID', description: 'kid of the key, if the tenant uses a JWKS' },
    'login-token-file': {
      type: 'string',
      value: 'FILE',
      description:
        "File with an administrator's login token, to find all embeds (default: the variable INLAY_LOGIN_TOKEN)",
    },
    timeout: {
      type: 'string',
      value: 'SECONDS',
      description: `Time limit of the whole run (default: ${DEFAULT_SECONDS})`,
    },
    json: { type: 'boolean', description: 'Print the report as JSON' },
  },
  details: `Opens every embed over HTTP as each context, the way your application and its viewers do, and compares the
data that they get. Then it tries to get data of the others: with their filters, ids and exports, through
the Dashboard Builder and the cache, and with invalid tokens. It changes nothing. See docs/guide/verify.md
for the file.`,
  examples: [
    '--instance https://analytics.example.com --tenant acme --client-id acme-embed --client-secret-file secret --private-key private.pem contexts.yaml',
  ],
  exitCodes: {
    0: 'No leak. Lists the checks for which this content has nothing to prove',
    1: 'Leak: a context got data that is not its own',
    2: 'No leak was found, but it could not prove everything; or incorrect usage',
  },
  async run({ argument: file, values, env }) {
    const plan = readPlan(file);
    const required = (name: 'instance' | 'tenant' | 'client-id' | 'private-key'): string => {
      const value = values[name];
      if (value === undefined) throw new UsageError(`The option --${name} is missing.`);
      return value;
    };
    const secret = secretFrom(values['client-secret-file'], env, 'INLAY_CLIENT_SECRET');
    if (secret === undefined) throw new UsageError('The option --client-secret-file is missing.');
    const deadline = systemTime.deadline(readSeconds(values.timeout) * 1000);
    const options = {
      url: required('instance'),
      tenant: required('tenant'),
      clientId: required('client-id'),
      clientSecret: secret,
      privateKey: readSecret(required('private-key')),
      keyId: values['key-id'],
      signal: deadline.signal,
    };
    const loginToken = secretFrom(values['login-token-file'], env, 'INLAY_LOGIN_TOKEN');
    const progress = startProgress('Signing in', { unit: 'requests' });
    try {
      const instance = connectInstance(options);
      const onStep = (step: string, share: number) => {
        progress.relabel(step);
        progress.update(instance.requests(), share);
      };
      const report = await verifyIsolation(instance, plan, { loginToken, onStep });
      progress.end();
      print(reportText(report, values.json ? 'json' : 'table'));
      return EXIT[report.state];
    } catch (error) {
      progress.end();
      process.stderr.write(`${printable(reasonOf(error))}\n`);
      return EXIT['could-not-prove'];
    } finally {
      deadline.release();
    }
  },
});

/** An instance may send anything: what fails on it is no leak. */
function reasonOf(error: unknown): string {
  return error instanceof CannotVerify ? error.message : CANNOT_VERIFY.malformed(malformed(error));
}

function secretFrom(file: string | undefined, env: Environment, variable: string): string | undefined {
  return file === undefined ? env[variable] : readSecret(file);
}

function readSecret(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new UsageError(`The file ${file} cannot be read: ${(error as Error).message}.`);
  }
}

function readSeconds(given: string | undefined): number {
  const seconds = Number(given ?? DEFAULT_SECONDS);
  if (Number.isInteger(seconds) && seconds > 0 && seconds <= 86_400) return seconds;
  throw new UsageError('--timeout must be a whole number of seconds from 1 to 86400.');
}
