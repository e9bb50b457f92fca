import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Claims } from '@inlay/server/features/identity-providers/accounts/read-claim';
import { identityOfAssertion } from '@inlay/server/features/identity-providers/saml/identity-of-assertion';

const ISSUER = 'https://provider.test';
const WS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/';
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const identityOf = (attributes: Claims, nameIdFormat: string | null = null, subject = 'person-1') =>
  identityOfAssertion(ISSUER, {
    subject,
    nameIdFormat,
    attributes,
    authenticatedAt: 0,
    authenticationContext: null,
  });
const emailOf = (attributes: Claims, nameIdFormat?: string, subject?: string) => {
  const { email, claims } = identityOf(attributes, nameIdFormat, subject);
  assert.equal(claims.email, email ?? undefined, 'conditions see the same address');
  return email;
};

describe('identity of a SAML assertion', () => {
  it('has the attributes as claims, by the names that the provider gave them', () => {
    const attributes = {
      [`${WS}emailaddress`]: 'a@b.test',
      'urn:oid:2.5.4.42': 'Ada',
      sn: 'Lovelace',
      groups: ['x', 'y'],
    };
    assert.deepEqual(identityOf(attributes, 'urn:format'), {
      issuer: ISSUER,
      subject: 'person-1',
      claims: { ...attributes, nameId: 'person-1', nameIdFormat: 'urn:format', email: 'a@b.test' },
      email: 'a@b.test',
      firstName: 'Ada',
      lastName: 'Lovelace',
    });
  });

  it('knows the email address by the names that providers use, in order', () => {
    const names = ['email', 'mail', 'emailAddress', `${WS}emailaddress`, 'urn:oid:0.9.2342.19200300.100.1.3'];
    const all = names.map((name, index) => [name, `${index}@company.test`] as const);
    for (const [index] of names.entries())
      assert.equal(emailOf(Object.fromEntries(all.slice(index).reverse())), `${index}@company.test`);
    assert.equal(emailOf({}, EMAIL_FORMAT, 'a@b.test'), 'a@b.test');
    assert.equal(emailOf({ mail: 'c@d.test' }, EMAIL_FORMAT, 'a@b.test'), 'c@d.test');
    assert.equal(emailOf({}, 'urn:format', 'a@b.test'), null);
    assert.equal(emailOf({}), null);
  });

  it('has no email address unless the attribute is exactly one', () => {
    for (const email of [
      ['a@b.test', 'c@d.test'],
      'a',
      'a@',
      '@b.test',
      'a@b.test, c@d.test',
      'a b@c.test',
      ' a@b.test',
    ])
      assert.equal(emailOf({ email, mail: 'e@f.test' }, EMAIL_FORMAT, 'g@h.test'), null, String(email));
  });

  it('does not let attributes stand for what is checked here', () => {
    const { claims } = identityOf({
      nameId: 'admin',
      nameIdFormat: 'other',
      email: ['admin@company.test', 'a@b.test'],
      email_verified: 'true',
      mail: 'a@b.test',
    });
    assert.deepEqual(claims, { mail: 'a@b.test', nameId: 'person-1' });
  });

  it('has names that are one text', () => {
    const { firstName, lastName } = identityOf({ givenName: ['a', 'b'], lastName: 'Lovelace' });
    assert.deepEqual([firstName, lastName], [null, 'Lovelace']);
    const { firstName: first, lastName: last } = identityOf({
      [`${WS}givenname`]: 'Ada',
      [`${WS}surname`]: 'Lovelace',
    });
    assert.deepEqual([first, last], ['Ada', 'Lovelace']);
  });

  it('keeps claims apart from parts of objects', () => {
    const { claims } = identityOf(JSON.parse('{"__proto__":"a","constructor":"b"}'));
    assert.deepEqual(Object.entries(claims), [
      ['__proto__', 'a'],
      ['constructor', 'b'],
      ['nameId', 'person-1'],
    ]);
  });
});
