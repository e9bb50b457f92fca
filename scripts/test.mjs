// `npm test` checks the code and runs the tests. CONTRIBUTING.md lists what can be added to it.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './build/ensure-built.mjs';
import { ensureInstalled, node26, root } from './build/ensure-installed.mjs';
import { codeChecks, runChecks } from './testing/run-checks.mjs';
import { ensureTools, mayInstall } from './tools/ensure-tools.mjs';

ensureInstalled();
ensureBuilt();
const args = process.argv.slice(2);
const isFull = args.includes('--tier=full');
const isWhole = args.length === (isFull ? 1 : 0);
if (isWhole && !(await runChecks(codeChecks))) process.exit(1);
ensureTools({ isInstalling: isFull && isWhole && mayInstall() });
const { status } = spawnSync(node26, [join(root, 'scripts', 'run-tests.mjs'), ...args], {
  cwd: root,
  stdio: 'inherit',
  // Half of the time it takes to load a test file goes into compiling the same sources.
  env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules', '.inlay-compiled') },
});
process.exit(status ?? 1);
