import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { inserting, replacing } from '../../../../../../test/support/sign-in/saml-responses.ts';
import { samlVerifier } from '../../../../../../test/support/sign-in/saml-verifier.ts';

const verifier = samlVerifier();
const { accepts, refuses, refusesPosted, respond, verify, time } = verifier;
after(() => verifier.close());

const minuteMs = 60_000;
const iso = (at: number) => new Date(at).toISOString();

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
