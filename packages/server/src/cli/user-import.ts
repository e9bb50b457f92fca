import { createReadStream, existsSync, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { type ImportOutcome, importUsers } from '../features/users/import-users.ts';
import { CSV_COLUMNS, readCsv } from '../features/users/read-csv.ts';
import { readJsonl } from '../features/users/read-jsonl.ts';
import { StartError } from '../platform/errors.ts';
import { stopSignal } from '../platform/process/stop-signal.ts';
import { chosenTenant, TENANT_OPTION } from './chosen-tenant.ts';
import { defineCommand, INTERRUPTED, print } from './command.ts';
import { confirmReplace, REPLACE_OPTION } from './confirm-replace.ts';
import { openProblemReport } from './problem-report.ts';
import { number, startProgress } from './progress.ts';
import { withServices } from './with-services.ts';

const readers = { csv: readCsv, jsonl: readJsonl } as const;

export const userImport = defineCommand({
  summary: 'Import users from a CSV or JSON Lines file',
  argument: { label: '<file>', description: 'File with the users' },
  options: {
    tenant: TENANT_OPTION,
    format: { type: 'string', value: 'FORMAT', description: 'csv or jsonl (default: by file extension)' },
    report: { type: 'string', value: 'FILE', description: 'CSV file for all invalid lines' },
    replace: REPLACE_OPTION,
  },
  details: `All users are created at once at the end, or none if a line is invalid or the import is interrupted.
Works with or without a running server. Prints line number, field and problem of the first 1,000 invalid
lines.

The first row of a CSV file contains column names:
  ${CSV_COLUMNS.join(', ')}
Only username is required. roles and groups are lists such as a;b, privileges and attributes are JSON.
A JSON Lines file has one object per line with the same fields as the API.

Plain passwords are hashed, which takes about an hour per 100,000 users on one core. passwordHash is an
argon2id hash in PHC format ($argon2id$v=19$m=…,t=…,p=…$salt$hash), quoted in CSV because of its commas.`,
  examples: ['users.csv', 'users.jsonl --tenant acme --report problems.csv'],
  exitCodes: {
    1: 'The file has problems, or an error occurred; no users were imported',
    [INTERRUPTED]: 'Interrupted; no users were imported',
  },
  async run({ argument: file, values, env }) {
    const read = readers[chosenFormat(file, values.format)];
    const signal = stopSignal();
    if (values.report !== undefined && existsSync(values.report))
      await confirmReplace(`The report ${values.report}`, values.replace);
    const { stream, size } = await openFile(file);
    const report = await openProblemReport(values.report);
    const progress = startProgress('Importing users', { unit: 'users' });
    try {
      const outcome = await withServices(env, async (services) => {
        const tenant = await chosenTenant(services, values.tenant);
        return importUsers(services, tenant.id, read(stream), {
          signal,
          problem: (problem) => report.add(problem),
          progress: (users) => progress.update(users, size === 0 ? 1 : stream.bytesRead / size),
          hashing: () => process.stderr.write('Hashing passwords, which is slow (see --help).\n'),
          removing: () => {
            progress.end();
            process.stderr.write('Rolling back …\n');
          },
        });
      });
      progress.end();
      return printOutcome(outcome);
    } finally {
      progress.end();
      stream.destroy();
      await report.close();
    }
  },
});

function printOutcome(outcome: ImportOutcome): number {
  if (outcome.state === 'done') {
    print(`Imported ${number(outcome.users)} users.\n`);
    return 0;
  }
  if (outcome.state === 'interrupted') {
    process.stderr.write('Interrupted. No users were imported.\n');
    return INTERRUPTED;
  }
  const count =
    outcome.problems === 1 ? 'The file has 1 problem' : `The file has ${number(outcome.problems)} problems`;
  process.stderr.write(`${count}. No users were imported. Correct the file and run the command again.\n`);
  return 1;
}

function chosenFormat(file: string, given: string | undefined): keyof typeof readers {
  const format = given ?? extname(file).slice(1).replace('ndjson', 'jsonl');
  if (format === 'csv' || format === 'jsonl') return format;
  throw new StartError(
    given === undefined
      ? `The format of ${file} is unknown. Add --format csv or --format jsonl.`
      : `--format must be csv or jsonl, not '${given}'.`,
  );
}

async function openFile(file: string): Promise<{ readonly stream: ReadStream; readonly size: number }> {
  try {
    const facts = await stat(file);
    if (facts.isDirectory()) throw new Error('it is a folder');
    const stream = createReadStream(file, { highWaterMark: 256 * 1024 });
    await new Promise((resolve, reject) => stream.once('open', resolve).once('error', reject));
    return { stream, size: facts.size };
  } catch (error) {
    throw new StartError(`The file ${file} cannot be read: ${(error as Error).message}.`);
  }
}
