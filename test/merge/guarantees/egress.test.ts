import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, isIPv6, type Server } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { ConnectionDefinition } from '@inlay/server/features/connections/connection-schemas';
import { insertConnection, PASSWORD_PURPOSE } from '@inlay/server/features/connections/connections';
import { ENGINES } from '@inlay/server/platform/engines/engines';
import { type DataClient, dataClient, type Refusal } from '../../support/data/data-client.ts';
import { call, logInAs } from '../../support/http/api-client.ts';
import {
  type InlayOptions,
  sqliteStore,
  startInlay,
  type TestInlay,
} from '../../support/server/start-inlay.ts';
import { useInlay } from '../../support/server/use-inlay.ts';
import { addTenant } from '../../support/users/second-tenant.ts';

/** Whatever is reached by a host. */
const KINDS = ENGINES.filter(({ fields }) => 'host' in fields).map(({ name }) => name);
const TLS = ['off', 'unverified'] as const;

/** Hosts that some parser reads as loopback, and that nobody writes who means well. */
const REWRITTEN = [
  '127.1',
  '127.0.1',
  '127.0.0.01',
  '0177.0.0.1',
  '017700000001',
  '0x7f.1',
  '0x7f.0x0.0x0.0x1',
  '0X7F000001',
  '2130706433',
  '0',
  '0.0',
  '00.0.0.0',
  '127.0.0.1.',
  'localhost.',
  '%31%32%37.0.0.1',
  'loc%61lhost',
  '127.0.0.1%00',
  '１２７.0.0.1',
  '127。0。0。1',
  '①②⑦.0.0.1',
  'ⓛocalhost',
  'local\u00adhost',
  'user@127.0.0.1',
  'user:password@127.0.0.1',
  'example.com@127.0.0.1',
  '127.0.0.1/',
  '127.0.0.1#.example.com',
  '127.0.0.1?.example.com',
  '127.0.0.1\\.example.com',
  ' 127.0.0.1',
  '127.0.0.1\t',
  '127.0.\n0.1',
  '0:0:0:0:0:0:0:1',
  '::0001',
  '::1%lo',
  '::ffff:127.0.0.1',
  '::FFFF:127.0.0.1',
  '::127.0.0.1',
];

/** Written as they should be, and nevertheless not for tenants. */
const PRIVATE = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  'localhost',
  'LOCALHOST',
  '::1',
  '::',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
];

interface ConnectionTest {
  readonly ok: boolean;
  readonly code: string | null;
  readonly message: string;
}

/** Whoever reaches loopback reaches it: it listens on every address of this machine. */
async function startListener() {
  let arrivals = 0;
  const server: Server = createServer((socket) => {
    arrivals += 1;
    socket.destroy();
  }).listen(0);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    arrivals: () => arrivals,
    close: () => server.close(),
  };
}

