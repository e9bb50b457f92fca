// Writes docs/reference/accessibility.json, what the accessibility runs find on all surfaces, and the report that is made of it.
// `npm run accessibility keyboard` performs one run, and `npm run accessibility report` none.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build/ensure-built.mjs';
import { ensureInstalled, node26, root } from './build/ensure-installed.mjs';
import { ensureTools } from './tools/ensure-tools.mjs';

ensureInstalled();
const [run] = process.argv.slice(2);
if (run !== 'report') {
  ensureBuilt();
  ensureTools({ isInstalling: false });
  const filter = run === undefined ? [] : [`--test-name-pattern=${run}`];
  const file = join('test', 'full', 'accessibility', 'surfaces.test.ts');
  const { status } = spawnSync(node26, ['--test', ...filter, file], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, INLAY_ACCESSIBILITY: 'store' },
  });
  if (status !== 0) process.exit(status ?? 1);
}
const reference = join(root, 'docs', 'reference');
const { reportPage } = await import('./dev/accessibility/report-page.ts');
const results = JSON.parse(readFileSync(join(reference, 'accessibility.json'), 'utf8'));
writeFileSync(join(reference, 'accessibility.md'), reportPage(results));
console.log('docs/reference/accessibility.md is up to date.');
