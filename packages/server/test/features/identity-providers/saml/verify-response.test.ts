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
const { accepts, refuses, refusesPosted, respond, verify, provider, time, expected } = verifier;
after(() => verifier.close());

const minuteMs = 60_000;
const iso = (at: number) => new Date(at).toISOString();
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
    await refuses({}, /does not match any of the provider’s certificates/, { certificates: [next.certificate] });
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

describe('SAML response: times', () => {
  it('are compared with a tolerance of a minute for clocks', async () => {
    const validForMs = 5 * minuteMs;
    const ending = (at: number) => ({ now: at - validForMs, validForMs });
    await accepts(ending(time.now() - minuteMs + 1));
    await refuses(
      ending(time.now() - minuteMs),
      /confirmation of the subject has expired\. Check the clocks/,
    );
    await accepts({ now: time.now() + minuteMs });
    await refuses({ now: time.now() + minuteMs + 1 }, /not valid yet\. Check the clocks/);
  });

  const conditionsEnding = (at: number) =>
    replacing(/(?<=<saml:Conditions NotBefore="[^"]*" NotOnOrAfter=")[^"]*/, iso(at));

  it('of conditions may end earlier than those of the subject', async () => {
    await accepts({ before: conditionsEnding(time.now() - minuteMs + 1) });
    await refuses({ before: conditionsEnding(time.now() - minuteMs) }, /^The assertion has expired/);
  });

  const session = (at: number) => replacing('SessionIndex="_session"', `SessionNotOnOrAfter="${iso(at)}"`);

  it('end with the session at the provider', async () => {
    await accepts({ before: session(time.now() - minuteMs + 1) });
    await refuses({ before: session(time.now() - minuteMs) }, /session at the provider has ended/);
  });

  it('pass on the clock of the server, not on that of the machine', async () => {
    const posted = respond();
    time.setClockBy(6 * minuteMs);
    try {
      await refusesPosted(posted, /has expired/);
    } finally {
      time.setClockBy(-6 * minuteMs);
    }
    await verify(posted);
  });

  it('of the authentication are known and not in the future', async () => {
    await accepts({ authenticatedAt: time.now() + minuteMs });
    await refuses({ authenticatedAt: time.now() + minuteMs + 1 }, /in the future/);
    await refuses(
      { before: replacing(/ AuthnInstant="[^"]*"/, '') },
      /does not say when the person signed in/,
    );
    await refuses(
      { before: replacing(/<saml:AuthnStatement .*<\/saml:AuthnStatement>/, '') },
      /does not say when/,
    );
  });

  it('of the subject have an end and no beginning', async () => {
    await refuses({ before: replacing(/ NotOnOrAfter="[^"]*"(?=\/>)/, '') }, /does not end \(NotOnOrAfter\)/);
    await refuses(
      {
        before: replacing(
          / NotOnOrAfter="[^"]*"(?=\/>)/,
          ` NotBefore="${iso(time.now())}" NotOnOrAfter="${iso(time.now() + 1)}"`,
        ),
      },
      /must not have a beginning/,
    );
  });

  it('are in UTC', async () => {
    const authenticated = (text: string) => ({ before: replacing(/(?<=AuthnInstant=")[^"]*/, text) });
    const date = iso(time.now()).slice(0, 10);
    for (const wrong of [
      `${date}T00:00:00+01:00`,
      `${date}T00:00:00`,
      `${date}T24:00:00Z`,
      '2026-02-30T00:00:00Z',
      `${date}T00:00Z`,
      'now',
      '',
    ])
      await refuses(authenticated(wrong), /AuthnInstant of AuthnStatement is not a time in UTC/);
    for (const right of [`${date}T00:00:00Z`, `${date}T00:00:00.1234567Z`])
      assert.equal(
        (await accepts(authenticated(right))).authenticatedAt,
        Date.parse(right.slice(0, 23).replace(/(\.\d{3}).*|Z$/, '$1Z')),
      );
  });
});

describe('SAML response: the subject', () => {
  it('is the same at each sign-in', async () => {
    await refuses(
      { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
      /^The provider sends a new NameID at each sign-in \(transient\)\. Configure a persistent one\.$/,
    );
  });

  it('may have any other format, or none', async () => {
    assert.equal((await accepts({ nameIdFormat: null })).nameIdFormat, null);
    const format = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';
    assert.equal((await accepts({ nameIdFormat: format })).nameIdFormat, format);
  });

  it('is one name ID of up to 255 characters', async () => {
    const noneValid = /no valid NameID/;
    assert.equal((await accepts({ subject: 'x'.repeat(255) })).subject.length, 255);
    for (const subject of ['', 'x'.repeat(256), ' person', 'person\n', '\u00a0person'])
      await refuses({ subject }, noneValid);
    await refuses({ before: replacing('person-1', '<b>person-1</b>') }, noneValid);
    await refuses(
      { before: inserting('<saml:NameID', '<saml:NameID>other</saml:NameID>') },
      /exactly one element NameID/,
    );
    await refuses(
      { before: replacing(/<saml:NameID.*<\/saml:NameID>/, '<saml:BaseID/>') },
      /exactly one element NameID/,
    );
    await refuses(
      { before: inserting('<saml:Conditions', '<saml:Subject/>') },
      /exactly one element Subject/,
    );
  });

  it('belongs to this provider and application', async () => {
    for (const attribute of ['NameQualifier', 'SPNameQualifier'])
      await refuses(
        { before: replacing('<saml:NameID ', `<saml:NameID ${attribute}="https://other.test" `) },
        /NameID belongs to another provider or application/,
      );
  });

  it('is confirmed for the bearer', async () => {
    await refuses({ before: replacing('cm:bearer', 'cm:sender-vouches') }, /no bearer confirmation/);
    await refuses(
      { before: replacing(/<saml:SubjectConfirmationData [^>]*>/, '') },
      /exactly one element SubjectConfirmationData/,
    );
  });

  it('is not encrypted, and neither is anything else', async () => {
    await refuses(
      { before: replacing(/<saml:NameID.*<\/saml:NameID>/, '<saml:EncryptedID/>') },
      /encrypts name IDs/,
    );
    const attribute = '<saml:AttributeStatement><saml:EncryptedAttribute/></saml:AttributeStatement>';
    await refuses({ before: inserting('</saml:Assertion>', attribute) }, /encrypts attributes/);
    await refuses(
      {
        signs: 'response',
        before: replacing(/<saml:Assertion .*<\/saml:Assertion>/, '<saml:EncryptedAssertion/>'),
      },
      /encrypts assertions/,
    );
  });
});

describe('SAML response: conditions', () => {
  it('that are not known are not met', async () => {
    const condition = '<saml:Condition xmlns:x="urn:x" x:type="x:Weekday"/>';
    await refuses(
      { before: inserting('</saml:Conditions>', condition) },
      /an unknown condition \(Condition\)/,
    );
    await refuses(
      { before: inserting('</saml:Conditions>', '<x:OneTimeUse xmlns:x="urn:x"/>') },
      /an unknown condition/,
    );
    await accepts({
      before: inserting('</saml:Conditions>', '<saml:OneTimeUse/><saml:ProxyRestriction Count="0"/>'),
    });
  });
});

describe('SAML response: attributes', () => {
  const statement = (xml: string) => ({
    before: inserting('</saml:Assertion>', `<saml:AttributeStatement>${xml}</saml:AttributeStatement>`),
  });
  const attribute = (attributes: string, ...values: readonly string[]) =>
    `<saml:Attribute ${attributes}>${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`;

  it('are texts or lists, without empty values', async () => {
    const { attributes } = await accepts(
      statement(
        attribute('Name="one"', 'a') +
          attribute('Name="two"', 'a', '', ' ', 'b') +
          attribute('Name="none"', '') +
          attribute('Name="nothing"') +
          attribute('Name="complex"', '<saml:NameID>a</saml:NameID>') +
          attribute('Name="again"', 'a') +
          attribute('Name="again"', 'b'),
      ),
    );
    assert.deepEqual(attributes, { one: 'a', two: ['a', 'b'], again: ['a', 'b'] });
  });

  it('have their friendly names too, unless those are ambiguous', async () => {
    const { attributes } = await accepts(
      statement(
        attribute('Name="urn:oid:2.5.4.42" FriendlyName="givenName"', 'Ada') +
          attribute('Name="urn:a" FriendlyName="role"', 'viewer') +
          attribute('Name="urn:b" FriendlyName="role"', 'owner') +
          attribute('Name="urn:c" FriendlyName="urn:a"', 'owner'),
      ),
    );
    assert.deepEqual(attributes, {
      'urn:oid:2.5.4.42': 'Ada',
      givenName: 'Ada',
      'urn:a': 'viewer',
      'urn:b': 'owner',
      'urn:c': 'owner',
    });
  });

  it('have a name', async () => {
    await refuses(statement(attribute('Name=""', 'a')), /An attribute of the assertion has no name/);
  });
});
