// Run by Node 26, for `test.mjs`: the files of a list, and into `failed` those in which something failed.
import { writeFileSync } from 'node:fs';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

const [failedList, ...files] = process.argv.slice(2);
const failed = new Set();

run({
  // Not by the command line, which puts them in the order of their names.
  files,
  // One for each core of a small machine: with three the run is no shorter, and browsers starve.
  concurrency: 2,
  globalSetupPath: 'test/support/shared-postgres.ts',
})
  .on('test:fail', ({ file }) => {
    process.exitCode = 1;
    if (file) failed.add(file);
  })
  .on('end', () => writeFileSync(failedList, [...failed].join('\n')))
  .compose(spec)
  .pipe(process.stdout);
