// `npm run dev`: everything from its sources, reloaded on change. Runs on whatever Node is there until packages are installed.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './build/ensure-built.mjs';
import { ensureInstalled, node26, root } from './build/ensure-installed.mjs';

ensureInstalled();
// Only what does not run from its sources: the messages, the style of embedded pages, the launcher, the documentation, and the packages of the demo shop.
ensureBuilt(['frame', 'sdk', 'node', 'docs']);
const run = spawn(node26, [join(root, 'scripts', 'dev', 'run.ts')], { stdio: 'inherit' });
// The terminal sends Ctrl-C to both of us: the other one stops, and we leave with its exit code.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => run.kill('SIGTERM'));
run.on('exit', (code) => process.exit(code ?? 1));
