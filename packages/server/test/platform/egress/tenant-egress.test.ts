import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { type DnsAnswer, startDnsServer } from '../../../../../test/support/network/start-dns-server.ts';
import { eventually } from '../../../../../test/support/time/eventually.ts';
import { fakeTime } from '../../../../../test/support/time/fake-time.ts';
import type { EgressRules } from '../../../src/platform/egress/egress-rules.ts';
import { makeTenantEgress } from '../../../src/platform/egress/tenant-egress.ts';

async function useTenants(t: TestContext, zone: Readonly<Record<string, DnsAnswer>>) {
  const dns = await startDnsServer(zone);
  t.after(() => dns.close());
  const time = fakeTime();
  const config = { allowPrivateNetworks: ['192.0.2.0/24'], demoMayReachLoopback: true };
  return { dns, time, egressOf: makeTenantEgress(config, time, dns.system) };
}

const lookUp = ({ anyAllowed }: EgressRules, name: string, options = {}) =>
  promisify(anyAllowed.lookup)(name, options);

describe('egress of tenants', () => {
  it('lets a tenant whose DNS hangs delay no other tenant', async (t) => {
    const names = ['one.example', 'two.example', 'three.example'];
    const silent = Object.fromEntries(names.map((name) => [name, 'hang' as const]));
    const { dns, time, egressOf } = await useTenants(t, { ...silent, 'db.example': ['192.0.2.1'] });
    const hanging = names.map((name) =>
      assert.rejects(lookUp(egressOf('acme'), name), { code: 'EAI_AGAIN' }),
    );
    await eventually(() => assert.ok(dns.queries.length >= 4));
    assert.equal(await lookUp(egressOf('globex'), 'db.example'), '192.0.2.1');
    await Promise.all([time.advance(4000), ...hanging]);
  });

  it('limits the lookups of a tenant across its connections and both rules', async (t) => {
    const { dns, egressOf } = await useTenants(t, { 'one.example': 'hang', 'two.example': 'hang' });
    const outcomes = ['one.example', 'two.example'].map((name) => lookUp(egressOf('acme'), name));
    await eventually(() => assert.ok(dns.queries.length >= 4));
    const third = promisify(egressOf('acme').onlyListed.lookup)('db.example', {});
    await assert.rejects(lookUp(egressOf('globex'), 'other.example'), { code: 'ENOTFOUND' });
    assert.ok(!dns.queries.includes('A db.example'));
    dns.answer('db.example', ['192.0.2.3']);
    dns.answer('one.example', ['192.0.2.1']);
    assert.equal(await third, '192.0.2.3');
    dns.answer('two.example', ['192.0.2.2']);
    assert.deepEqual(await Promise.all(outcomes), ['192.0.2.1', '192.0.2.2']);
  });

  it('checks remembered addresses by the rule of each lookup', async (t) => {
    const { egressOf } = await useTenants(t, { 'db.example': ['8.8.8.8', '10.0.0.1'] });
    const egress = egressOf('acme');
    assert.equal(await lookUp(egress, 'db.example'), '8.8.8.8');
    await assert.rejects(promisify(egress.onlyListed.lookup)('db.example', {}), {
      code: 'ADDRESS_NOT_ALLOWED',
      message: /^db\.example \(8\.8\.8\.8, 10\.0\.0\.1\) requires https/,
    });
  });

  it('lets only the demo tenant reach loopback', async (t) => {
    const { egressOf } = await useTenants(t, {});
    assert.equal(await lookUp(egressOf('demo'), 'localhost'), '127.0.0.1');
    await assert.rejects(lookUp(egressOf('acme'), 'localhost'), { code: 'ADDRESS_NOT_ALLOWED' });
  });

  it('returns all addresses or those of one family, as sockets request them', async (t) => {
    const zone = { 'db.example': ['2001:4860:0:0:0:0:0:8', '8.8.8.8'], 'old.example': ['8.8.4.4'] };
    const { egressOf } = await useTenants(t, zone);
    const egress = egressOf('acme');
    const [ipv4, ipv6] = [
      { address: '8.8.8.8', family: 4 },
      { address: '2001:4860::8', family: 6 },
    ];
    assert.deepEqual(await lookUp(egress, 'db.example', { all: true }), [ipv4, ipv6]);
    assert.deepEqual(await lookUp(egress, 'db.example', { all: true, family: 6 }), [ipv6]);
    assert.deepEqual(await lookUp(egress, 'db.example', { all: true, family: 'IPv4' }), [ipv4]);
    assert.equal(await lookUp(egress, 'db.example', { family: 6 }), ipv6.address);
    await assert.rejects(lookUp(egress, 'old.example', { family: 6 }), { code: 'ENOTFOUND' });
  });
});
