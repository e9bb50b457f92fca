import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { CHART, canvasOf, made, person } from '../../support/builder/builder-world.ts';
import { dataClient } from '../../support/data/data-client.ts';
import { KEYS } from '../../support/embeds/embed-client.ts';
import { viewerToken } from '../../support/embeds/embed-world.ts';
import { runCommand } from '../../support/server/run-command.ts';
import type { CommandResult } from '../../support/server/run-inlay.ts';
import { sqliteStore } from '../../support/server/start-inlay.ts';
import { type RunningWorld, startWorld } from '../../support/server/worlds.ts';

interface Finding {
  readonly state: string;
  readonly message: string;
  readonly context?: string;
  readonly embed?: string;
  readonly tile?: string;
  readonly dataset?: string;
  readonly column?: string;
  readonly example?: string;
}

interface Report {
  readonly state: string;
  readonly requests: number;
  readonly checks: readonly {
    readonly id: string;
    readonly state: string;
    readonly summary: string;
    readonly findings: readonly Finding[];
  }[];
}

const contextOf = (name: string, region: string, more: object = {}) => ({
  context: {
    username: `${name}@customer.example`,
    workspaceId: 'main',
    privileges: { sales: ['view', 'contribute'], hr: ['view'] },
    attributes: { region },
    ...more,
  },
});

const CONTEXTS = { north: contextOf('ann', 'north'), south: contextOf('bob', 'south') };
const FOLLOWS = [{ follow: 'account' }];
const EMBEDS = ['e-table', 'e-story', 'b-sales'];

