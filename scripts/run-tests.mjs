/**
 * Runs test files on Node 26, several per process, in parallel processes (ADR 258).
 *
 *   run-tests.mjs                     the tests of `npm test`
 *   run-tests.mjs --suite=faults      the tests of another suite; `all` means every one
 *   run-tests.mjs tokens              files of any suite whose path has the word in it, else tests whose name has it
 *   run-tests.mjs --watch tokens      the same again after every change
 */
import { watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { globalSetup, globalTeardown } from '../test/support/shared-postgres.ts';
import { buildStale } from './ensure-built.mjs';
import { root } from './ensure-installed.mjs';
import { missingTools } from './ensure-tools.mjs';
import { runBatch } from './run-test-batch.mjs';
import { keepTestFoldersInMemory } from './test-folder.mjs';
import { suites } from './test-suites.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { suite: { type: 'string', default: 'main' }, watch: { type: 'boolean', default: false } },
});
/** Of a failure, in the summary. */
const SUMMARY_LINES = 12;
const plan = choose();
// Half of what it takes to load the server is reading and compiling its modules: once is enough.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');
const removeTestFolders = keepTestFoldersInMemory();
await globalSetup();
let isPassed = await runPlan();
if (values.watch) await watchSources();
await globalTeardown();
removeTestFolders();
process.exit(isPassed ? 0 : 1);

/** The suites to run, each with the selected files. */
function choose() {
  if (positionals.length === 0)
    return values.suite === 'all' ? Object.values(suites) : [suites[values.suite]];
  const matches = (file) => positionals.some((word) => file.includes(word));
  const byPath = Object.values(suites)
    .map((suite) => ({ ...suite, lists: suite.lists.map((files) => files.filter(matches)) }))
    .filter(({ lists }) => lists.flat().length > 0);
  if (byPath.length > 0) return byPath;
  return [{ ...suites.main, options: positionals.map((word) => `--test-name-pattern=${word}`) }];
}

async function runPlan() {
  const started = performance.now();
  const results = [];
  const total = plan.flatMap(({ lists }) => lists.flat()).length;
  const onFile = (result) => {
    results.push(result);
    printFile(result, `${String(results.length).padStart(String(total).length)}/${total}`);
  };
  for (const suite of plan) await runSuite(suite, onFile);
  return printSummary(results, (performance.now() - started) / 1000);
}

async function runSuite({ lists, processes, filesPerProcess, options = [] }, onFile) {
  const queues = lists.map((files) => [...files]);
  const runNext = async (own) => {
    for (;;) {
      const queue = [queues[own % queues.length], ...queues].find(({ length }) => length > 0);
      if (!queue) return;
      // Fewer and fewer files, so that no process is left with many when the others have nothing to do.
      const size = Math.min(filesPerProcess, Math.ceil(queue.length / processes));
      await runBatch(queue.splice(0, size), options, onFile);
    }
  };
  await Promise.all(Array.from({ length: processes }, (_, own) => runNext(own)));
}

function printFile({ file, passed, failures, ms }, place) {
  if (passed + failures.length === 0) return;
  const mark = failures.length > 0 ? '✖' : '✔';
  console.log(`${place} ${mark} ${file} (${passed + failures.length} tests, ${(ms / 1000).toFixed(1)} s)`);
  for (const { name, text } of failures) console.log(`\n  ✖ ${name}\n${indented(text)}\n`);
}

function indented(text) {
  return text.replaceAll(/^/gm, '    ');
}

function printSummary(results, seconds) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const failures = results.flatMap(({ file, failures }) => failures.map((failure) => ({ file, ...failure })));
  const skipped = results.flatMap(({ skipped }) => skipped);
  const slowest = results.toSorted((a, b) => b.ms - a.ms).slice(0, 5);
  console.log(
    `\nSlowest: ${slowest.map(({ file, ms }) => `${file} ${(ms / 1000).toFixed(0)} s`).join(', ')}`,
  );
  for (const [reason, { length }] of Object.entries(Object.groupBy(skipped, (reason) => reason)))
    console.log(`Skipped ${length}: ${reason}`);
  for (const sentence of missingTools()) console.log(sentence);
  // Again: thousands of lines may have been printed since.
  for (const { file, name, text } of failures)
    console.log(`✖ ${file}: ${name}\n${indented(text.split('\n').slice(0, SUMMARY_LINES).join('\n'))}`);
  const files = results.filter(({ file }) => file.includes('.test.')).length;
  const minutes = `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, '0')}`;
  console.log(
    `\n${sum('passed')} passed, ${failures.length} failed, ${skipped.length} skipped in ${files} files, ${minutes} minutes`,
  );
  if (sum('passed') + failures.length === 0) console.log(`No test matches '${positionals.join(' ')}'.`);
  return failures.length === 0 && sum('passed') > 0;
}

async function watchSources() {
  const changes = Promise.withResolvers();
  let timer;
  let isRunning = false;
  const rerun = async () => {
    if (isRunning) return;
    isRunning = true;
    isPassed = buildStale() && (await runPlan());
    isRunning = false;
    console.log('\nWaiting for a change. Ctrl-C ends this.');
  };
  for (const folder of ['packages', 'test'])
    watch(join(root, folder), { recursive: true }, (_, name) => {
      if (!/\.(ts|tsx|json|yaml|css|sql)$/.test(name ?? '') || /(^|\/)(dist|node_modules)\//.test(name))
        return;
      clearTimeout(timer);
      timer = setTimeout(rerun, 100);
    });
  console.log('\nWaiting for a change. Ctrl-C ends this.');
  process.once('SIGINT', () => changes.resolve());
  await changes.promise;
}
