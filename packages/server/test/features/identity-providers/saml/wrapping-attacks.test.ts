import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import {
  fromBase64,
  inserting,
  replacing,
  toBase64,
} from '../../../../../../test/support/sign-in/saml-responses.ts';
import { samlVerifier } from '../../../../../../test/support/sign-in/saml-verifier.ts';

const verifier = samlVerifier();
const { refuses, refusesPosted, respond, expected, samlSignatures } = verifier;
after(() => verifier.close());

/** The good parts of a response, and an evil copy of the assertion. */
function partsOf(xml: string) {
  const [assertion = ''] = /<saml:Assertion .*<\/saml:Assertion>/.exec(xml) ?? [];
  const [signature = ''] = /<ds:Signature .*<\/ds:Signature>/.exec(xml) ?? [];
  const withoutSignature = (text: string) => text.replace(signature, '');
  const evil = withoutSignature(assertion)
    .replace('ID="_assertion"', 'ID="_evil"')
    .replace('person-1', 'admin');
  const evilResponse = withoutSignature(xml)
    .replace('ID="_response"', 'ID="_evil"')
    .replace('person-1', 'admin');
  return { xml, assertion, signature, evil, evilResponse, withoutSignature };
}
type Parts = ReturnType<typeof partsOf>;

const into = (signature: string, text: string) => signature.replace(/(?=<\/ds:Signature>)/, text);
const asObject = (text: string) => `<ds:Object>${text}</ds:Object>`;

/** The variants of “On Breaking SAML: Be Whoever You Want to Be” (USENIX Security 2012), as SAML Raider numbers them. */
const WRAPPINGS: Readonly<Record<string, readonly ['response' | 'assertion', (parts: Parts) => string]>> = {
  'XSW1, the signed response in the signature of an evil one': [
    'response',
    ({ xml, signature, evilResponse, withoutSignature }) =>
      evilResponse.replace('<samlp:Status>', () => `${into(signature, withoutSignature(xml))}<samlp:Status>`),
  ],
  'XSW2, the signed response beside the signature of an evil one': [
    'response',
    ({ xml, signature, evilResponse, withoutSignature }) =>
      evilResponse.replace('<samlp:Status>', () => `${withoutSignature(xml)}${signature}<samlp:Status>`),
  ],
  'XSW3, an evil assertion before the signed one': [
    'assertion',
    ({ xml, assertion, evil }) => xml.replace(assertion, () => evil + assertion),
  ],
  'XSW4, the signed assertion in an evil one': [
    'assertion',
    ({ xml, assertion, evil }) =>
      xml.replace(assertion, () => evil.replace('</saml:Assertion>', () => `${assertion}</saml:Assertion>`)),
  ],
  'XSW5, the signature in an evil assertion, before the signed one': [
    'assertion',
    ({ xml, assertion, evil, signature, withoutSignature }) =>
      xml.replace(
        assertion,
        () =>
          evil.replace('<saml:Subject>', () => `${signature}<saml:Subject>`) + withoutSignature(assertion),
      ),
  ],
  'XSW6, the signed assertion in the signature of an evil one': [
    'assertion',
    ({ xml, assertion, evil, signature, withoutSignature }) =>
      xml.replace(assertion, () =>
        evil.replace('<saml:Subject>', () => `${into(signature, withoutSignature(assertion))}<saml:Subject>`),
      ),
  ],
  'XSW7, an evil assertion in an extension': [
    'assertion',
    ({ xml, evil }) =>
      xml.replace('<samlp:Status>', () => `<samlp:Extensions>${evil}</samlp:Extensions><samlp:Status>`),
  ],
  'XSW8, the signed assertion in an object of the signature of an evil one': [
    'assertion',
    ({ xml, assertion, evil, signature, withoutSignature }) =>
      xml.replace(assertion, () =>
        evil.replace(
          '<saml:Subject>',
          () => `${into(signature, asObject(withoutSignature(assertion)))}<saml:Subject>`,
        ),
      ),
  ],
};

describe('SAML response: signature wrapping', () => {
  for (const [name, [signs, wrap]] of Object.entries(WRAPPINGS)) {
    const wrapped = () => wrap(partsOf(fromBase64(respond({ signs }))));

    it(`${name}, is refused`, async () => {
      const xml = wrapped();
      assert.ok(xml.includes('>admin<') && xml.includes('>person-1<'));
      await refusesPosted(toBase64(xml), /^The response contains more than one assertion\.$/);
    });

    it(`${name}, does not verify either`, async () => {
      const signed = { isResponseSigned: signs === 'response', isAssertionSigned: signs === 'assertion' };
      const { certificates } = expected;
      const result = await samlSignatures.run({ xml: wrapped(), certificates, ...signed });
      assert.doesNotMatch(JSON.stringify(result), /admin/);
    });
  }

  it('with an assertion of another namespace, or of none', async () => {
    for (const other of ['<Assertion xmlns="urn:x"/>', '<Assertion xmlns=""/>', '<samlp:Assertion/>'])
      await refuses({ after: inserting('</samlp:Response>', other) }, /more than one assertion/);
    await refuses(
      { signs: 'response', before: (xml) => xml.replaceAll('saml:Assertion', 'samlp:Assertion') },
      /in the wrong place/,
    );
  });

  it('with the assertion in another place', async () => {
    const before = (xml: string) => {
      const { assertion } = partsOf(xml);
      return xml.replace(assertion, () => `<samlp:Extensions>${assertion}</samlp:Extensions>`);
    };
    await refuses({ signs: 'response', before }, /in the wrong place/);
  });

  it('with a response in a response', async () => {
    await refuses(
      { after: inserting('</samlp:Response>', '<samlp:Response/>') },
      /contains another response/,
    );
  });

  it('with a signed response that holds no assertion', async () => {
    await refuses(
      { signs: 'response', before: (xml) => xml.replace(partsOf(xml).assertion, '') },
      /contains no assertion/,
    );
  });

  it('with an ID that is there twice', async () => {
    const twice = /two elements with the same ID/;
    await refuses({ signs: 'nothing', before: replacing('ID="_response"', 'ID="_assertion"') }, twice);
    for (const attribute of ['ID', 'Id', 'id', 'xml:id', 'samlp:ID'])
      await refuses(
        { after: replacing('<samlp:Status>', `<samlp:Status ${attribute}="_assertion">`) },
        twice,
      );
  });

  it('with an ID that means something in a query', async () => {
    for (const id of ["a'b", 'a&quot;b', '', '1a', 'a b'])
      await refuses(
        { signs: 'nothing', before: replacing('ID="_assertion"', `ID="${id}"`) },
        /Assertion has no valid ID/,
      );
    await refuses({ before: replacing(' ID="_response"', '') }, /Response has no valid ID/);
  });
});
