import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { type DnsAnswer, startDnsServer } from '../../../../../test/support/network/start-dns-server.ts';
import { eventually } from '../../../../../test/support/time/eventually.ts';
import { fakeTime } from '../../../../../test/support/time/fake-time.ts';
import { turns } from '../../../../../test/support/time/turns.ts';
import { createNameResolver, NameError } from '../../../src/platform/egress/name-resolver.ts';
import { readSystemNames } from '../../../src/platform/egress/system-names.ts';

interface Machine {
  readonly zone?: Readonly<Record<string, DnsAnswer>>;
  readonly hosts?: string;
  readonly resolvConf?: string;
}

async function useMachine(t: TestContext, { zone = {}, hosts, resolvConf }: Machine) {
  const dns = await startDnsServer(zone);
  const folder = mkdtempSync(join(tmpdir(), 'inlay-names-'));
  t.after(async () => {
    await dns.close();
    rmSync(folder, { recursive: true });
  });
  const files = { hosts: join(folder, 'hosts'), resolvConf: join(folder, 'resolv.conf') };
  if (hosts !== undefined) writeFileSync(files.hosts, hosts);
  if (resolvConf !== undefined) writeFileSync(files.resolvConf, resolvConf);
  const time = fakeTime();
  const system = readSystemNames({ ...files, servers: [dns.address] });
  const open = () => {
    const resolve = createNameResolver(time, system);
    return async (name: string) => (await resolve(name)).map(({ address }) => address);
  };
  return { dns, time, files, open, resolve: open() };
}

/** The outcome so far: undefined while the lookup runs. */
function watch(lookup: Promise<readonly string[]>): { outcome?: readonly string[] | NameError } {
  const watched: ReturnType<typeof watch> = {};
  const settle = (outcome: readonly string[] | NameError) => {
    watched.outcome = outcome;
  };
  lookup.then(settle, settle);
  return watched;
}

const isUnknown = { name: 'NameError', code: 'ENOTFOUND' };
const isFailed = { name: 'NameError', code: 'EAI_AGAIN' };
const isLate = { ...isFailed, message: /did not respond in time/ };

describe('name resolver: answers of DNS', () => {
  it('returns the addresses of both families, IPv4 first', async (t) => {
    const zone = { 'db.example': ['2001:db8:0:0:0:0:0:1', '192.0.2.2', '192.0.2.1'] };
    const { resolve } = await useMachine(t, { zone });
    assert.deepEqual(await resolve('db.example'), ['192.0.2.2', '192.0.2.1', '2001:db8::1']);
  });

  it('finds a host that has IPv6 only', async (t) => {
    const { resolve } = await useMachine(t, { zone: { 'db.example': ['2001:db8:0:0:0:0:0:1'] } });
    assert.deepEqual(await resolve('db.example'), ['2001:db8::1']);
  });

  it('follows an alias', async (t) => {
    const zone = { 'db.example': { cname: 'primary.example', addresses: ['192.0.2.1'] } };
    const { resolve } = await useMachine(t, { zone });
    assert.deepEqual(await resolve('db.example'), ['192.0.2.1']);
  });

  it('repeats a query over TCP if its answer is truncated, and returns up to 32 addresses', async (t) => {
    const { resolve } = await useMachine(t, { zone: { 'db.example': 'truncated' } });
    assert.equal((await resolve('db.example')).length, 32);
  });

  it('rejects a name that does not exist, or cannot exist, and says that it has no address', async (t) => {
    const { resolve } = await useMachine(t, { zone: { 'empty.example': [] } });
    for (const name of ['missing.example', 'empty.example', `${'x'.repeat(64)}.example`, 'a..example'])
      await assert.rejects(resolve(name), { ...isUnknown, message: `DNS has no address for ${name}` });
  });

  for (const answer of ['SERVFAIL', 'REFUSED', 'garbage'] as const)
    it(`reports ${answer} as a failure of DNS, not as an unknown name`, async (t) => {
      const { resolve } = await useMachine(t, { zone: { 'db.example': answer } });
      await assert.rejects(resolve('db.example'), { ...isFailed, message: /^DNS failed for db\.example/ });
    });

  it('uses one family if DNS is silent about the other until the deadline', async (t) => {
    const zone = { 'A db.example': ['192.0.2.1'], 'AAAA db.example': 'hang' } as const;
    const { dns, time, resolve, open } = await useMachine(t, { zone });
    const watched = watch(resolve('db.example'));
    await eventually(() => assert.ok(dns.queries.length >= 2));
    // Its answer is sent after the first one, which has arrived by then.
    await assert.rejects(open()('other.example'), isUnknown);
    await time.advance(4000);
    await eventually(() => assert.deepEqual(watched.outcome, ['192.0.2.1']));
  });
});

