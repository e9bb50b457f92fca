import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { sep } from 'node:path';
import { root } from './ensure-installed.mjs';

/**
 * Which test files belong together, how many processes run them at once, and how many files share a process at most:
 * loading the server and preparing stores takes longer than running most files. Each process takes from its own list
 * first, so that at most one of two drives a browser while there is something else to do.
 */
export const suites = {
  /** `npm test`: what has to pass before a change is merged. */
  main: {
    lists: [
      filesIn('test/e2e/**', 'packages/{frame,sdk}/test/**'),
      filesIn(
        'test',
        'test/conformance/**',
        'test/engines/**',
        'packages/{admin,charts,content,docs,editor,messages,node,protocol,server,ui}/test/**',
      ),
    ],
    // A third of the time a test waits for a timer, a disk or a browser.
    processes: Math.min(4, availableParallelism() + 1),
    filesPerProcess: 24,
  },
  /** `npm run test:faults`: connections that freeze, full disks, killed workers. Mostly waiting. */
  faults: { lists: [filesIn('test/faults/**')], processes: 3, filesPerProcess: 1 },
  /** `npm run test:browsers`: journeys in Firefox and WebKit, where they are installed. */
  browsers: { lists: [filesIn('test/browsers/**')], processes: 1, filesPerProcess: 1 },
  /** `npm run test:load`: what a node does under load, or for a single greedy caller. Nothing runs beside it. */
  load: { lists: [filesIn('test/load/**')], processes: 1, filesPerProcess: 1 },
  /** `npm run test:toolchains`: samples and the packed SDK, with the compilers that the machine has. */
  toolchains: { lists: [filesIn('test/toolchains/**')], processes: 1, filesPerProcess: 1 },
};

/** `npm run test:engines`: the columns of its matrix, each with the files that run for an engine. */
export const engineSuites = {
  'engine suite': () => ['packages/server/test/platform/engines/engine-suite.test.ts'],
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
    ].map((name) => `packages/server/test/platform/query/${name}.test.ts`),
  isolation: () => [
    'packages/server/test/platform/query/isolation.test.ts',
    ...filesIn('test/engines').filter((file) => file.startsWith('test/engines/isolation-')),
  ],
  models: () => ['test/engines/model-queries.test.ts'],
  'own tests': (engine) =>
    filesIn('test/engines').filter((file) => file === `test/engines/${engine}.test.ts`),
};

function filesIn(...folders) {
  return globSync(
    folders.map((folder) => `${folder}/*.test.ts`),
    { cwd: root },
  )
    .map((file) => file.split(sep).join('/'))
    .sort();
}
