// `npm test` runs everything; `npm test -- test/conformance/login.test.ts` runs what is named.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled, node26, root } from './ensure-installed.mjs';
import { ensureTools } from './ensure-tools.mjs';

const checks = [
  ['format and lint', ['biome', 'ci', '--diagnostic-level=warn', '.']],
  ['types', ['tsc', '-p', 'tsconfig.json']],
  ['types of the SDK', ['tsc', '-p', 'packages/sdk/tsconfig.json']],
  ['unused code', ['knip', '--no-progress']],
];
const everything = ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'];

ensureInstalled();
ensureBuilt();
const chosen = process.argv.slice(2);
if (chosen.length === 0) for (const [name, command] of checks) check(name, command);
ensureTools();
if (chosen.length > 0) process.exit(run(chosen).status);

const first = run(everything);
if (first.status === 0) process.exit(0);
// Real browsers and databases on a small, busy machine: a file that failed gets a second chance, alone. What is
// really broken fails again; what passes now is named, and is a test to mend.
const failed = [...new Set(first.failedFiles)];
if (failed.length === 0 || failed.length > 5) process.exit(first.status);
console.log(
  `\nFailed, and run once more alone:\n${failed.map((file) => `  ${relative(root, file)}`).join('\n')}\n`,
);
process.exit(run(failed).status);

function run(files) {
  const folder = mkdtempSync(join(tmpdir(), 'inlay-tests-'));
  const report = join(folder, 'failed');
  const reporter = pathToFileURL(join(root, 'scripts', 'failed-files-reporter.mjs')).href;
  const { status } = spawnSync(
    node26,
    [
      '--test',
      '--test-concurrency=2',
      '--test-global-setup=test/support/shared-postgres.ts',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${reporter}`,
      `--test-reporter-destination=${report}`,
      ...files,
    ],
    { cwd: root, stdio: 'inherit' },
  );
  const failedFiles = existsSync(report) ? readFileSync(report, 'utf8').split('\n').filter(Boolean) : [];
  rmSync(folder, { recursive: true, force: true });
  return { status: status ?? 1, failedFiles };
}

function check(name, [tool, ...args]) {
  const started = performance.now();
  const bin = join(root, 'node_modules', '.bin');
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  const run = spawnSync(join(bin, tool), args, { cwd: root, env, encoding: 'utf8' });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (run.status === 0) return console.log(`✔ ${name} (${seconds} s)`);
  console.error(`✖ ${name}\n${run.stdout}${run.stderr}`);
  console.error(tool === 'biome' ? "'npm run format' mends most of it." : '');
  process.exit(1);
}