/** An instance with faults: routes that use the token of another viewer, always or if the right one is refused. */
async function startBrokenProxy(
  target: string,
  token: string,
  isBroken: (path: string, body: string) => boolean,
) {
  const server = createServer(async (request, response) => {
    const { method = 'GET', url: path = '/', headers } = request;
    const body = await text(request);
    const send = (replaced: boolean) =>
      fetch(`${target}${path}`, {
        method,
        headers: {
          'content-type': headers['content-type'] ?? '',
          authorization: replaced ? `Bearer ${token}` : (headers.authorization ?? ''),
        },
        ...(method === 'GET'
          ? {}
          : { body: replaced ? body.replace(/token=[^&]*/, `token=${token}`) : body }),
      });
    const isEmbed = path.startsWith('/embed') && !path.endsWith('/session');
    let reply = await send(isEmbed && isBroken(path, body));
    if (isEmbed && [401, 403].includes(reply.status)) reply = await send(true);
    response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await reply.arrayBuffer()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

describe('inlay verify', () => {
  let world: RunningWorld;
  let folder: string;
  before(async () => {
    world = await startWorld('builders', sqliteStore);
    folder = mkdtempSync(join(tmpdir(), 'inlay-verify-'));
    writeFileSync(join(folder, 'secret'), world.setup.secret);
    writeFileSync(join(folder, 'token'), world.setup.adminToken);
    const pem = KEYS.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    writeFileSync(join(folder, 'key.pem'), pem);
    // Its database does not exist, which is a problem of its own.
    const { body } = await world.admin('GET', 'dashboards/overview');
    const items = ((body.items ?? []) as readonly { readonly tile?: string }[]).filter(
      ({ tile }) => tile !== 'broken',
    );
    const filter = { kind: 'dropdown', label: 'Region', datasetId: 'sales', column: 'region' };
    await change('dashboards/overview', { items, filters: [{ id: 'area', ...filter }] });
    for (const path of ['embeds/e-broken', 'tiles/broken']) {
      const { status, body } = await world.admin('DELETE', path, { ifMatch: '*' });
      assert.equal(status, 204, JSON.stringify(body));
    }
    const query = { dimensions: [{ column: 'region' }, { column: 'customer' }], measures: ['revenue'] };
    await change('tiles/customers', { query });
    const make = async (path: string, content: object) => {
      const { status, body } = await world.admin('POST', path, { body: content });
      assert.equal(status, 201, JSON.stringify(body));
    };
    const orders = ['customer_id,customer,total', '1,Fir Ltd,10', '1,Fir Ltd,20', '2,Elm Inc,5'].join('\n');
    await dataClient(world.inlay.url, world.setup.adminToken).upload('orders.csv', orders);
    const ofCustomer = {
      column: 'customer_id',
      operator: 'equals',
      value: { context: 'attributes.customer_id' },
    };
    await make('datasets', {
      ...{ id: 'orders', name: 'Orders', connectionId: 'files', source: { kind: 'file', file: 'orders' } },
      measures: [{ name: 'sum', kind: 'sum', column: 'total' }],
      rowRules: [ofCustomer],
    });
    const byCustomer = { dimensions: [{ column: 'customer_id' }, { column: 'customer' }], measures: ['sum'] };
    const orderTile = { title: 'Orders', kind: 'table', datasetId: 'orders', query: byCustomer };
    await make('tiles', { id: 'orders', appId: 'hr', ...orderTile });
    await world.admin('POST', 'tiles/orders/publish', { ifMatch: '*' });
    await make('embeds', { id: 'e-orders', title: 'Orders', target: { kind: 'tile', id: 'orders' } });
    const fromRows = (id: string, columns: string, ...rows: readonly string[]) => {
      const sql = `SELECT * FROM (VALUES ${rows.map((row) => `(${row})`).join(', ')}) AS rows(${columns})`;
      return { id, name: id, connectionId: 'files', source: { kind: 'sql', sql } };
    };
    await make('datasets', {
      ...fromRows('accounts', 'id, customer_id', '10, 1', '20, 2', '30, 2'),
      rowRules: [ofCustomer],
    });
    const on = [{ own: 'account_id', other: 'id' }];
    await make('datasets', {
      ...fromRows(
        'payments',
        'id, account_id, amount',
        '101, 10, 5',
        '102, 20, 7',
        '103, 30, 9',
        '104, NULL, 11',
      ),
      measures: [{ name: 'paid', kind: 'sum', column: 'amount' }],
      relationships: [{ name: 'account', dataset: 'accounts', kind: 'many-to-one', columns: on }],
      rowRules: FOLLOWS,
    });
    const paid = { kind: 'kpi', datasetId: 'payments', query: { dimensions: [], measures: ['paid'] } };
    await make('tiles', { id: 'paid', appId: 'hr', title: 'Paid', ...paid });
    await world.admin('POST', 'tiles/paid/publish', { ifMatch: '*' });
    await make('embeds', { id: 'e-paid', title: 'Paid', target: { kind: 'tile', id: 'paid' } });
    const sales = { name: 'Copy', connectionId: 'files', source: { kind: 'file', file: 'sales' } };
    const measures = [{ name: 'revenue', kind: 'sum', column: 'amount' }];
    await make('datasets', { id: 'copy', ...sales, measures, segmented: false });
    const tile = {
      kind: 'table',
      datasetId: 'copy',
      query: { ...query, dimensions: [{ column: 'customer' }] },
    };
    await make('tiles', { id: 'copy', appId: 'hr', title: 'Copy', ...tile });
    await world.admin('POST', 'tiles/copy/publish', { ifMatch: '*' });
    await make('embeds', { id: 'e-copy', title: 'Copy', target: { kind: 'tile', id: 'copy' } });
  });
  after(async () => {
    await world.inlay.close();
    await world.store.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Changes content as an author does, and publishes it. */
  const change = async (path: string, fields: object) => {
    const { status, body } = await world.admin('PATCH', path, { body: fields, ifMatch: '*' });
    assert.equal(status, 200, JSON.stringify(body));
    if (!/^(datasets|apps)\//.test(path))
      assert.equal((await world.admin('POST', `${path}/publish`, { ifMatch: '*' })).status, 200);
  };
  const RULES = [{ column: 'region', operator: 'equals', value: { context: 'attributes.region' } }];
  /** Breaks the dataset for a moment. */
  const withDataset = async (fields: object, test: () => Promise<void>) => {
    await change('datasets/sales', fields);
    await test().finally(() => change('datasets/sales', { rowRules: RULES, segmented: true }));
  };
  const auditActions = async (): Promise<readonly string[]> => {
    const { body } = await world.admin('GET', 'audit-events?limit=200');
    return ((body.data ?? []) as readonly { readonly action: string }[]).map(({ action }) => action);
  };
  const run = (plan: object, ...options: readonly string[]): Promise<CommandResult> => {
    const file = join(folder, `contexts-${randomUUID()}.json`);
    writeFileSync(file, JSON.stringify(plan));
    return runCommand(
      [
        'verify',
        ...['--instance', world.inlay.url, '--tenant', 'demo', '--client-id', world.setup.clientId],
        ...['--client-secret-file', join(folder, 'secret'), '--private-key', join(folder, 'key.pem')],
        ...options,
        file,
      ],
      {},
    );
  };
  const verify = async (plan: object, ...options: readonly string[]) => {
    const { code, stdout, stderr } = await run(plan, '--json', ...options);
    assert.ok(stdout.startsWith('{'), stderr);
    const report = JSON.parse(stdout) as Report;
    const check = (id: string) => {
      const found = report.checks.find((each) => each.id === id);
      assert.ok(found, id);
      return found;
    };
    return { code, report, check };
  };

  it('passes if each context gets only its own rows; prints no secret and changes nothing', async () => {
    const before = await auditActions();
    const { code, stdout, stderr } = await run({ embeds: EMBEDS, contexts: CONTEXTS });
    assert.equal(code, 0, stdout);
    assert.match(stdout, /sales\/region by attributes\.region/);
    assert.match(stdout, /Passed: no context got data of another\./);
    for (const secret of [world.setup.secret, world.setup.adminToken, 'PRIVATE KEY', 'inl_'])
      assert.ok(!(stdout + stderr).includes(secret), secret);
    const actions = (await auditActions()).slice(0, -before.length);
    assert.deepEqual([...new Set(actions)].sort(), ['token.issue', 'token.revoke']);
  });

  it('names embed, tile, column and an example if row rules are missing', async () => {
    await withDataset({ rowRules: [], segmented: false }, async () => {
      const { code, report, check } = await verify({ embeds: ['e-table', 'e-tile'], contexts: CONTEXTS });
      assert.deepEqual([code, report.state, check('rows').state], [1, 'leak', 'leak']);
      const { message, ...finding } = check('rows').findings[0] as Finding;
      assert.deepEqual(finding, {
        state: 'leak',
        context: 'north',
        embed: 'e-table',
        tile: 'customers',
        dataset: 'sales',
        column: 'region',
        example: 'south',
      });
      assert.equal(
        message,
        "'north' gets region 'south', which belongs to 'south', in tile 'customers' of embed 'e-table' (dataset 'sales').",
      );
      // Totals show no column that would tell whose they are.
      const tiles = check('strangers').findings.map(({ tile }) => tile);
      assert.deepEqual(tiles, ['customers', 'revenue']);
      assert.ok(check('datasets').findings.some(({ tile }) => tile === 'revenue'));
      assert.equal(check('foreign-filters').state, 'leak');
    });
  });

  it('recognizes owners by number, in tiles, files and the builder', async () => {
    const privileges = { hr: ['view', 'contribute'] };
    const contexts = {
      one: contextOf('ann', '', { privileges, attributes: { customer_id: 1 } }),
      two: contextOf('bob', '', { privileges, attributes: { customer_id: 2 } }),
    };
    await change('apps/hr', { datasets: ['orders'] });
    const plan = { embeds: ['e-orders', 'b-hr'], shared: ['salaries', 'copy'], contexts };
    const { code, report, check } = await verify(plan);
    assert.equal(code, 0, JSON.stringify(report, null, 2));
    assert.match(check('datasets').summary, /orders\/customer_id by attributes\.customer_id/);
    await change('datasets/orders', { rowRules: [{ all: true }] });
    const broken = await verify(plan);
    assert.equal(broken.code, 1);
    for (const id of ['rows', 'foreign-filters', 'exports', 'builder'])
      assert.ok(
        broken.check(id).findings.some(({ example }) => example === '2'),
        id,
      );
  });

  it('proves rows that follow a related dataset, and finds those that do not', async () => {
    const privileges = { hr: ['view', 'contribute'] };
    const contexts = {
      one: contextOf('ann', '', { privileges, attributes: { customer_id: 1 } }),
      two: contextOf('bob', '', { privileges, attributes: { customer_id: 2 } }),
    };
    await change('apps/hr', { datasets: ['payments', 'accounts'] });
    const plan = { embeds: ['e-paid', 'b-hr'], shared: ['salaries', 'copy', 'orders'], contexts };
    const { report, check } = await verify(plan);
    assert.match(check('datasets').summary, /payments\/account\.customer_id by attributes\.customer_id/);
    const passed = ['datasets', 'rows', 'strangers', 'builder'].map((id) => check(id).state);
    assert.deepEqual(passed, Array(4).fill('passed'), JSON.stringify(report, null, 2));
    // Customer 1 also gets payments of accounts 20 and 30, which are hidden themselves. A stranger still gets none.
    const wrong = {
      column: 'id',
      operator: 'greater-or-equal',
      value: { context: 'attributes.customer_id' },
    };
    await change('datasets/payments', { rowRules: [wrong] });
    const broken = await verify(plan);
    assert.equal(broken.code, 1);
    assert.equal(broken.check('strangers').state, 'passed');
    assert.ok(
      broken
        .check('builder')
        .findings.some(({ message }) => /whose account\.customer_id is not '1'/.test(message)),
    );
    await change('datasets/payments', { rowRules: FOLLOWS });
  });

  it('fails if a row rule compares another attribute', async () => {
    const rule = { column: 'region', operator: 'equals', value: { context: 'attributes.home' } };
    const swapped = {
      north: contextOf('ann', 'north', { attributes: { home: 'south', region: 'north' } }),
      south: contextOf('bob', 'south', { attributes: { home: 'north', region: 'south' } }),
    };
    await withDataset({ rowRules: [rule] }, async () => {
      const { code, check } = await verify({ embeds: ['e-table'], contexts: swapped });
      assert.deepEqual([code, check('rows').state, check('strangers').state], [1, 'leak', 'passed']);
    });
  });

  describe('with content that nobody changes meanwhile', { concurrency: true }, () => {
    it('finds values of others in the exports of a dataset that is declared as shared', async () => {
      const { check, code } = await verify({
        embeds: ['e-table', 'e-copy'],
        shared: ['copy'],
        contexts: CONTEXTS,
      });
      assert.equal(code, 1);
      assert.equal(check('rows').state, 'passed');
      const found = check('exports').findings.map(({ context, embed, tile, example }) =>
        [context, embed, tile, example].join(' '),
      );
      assert.ok(found.includes('north e-copy copy Birch'), found.join('\n'));
      assert.ok(found.includes('south e-copy copy Alder & Co'), found.join('\n'));
      const formats = check('exports').findings.map(
        ({ message }) => /the ([A-Z]+) export/.exec(message)?.[1],
      );
      assert.deepEqual([...new Set(formats)].sort(), ['CSV', 'JSON', 'PDF', 'SVG', 'XLSX']);
    });

    it('does not pass if the contexts get the same rows', async () => {
      const contexts = { ann: contextOf('ann', 'north'), amy: contextOf('amy', 'north') };
      const { code, report, check } = await verify({ embeds: ['e-table', 'e-tabel'], contexts });
      assert.deepEqual([code, report.state], [2, 'could-not-prove']);
      assert.match(
        check('datasets')
          .findings.map(({ message }) => message)
          .join('\n'),
        /get the same data/,
      );
      assert.equal(check('pages').state, 'could-not-prove');
      assert.match(check('embeds').findings[0]?.message ?? '', /No context can open embed 'e-tabel'/);
    });

    it('tries content that only another context is shown', async () => {
      const bob = await person(world.inlay, world.setup, 'bob', ['view', 'contribute'], {
        attributes: { region: 'south' },
      });
      const { dashboard } = await made(bob, canvasOf('Private plans', { chart: CHART }));
      const contexts = {
        ...CONTEXTS,
        south: contextOf('bob', 'south', {
          groups: ['insiders'],
          privileges: { sales: ['view', 'contribute'], hr: ['view'] },
        }),
      };
      const { check } = await verify({ embeds: ['e-hidden', 'e-dashboard', 'b-sales', 'b-hr'], contexts });
      assert.equal(check('hidden-content').state, 'passed');
      assert.ok(Number.parseInt(check('hidden-content').summary, 10) > 20, check('hidden-content').summary);
      await bob('DELETE', `dashboards/${dashboard.id}`);
    });

    it('detects an instance that serves data of one viewer to another', async () => {
      const south = { groups: ['insiders'] };
      const contexts = { ...CONTEXTS, south: contextOf('bob', 'south', south) };
      const token = await viewerToken(world.setup, { ...contexts.south.context, workspace_id: 'main' });
      const isBroken = (path: string, body: string) =>
        /export\.csv$|\/preview$|^\/embed\/e-table$/.test(path) || /"search"|"fresh":false/.test(body);
      const proxy = await startBrokenProxy(world.inlay.url, token, isBroken);
      try {
        const plan = { embeds: ['e-table', 'e-dashboard', 'e-hidden', 'b-sales'], contexts };
        const { code, report } = await verify(plan, '--instance', proxy.url);
        assert.equal(code, 1);
        const failed = report.checks.filter(({ state }) => state === 'leak').map(({ id }) => id);
        assert.deepEqual(failed, [
          ...['rows', 'strangers', 'filter-values', 'foreign-filters', 'pages', 'exports'],
          ...['builder', 'hidden-content', 'cache', 'privileges', 'tokens'],
        ]);
      } finally {
        await proxy.stop();
      }
    });

    it('finds all embeds with the login token of an administrator', async () => {
      // They can open none of them, so that this takes no time.
      const none = { privileges: {} };
      const plan = { contexts: { a: contextOf('ann', 'north', none), b: contextOf('bob', 'south', none) } };
      const listed = await run(plan, '--json', '--login-token-file', join(folder, 'token'));
      assert.equal(listed.code, 2);
      const { embeds } = JSON.parse(listed.stdout) as { readonly embeds: readonly string[] };
      assert.ok(embeds.includes('b-far') && embeds.includes('e-origin') && embeds.length > 9, String(embeds));
      const missing = await run(plan);
      assert.equal(missing.code, 2);
      assert.match(missing.stderr, /List the embeds to open under embeds in the file/);
      const refused = await run(plan, '--login-token-file', join(folder, 'secret'));
      assert.equal(refused.code, 2);
      assert.match(refused.stderr, /cannot list embeds \(HTTP 401\)/);
    });

    it('exits with 2 and a reason if it cannot verify', async () => {
      const one = await run({ embeds: EMBEDS, contexts: { north: CONTEXTS.north } });
      assert.deepEqual([one.code, one.stdout], [2, '']);
      assert.match(one.stderr, /must have at least two contexts/);
      const misspelled = await run({ embeds: EMBEDS, contexts: { a: { contxt: {} }, b: {} } });
      assert.match(misspelled.stderr, /contexts-[^ ]+\.json: \/contexts\/a/);
      writeFileSync(join(folder, 'wrong'), 'wrong-secret');
      const option = ['--client-secret-file', join(folder, 'wrong')];
      const wrong = await run({ embeds: EMBEDS, contexts: CONTEXTS }, ...option);
      assert.equal(wrong.code, 2);
      assert.match(wrong.stderr, /No token for a context: The token was refused: invalid_client/);
      assert.doesNotMatch(wrong.stderr, /wrong-secret/);
    });
  });
});
