import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isAllowedRecipient, ownAddress } from '../../../src/features/reports/settings/recipients.ts';
import { createContextReader } from '../../../src/platform/rules/context-reading.ts';

const viewerWith = (attributes: object, lost: readonly ('attributes' | 'groups')[] = []) =>
  createContextReader(
    { username: 'ann@customer.example', workspaceId: 'main', roles: [], attributes: { ...attributes } },
    lost,
  );
const settings = { recipientFrom: 'username', allowedDomains: ['partner.example'] };
const fromMail = { ...settings, recipientFrom: 'attributes.mail' };

describe('the address of a viewer', () => {
  const addressOf = (attributes: object, lost: readonly ('attributes' | 'groups')[] = []) =>
    ownAddress({ settings: fromMail, viewer: viewerWith(attributes, lost) });

  it('is the signed one, with its domain as mail servers write it', () => {
    assert.equal(ownAddress({ settings, viewer: viewerWith({}) }), 'ann@customer.example');
    assert.equal(addressOf({ mail: 'Ann@MÜNCHEN.example' }), 'Ann@xn--mnchen-3ya.example');
  });

  it('is none if it was not signed, may have been lost, or is not an address', () => {
    assert.equal(addressOf({}), null);
    assert.equal(addressOf({}, ['attributes']), null);
    for (const mail of [
      null,
      7,
      ['a@b.example', 'c@d.example'],
      'ann',
      'a@b.example,c@d.example',
      'a\r\n@b.example',
    ])
      assert.equal(addressOf({ mail }), null, JSON.stringify(mail));
    assert.equal(addressOf({ toString: 'a@b.example' }), null);
  });
});

describe('recipients', () => {
  const allows = (address: string, limits = {}) =>
    isAllowedRecipient({ settings, limits, viewer: viewerWith({}) }, address);

  it('are the viewer, and everybody at domains of the tenant', () => {
    for (const address of [
      'ann@customer.example',
      'ann@CUSTOMER.example',
      'bob@partner.example',
      'x@Partner.Example',
    ])
      assert.ok(allows(address), address);
  });

  it('are nobody at other domains, however they are written', () => {
    for (const address of [
      'bob@customer.example',
      'ann@customer.example.evil.example',
      'bob@sub.partner.example',
      'bob@notpartner.example',
      'bob@partner.example.',
      'bob@evil.example@partner.example',
      'bob@partner.example\r\nRCPT TO:<eve@evil.example>',
      '<bob@partner.example>',
      'partner.example',
      '@partner.example',
      '',
    ])
      assert.ok(!allows(address), address);
  });

  it('are nobody whom a mail server at an allowed domain would pass the message on to', () => {
    for (const address of ['eve%evil.example@partner.example', 'evil.example!eve@partner.example'])
      assert.ok(!allows(address), address);
    const viewer = { ...viewerWith({}), username: 'ann%sales@customer.example' };
    assert.ok(isAllowedRecipient({ settings, viewer }, viewer.username), 'signed by the host');
  });

  it('are the viewer alone where the embed says so', () => {
    assert.ok(allows('ann@customer.example', { ownAddressOnly: true }));
    assert.ok(!allows('bob@partner.example', { ownAddressOnly: true }));
  });
});
