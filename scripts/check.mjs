import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './ensure-installed.mjs';

const checks = [
  ['format and lint', ['biome', 'ci', '--diagnostic-level=warn', '.']],
  ['types', ['tsc', '-p', 'tsconfig.json']],
  ['types of the SDK', ['tsc', '-p', 'packages/sdk/tsconfig.json']],
  ['unused code', ['knip', '--no-progress']],
];

export async function runChecks() {
  return checks.every(([name, command]) => check(name, command));
}

function check(name, [tool, ...args]) {
  const started = performance.now();
  const bin = join(root, 'node_modules', '.bin');
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  const run = spawnSync(join(bin, tool), args, { cwd: root, env, encoding: 'utf8' });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (run.status === 0) {
    console.log(`✔ ${name} (${seconds} s)`);
    return true;
  }
  console.error(`✖ ${name}\n${run.stdout}${run.stderr}`);
  console.error(tool === 'biome' ? "'npm run format' mends most of it." : '');
  return false;
}
