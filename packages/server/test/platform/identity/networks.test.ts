import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isInNetworks, isNetwork } from '@inlay/server/platform/identity/networks';

describe('networks', () => {
  it('are addresses and CIDR blocks', () => {
    for (const text of ['203.0.113.7', '203.0.113.0/24', '0.0.0.0/0', '2001:db8::/32', '::1', '::/0'])
      assert.ok(isNetwork(text), text);
    for (const text of [
      '',
      '/',
      'localhost',
      '203.0.113',
      '10.0.0.0/33',
      '10.0.0.0/',
      '10.0.0.0/8/8',
      '::/129',
      '10.0.0.0/-1',
      'fe80::1%eth0',
      ' 10.0.0.1',
    ])
      assert.ok(!isNetwork(text), text);
  });

  it('contain their addresses only', () => {
    const networks = ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7'];
    for (const address of ['203.0.113.255', '2001:db8:1::1', '198.51.100.7'])
      assert.ok(isInNetworks(address, networks), address);
    for (const address of ['203.0.114.0', '2001:db9::1', '198.51.100.8', '', 'unknown', '203.0.113.7:80'])
      assert.ok(!isInNetworks(address, networks), address);
  });

  it('recognize an IPv4 address that arrives on an IPv6 socket', () => {
    assert.ok(isInNetworks('::ffff:203.0.113.9', ['203.0.113.0/24']));
    assert.ok(!isInNetworks('::ffff:203.0.114.9', ['203.0.113.0/24']));
  });
});
