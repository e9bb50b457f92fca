// `npm test` runs everything; `npm test -- test/conformance/login.test.ts` runs what is named.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled, node26, root } from './ensure-installed.mjs';
import { ensureTools } from './ensure-tools.mjs';

const checks = [
  ['format and lint', ['biome', 'ci', '--diagnostic-level=warn', '.']],
  ['types', ['tsc', '-p', 'tsconfig.json']],
  ['types of the SDK', ['tsc', '-p', 'packages/sdk/tsconfig.json']],
  ['unused code', ['knip', '--no-progress']],
];

ensureInstalled();
ensureBuilt();
const chosen = process.argv.slice(2);
if (chosen.length === 0) for (const [name, command] of checks) check(name, command);
ensureTools();

const files = chosen.length > 0 ? chosen : testFiles().sort();
const inBrowsers = files.filter(opensBrowser);
// A browser is several processes: two of them on a small machine take the time from each other.
const statuses = [
  run(
    files.filter((file) => !inBrowsers.includes(file)),
    2,
  ),
  run(inBrowsers, 1),
];
process.exit(Math.max(...statuses));

function testFiles() {
  const folders = [
    'test',
    ...readdirSync(join(root, 'packages')).map((name) => join('packages', name, 'test')),
  ];
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true })
        .filter((name) => name.endsWith('.test.ts'))
        .map((name) => join(folder, name)),
    );
}

function opensBrowser(file) {
  const path = join(root, file);
  return (
    existsSync(path) && /open-browser|use-frame|embed-host|builder-page/.test(readFileSync(path, 'utf8'))
  );
}

function run(files, atOnce) {
  if (files.length === 0) return 0;
  const { status } = spawnSync(
    node26,
    [
      '--test',
      `--test-concurrency=${atOnce}`,
      '--test-global-setup=test/support/shared-postgres.ts',
      '--test-reporter=spec',
      ...files,
    ],
    { cwd: root, stdio: 'inherit' },
  );
  return status ?? 1;
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
