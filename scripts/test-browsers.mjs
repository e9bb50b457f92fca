// `npm run test:browsers` runs the journeys of test/full/browsers in Firefox and WebKit, where they are installed (CONTRIBUTING.md).
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './build/ensure-built.mjs';
import { ensureInstalled, node26, root } from './build/ensure-installed.mjs';

ensureInstalled();
ensureBuilt();
const { status } = spawnSync(
  node26,
  [join(root, 'scripts', 'testing', 'run-browser-journeys.mjs'), ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
);
process.exit(status ?? 1);
