import { createHmac, createSecretKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { after, describe, it } from 'node:test';
import type { SignatureAlgorithm } from 'xml-crypto';
import {
  ENVELOPED,
  EXCLUSIVE_C14N,
  forgedSaml,
  inserting,
  replacing,
  signElement,
} from '../../../../../../test/support/sign-in/saml-responses.ts';
import { samlVerifier } from '../../../../../../test/support/sign-in/saml-verifier.ts';
import { selfSignedCertificate } from '../../../../../../test/support/sign-in/self-signed-certificate.ts';

const verifier = samlVerifier();
const { accepts, refuses, refusesPosted, provider, expected } = verifier;
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
    await refuses({ signs: 'nothing', before, after: signed }, /a signature that is not of the response/);
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
