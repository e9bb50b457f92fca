/**
 * Runs the journeys in each installed browser, and says which ones could not run and why.
 *
 *   run-browser-journeys.mjs                   all browsers
 *   run-browser-journeys.mjs firefox           this one
 *   run-browser-journeys.mjs --require         fails if there is no browser to run them in
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { browsers } from '../../test/full/browsers/browsers.ts';
import { root } from '../build/ensure-installed.mjs';
import { runBatch } from './run-test-batch.mjs';
import { keepTestFoldersInMemory } from './test-folder.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { require: { type: 'boolean', default: false } },
});
const unknown = positionals.find((id) => !browsers.some((browser) => browser.id === id));
if (unknown !== undefined) {
  console.error(`There is no browser '${unknown}'. There are: ${browsers.map(({ id }) => id).join(', ')}.`);
  process.exit(1);
}
const chosen = browsers.filter(({ id }) => positionals.length === 0 || positionals.includes(id));
const installed = chosen.filter(({ isMissing }) => !isMissing);

const removeTestFolders = keepTestFoldersInMemory();
const screenshots = join(root, '.cache', 'browsers');
if (installed.length > 0) rmSync(screenshots, { recursive: true, force: true });
process.env.INLAY_TEST_SCREENSHOTS = screenshots;
let hasFailed = false;
for (const browser of installed) await runJourneys(browser);
removeTestFolders();

for (const { name, isMissing } of chosen) if (isMissing) console.log(`${name}: not run. ${isMissing}`);
if (installed.length > 0) console.log(`Screenshots: ${screenshots}`);
else console.log('No journey ran.');
process.exit(hasFailed || (values.require && installed.length === 0) ? 1 : 0);

async function runJourneys({ id, name }) {
  process.env.INLAY_TEST_BROWSERS = id;
  console.log(`${name} …`);
  await runBatch(['test/full/browsers/journeys.test.ts'], [], ({ passed, failures, ms }) => {
    hasFailed ||= failures.length > 0 || passed === 0;
    for (const failure of failures)
      console.log(`\n  ✖ ${failure.name}\n${failure.text.replaceAll(/^/gm, '    ')}\n`);
    console.log(`${name}: ${passed} passed, ${failures.length} failed (${(ms / 1000).toFixed(0)} s)`);
  });
}
