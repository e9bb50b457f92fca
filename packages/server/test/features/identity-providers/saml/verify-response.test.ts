import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import {
  forgedSaml,
  fromBase64,
  inserting,
  PERSISTENT,
  replacing,
} from '../../../../../../test/support/sign-in/saml-responses.ts';
import { samlVerifier } from '../../../../../../test/support/sign-in/saml-verifier.ts';

const verifier = samlVerifier();
const { accepts, refuses, respond, verify, provider, time, expected } = verifier;
after(() => verifier.close());

const minuteMs = 60_000;

describe('SAML response: accepted', () => {
  for (const [signs, like] of [
    ['response', 'Keycloak'],
    ['assertion', 'Microsoft Entra ID'],
    ['both', 'Okta'],
  ] as const)
    it(`with a signature of ${signs === 'both' ? 'both response and assertion' : `the ${signs}`}, as ${like} signs`, async () => {
      const attributes = { email: 'person@company.test', groups: ['a', 'b'] };
      assert.deepEqual(await accepts({ signs, attributes, authenticatedAt: time.now() - minuteMs }), {
        subject: 'person-1',
        nameIdFormat: PERSISTENT,
        attributes,
        authenticatedAt: time.now() - minuteMs,
        authenticationContext: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
      });
    });

  it('with RSA and SHA-512', async () => {
    await accepts({
      signature: {
        algorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
        digest: 'http://www.w3.org/2001/04/xmlenc#sha512',
      },
    });
  });

  it('with a list of namespaces to include in what is signed', async () => {
    const before = replacing(
      '<saml:Assertion ',
      '<saml:Assertion xmlns:xs="http://www.w3.org/2001/XMLSchema" ',
    );
    const posted = respond({ before, signature: { inclusivePrefixes: ['xs'] } });
    assert.equal(fromBase64(posted).match(/PrefixList="xs"/g)?.length, 1);
    await verify(posted);
  });

  it('with line breaks in the Base64, an XML declaration and a byte order mark', async () => {
    const posted = respond({ after: (xml) => `\ufeff<?xml version="1.0" encoding="UTF-8"?>\n${xml}` });
    await verify(posted.replaceAll(/.{76}/g, '$&\r\n'));
  });

  it('by any of the provider’s certificates, as while it replaces one', async () => {
    const next = forgedSaml();
    await accepts({}, { certificates: [next.certificate, provider.certificate] });
    await refuses({}, /does not match any of the provider’s certificates/, {
      certificates: [next.certificate],
    });
  });

  it('with a thousand groups', async () => {
    const groups = Array.from({ length: 1000 }, (_, index) => `a group of the company, number ${index}`);
    const before = (xml: string) =>
      xml.replaceAll(
        '<saml:AttributeValue>',
        '<saml:AttributeValue xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">',
      );
    const { attributes } = await accepts({ attributes: { groups }, before });
    assert.deepEqual(attributes.groups, groups);
  });

  it('with one bearer confirmation that holds among others', async () => {
    const other = '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:holder-of-key"/>';
    const wrong = `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData Recipient="https://other.test/"/></saml:SubjectConfirmation>`;
    await accepts({ before: inserting('<saml:SubjectConfirmation ', other + wrong) });
  });

  it('with qualifiers of the name ID that name both sides', async () => {
    const qualifiers = `NameQualifier="${provider.entityId}" SPNameQualifier="${expected.spEntityId}"`;
    await accepts({ before: replacing('<saml:NameID ', `<saml:NameID ${qualifiers} `) });
  });

  it('with characters that XML has to escape', async () => {
    const { subject, attributes } = await accepts({
      subject: `O'Neil & <"Söhne"> 売上`,
      attributes: { 'a "name"': '1 < 2 & 3', ['__proto__']: 'a claim' },
    });
    assert.equal(subject, `O'Neil & <"Söhne"> 売上`);
    assert.equal(attributes['a "name"'], '1 < 2 & 3');
    assert.deepEqual(Object.keys(attributes).sort(), ['__proto__', 'a "name"']);
  });
});

