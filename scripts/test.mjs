// `npm test` runs everything; `npm test -- test/conformance/login.test.ts` runs what is named.
import { spawnSync } from 'node:child_process';
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
const everything = ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'];

ensureInstalled();
ensureBuilt();
const chosen = process.argv.slice(2);
if (chosen.length === 0) for (const [name, command] of checks) check(name, command);
ensureTools();
const files = chosen.length > 0 ? chosen : everything;
const tests = spawnSync(
  node26,
  ['--test', '--test-concurrency=2', '--test-global-setup=test/support/shared-postgres.ts', ...files],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
process.exit(tests.status ?? 1);

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
