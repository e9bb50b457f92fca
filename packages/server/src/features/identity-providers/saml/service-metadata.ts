import { escapeXml } from '../../../platform/render/escape-xml.ts';
import { METADATA, SAMLP } from '../xml/xml-element.ts';

interface ServiceAddresses {
  readonly spEntityId: string;
  readonly acsUrl: string;
}

/** This server as an application, in a file that providers import (Metadata for SAML 2.0 §2.4.4). */
export const serviceMetadata = ({ spEntityId, acsUrl }: ServiceAddresses): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="${METADATA}" entityID="${escapeXml(spEntityId)}">
  <md:SPSSODescriptor protocolSupportEnumeration="${SAMLP}" AuthnRequestsSigned="false" WantAssertionsSigned="true">
    <md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>
    <md:AssertionConsumerService index="0" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escapeXml(acsUrl)}"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>
`;