describe('SAML response: refused by status', () => {
  const statusOf = (status: readonly string[], statusMessage?: string) => ({
    status,
    signs: 'nothing' as const,
    ...(statusMessage !== undefined && { statusMessage }),
  });

  it('says that the person may not sign in', async () => {
    for (const code of ['AuthnFailed', 'RequestDenied', 'NoAuthnContext']) {
      const { check, code: failure } = await refuses(
        statusOf(['Responder', code], 'Not assigned'),
        new RegExp(`^The provider returned “Responder, ${code}: Not assigned”\\. Either this person`),
      );
      assert.deepEqual([check, failure], ['authorization', 'refused']);
    }
  });

  it('says what the provider cannot do', async () => {
    const { check, code } = await refuses(
      statusOf(['Requester', 'InvalidNameIDPolicy']),
      /^The provider returned “Requester, InvalidNameIDPolicy”\. Configure a persistent name ID/,
    );
    assert.deepEqual([check, code], ['authorization', 'misconfigured']);
    await refuses(statusOf(['VersionMismatch']), /^The provider returned “VersionMismatch”\.$/);
  });

  it('shortens what the provider says, and makes it printable', async () => {
    const { message } = await refuses(
      statusOf(['Responder'], `\u202eright to left ${'x'.repeat(5000)}`),
      /Responder: \\u202eright to left x+…/,
    );
    assert.ok(message.length < 500, message);
  });

  it('does not accept an assertion beside a failure', async () => {
    await refuses(
      { signs: 'both', before: replacing('status:Success', 'status:Responder') },
      /returned “Responder”/,
    );
  });

  it('needs a status', async () => {
    await refuses({ before: replacing(/<samlp:Status>.*<\/samlp:Status>/, '') }, /no status/);
    await refuses({ before: replacing(/<samlp:Status>.*<\/samlp:Status>/, '<samlp:Status/>') }, /no status/);
  });
});

describe('SAML response: made for somebody else', () => {
  it('for another address', async () => {
    const destination = 'https://other.test/acs';
    await refuses(
      { destination },
      /^The response was made for another address \(“https:\/\/other\.test\/acs”\)/,
    );
    await refuses(
      { recipient: destination },
      /^The assertion was made for another address \(recipient “https:\/\/other/,
    );
    await refuses({ before: replacing(/ Recipient="[^"]*"/, '') }, /another address \(recipient “”\)/);
  });

  it('for no address, if it is signed itself', async () => {
    const before = replacing(/ Destination="[^"]*"/, '');
    await refuses({ signs: 'response', before }, /does not name the address it was made for \(Destination\)/);
    await refuses({ signs: 'both', before }, /does not name the address it was made for \(Destination\)/);
    await accepts({ signs: 'assertion', before });
  });

  it('for another application', async () => {
    await refuses(
      { audience: 'https://other.test' },
      /^The assertion was made for another application \(audience “https:\/\/other\.test”\)/,
    );
    const second = `<saml:AudienceRestriction><saml:Audience>https://other.test</saml:Audience></saml:AudienceRestriction>`;
    await refuses({ before: inserting('</saml:Conditions>', second) }, /audience “https:\/\/other\.test”/);
    await accepts({
      before: inserting('</saml:AudienceRestriction>', '<saml:Audience>https://other.test</saml:Audience>'),
    });
  });

  it('for any application', async () => {
    await refuses(
      { before: replacing(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '') },
      /does not name the application it was made for/,
    );
    await refuses(
      { before: replacing(/<saml:Audience>.*<\/saml:Audience>/, '') },
      /another application \(audience “”\)/,
    );
    await refuses(
      { before: replacing(/<saml:Conditions .*<\/saml:Conditions>/, '') },
      /exactly one element Conditions/,
    );
  });

  it('by another provider', async () => {
    await refuses(
      { issuer: 'https://other.test' },
      /^The response is from another provider \(“https:\/\/other\.test”\)/,
    );
    const [response, assertion] = [
      /<saml:Issuer>[^<]*(?=<\/saml:Issuer><samlp)/,
      /<saml:Issuer>[^<]*(?=<\/saml:Issuer><saml:Sub)/,
    ];
    await refuses(
      { before: replacing(response, '<saml:Issuer>https://other.test') },
      /^The response is from another/,
    );
    await refuses(
      { before: replacing(assertion, '<saml:Issuer>https://other.test') },
      /^The assertion is from another/,
    );
    await refuses(
      { before: replacing(assertion, `<saml:Issuer>${provider.entityId}/`) },
      /^The assertion is from another/,
    );
    await accepts({ before: replacing(/<saml:Issuer>[^<]*<\/saml:Issuer>(?=<samlp)/, '') });
  });

  it('in another sign-in', async () => {
    await refuses({ requestId: '_other' }, /^The response belongs to another sign-in/);
    const ofResponse = / InResponseTo="_request"(?=><saml:Issuer)/;
    const ofAssertion = / InResponseTo="_request"(?= Recipient)/;
    await refuses(
      { before: replacing(ofResponse, ' InResponseTo="_other"') },
      /^The response belongs to another/,
    );
    await refuses(
      { before: replacing(ofAssertion, ' InResponseTo="_other"') },
      /^The assertion belongs to another/,
    );
    await refuses({ before: replacing(ofAssertion, '') }, /^The assertion belongs to another/);
  });

  it('without a request', async () => {
    await refuses(
      { before: replacing(/ InResponseTo="_request"(?=><saml:Issuer)/, '') },
      /without a request/,
    );
  });
});
