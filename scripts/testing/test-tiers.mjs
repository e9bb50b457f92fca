import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { matchesGlob, sep } from 'node:path';
import { root } from '../build/ensure-installed.mjs';

/** The folder of a test is its tier: `full` or `merge`, if it is in one of these; otherwise it is quick. */
const files = globSync(['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root })
  .map((file) => file.split(sep).join('/'))
  .sort();
const inTier = (tier) => files.filter((file) => tierOf(file) === tier).sort(byDuration);
const inFull = (folder) => files.filter((file) => file.startsWith(`test/full/${folder}/`));

function tierOf(file) {
  return ['full', 'merge'].find((tier) => file.split('/').includes(tier)) ?? 'quick';
}

/** Long files first, so that the processes end at about the same time. */
function byDuration(a, b) {
  const isLong = (file) => Number(/\/(guarantees|e2e|frame)\//.test(file));
  return isLong(b) - isLong(a);
}

// Half of the time a test in a browser waits for a frame or a timer.
const processes = Math.min(6, 2 * availableParallelism());
/** Loading the server and preparing stores takes longer than most files. */
const shared = { processes, filesPerProcess: 16 };
const alone = { processes: 1, filesPerProcess: 1 };

/** Files that run together: how many processes at once, and how many files share a process at most. */
export const suites = {
  quick: { files: inTier('quick'), ...shared },
  merge: { files: inTier('merge'), ...shared },
  /** Long files, and those that start the product as its users do. */
  long: { files: inTier('full').filter((file) => !separateOf(file)), processes, filesPerProcess: 4 },
  /** Connections that freeze, full disks, shutdown. Mostly waiting. */
  faults: { files: inFull('faults'), processes: 3, filesPerProcess: 1 },
  /** Journeys in Firefox and WebKit, where they are installed. */
  browsers: { files: inFull('browsers'), ...alone },
  /** What a node does under load, or for a single greedy caller. Nothing runs beside it. */
  load: { files: inFull('load'), ...alone },
  /** Samples and the packed SDK, with the compilers that the machine has. */
  toolchains: { files: inFull('toolchains'), ...alone },
};

function separateOf(file) {
  return /^test\/full\/(?:faults|browsers|load|toolchains)\//.test(file);
}

/** `npm run test:quick`, `npm test` and `npm run test:all` (ADR 301). */
export const tiers = {
  quick: ['quick'],
  merge: ['quick', 'merge'],
  full: Object.keys(suites),
};

/** What these files promise holds always or not at all, so a second run that passes proves nothing. */
const strict = [
  '**/merge/guarantees/**',
  'test/full/faults/**',
  'packages/server/test/platform/{egress,rules}/**',
];

/** Whether a file that failed may run once more, alone. */
export const mayRunAgain = (file) => !strict.some((glob) => matchesGlob(file, glob));
