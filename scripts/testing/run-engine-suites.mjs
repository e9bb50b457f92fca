/**
 * Starts every engine's server, runs the suites on each, and prints an engine × suite matrix.
 *
 *   run-engine-suites.mjs               all engines
 *   run-engine-suites.mjs trino duckdb  these
 */

import { globSync } from 'node:fs';
import { NOT_CHOSEN } from '../../test/support/engines/skip-engine.ts';
import { startEngineServers } from '../../test/support/engines/start-engine-servers.ts';
import { globalSetup, globalTeardown } from '../../test/support/stores/shared-postgres.ts';
import { root } from '../build/ensure-installed.mjs';
import { runBatch } from './run-test-batch.mjs';
import { keepTestFoldersInMemory } from './test-folder.mjs';

const query = (name) => `packages/server/test/merge/query/${name}.test.ts`;

/** The columns of the matrix, each with the files that run for an engine. */
const engineSuites = {
  'engine suite': () => ['packages/server/test/merge/engines/engine-suite.test.ts'],
  'golden SQL': () =>
    [
      'run-on-engines',
      'expressions-on-engines',
      'measures',
      'related-datasets',
      'distant-days',
      'native-types',
      'escape',
      'subtotals',
    ].map(query),
  isolation: () => [
    'packages/server/test/merge/guarantees/isolation.test.ts',
    ...globSync('test/merge/guarantees/isolation-*.test.ts', { cwd: root }),
  ],
  models: () => ['test/merge/engines/model-queries.test.ts'],
  'own tests': (engine) => globSync(`test/full/engines/${engine}.test.ts`, { cwd: root }),
};

/** Hundreds of small queries in one test take minutes on a server that plans each of them for a while. */
const options = ['--test-timeout=900000'];

const removeTestFolders = keepTestFoldersInMemory();
await globalSetup();
const servers = await startEngineServers(process.argv.slice(2));
const rows = [];
for (const server of servers) rows.push(await runSuites(server));
printMatrix(rows);
await Promise.all(servers.map(({ stop }) => stop?.()));
await globalTeardown();
removeTestFolders();
process.exit(rows.some(({ cells }) => cells.some(({ failures }) => failures.length > 0)) ? 1 : 0);

async function runSuites(server) {
  if (server.missing) return { ...server, cells: [] };
  process.env.INLAY_TEST_ENGINES = server.engine;
  const cells = [];
  for (const [suite, filesOf] of Object.entries(engineSuites)) {
    const cell = { suite, passed: 0, failures: [], skipped: [] };
    const files = filesOf(server.engine);
    if (files.length > 0)
      await runBatch(files, options, ({ passed, failures, skipped }) => {
        cell.passed += passed;
        cell.failures.push(...failures);
        cell.skipped.push(...skipped.filter((reason) => reason !== NOT_CHOSEN));
      });
    console.log(`${server.name}, ${suite}: ${describeCell(cell)}`);
    for (const { name, text } of cell.failures)
      console.log(`\n  ✖ ${name}\n${text.replaceAll(/^/gm, '    ')}\n`);
    cells.push(cell);
  }
  return { ...server, cells };
}

function describeCell({ passed, failures, skipped }) {
  if (passed + failures.length + skipped.length === 0) return '–';
  return [
    `${passed} passed`,
    ...(failures.length > 0 ? [`${failures.length} FAILED`] : []),
    ...(skipped.length > 0 ? [`${skipped.length} skipped`] : []),
  ].join(', ');
}

function printMatrix(rows) {
  const table = rows.map(({ name, missing, cells }) => [
    name,
    ...(missing ? Object.keys(engineSuites).map(() => 'not run') : cells.map(describeCell)),
  ]);
  const lines = [['', ...Object.keys(engineSuites)], ...table];
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  console.log();
  for (const line of lines) console.log(line.map((cell, column) => cell.padEnd(widths[column])).join('  '));
  console.log();
  for (const { name, ranOn, missing } of rows)
    console.log(`${name}: ${missing ? `not run, because ${missing}` : ranOn}`);
  for (const { name, cells } of rows)
    for (const { suite, skipped } of cells)
      for (const reason of new Set(skipped)) console.log(`${name}, ${suite}, skipped: ${reason}`);
}
