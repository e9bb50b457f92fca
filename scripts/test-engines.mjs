// `npm run test:engines` downloads and starts database servers, and runs the suites of the engines on each (CONTRIBUTING.md).
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './build/ensure-built.mjs';
import { ensureInstalled, node26, root } from './build/ensure-installed.mjs';

ensureInstalled();
ensureBuilt();
const { status } = spawnSync(
  node26,
  [join(root, 'scripts', 'testing', 'run-engine-suites.mjs'), ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    // Downloads go through the proxy that the machine names, if it names one.
    env: { ...process.env, NODE_USE_ENV_PROXY: '1' },
  },
);
process.exit(status ?? 1);
