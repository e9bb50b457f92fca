import { createReadStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { type ImportOutcome, importUsers } from '../features/users/import-users.ts';
import { CSV_COLUMNS, readCsv } from '../features/users/read-csv.ts';
import { readJsonl } from '../features/users/read-jsonl.ts';
import { StartError } from '../platform/errors.ts';
import { stopSignal } from '../platform/process/stop-signal.ts';
import { defineCommand, INTERRUPTED, print } from './command.ts';
import { openProblemReport } from './problem-report.ts';
import { number, printProgress } from './progress.ts';
import { chosenTenant } from './user.ts';
import { withServices } from './with-services.ts';

const readers = { csv: readCsv, jsonl: readJsonl } as const;

export const userImport = defineCommand({
  summary: 'add the users of a CSV or JSON lines file: all or none',
  argument: { label: 'FILE', noun: 'file', example: 'users.csv' },
  options: {
    tenant: { type: 'string', value: 'ID' },
    format: { type: 'string', value: 'csv|jsonl' },
    report: { type: 'string', value: 'FILE' },
  },
  details: `Works with or without a running server. All users appear at once at the end; after a bad line or Ctrl-C none of them
does. The first 1,000 bad lines are printed with line number, field and problem; --report writes all of them to a
CSV file. Without --tenant the users belong to the default tenant.

The first row of a CSV file has column names, of: ${CSV_COLUMNS.join(', ')}.
Only username is required. roles and groups are lists such as a;b, privileges and attributes are JSON.
A JSON lines file has one object per line with the same fields as the API.

A plain password is hashed, which takes about an hour per 100,000 users on one core;
passwordHash is an argon2id hash ("$argon2id$v=19$m=…,t=…,p=…$salt$hash", in CSV
within quotes since it has commas). Both are optional.`,
  async run({ argument: file, values, env }) {
    const read = readers[chosenFormat(file, values.format)];
    const signal = stopSignal();
    const { stream, size } = await openFile(file);
    const report = await openProblemReport(values.report);
    const progress = printProgress();
    try {
      const outcome = await withServices(env, async (services) => {
        const tenant = await chosenTenant(services, values.tenant);
        return importUsers(services, tenant.id, read(stream), {
          signal,
          problem: (problem) => report.add(problem),
          progress: (users) => progress.update(size === 0 ? 1 : stream.bytesRead / size, users),
          hashing: () => process.stderr.write('Hashing passwords: this is slow, see --help.\n'),
          removing: () => {
            progress.end();
            process.stderr.write('Removing what was written so far …\n');
          },
        });
      });
      progress.end();
      return printOutcome(outcome);
    } finally {
      stream.destroy();
      await report.close();
    }
  },
});

function printOutcome(outcome: ImportOutcome): number {
  if (outcome.state === 'done') {
    print(`${number(outcome.users)} users are imported.\n`);
    return 0;
  }
  if (outcome.state === 'interrupted') {
    process.stderr.write('Interrupted: nothing was imported.\n');
    return INTERRUPTED;
  }
  const count =
    outcome.problems === 1 ? 'There is 1 problem' : `There are ${number(outcome.problems)} problems`;
  process.stderr.write(`${count}: nothing was imported. Correct the file and run the command again.\n`);
  return 1;
}

function chosenFormat(file: string, given: string | undefined): keyof typeof readers {
  const format = given ?? extname(file).slice(1).replace('ndjson', 'jsonl');
  if (format === 'csv' || format === 'jsonl') return format;
  throw new StartError(
    given === undefined
      ? `The name ${file} does not say what it holds: add --format csv or --format jsonl.`
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
