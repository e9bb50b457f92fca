// Writes docs/reference/openapi.json, what a server of this version describes itself with, the admin app's types of the API,
// docs/reference/{charts,connections}.md with a picture of each chart, and the schemas that editors complete the demo's files with.
// `npm run reference` runs it on the Node that the product brings.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './build/ensure-built.mjs';
import { root } from './build/ensure-installed.mjs';
import { apiTypes } from './dev/api-types.ts';

ensureBuilt(['messages']);
const { startApp } = await import('../packages/server/src/app.ts');
const { readConfig } = await import('../packages/server/src/config.ts');
const { schemaFiles } = await import('../packages/server/src/features/content/as-code/folder-texts.ts');
const { connectionsPage } = await import('./reference/connections-page.mjs');
const { chartPictures } = await import('./dev/chart-pictures.ts');
const { chartReference } = await import('./dev/chart-reference.ts');

const folder = mkdtempSync(join(tmpdir(), 'inlay-reference-'));
const env = { INLAY_PORT: '0', INLAY_DATA_DIR: folder, INLAY_DEMO: 'false', INLAY_LOG_LEVEL: 'silent' };
const app = await startApp(readConfig(env));
const description = await (await fetch(`http://127.0.0.1:${app.port}/api/openapi.json`)).json();
await app.close();
rmSync(folder, { recursive: true, force: true });

const target = join(root, 'docs', 'reference');
mkdirSync(target, { recursive: true });
writeFileSync(join(target, 'openapi.json'), `${JSON.stringify(description, null, '\t')}\n`);
console.log(`docs/reference/openapi.json describes ${Object.keys(description.paths).length} addresses.`);
writeFileSync(join(root, 'packages', 'admin', 'src', 'api', 'operations.ts'), apiTypes(description));
console.log('packages/admin/src/api/operations.ts has the types of the API.');
writeFileSync(join(target, 'charts.md'), chartReference());
const pictures = join(root, 'docs', 'images', 'charts');
rmSync(pictures, { recursive: true, force: true });
mkdirSync(pictures);
for (const { name, svg } of chartPictures()) writeFileSync(join(pictures, name), svg);
console.log('docs/reference/charts.md shows every kind of chart.');

writeFileSync(join(target, 'connections.md'), connectionsPage());
console.log('docs/reference/connections.md lists the engines.');

for (const { path, text } of schemaFiles()) writeFileSync(join(root, 'demo', 'content', 'sales', path), text);
console.log('demo/content/sales/schema is up to date.');
