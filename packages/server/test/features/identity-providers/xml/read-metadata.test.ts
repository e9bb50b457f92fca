import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';
import { serviceMetadata } from '@inlay/server/features/identity-providers/saml/service-metadata';
import { certificateFacts } from '@inlay/server/features/identity-providers/xml/certificate-facts';
import { MetadataProblem, readMetadata } from '@inlay/server/features/identity-providers/xml/read-metadata';
import { forgedSaml, inserting, replacing } from '../../../../../../test/support/sign-in/saml-responses.ts';
import { selfSignedCertificate } from '../../../../../../test/support/sign-in/self-signed-certificate.ts';

const provider = forgedSaml();
const metadata = provider.metadata();
const refuses = (xml: string, reason: RegExp) =>
  assert.throws(
    () => readMetadata(xml),
    (error) => {
      assert.ok(error instanceof MetadataProblem, String(error));
      assert.match(error.message, reason);
      return true;
    },
  );
const withoutSpace = (pem: string) => pem.replaceAll(/\s/g, '');

describe('metadata of a SAML provider', () => {
  it('says who it is, where people sign in, and with which keys it signs', () => {
    const { certificates, ...rest } = readMetadata(metadata);
    assert.deepEqual(rest, { entityId: provider.entityId, signInUrl: provider.signInUrl });
    assert.deepEqual(certificates.map(withoutSpace), [withoutSpace(provider.certificate)]);
  });

  it('is read with a byte order mark, white space, comments and instructions around it', () => {
    const xml = `\ufeff\n  ${metadata}\n<!-- end --><?x y?>\n`;
    assert.deepEqual(readMetadata(xml), readMetadata(metadata));
  });

  it('may have several certificates, each counted once, and others for encryption', () => {
    const { certificate } = forgedSaml();
    const both = provider.metadata([provider.certificate, certificate, provider.certificate]);
    assert.equal(readMetadata(both).certificates.length, 2);
    assert.equal(readMetadata(both.replace('use="signing"', '')).certificates.length, 2);
    assert.equal(readMetadata(both.replace('use="signing"', 'use="encryption"')).certificates.length, 2);
    const one = provider
      .metadata([certificate, provider.certificate])
      .replace('use="signing"', 'use="encryption"');
    assert.deepEqual(readMetadata(one).certificates.map(withoutSpace), [withoutSpace(provider.certificate)]);
  });

  it('may have an expired certificate, which owners see', () => {
    const until = new Date(Date.now() - 86_400_000);
    const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const expired = selfSignedCertificate(keys, { from: new Date(until.getTime() - 1000), until });
    const [certificate = ''] = readMetadata(provider.metadata([expired])).certificates;
    const { fingerprint, validUntil } = certificateFacts(certificate);
    assert.equal(validUntil, `${until.toISOString().slice(0, 19)}.000Z`);
    assert.match(fingerprint, /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  });

  const inEntities = (...entities: readonly string[]) =>
    `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${entities.map((xml) => xml.replace(/^<\?.*\n/, '')).join('')}</md:EntitiesDescriptor>`;
  const application = serviceMetadata({ spEntityId: 'https://a.test', acsUrl: 'https://a.test/acs' });

  it('may be one of several entities, if only one is a provider', () => {
    assert.deepEqual(readMetadata(inEntities(application, inEntities(metadata))), readMetadata(metadata));
    refuses(inEntities(metadata, metadata), /describes several providers/);
    refuses(inEntities(application), /^is that of an application/);
    refuses(inEntities(), /describes no identity provider/);
  });

  it('may support older versions besides', () => {
    const older = '<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:1.1:protocol"/>';
    assert.deepEqual(
      readMetadata(inserting('<md:IDPSSODescriptor', older)(metadata)),
      readMetadata(metadata),
    );
    refuses(metadata.replace('SAML:2.0:protocol', 'SAML:1.1:protocol'), /no identity provider for SAML 2\.0/);
  });

  it('is refused if it is something else', () => {
    refuses('<!DOCTYPE html><html></html>', /^is a web page/);
    refuses('<html lang="en">', /^is a web page/);
    refuses('https://provider.test/metadata', /^is not XML/);
    refuses('', /^is not XML/);
    refuses('<rss/>', /not for SAML: its first element is rss/);
    refuses(application, /^is that of an application\. Enter the metadata that the provider offers/);
  });

  it('is refused if it is not plain XML', () => {
    refuses(metadata.slice(0, -20), /cannot be read: it is not well-formed XML/);
    refuses(`<!DOCTYPE x>${metadata}`, /cannot be read: it contains a document type declaration/);
    refuses(metadata.replace('<md:IDP', `${' '.repeat(512 * 1024)}<md:IDP`), /larger than 512 KB/);
  });

  it('is refused without a sign-in address that browsers can be sent to', () => {
    refuses(metadata.replaceAll('HTTP-Redirect', 'SOAP'), /HTTP-Redirect binding\. Switch this binding on/);
    for (const wrong of [
      '',
      '/sign-in',
      'javascript:alert(1)',
      'data:text/html,x',
      `https://x.test/${'x'.repeat(2000)}`,
    ])
      refuses(
        metadata.replaceAll(provider.signInUrl, wrong),
        /sign-in address .* that is not an https:\/\/ URL/,
      );
    assert.equal(
      readMetadata(metadata.replaceAll(provider.signInUrl, 'http://x.test')).signInUrl,
      'http://x.test',
    );
  });

  it('is refused without an entity ID', () => {
    refuses(replacing(/ entityID="[^"]*"/, '')(metadata), /has no entity ID/);
    refuses(
      replacing(/entityID="[^"]*"/, `entityID="${'x'.repeat(513)}"`)(metadata),
      /more than 512 characters/,
    );
  });

  it('is refused without usable certificates', () => {
    refuses(provider.metadata([]), /has no signing certificate/);
    refuses(provider.metadata(['AAAA']), /signing certificate that cannot be read/);
    refuses(provider.metadata(['']), /signing certificate that cannot be read/);
    const small = selfSignedCertificate(generateKeyPairSync('rsa', { modulusLength: 1024 }));
    refuses(provider.metadata([small]), /an RSA key of 1024 bits\. It must have at least 2048/);
    const ec = selfSignedCertificate(generateKeyPairSync('ec', { namedCurve: 'P-256' }));
    refuses(provider.metadata([provider.certificate, ec]), /whose key is not RSA/);
    const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const many = Array.from({ length: 11 }, () => selfSignedCertificate(keys));
    assert.equal(readMetadata(provider.metadata(many.slice(1))).certificates.length, 10);
    refuses(provider.metadata(many), /more than 10 signing certificates/);
  });
});
