import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { LineProblem } from '../features/users/user-line.ts';
import { StartError } from '../platform/errors.ts';

const maxPrinted = 1000;

export interface ProblemReport {
  add(problem: LineProblem): Promise<void>;
  close(): Promise<void>;
}

/** Prints the first problems and, with `--report`, writes all of them to a CSV file. */
export async function openProblemReport(file: string | undefined): Promise<ProblemReport> {
  const out = file === undefined ? undefined : await openFile(file);
  let count = 0;
  return {
    async add({ line, field, problem }) {
      count += 1;
      if (count <= maxPrinted) process.stderr.write(`line ${line}: ${field ? `${field} ` : ''}${problem}\n`);
      if (count === maxPrinted + 1)
        process.stderr.write(
          file === undefined ? '… (use --report FILE to save all problems)\n' : `… (see ${file})\n`,
        );
      if (out && !out.write(`${line},${cell(field)},${cell(problem)}\n`)) await once(out, 'drain');
    },
    async close() {
      if (!out) return;
      out.end();
      await once(out, 'close');
    },
  };
}

async function openFile(file: string) {
  const out = createWriteStream(file, { mode: 0o600 });
  try {
    await once(out, 'open');
  } catch (error) {
    throw new StartError(`The report ${file} cannot be written: ${(error as Error).message}.`);
  }
  out.write('line,field,problem\n');
  return out;
}

const cell = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
