import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import {
  authenticationRequestUrl,
  newRequestId,
} from '@inlay/server/features/identity-providers/saml/authentication-request';
import { serviceMetadata } from '@inlay/server/features/identity-providers/saml/service-metadata';
import { readXml } from '@inlay/server/features/identity-providers/xml/read-xml';
import { childrenOf, METADATA, SAML, SAMLP } from '@inlay/server/features/identity-providers/xml/xml-element';

const now = Date.now();
const REQUEST = {
  signInUrl: 'https://provider.test/sign-in',
  requestId: '_request',
  spEntityId: 'https://inlay.test/a?b=1&c="<',
  acsUrl: 'https://inlay.test/acs?d=1&e=2',
  isConfirmation: false,
  now,
};
const read = (xml: string) => readXml(xml, { maxBytes: 10_000, allowsNotes: false });
const messageIn = (url: URL) =>
  read(inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString());

describe('SAML authentication request', () => {
  it('asks for a response at the address for responses', () => {
    const message = messageIn(authenticationRequestUrl(REQUEST));
    assert.deepEqual([message.namespace, message.name], [SAMLP, 'AuthnRequest']);
    assert.deepEqual(Object.fromEntries(message.attributes), {
      ID: '_request',
      Version: '2.0',
      IssueInstant: new Date(now).toISOString(),
      Destination: REQUEST.signInUrl,
      ProtocolBinding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
      AssertionConsumerServiceURL: REQUEST.acsUrl,
    });
    assert.deepEqual(
      childrenOf(message, SAML, 'Issuer').map(({ text }) => text),
      [REQUEST.spEntityId],
    );
    const [policy] = childrenOf(message, SAMLP, 'NameIDPolicy');
    assert.deepEqual([...(policy?.attributes ?? [])], [['AllowCreate', 'true']]);
  });

  it('makes the person prove who they are for a confirmation', () => {
    const message = messageIn(authenticationRequestUrl({ ...REQUEST, isConfirmation: true }));
    assert.equal(message.attributes.get('ForceAuthn'), 'true');
  });

  it('keeps the query of the sign-in address as it is', () => {
    const url = authenticationRequestUrl({
      ...REQUEST,
      signInUrl: 'https://provider.test/?idp=a%20b&x=(1)#top',
    });
    assert.match(url.href, /^https:\/\/provider\.test\/\?idp=a%20b&x=\(1\)&SAMLRequest=[\w%.-]+$/);
    assert.equal(messageIn(url).attributes.get('ID'), '_request');
  });

  it('has an ID that is an XML name and new each time', () => {
    const ids = new Set(Array.from({ length: 100 }, newRequestId));
    assert.equal(ids.size, 100);
    for (const id of ids) assert.match(id, /^_[0-9a-f]{32}$/);
  });
});

describe('SAML metadata of this server', () => {
  it('names the address for responses, and wants signed assertions and persistent IDs', () => {
    const entity = read(serviceMetadata(REQUEST));
    assert.deepEqual([entity.namespace, entity.name], [METADATA, 'EntityDescriptor']);
    assert.equal(entity.attributes.get('entityID'), REQUEST.spEntityId);
    const [service] = childrenOf(entity, METADATA, 'SPSSODescriptor');
    assert.deepEqual(Object.fromEntries(service?.attributes ?? []), {
      protocolSupportEnumeration: SAMLP,
      AuthnRequestsSigned: 'false',
      WantAssertionsSigned: 'true',
    });
    const [format, consumer] = service?.children ?? [];
    assert.equal(format?.text, 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent');
    assert.deepEqual(Object.fromEntries(consumer?.attributes ?? []), {
      index: '0',
      isDefault: 'true',
      Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
      Location: REQUEST.acsUrl,
    });
  });
});
