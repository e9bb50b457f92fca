import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { logInAs } from '../../support/api-client.ts';
import { type ContentClient, contentClient, makeOrders, TILE } from '../../support/content-client.ts';
import { runCommand } from '../../support/run-command.ts';
import { STORES, startInlay, type TestInlay, type TestStore } from '../../support/start-inlay.ts';
import { storeWith } from '../../support/worlds.ts';

const toCountry = `relationships:
  - name: country
    dataset: countries
    kind: many-to-one
    columns:
      - own: country
        other: code
`;
const COUNTRIES = `name: Countries
connectionId: files
source:
  kind: sql
  sql: SELECT 'FR' AS code, 'France' AS name, 68000000 AS people
columns:
  - name: code
    type: string
    sharedDimension: country
  - name: name
    type: string
    access:
      - when:
          context: groups
          operator: contains
          value: finance
        show: value
      - show: last-four
  - name: people
    type: integer
    aggregations:
      - sum
      - max
relationships:
  - name: orders
    dataset: orders
    kind: one-to-many
    columns:
      - own: code
        other: country
segmented: false
`;

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`relationships in content as code on ${engine}`, () => {
    let store: TestStore;
    let inlay: TestInlay;
    let admin: ContentClient;
    let folder: string;
    const path = (name: string) => join(folder, 'sales', name);
    const content = (command: string, ...args: readonly string[]) =>
      runCommand(['content', command, ...args], inlay.env);
    const importFolder = () => content('import', join(folder, 'sales'));

    before(async () => {
      store = await storeWith('started', makeStore);
      inlay = await startInlay(store);
      admin = contentClient(inlay, await logInAs(inlay.url));
      folder = mkdtempSync(join(tmpdir(), 'inlay-relationships-'));
      await makeOrders(admin);
      const app = { id: 'sales', title: 'Sales', workspaceId: 'main' };
      assert.equal((await admin('POST', 'apps', { body: app })).status, 201);
      assert.equal(
        (await admin('POST', 'tiles', { body: { id: 'revenue', appId: 'sales', ...TILE } })).status,
        201,
      );
      assert.equal((await content('export', 'sales', '--to', folder)).code, 0);
    });
    after(async () => {
      rmSync(folder, { recursive: true, force: true });
      await inlay?.close();
      await store?.drop();
    });

    it('imports datasets that name each other, whichever comes first', async () => {
      const orders = readFileSync(path('datasets/orders.yaml'), 'utf8');
      writeFileSync(path('datasets/countries.yaml'), COUNTRIES);
      writeFileSync(path('datasets/orders.yaml'), `${orders}${toCountry}`);
      const { code, stderr } = await importFolder();
      assert.equal(code, 0, stderr);
      const { body } = await admin('GET', 'datasets/orders');
      assert.match(JSON.stringify(body), /"relationships":\[\{"name":"country","dataset":"countries"/);
    });

    it('exports the datasets that a dataset of the app relates to', async () => {
      rmSync(path('datasets'), { recursive: true });
      assert.equal((await content('export', 'sales', '--to', folder)).code, 0);
      assert.deepEqual(readdirSync(path('datasets')).toSorted(), ['countries.yaml', 'orders.yaml']);
      const countries = readFileSync(path('datasets/countries.yaml'), 'utf8');
      assert.equal(countries.replace(/^#.*\n/, ''), COUNTRIES);
      const { code, stdout } = await content('diff', join(folder, 'sales'));
      assert.equal(code, 0, stdout);
    });

    it('refuses a folder whose relationships fit no column, and names the file', async () => {
      const countries = readFileSync(path('datasets/countries.yaml'), 'utf8');
      writeFileSync(path('datasets/countries.yaml'), countries.replaceAll('code', 'iso'));
      const { code, stderr } = await importFolder();
      assert.notEqual(code, 0);
      assert.match(
        stderr,
        /datasets\/orders\.yaml {2}\/relationships\/0\/columns\/0\/other countries has no column code/,
      );
      writeFileSync(path('datasets/countries.yaml'), countries);
    });

    it('describes relationships, computed columns and access in the schema for editors', () => {
      const schema = readFileSync(path('schema/dataset.json'), 'utf8');
      for (const field of ['relationships', 'expression', 'sharedDimension', 'aggregations', 'access'])
        assert.match(schema, new RegExp(`"${field}"`));
    });
  });
}