describe('name resolver: names of this machine', () => {
  it('reads the hosts file first, in any case and again after a change, and asks DNS for nothing in it', async (t) => {
    const hosts = '# own\nfd00::1 DB\n\n192.0.2.1\tdb.example db # primary\nnonsense db\n192.0.2.9';
    const { dns, files, resolve } = await useMachine(t, { zone: { db: ['192.0.2.7'] }, hosts });
    assert.deepEqual(await resolve('db'), ['192.0.2.1', 'fd00::1']);
    assert.deepEqual(await resolve('DB.example'), ['192.0.2.1']);
    writeFileSync(files.hosts, '192.0.2.22 db');
    assert.deepEqual(await resolve('db'), ['192.0.2.22']);
    assert.deepEqual(dns.queries, []);
    rmSync(files.hosts);
    assert.deepEqual(await resolve('db'), ['192.0.2.7']);
  });

  it('knows localhost and the names below it without an entry, but an entry wins', async (t) => {
    const { dns, resolve } = await useMachine(t, { hosts: '192.0.2.1 mail.localhost' });
    assert.deepEqual(await resolve('localhost'), ['127.0.0.1', '::1']);
    assert.deepEqual(await resolve('acme.localhost'), ['127.0.0.1', '::1']);
    assert.deepEqual(await resolve('mail.localhost'), ['192.0.2.1']);
    assert.deepEqual(dns.queries, []);
  });

  /** What is asked for an unknown name, without types. */
  async function asked(t: TestContext, name: string, resolvConf?: string) {
    const { dns, resolve } = await useMachine(t, resolvConf === undefined ? {} : { resolvConf });
    await assert.rejects(resolve(name), isUnknown);
    return [...new Set(dns.queries.map((query) => query.replace(/^\w+ /, '')))];
  }

  it('asks for a name as it is, if there is no search list', async (t) => {
    assert.deepEqual(await asked(t, 'db'), ['db']);
    assert.deepEqual(await asked(t, 'db', 'nameserver 127.0.0.11\nsearch .\noptions ndots:0'), ['db']);
  });

  it('completes short names with the search list, as in a pod of Kubernetes', async (t) => {
    const pod =
      'search shop.svc.cluster.local svc.cluster.local\nnameserver 10.0.0.10\noptions edns0 ndots:5';
    assert.deepEqual(await asked(t, 'db', pod), ['db.shop.svc.cluster.local', 'db.svc.cluster.local', 'db']);
    assert.deepEqual(await asked(t, 'db.shop', pod), [
      'db.shop.shop.svc.cluster.local',
      'db.shop.svc.cluster.local',
      'db.shop',
    ]);
    assert.deepEqual((await asked(t, 'a.b.c.d.e.f', pod))[0], 'a.b.c.d.e.f');
  });

  it('completes names with a dot last by default; the last list applies', async (t) => {
    const conf = 'search old.example\ndomain corp.example.\n';
    assert.deepEqual(await asked(t, 'db', conf), ['db.corp.example', 'db']);
    assert.deepEqual(await asked(t, 'db.eu', conf), ['db.eu', 'db.eu.corp.example']);
  });

  it('stops at the first name of the search list that has addresses', async (t) => {
    const zone = { 'db.two.example': ['192.0.2.2'], db: ['192.0.2.3'] };
    const { dns, resolve } = await useMachine(t, { zone, resolvConf: 'search one.example two.example' });
    assert.deepEqual(await resolve('db'), ['192.0.2.2']);
    assert.ok(!dns.queries.includes('A db'));
  });

  it('goes on after SERVFAIL, and remembers it as a failure if no name has addresses', async (t) => {
    const zone = {
      'db.one.example': 'SERVFAIL',
      'cache.one.example': 'SERVFAIL',
      db: ['192.0.2.3'],
    } as const;
    const { resolve } = await useMachine(t, { zone, resolvConf: 'search one.example' });
    assert.deepEqual(await resolve('db'), ['192.0.2.3']);
    await assert.rejects(resolve('cache'), isFailed);
  });

  it('stops at a name that is refused, because the next one could be another host', async (t) => {
    const zone = { 'db.one.example': 'REFUSED', db: ['192.0.2.3'] } as const;
    const { resolve } = await useMachine(t, { zone, resolvConf: 'search one.example' });
    await assert.rejects(resolve('db'), isFailed);
  });
});

