import assert from 'node:assert/strict';
import { createHmac, createSecretKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { after, describe, it } from 'node:test';
import type { SignatureAlgorithm } from 'xml-crypto';
import {
  ENVELOPED,
  EXCLUSIVE_C14N,
  forgedSaml,
  fromBase64,
  inserting,
  replacing,
  signElement,
  toBase64,
} from '../../../../../../test/support/sign-in/saml-responses.ts';
import { samlVerifier } from '../../../../../../test/support/sign-in/saml-verifier.ts';
import { selfSignedCertificate } from '../../../../../../test/support/sign-in/self-signed-certificate.ts';

const verifier = samlVerifier();
const { accepts, refuses, refusesPosted, respond, provider, expected, samlSignatures } = verifier;
after(() => verifier.close());

const NOT_SIGNED_SO =
  /^The signature does not match any of the provider’s certificates, or the response was changed/;
const NOT_SIGNED = /^Neither the response nor the assertion is signed/;

describe('SAML response: a signature is refused', () => {
  it('if there is none', async () => {
    await refuses({ signs: 'nothing' }, NOT_SIGNED);
    await refuses({ after: replacing(/<ds:Signature .*<\/ds:Signature>/, '') }, NOT_SIGNED);
    await refuses(
      { signs: 'response', after: replacing(/<ds:Signature .*<\/ds:Signature>/, '') },
      NOT_SIGNED,
    );
  });

  it('if what it covers was changed', async () => {
    for (const signs of ['assertion', 'response', 'both'] as const)
      await refuses({ signs, after: replacing('person-1', 'person-2') }, NOT_SIGNED_SO);
    await refuses(
      { signs: 'response', after: replacing('ID="_response"', 'ID="_other"') },
      /does not refer to the element/,
    );
    await refuses(
      { signs: 'response', after: replacing('IssueInstant="2', 'IssueInstant="1') },
      NOT_SIGNED_SO,
    );
  });

  it('if only one of two is right', async () => {
    await refuses({ signs: 'both', between: replacing('person-1', 'person-2') }, NOT_SIGNED_SO);
    await refuses({ signs: 'both', after: replacing('IssueInstant="2', 'IssueInstant="1') }, NOT_SIGNED_SO);
    const { privateKey } = forgedSaml();
    const other = (xml: string) => signElement(xml, 'Response', { privateKey });
    await refuses({ signs: 'assertion', after: other }, NOT_SIGNED_SO);
  });

  it('by a key that only the response vouches for', async () => {
    const { privateKey, certificate } = forgedSaml();
    await refuses({ signature: { privateKey, certificate } }, NOT_SIGNED_SO);
    await refuses({ signature: { privateKey } }, NOT_SIGNED_SO);
    await accepts({ signature: { certificate } });
  });

  it('by another provider, which the tenant trusts too', async () => {
    const other = forgedSaml({ entityId: 'https://other.test' });
    const { requestId, acsUrl, spEntityId } = expected;
    const posted = other.respond({ requestId, acsUrl, spEntityId, issuer: provider.entityId });
    await refusesPosted(posted, NOT_SIGNED_SO);
  });

  it('with a weak or unusual algorithm', async () => {
    await refuses(
      { signature: { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' } },
      /uses “rsa-sha1”/,
    );
    await refuses({ signature: { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' } }, /uses “sha1”/);
    for (const name of [
      '2001/04/xmldsig-more#rsa-sha384',
      '2007/05/xmldsig-more#sha256-rsa-MGF1',
      '2000/09/xmldsig#dsa-sha1',
    ])
      await refuses(
        { after: replacing(/[^"]*#rsa-sha256/, `http://www.w3.org/${name}`) },
        new RegExp(`uses “${name.split('#')[1]}”, which is not allowed\\. Let the provider sign with RSA`),
      );
    await refuses({ after: replacing(/[^"]*#rsa-sha256/, '') }, /uses “”/);
  });

  it('with the certificate as the secret of an HMAC', async () => {
    const algorithm = 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256';
    await refuses(
      {
        signature: {
          privateKey: createSecretKey(provider.certificate, 'utf8'),
          algorithm,
          prepare: (signer) => {
            signer.SignatureAlgorithms[algorithm] = signingWith(algorithm, (content, key) =>
              createHmac('sha256', key).update(content).digest('base64'),
            );
          },
        },
      },
      /uses “hmac-sha256”/,
    );
  });

  it('with elliptic curves', async () => {
    const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const certificate = selfSignedCertificate(keys);
    await refuses(
      { after: replacing(/[^"]*#rsa-sha256/, 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256') },
      /uses “ecdsa-sha256”/,
      { certificates: [certificate] },
    );
  });

  it('with other transforms', async () => {
    const refusal = /must have two transforms: enveloped-signature and exclusive XML canonicalization/;
    const transforms = (text: string) => ({
      after: replacing(/<ds:Transforms>.*<\/ds:Transforms>/, `<ds:Transforms>${text}</ds:Transforms>`),
    });
    const transform = (algorithm: string, content = '') =>
      `<ds:Transform Algorithm="${algorithm}">${content}</ds:Transform>`;
    const [enveloped, exclusive] = [transform(ENVELOPED), transform(EXCLUSIVE_C14N)];
    const xpath = transform('http://www.w3.org/TR/1999/REC-xpath-19991116', '<ds:XPath>false()</ds:XPath>');
    const xslt = transform('http://www.w3.org/TR/1999/REC-xslt-19991116');
    for (const wrong of [
      '',
      enveloped,
      exclusive,
      exclusive + enveloped,
      enveloped + xslt,
      enveloped + xpath,
      enveloped + xpath + exclusive,
      enveloped + exclusive + exclusive,
      enveloped + transform(`${EXCLUSIVE_C14N}WithComments`),
      enveloped + transform('http://www.w3.org/TR/2001/REC-xml-c14n-20010315'),
      enveloped + transform(EXCLUSIVE_C14N, '<ds:XPath>false()</ds:XPath>'),
      transform(ENVELOPED, '<x/>') + exclusive,
      `${enveloped}<ds:Transform xmlns:x="urn:x" x:Algorithm="urn:x" Algorithm="${EXCLUSIVE_C14N}"/>`,
    ])
      await refuses(transforms(wrong), refusal);
    await accepts(transforms(enveloped + exclusive));
    await refuses({ signature: { transforms: [ENVELOPED, `${EXCLUSIVE_C14N}WithComments`] } }, refusal);
  });

  it('with another canonicalization', async () => {
    const refusal = /does not use exclusive XML canonicalization/;
    await refuses({ signature: { canonicalization: `${EXCLUSIVE_C14N}WithComments` } }, refusal);
    await refuses(
      { signature: { canonicalization: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315' } },
      refusal,
    );
  });

  it('with parts that some libraries overlook', async () => {
    const signature = 'The signature has parts that are not allowed';
    for (const [change, reason] of [
      [inserting('</ds:Signature>', '<ds:Object><x/></ds:Object>'), signature],
      [inserting('<ds:SignedInfo>', '<ds:SignedInfo/>'), signature],
      [inserting('<ds:SignatureValue>', '<ds:SignatureValue/>'), signature],
      [replacing(/<ds:SignatureValue>.*<\/ds:SignatureValue>/, ''), signature],
      [replacing(/(?<=<ds:SignatureValue>)[^<]*/, ''), 'no value'],
      [replacing(/(?<=<ds:SignatureValue>)/, '<x/>'), 'no value'],
      [inserting('<ds:Reference ', '<ds:Reference URI="#_response"/>'), 'exactly one reference'],
      [replacing(/<ds:Reference .*<\/ds:Reference>/, ''), 'exactly one reference'],
      [inserting('</ds:SignedInfo>', '<x/>'), 'exactly one reference'],
      [
        inserting('<ds:DigestValue>', '<ds:DigestValue>AAAA</ds:DigestValue>'),
        'The reference of the signature has parts',
      ],
      [replacing(/(?<=<ds:DigestValue>)/, '<x/>'), 'The digest of the signature has parts'],
      [replacing(/(?<=<ds:DigestValue>)/, '<!-- AAAA -->'), 'it contains a comment'],
    ] as const)
      await refuses({ after: change }, new RegExp(reason));
  });

  it('of something else', async () => {
    const elsewhere = /^The signature does not refer to the element that contains it/;
    const uri = (value: string) => replacing(/URI="[^"]*"/, `URI="${value}"`);
    for (const other of [
      '',
      '#_response',
      '_assertion',
      "#xpointer(id('_assertion'))",
      'https://provider.test/',
    ])
      await refuses({ after: uri(other) }, elsewhere);
    await refuses({ after: replacing('URI="#_assertion"', 'Type="urn:x" URI="#_assertion"') }, elsewhere);
    // The provider signed an element that means nothing, and its signature is moved to where it would mean everything.
    const extension = '<saml:Advice ID="_advice"><saml:Issuer/></saml:Advice>';
    const signed = (xml: string) => signElement(xml, 'Advice', { privateKey: provider.privateKey });
    const move = (xml: string) => {
      const [signature = ''] = /<ds:Signature .*<\/ds:Signature>/.exec(xml) ?? [];
      return inserting('<saml:Subject>', signature)(xml.replace(signature, ''));
    };
    const before = inserting('</saml:Assertion>', extension);
    await refuses({ signs: 'nothing', before, after: (xml) => move(signed(xml)) }, elsewhere);
    await refuses(
      { signs: 'nothing', before, after: signed },
      /a signature that is not of the response/,
    );
  });

  it('in another place, or twice', async () => {
    const [place, twice] = [/a signature that is not of the response/, /has more than one signature/];
    const moved = (before: string) => (xml: string) => {
      const [signature = ''] = /<ds:Signature .*<\/ds:Signature>/.exec(xml) ?? [];
      return inserting(before, signature)(xml.replace(signature, ''));
    };
    await refuses({ after: moved('</samlp:Status>') }, place);
    await refuses({ after: moved('</saml:Subject>') }, place);
    await refuses({ after: moved('<samlp:Status>') }, /does not refer to the element/);
    await refuses(
      { after: inserting('<saml:Subject>', '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/>') },
      twice,
    );
    await refuses({ after: inserting('<saml:Subject>', '<x:Signature xmlns:x="urn:x"/>') }, place);
  });
});

/** An algorithm that the library does not have. */
const signingWith = (name: string, sign: (content: string, key: KeyObject) => string) =>
  class implements SignatureAlgorithm {
    getAlgorithmName = () => name;
    getSignature = ((content: string, key: KeyObject) =>
      sign(content, key)) as SignatureAlgorithm['getSignature'];
    verifySignature = (() => false) as SignatureAlgorithm['verifySignature'];
  };

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
    await refuses({ after: inserting('</samlp:Response>', '<samlp:Response/>') }, /contains another response/);
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

describe('SAML response: XML', () => {
  const inSubject = (text: string) => ({ after: replacing('person-1', `person${text}-1`) });
  const withType = (type: string, entity = '') => ({
    after: (xml: string) => type + xml.replace('person-1', () => `person-1${entity}`),
  });

  it('with a comment in the name ID is refused, although signatures leave comments out', async () => {
    await refuses(inSubject('<!---->'), /it contains a comment/);
    await refuses(inSubject('<!-- x -->'), /it contains a comment/);
    await refuses({ before: replacing('person-1', 'per<!---->son-1') }, /it contains a comment/);
    await refuses({ after: (xml) => `<!---->${xml}` }, /it contains a comment/);
    await refuses({ after: (xml) => `${xml}<!---->` }, /it contains a comment/);
  });

  it('with a CDATA section or a processing instruction is refused', async () => {
    await refuses(inSubject('<![CDATA[]]>'), /it contains a CDATA section/);
    await refuses({ before: replacing('person-1', '<![CDATA[person-1]]>') }, /it contains a CDATA section/);
    await refuses(inSubject('<?x?>'), /it contains a processing instruction/);
    await refuses(
      { after: (xml) => `<?xml-stylesheet href="https://other.test/"?>${xml}` },
      /a processing instruction/,
    );
  });

  it('with any document type is refused', async () => {
    const refusal = /it contains a document type declaration/;
    await refuses(withType('<!DOCTYPE x>'), refusal);
    await refuses(withType('<!DOCTYPE x SYSTEM "https://other.test/x.dtd">'), refusal);
    await refuses(withType('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>', '&e;'), refusal);
    await refuses(withType('<!DOCTYPE x [<!ENTITY % p SYSTEM "https://other.test/p"> %p;]>'), refusal);
    const laughs = Array.from(
      { length: 9 },
      (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
    ).join('');
    await refuses(withType(`<!DOCTYPE x [<!ENTITY l0 "ha">${laughs}]>`, '&l9;'), refusal);
    await refuses(withType('<!doctype x>'), /not well-formed/);
    await refuses(inSubject('<!DOCTYPE x>'), refusal);
  });

  it('with an entity is refused', async () => {
    for (const entity of ['&e;', '&nbsp;', '&#x;', '&', '&amp', '&AMP;', '&#X41;'])
      await refuses(inSubject(entity), /refers to an entity that is not predefined/);
    for (const character of ['&#0;', '&#x0;', '&#xB;', '&#xD800;', '&#xFFFF;', '&#x110000;'])
      await refuses(inSubject(character), /a character that is not allowed/);
  });

  it('that is not UTF-8 is refused', async () => {
    const [utf16, latin1, declared] = [
      Buffer.from(`\ufeff${fromBase64(respond())}`, 'utf16le'),
      Buffer.from(fromBase64(respond({ subject: 'Söhne' })), 'latin1'),
      Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${fromBase64(respond())}`),
    ];
    for (const bytes of [utf16, latin1, declared])
      await refusesPosted(bytes.toString('base64'), /it is not encoded in UTF-8/);
    await refuses(inSubject('\u0000'), /a character that is not allowed/);
  });

  it('that is large or deep is refused before anything computes with it', async () => {
    const many = (text: string, count: number) => ({
      after: inserting('</samlp:Status>', text.repeat(count)),
    });
    await refuses(many('x', 256 * 1024), /it is larger than 256 KB/);
    await refuses(many('é', 127 * 1024), /it is larger than 256 KB/);
    await refuses(many('<x>', 60), /nested more than 50 deep/);
    await refuses(many('<x/>', 4000), /more than 4000 elements/);
    const attributes = Array.from({ length: 101 }, (_, at) => ` a${at}=""`).join('');
    await refuses(many(`<x${attributes}/>`, 1), /more than 100 attributes/);
  });

  it('that is cut off, or not Base64, is refused', async () => {
    const posted = respond();
    for (const wrong of [
      '',
      ' ',
      '%',
      posted.slice(0, -3),
      `${posted}====`,
      `=${posted}`,
      posted.replaceAll('A', '-'),
    ])
      await refusesPosted(wrong, /not complete, or not Base64/);
    await refusesPosted(posted.slice(0, 4000), /not well-formed XML/);
    for (const other of ['text', '{}', '<x>', '<x></y>', '<x><y></x></y>', '<x a=1/>'])
      await refusesPosted(toBase64(other), /not well-formed XML/);
    await refusesPosted(toBase64('<x/>'), /sent x instead of a response/);
    await refuses({ after: (xml) => `${xml}<x/>` }, /something follows its last element/);
  });

  it('of another message or version is refused', async () => {
    await refuses(
      { after: (xml) => xml.replaceAll('samlp:Response', 'samlp:LogoutResponse') },
      /sent LogoutResponse instead/,
    );
    await refuses({ after: replacing('protocol"', 'other"') }, /instead of a response/);
    await refuses({ after: replacing('Version="2.0"', 'Version="1.1"') }, /^Response does not have version 2\.0/);
    await refuses(
      { signs: 'response', before: replacing(/(?<=<saml:Assertion .*)Version="2.0"/, '') },
      /^Assertion has another/,
    );
  });
});
