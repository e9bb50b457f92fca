import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TenantId } from '@inlay/protocol/tenant-id';
import {
  readUnsubscribeToken,
  unsubscribeUrl,
} from '@inlay/server/features/reports/channels/unsubscribe-token';
import { createVault } from '@inlay/server/platform/vault/vault';

const vault = createVault(Buffer.alloc(32, 1));
const ACME = { id: 'acme' as TenantId, url: new URL('https://acme.analytics.example/') };
const what = {
  subscriptionId: '01a1c6f0-0000-7000-8000-000000000001',
  recipient: 'ann+reports@customer.example',
};
const tokenOf = (url: string) => new URL(url).pathname.replace('/unsubscribe/', '');

describe('a link to unsubscribe', () => {
  it('names subscription and recipient to the server alone', () => {
    const url = unsubscribeUrl(vault, ACME, what);
    assert.ok(url.startsWith('https://acme.analytics.example/unsubscribe/v1.'));
    assert.doesNotMatch(url, /ann|customer|01a1c6f0/);
    assert.deepEqual(readUnsubscribeToken(vault, ACME.id, tokenOf(url)), what);
  });

  it('is valid for its tenant alone', () => {
    const token = tokenOf(unsubscribeUrl(vault, ACME, what));
    assert.equal(readUnsubscribeToken(vault, 'other' as TenantId, token), undefined);
  });

  it('cannot be made or changed by anybody else', () => {
    const token = tokenOf(unsubscribeUrl(vault, ACME, what));
    const changed = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    const ofAnotherPurpose = vault.seal(ACME.id, 'mail password', `${what.subscriptionId} ${what.recipient}`);
    const foreign = createVault(Buffer.alloc(32, 2)).seal(ACME.id, 'unsubscribe', 'x y');
    const wrong = [
      changed,
      ofAnotherPurpose,
      foreign,
      token.slice(0, 40),
      '',
      'v1.',
      'v2.x',
      '%00',
      'x'.repeat(1e6),
    ];
    for (const each of wrong) assert.equal(readUnsubscribeToken(vault, ACME.id, each), undefined);
  });

  it('fits into a header with the longest address and host', () => {
    const host = `${'a'.repeat(61)}.`.repeat(4);
    const recipient = `${'x'.repeat(64)}@${host}example`;
    const url = unsubscribeUrl(
      vault,
      { id: ACME.id, url: new URL(`https://${host}example:65535`) },
      { ...what, recipient },
    );
    assert.ok(url.length < 900, `${url.length} characters`);
    assert.equal(readUnsubscribeToken(vault, ACME.id, tokenOf(url))?.recipient, recipient);
  });
});