describe('name resolver: limits', () => {
  it('gives up after four seconds, cancels the queries and closes their sockets', async (t) => {
    const { dns, time, resolve } = await useMachine(t, { zone: { 'db.example': 'hang' } });
    const before = countOpenFiles();
    const lookup = watch(resolve('db.example'));
    await eventually(() => assert.ok(dns.queries.length >= 2));
    await time.advance(3999);
    await turns(3);
    assert.equal(lookup.outcome, undefined);
    await time.advance(1);
    // Without cancellation the queries would go on for seconds, which these turns do not take.
    await turns(3);
    assert.match(String(lookup.outcome), /DNS did not respond in time for db\.example/);
    assert.ok(countOpenFiles() <= before);
  });

  it('looks up two names at once: others wait their turn, equal ones join', async (t) => {
    const zone = { 'one.example': 'hang', 'two.example': 'hang', 'three.example': ['192.0.2.3'] } as const;
    const { dns, resolve, open } = await useMachine(t, { zone });
    const isAsked = (name: string) => dns.queries.includes(`A ${name}`);
    const lookups = ['one.example', 'ONE.example', 'two.example', 'three.example'].map(resolve);
    await eventually(() => assert.ok(isAsked('one.example') && isAsked('two.example')));
    // Sent after the others: a lookup that did not wait would have been asked by now.
    await assert.rejects(open()('other.example'), isUnknown);
    assert.ok(!isAsked('three.example'));
    dns.answer('two.example', ['192.0.2.2']);
    assert.deepEqual(await lookups[3], ['192.0.2.3']);
    dns.answer('one.example', ['192.0.2.1']);
    const [one, same, two] = await Promise.all(lookups);
    assert.deepEqual([one, same, two], [['192.0.2.1'], ['192.0.2.1'], ['192.0.2.2']]);
  });

  it('ends waiting at the same deadline, and rejects a name if a hundred are waiting', async (t) => {
    const names = Array.from({ length: 102 }, (_, index) => `silent-${index}.example`);
    const zone = Object.fromEntries(names.map((name) => [name, 'hang' as const]));
    const { dns, time, resolve } = await useMachine(t, { zone });
    const lookups = names.map((name) => watch(resolve(name)));
    await eventually(() => assert.ok(dns.queries.length >= 4));
    await assert.rejects(resolve('one-more.example'), isLate);
    await time.advance(3999);
    assert.ok(lookups.every(({ outcome }) => outcome === undefined));
    await time.advance(1);
    await eventually(() => assert.ok(lookups.every(({ outcome }) => outcome instanceof NameError)));
  });

  it('remembers failures and addresses for five seconds', async (t) => {
    const { dns, time, resolve } = await useMachine(t, { zone: { 'db.example': ['192.0.2.1'] } });
    await assert.rejects(resolve('missing.example'), isUnknown);
    await resolve('db.example');
    dns.answer('missing.example', ['192.0.2.9']);
    dns.answer('db.example', ['192.0.2.2']);
    await time.advance(4999);
    await assert.rejects(resolve('missing.example'), isUnknown);
    assert.deepEqual(await resolve('db.example'), ['192.0.2.1']);
    await time.advance(1);
    assert.deepEqual(await resolve('missing.example'), ['192.0.2.9']);
    assert.deepEqual(await resolve('db.example'), ['192.0.2.2']);
  });

  it('remembers a deadline as well, so that a silent server is asked once in a while', async (t) => {
    const { dns, time, resolve } = await useMachine(t, { zone: { 'db.example': 'hang' } });
    const lookup = resolve('db.example');
    await eventually(() => assert.ok(dns.queries.length >= 2));
    await Promise.all([assert.rejects(lookup, isLate), time.advance(4000)]);
    await assert.rejects(resolve('db.example'), isLate);
  });
});

/** Where the system lists them. */
function countOpenFiles(): number {
  return process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
}
