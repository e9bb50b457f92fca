import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { fitContext, lossySections } from '@inlay/server/platform/identity/embed-context';
import { createEmbedPrincipal } from '@inlay/server/platform/identity/embed-principal';

const base = { username: 'ann', workspace_id: 'main', roles: ['USER'], privileges: { sales: ['view'] } };

/** The principal of a token that was issued for this context. */
function principalOf(raw: Record<string, unknown>) {
  const { context, lost } = fitContext(raw);
  const { secrets: _, ...visible } = context;
  return createEmbedPrincipal('demo' as TenantId, 'hash', {
    client_id: 'demo-embed',
    context: JSON.stringify(visible),
    lost_sections: lost.length > 0 ? JSON.stringify(lossySections(lost)) : null,
    sealed_secrets: null,
    only_embed: null,
    issued_at: 0,
    expires_at: 1,
  });
}

const long = 'x'.repeat(3600);

describe('the principal of an embed token', () => {
  it('reads an attribute as its value, or as missing if it was not sent', () => {
    const principal = principalOf({ ...base, attributes: { region: 'north', levels: [1, 2], yes: true } });
    assert.deepEqual(principal.attribute('region'), { kind: 'value', value: 'north' });
    assert.deepEqual(principal.attribute('levels'), { kind: 'value', value: [1, 2] });
    assert.deepEqual(principal.attribute('yes'), { kind: 'value', value: true });
    assert.deepEqual(principal.attribute('country'), { kind: 'missing' });
    assert.equal(principal.truncated, false);
  });

  it('reads empty text, empty lists and null as missing, and unsupported structures as unknown', () => {
    const principal = principalOf({
      ...base,
      attributes: { a: '', b: [], c: null, d: {}, e: [[]], f: [''] },
    });
    for (const key of ['a', 'b', 'c']) assert.deepEqual(principal.attribute(key), { kind: 'missing' });
    for (const key of ['d', 'e', 'f']) assert.deepEqual(principal.attribute(key), { kind: 'unknown' });
  });

  it('finds no attribute under inherited property names', () => {
    const principal = principalOf({ ...base, attributes: {} });
    for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      assert.deepEqual(principal.attribute(key), { kind: 'missing' });
      assert.deepEqual(principal.privileges(key), []);
    }
  });

  it('reads an attribute that may have been lost as unknown, never as missing', () => {
    const principal = principalOf({ ...base, attributes: { region: 'north', suspended: true, long } });
    assert.deepEqual(principal.attribute('region'), { kind: 'value', value: 'north' });
    assert.deepEqual(principal.attribute('long'), { kind: 'unknown' });
    assert.deepEqual(principal.attribute('never sent'), { kind: 'unknown' });
    assert.equal(principal.truncated, true);
  });

  it('reads a truncated group list as partial: present groups are certain, absent ones are not', () => {
    const some = principalOf({ ...base, groups: ['emea', long] });
    assert.deepEqual(some.groups(), { kind: 'partial', value: ['emea'] });
    assert.deepEqual(principalOf({ ...base, groups: [long] }).groups(), { kind: 'unknown' });
    assert.deepEqual(principalOf({ ...base, groups: ['emea'] }).groups(), { kind: 'value', value: ['emea'] });
    assert.deepEqual(principalOf({ ...base, groups: [] }).groups(), { kind: 'missing' });
    assert.deepEqual(principalOf(base).groups(), { kind: 'missing' });
  });

  it('keeps sections apart: lost secrets or unknown fields leave attributes and groups known', () => {
    for (const raw of [
      { ...base, secrets: { long } },
      { ...base, notes: long },
    ]) {
      const principal = principalOf(raw);
      assert.deepEqual(principal.attribute('region'), { kind: 'missing' });
      assert.deepEqual(principal.groups(), { kind: 'missing' });
      assert.equal(principal.truncated, true);
    }
  });

  it('does not grant a lost privilege', () => {
    const privileges = { sales: ['view'], [long]: ['view', 'contribute', 'validate'] };
    const principal = principalOf({ ...base, privileges });
    assert.deepEqual(principal.privileges('sales'), ['view']);
    assert.deepEqual(principal.privileges(long), []);
  });

  it('lets ADMIN view every embed without granting a privilege', () => {
    const principal = principalOf({ ...base, roles: ['ADMIN', 'ADMIN'], privileges: {} });
    assert.equal(principal.viewsEveryEmbed, true);
    assert.deepEqual(principal.privileges('sales'), []);
    assert.deepEqual(principal.roles(), { kind: 'value', value: ['ADMIN'] });
    assert.equal(principalOf(base).viewsEveryEmbed, false);
  });
});
