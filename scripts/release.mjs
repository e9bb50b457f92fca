// `npm run release:dry` makes a release in a copy of this folder and checks it; `npm run release` makes it here, with a
// commit and a tag. `npm run release:publish` is the step of the workflow that runs for the tag.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './build/ensure-built.mjs';
import { ensureInstalled, node26, root } from './build/ensure-installed.mjs';

ensureInstalled();
ensureBuilt();
const main = join(root, 'scripts', 'dev', 'release', 'run.ts');
process.exit(spawnSync(node26, [main, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1);
