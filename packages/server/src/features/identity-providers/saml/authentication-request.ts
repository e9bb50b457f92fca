import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { escapeXml } from '../../../platform/render/escape-xml.ts';
import { isoTime } from '../../../platform/time/time.ts';
import { SAML, SAMLP } from '../xml/xml-element.ts';

interface AuthenticationRequest {
  readonly signInUrl: string;
  readonly requestId: string;
  readonly spEntityId: string;
  /** Where the provider sends the response. */
  readonly acsUrl: string;
  /** Whether the person has to prove who they are, although the provider knows already. */
  readonly isConfirmation: boolean;
  readonly now: number;
}

/** An `xs:ID` does not begin with a digit. */
export const newRequestId = (): string => `_${randomBytes(16).toString('hex')}`;

/** Where the browser goes to sign in, with the request (Bindings for SAML 2.0 §3.4). */
export function authenticationRequestUrl(request: AuthenticationRequest): URL {
  const message = deflateRawSync(requestXml(request)).toString('base64');
  const url = new URL(request.signInUrl);
  // Appended as text, so that the rest of the query stays as the provider wrote it.
  url.search = `${url.search === '' ? '?' : `${url.search}&`}SAMLRequest=${encodeURIComponent(message)}`;
  url.hash = '';
  return url;
}

/** Without a format of the name ID: providers refuse those that they are not configured for. */
function requestXml({
  signInUrl,
  requestId,
  spEntityId,
  acsUrl,
  isConfirmation,
  now,
}: AuthenticationRequest): string {
  const attributes = {
    'xmlns:samlp': SAMLP,
    'xmlns:saml': SAML,
    ID: requestId,
    Version: '2.0',
    IssueInstant: isoTime(now),
    Destination: signInUrl,
    ...(isConfirmation && { ForceAuthn: 'true' }),
    ProtocolBinding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
    AssertionConsumerServiceURL: acsUrl,
  };
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeXml(value)}"`);
  return `<samlp:AuthnRequest${written.join('')}><saml:Issuer>${escapeXml(spEntityId)}</saml:Issuer><samlp:NameIDPolicy AllowCreate="true"/></samlp:AuthnRequest>`;
}