describe('egress', () => {
  let listener: Awaited<ReturnType<typeof startListener>>;
  before(async () => {
    listener = await startListener();
  });
  after(() => listener.close());

  const connectionTo = (kind: ConnectionDefinition['kind'], host: string, tls: (typeof TLS)[number]) => ({
    name: kind,
    kind,
    host,
    port: listener.port,
    database: 'd',
    user: 'u',
    password: 'p',
    tls,
  });

  const test = async (data: DataClient, id: string, body?: object) =>
    (await data.ask<ConnectionTest>(`connections/${id}/test`, { method: 'POST', ...(body ? { body } : {}) }))
      .body;

  const registerJwks = (url: string, token: string, address: string, host?: string) =>
    call<{ message: string }>(`${url}/api/v0/embed-settings/jwks`, {
      token,
      method: 'PUT',
      body: { url: address },
      ...(host === undefined ? {} : { headers: { host } }),
    });

  const inUrl = (host: string) => (isIPv6(host.replace(/%.*/, '')) ? `[${host}]` : host);

  describe('outgoing connections without allowed private networks', () => {
    const inlay = useInlay(sqliteStore);
    let data: DataClient;
    let token: string;
    before(async () => {
      token = await inlay.adminToken();
      data = dataClient(inlay.running.url, token);
    });
    const unreached = async (work: () => Promise<void>) => {
      const before = listener.arrivals();
      await work();
      assert.equal(listener.arrivals(), before, 'a connection arrived');
    };

    for (const kind of KINDS) {
      it(`${kind}: a host that URL parsing would rewrite is refused when saved, by the name of its field`, async () => {
        await unreached(async () => {
          for (const host of REWRITTEN) {
            const { status, body } = await data.ask<Refusal>('connections', {
              body: connectionTo(kind, host, 'off'),
            });
            assert.equal(status, 400, `${JSON.stringify(host)}: ${JSON.stringify(body)}`);
            assert.deepEqual(
              body.details?.map(({ path }) => path),
              ['/host'],
              host,
            );
            const templated = {
              ...connectionTo(kind, '{{ attributes.host }}', 'off'),
              allowed: { host: ['db.example.com', host] },
            };
            const listed = await data.ask<Refusal>('connections', { body: templated });
            assert.equal(listed.status, 400, host);
            assert.deepEqual(
              listed.body.details?.map(({ path }) => path),
              ['/allowed/host/1'],
              host,
            );
          }
        });
      });

      it(`${kind}: such a host in a stored connection is not connected to, literally or from a template`, async () => {
        await unreached(async () => {
          for (const [index, host] of REWRITTEN.entries()) {
            for (const tls of TLS) {
              const id = `${kind}-${tls}-${index}`;
              await storeConnection(inlay.running, id, connectionTo(kind, host, tls));
              assert.equal((await test(data, id)).code, 'BAD_CONNECTION', host);
              const template = connectionTo(kind, '{{ attributes.host }}', tls);
              await storeConnection(inlay.running, `${id}-t`, { ...template, allowed: { host: [host] } });
              const context = { username: 'ann', workspace_id: 'main', attributes: { host } };
              assert.equal((await test(data, `${id}-t`, { context })).code, 'BAD_CONNECTION', host);
            }
          }
        });
      });

      it(`${kind}: private addresses, and names that resolve to one, are not connected to`, async () => {
        await unreached(async () => {
          for (const host of PRIVATE) {
            for (const tls of TLS) {
              const { id } = await data.create('connections', connectionTo(kind, host, tls));
              const tested = await test(data, id);
              assert.equal(tested.code, 'ADDRESS_NOT_ALLOWED', `${host}: ${JSON.stringify(tested)}`);
              assert.match(tested.message, /INLAY_ALLOW_PRIVATE_NETWORKS/);
            }
          }
        });
      });
    }

    it('jwks: keys are fetched from neither a rewritten host nor a private address', async () => {
      await unreached(async () => {
        for (const host of [...REWRITTEN, ...PRIVATE]) {
          for (const scheme of ['http', 'https']) {
            const address = `${scheme}://${inUrl(host)}:${listener.port}/keys`;
            const { status, body } = await registerJwks(inlay.running.url, token, address);
            assert.equal(status, 400, address);
            const isPlain = PRIVATE.includes(host);
            if (isPlain) assert.match(body.message, /INLAY_ALLOW_PRIVATE_NETWORKS/, address);
          }
        }
      });
    });

    it('jwks: an address that URL parsing would normalize is refused', async () => {
      for (const address of [
        'https:example.com/keys',
        'https:\\\\example.com\\keys',
        'https:///example.com/',
        ' https://example.com/',
      ]) {
        const { status, body } = await registerJwks(inlay.running.url, token, address);
        assert.equal(status, 400, address);
        assert.match(body.message, /standard notation|complete https/, address);
      }
    });
  });

  async function storeConnection(
    { services }: TestInlay,
    id: string,
    {
      name,
      password,
      ...definition
    }: ConnectionDefinition & { readonly name: string; readonly password: string },
  ): Promise<void> {
    const tenantId = 'demo' as TenantId;
    const sealedPassword = services.vault.seal(tenantId, PASSWORD_PURPOSE, password);
    await services.store.write((transaction) =>
      insertConnection(transaction, tenantId, { id, name, definition, sealedPassword }, services.time.now()),
    );
  }

  describe('outgoing connections to an allowed network', () => {
    const inlay = useInlay(sqliteStore, { env: { INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.1/32,::1/128' } });
    for (const kind of KINDS) {
      it(`${kind}: succeed by address and by name, with and without TLS`, async () => {
        const data = dataClient(inlay.running.url, await inlay.adminToken());
        for (const host of ['127.0.0.1', 'localhost']) {
          for (const tls of TLS) await arrives(() => reach(data, kind, host, tls));
        }
      });
    }

    it('jwks: succeed', async () => {
      const token = await inlay.adminToken();
      for (const scheme of ['http', 'https']) {
        await arrives(() =>
          registerJwks(inlay.running.url, token, `${scheme}://127.0.0.1:${listener.port}/`),
        );
      }
    });
  });

  async function reach(
    data: DataClient,
    kind: ConnectionDefinition['kind'],
    host: string,
    tls: (typeof TLS)[number],
  ): Promise<ConnectionTest> {
    const { id } = await data.create('connections', connectionTo(kind, host, tls));
    return test(data, id);
  }

  async function arrives(work: () => Promise<unknown>): Promise<void> {
    const before = listener.arrivals();
    await work();
    assert.ok(listener.arrivals() > before, 'no connection arrived');
  }

  describe('loopback in demo mode', () => {
    /** What the tenants `demo` and `acme` get of every kind of connection to loopback. */
    async function withDemo(
      env: NonNullable<InlayOptions['env']>,
      check: (demo: Reachable, other: Reachable) => Promise<void>,
    ) {
      const store = await sqliteStore();
      const inlay = await startInlay(store, { env: { INLAY_DEMO: 'true', ...env } });
      try {
        const { host, adminToken } = await addTenant(inlay);
        const demoToken = await logInAs(inlay.url);
        await check(reachable(inlay.url, demoToken), reachable(inlay.url, adminToken, host));
      } finally {
        await inlay.close();
        await store.drop();
      }
    }
    interface Reachable {
      readonly data: DataClient;
      jwks(): Promise<{ readonly body: { readonly message: string } }>;
    }
    const reachable = (url: string, token: string, host?: string): Reachable => ({
      data: dataClient(url, token, host),
      jwks: () => registerJwks(url, token, `http://127.0.0.1:${listener.port}/`, host),
    });
    const isOpenTo = async ({ data, jwks }: Reachable) => {
      for (const kind of KINDS) await arrives(() => reach(data, kind, '127.0.0.1', 'off'));
      await arrives(jwks);
    };
    const isClosedTo = async ({ data, jwks }: Reachable) => {
      const before = listener.arrivals();
      for (const kind of KINDS) {
        for (const host of ['127.0.0.1', 'localhost'])
          assert.equal((await reach(data, kind, host, 'off')).code, 'ADDRESS_NOT_ALLOWED');
      }
      assert.match((await jwks()).body.message, /INLAY_ALLOW_PRIVATE_NETWORKS/);
      assert.equal(listener.arrivals(), before);
    };

    it('is allowed only for the tenant demo while the server listens on loopback', () =>
      withDemo({}, async (demo, other) => {
        await isOpenTo(demo);
        await isClosedTo(other);
      }));

    it('is refused for every tenant while the server listens on all addresses', () =>
      withDemo({ INLAY_HOST: '0.0.0.0' }, async (demo, other) => {
        await isClosedTo(demo);
        await isClosedTo(other);
      }));

    it('is refused for every tenant if the operator allows none', () =>
      withDemo({ INLAY_ALLOW_PRIVATE_NETWORKS: 'none' }, async (demo, other) => {
        await isClosedTo(demo);
        await isClosedTo(other);
      }));

    it('is refused for every tenant if demo mode is off', () =>
      withDemo({ INLAY_DEMO: 'false' }, async (demo, other) => {
        await isClosedTo(demo);
        await isClosedTo(other);
      }));
  });
});
