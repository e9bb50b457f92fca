import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  type ContentClient,
  contentClient,
  makeOrders,
  TILE,
} from '../../../support/content/content-client.ts';
import { logInAs } from '../../../support/http/api-client.ts';
import { runCommand } from '../../../support/server/run-command.ts';
import { STORES, startInlay, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { storeWith } from '../../../support/server/worlds.ts';

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

/** A dataset of whole numbers, and one text column for accounts. */
const ledger = (name: string, columns: readonly string[], rest: string) => `name: ${name}
connectionId: files
source:
  kind: sql
  sql: SELECT ${columns.map((column) => `${column === 'customer' ? "'Acme'" : 1} AS ${column}`).join(', ')}
columns:
${columns.map((column) => `  - name: ${column}\n    type: ${column === 'customer' ? 'string' : 'integer'}\n`).join('')}${rest}`;
const relationship = (name: string, dataset: string, own = `${name}_id`) => `relationships:
  - name: ${name}
    dataset: ${dataset}
    kind: many-to-one
    columns:
      - own: ${own}
        other: id
`;
const equalsCustomer = (column: string) => `rowRules:
  - column: ${column}
    operator: equals
    value:
      context: attributes.customer
`;
const follows = (path: string) => `rowRules:\n  - follow: ${path}\n`;

/** Each follows the one before it, except that adjustments compare a column three datasets away. */
const LEDGERS = {
  accounts: ledger('Accounts', ['id', 'customer'], equalsCustomer('customer')),
  adjustments: ledger(
    'Adjustments',
    ['id', 'payment_id'],
    `${relationship('payment', 'payments')}${equalsCustomer('payment.invoice.account.customer')}`,
  ),
  invoices: ledger(
    'Invoices',
    ['id', 'account_id'],
    `${relationship('account', 'accounts')}${follows('account')}`,
  ),
  payments: ledger(
    'Payments',
    ['id', 'invoice_id'],
    `${relationship('invoice', 'invoices')}${follows('invoice')}`,
  ),
};

const ADJUSTED = `title: Adjustments
kind: table
datasetId: adjustments
query:
  dimensions:
    - column: id
  measures: []
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
      const { code, stdout } = await content('import', join(folder, 'sales'), '--dry-run');
      assert.equal(code, 0);
      assert.match(stdout, /^No changes\.\n/);
    });

    it('refuses a folder whose relationships fit no column, and names the file', async () => {
      const countries = readFileSync(path('datasets/countries.yaml'), 'utf8');
      writeFileSync(path('datasets/countries.yaml'), countries.replaceAll('code', 'iso'));
      const { code, stderr } = await importFolder();
      assert.notEqual(code, 0);
      assert.match(
        stderr,
        /datasets\/orders\.yaml:\d+ {2}\/relationships\/0\/columns\/0\/other countries has no column code/,
      );
      writeFileSync(path('datasets/countries.yaml'), countries);
    });

    const writeLedgers = (changed: Partial<typeof LEDGERS> = {}) => {
      for (const [id, text] of Object.entries({ ...LEDGERS, ...changed }))
        writeFileSync(path(`datasets/${id}.yaml`), text);
    };
    const refusal = async (changed: Partial<typeof LEDGERS>) => {
      writeLedgers(changed);
      const { code, stderr } = await importFolder();
      assert.notEqual(code, 0);
      return stderr;
    };
    const renamed = (text: string) => text.replaceAll('customer', 'client');

    it('imports row rules over relationships, and exports them unchanged', async () => {
      writeFileSync(path('tiles/adjustments.yaml'), ADJUSTED);
      writeLedgers();
      const { code, stderr } = await importFolder();
      assert.equal(code, 0, stderr);
      const same = await content('import', join(folder, 'sales'), '--dry-run');
      assert.match(same.stdout, /^No changes\.\n/);
      assert.equal((await content('export', 'sales', '--to', folder)).code, 0);
      for (const [id, text] of Object.entries(LEDGERS))
        assert.equal(readFileSync(path(`datasets/${id}.yaml`), 'utf8').replace(/^#.*\n/, ''), text);
    });

    it('refuses a folder with mistakes in rules over several relationships, and names the file', async () => {
      assert.match(
        await refusal({ adjustments: LEDGERS.adjustments.replace('account.customer', 'account.customr') }),
        /datasets\/adjustments\.yaml:\d+ {2}\/rowRules\/0\/column accounts has no column customr\. Did you mean “customer”\?/,
      );
      assert.match(
        await refusal({
          accounts: LEDGERS.accounts.replace(
            /rowRules:[\s\S]*/,
            `${relationship('adjustment', 'adjustments', 'id')}${follows('adjustment')}`,
          ),
          adjustments: LEDGERS.adjustments.replace(/rowRules:[\s\S]*/, follows('payment')),
        }),
        /datasets\/accounts\.yaml:\d+ {2}\/rowRules\/0\/follow the rules follow each other in a circle: accounts → adjustments → payments → invoices → accounts/,
      );
      assert.match(
        await refusal({ payments: LEDGERS.payments.replace('many-to-one', 'one-to-many') }),
        /datasets\/adjustments\.yaml:\d+ {2}\/rowRules\/0\/column a row has several rows of invoice, so a rule cannot use them/,
      );
      writeLedgers();
    });

    it('refuses a folder that breaks the rules of a dataset that is not in it', async () => {
      writeLedgers();
      rmSync(path('datasets/adjustments.yaml'));
      const accounts = renamed(LEDGERS.accounts);
      writeFileSync(path('datasets/accounts.yaml'), accounts);
      const broken = await importFolder();
      assert.match(
        broken.stderr,
        /datasets\/accounts\.yaml:\d+ {2}A row rule of dataset 'adjustments' does not fit this change: \/rowRules\/0\/column accounts has no column customer\. Change or remove it first\./,
      );
      // Neither of two changes alone is to blame.
      const payments = LEDGERS.payments.replaceAll('invoice\n', 'bill\n');
      writeFileSync(path('datasets/payments.yaml'), payments);
      const twice = await importFolder();
      assert.match(
        twice.stderr,
        /row rule of dataset 'adjustments' does not fit this change: \/rowRules\/0\/column payments has no relationship invoice/,
      );
    });

    it('imports a change of a dataset together with the rules that use it', async () => {
      writeLedgers({
        accounts: renamed(LEDGERS.accounts),
        adjustments: LEDGERS.adjustments.replace('account.customer', 'account.client'),
      });
      const { code, stderr } = await importFolder();
      assert.equal(code, 0, stderr);
      const { body } = await admin('GET', 'datasets/adjustments');
      assert.match(JSON.stringify(body), /"column":"payment\.invoice\.account\.client"/);
    });

    it('lists the datasets whose rules use a dataset, also over several relationships', async () => {
      const { body } = await admin('GET', 'datasets/accounts/usage');
      const users = body.datasets as unknown as readonly { readonly id: string }[];
      assert.deepEqual(users.map(({ id }) => id).toSorted(), ['adjustments', 'invoices']);
    });

    it('describes relationships, computed columns and access in the schema for editors', () => {
      const schema = readFileSync(path('schema/dataset.json'), 'utf8');
      for (const field of ['relationships', 'expression', 'sharedDimension', 'aggregations', 'access'])
        assert.match(schema, new RegExp(`"${field}"`));
    });
  });
}
