/**
 * Runs test files on Node 26, several per process, in parallel processes (ADR 301).
 *
 *   run-tests.mjs                     the merge tier, which `npm test` runs
 *   run-tests.mjs --tier=full         another tier, on every store and engine
 *   run-tests.mjs --suite=faults      one suite of the full tier
 *   run-tests.mjs tokens              files of any tier whose path has the word in it, else tests whose name has it
 *   run-tests.mjs --watch tokens      the same again after every change
 */
import { mkdtempSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { globalSetup, globalTeardown } from '../test/support/stores/shared-postgres.ts';
import { buildStale } from './build/ensure-built.mjs';
import { root } from './build/ensure-installed.mjs';
import { runBatch } from './testing/run-test-batch.mjs';
import { keepTestFoldersInMemory } from './testing/test-folder.mjs';
import { mayRunAgain, suites, tiers } from './testing/test-tiers.mjs';
import { missingTools } from './tools/ensure-tools.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tier: { type: 'string', default: 'merge' },
    suite: { type: 'string' },
    watch: { type: 'boolean', default: false },
  },
});
/** Fewer files would not be worth the time it takes to load the server. */
const MIN_FILES = 6;
/** More files that pass only alone mean that the change is the cause, not the machine. */
const MAX_SECOND_CHANCES = 2;
/** Of a failure, in the summary. */
const SUMMARY_LINES = 12;
const plan = choose();
// Half of what it takes to load the server is reading and compiling its modules: once is enough.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');
process.env.INLAY_TEST_TIER = values.tier;
const removeTestFolders = keepTestFoldersInMemory();
if (values.tier !== 'quick') await globalSetup();
let isPassed = await runPlan();
if (values.watch) await watchSources();
await globalTeardown();
removeTestFolders();
process.exit(isPassed ? 0 : 1);

/** The suites to run, each with the selected files. */
function choose() {
  if (positionals.length === 0)
    return (values.suite ? [values.suite] : tiers[values.tier]).map((name) => suites[name]);
  const matches = (file) => positionals.some((word) => file.includes(word));
  const byPath = Object.values(suites)
    .map((suite) => ({ ...suite, files: suite.files.filter(matches) }))
    .filter(({ files }) => files.length > 0);
  if (byPath.length > 0) return byPath;
  const options = positionals.map((word) => `--test-name-pattern=${word}`);
  return tiers.merge.map((name) => ({ ...suites[name], options }));
}

async function runPlan() {
  const started = performance.now();
  // What the processes of this run share; after a change, it is made again.
  const shared = mkdtempSync(join(tmpdir(), 'inlay-run-'));
  process.env.INLAY_TEST_RUN = shared;
  const results = [];
  const total = plan.flatMap(({ files }) => files).length;
  const onFile = (result) => {
    results.push(result);
    printFile(result, `${String(results.length).padStart(String(total).length)}/${total}`);
  };
  for (const suite of plan) await runSuite(suite, onFile);
  const passedAlone = await runFailedAgain(results);
  rmSync(shared, { recursive: true, force: true });
  return printSummary(results, passedAlone, (performance.now() - started) / 1000);
}

async function runSuite({ files, processes, filesPerProcess, options = [] }, onFile) {
  const queue = [...files];
  const runNext = async () => {
    while (queue.length > 0) {
      // Fewer and fewer files, so that no process is left with many when the others have nothing to do.
      const share = Math.max(MIN_FILES, Math.ceil(queue.length / processes));
      await runBatch(queue.splice(0, Math.min(share, filesPerProcess)), options, onFile);
    }
  };
  await Promise.all(Array.from({ length: processes }, runNext));
}

/**
 * Runs each failed file once more, alone. Returns the first results of those that pass now, and replaces them among the
 * others. No file gets a second chance if one of them must not have it, or if there are too many.
 */
async function runFailedAgain(results) {
  const failed = results.filter(({ failures }) => failures.length > 0);
  if (failed.length > MAX_SECOND_CHANCES || !failed.every(({ file }) => mayRunAgain(file))) return [];
  const passedAlone = [];
  for (const first of failed) {
    console.log(`\nRunning ${first.file} once more, alone.`);
    await runBatch([first.file], [], (second) => {
      printFile(second, '');
      if (second.failures.length > 0 || second.passed === 0) return;
      results.splice(results.indexOf(first), 1, second);
      passedAlone.push(first);
    });
  }
  return passedAlone;
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

function printSummary(results, passedAlone, seconds) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const failures = results.flatMap(({ file, failures }) => failures.map((failure) => ({ file, ...failure })));
  const skipped = results.flatMap(({ skipped }) => skipped);
  const slowest = results.toSorted((a, b) => b.ms - a.ms).slice(0, 5);
  console.log(
    `\nSlowest: ${slowest.map(({ file, ms }) => `${file} ${(ms / 1000).toFixed(0)} s`).join(', ')}`,
  );
  for (const [reason, { length }] of Object.entries(Object.groupBy(skipped, (reason) => reason)))
    console.log(`Skipped ${length}: ${reason}`);
  if (values.tier === 'full') for (const sentence of missingTools()) console.log(sentence);
  // Again: thousands of lines may have been printed since.
  for (const { file, name, text } of failures)
    console.log(`✖ ${file}: ${name}\n${indented(firstLines(text))}`);
  const minutes = `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, '0')}`;
  console.log(`\n${results.length} files, ${minutes} minutes`);
  console.log(`${sum('passed')} passed, ${failures.length} failed, ${skipped.length} skipped`);
  if (sum('passed') + failures.length === 0) console.log(`No test matches '${positionals.join(' ')}'.`);
  for (const { file, failures } of passedAlone) {
    console.log(`\nFailed at first, passed alone: ${file}`);
    console.log(`  ✖ ${failures[0].name}\n${indented(firstLines(failures[0].text))}`);
    console.log(`  To reproduce it: taskset -c 0 npm test -- ${file}`);
  }
  return failures.length === 0 && sum('passed') > 0;
}

function firstLines(text) {
  return text.split('\n').slice(0, SUMMARY_LINES).join('\n');
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
