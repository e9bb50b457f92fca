import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { selfSignedCertificate } from './self-signed-certificate.ts';

export const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
export const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
export const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const STATUS = 'urn:oasis:names:tc:SAML:2.0:status:';

/** A provider that can be made to lie: everything in its responses is up to the test. It serves nothing over HTTP. */
export interface ForgedSaml {
  readonly entityId: string;
  readonly signInUrl: string;
  /** In PEM. */
  readonly certificate: string;
  readonly privateKey: KeyObject;
  /** With the certificate, or with these. */
  metadata(certificates?: readonly string[]): string;
  /** A response in Base64, as the browser posts it. */
  respond(response: SamlResponse): string;
}

export interface SamlResponse {
  readonly requestId: string;
  readonly acsUrl: string;
  readonly spEntityId: string;
  /** What is signed. The default is the assertion. */
  readonly signs?: 'response' | 'assertion' | 'both' | 'nothing';
  readonly signature?: SignatureOptions;
  readonly subject?: string;
  /** Null for none. */
  readonly nameIdFormat?: string | null;
  readonly attributes?: Readonly<Record<string, string | readonly string[]>>;
  readonly now?: number;
  readonly authenticatedAt?: number;
  readonly validForMs?: number;
  /** Of the response and of the assertion. */
  readonly issuer?: string;
  readonly audience?: string;
  readonly recipient?: string;
  readonly destination?: string;
  /** Codes below “urn:oasis:names:tc:SAML:2.0:status:”. Others than Success come without an assertion. */
  readonly status?: readonly string[];
  readonly statusMessage?: string;
  /** Changes the document before it is signed. */
  readonly before?: (xml: string) => string;
  /** Changes the document between the signature of the assertion and that of the response. */
  readonly between?: (xml: string) => string;
  /** Changes the document after it was signed. */
  readonly after?: (xml: string) => string;
}

export interface SignatureOptions {
  readonly privateKey?: KeyObject;
  /** In KeyInfo, where nobody should believe it. */
  readonly certificate?: string;
  readonly algorithm?: string;
  readonly digest?: string;
  readonly canonicalization?: string;
  readonly transforms?: readonly string[];
  /** Namespaces that the canonicalization includes although nothing in sight uses them. */
  readonly inclusivePrefixes?: readonly string[];
  /** Adds algorithms that the library does not have. */
  readonly prepare?: (signer: SignedXml) => void;
}

export function forgedSaml({
  entityId = 'https://provider.test/saml',
  signInUrl = 'https://provider.test/sign-in',
}: Partial<Pick<ForgedSaml, 'entityId' | 'signInUrl'>> = {}): ForgedSaml {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const certificate = selfSignedCertificate(keys);
  return {
    entityId,
    signInUrl,
    certificate,
    privateKey: keys.privateKey,
    metadata: (certificates = [certificate]) => metadataXml({ entityId, signInUrl }, certificates),
    respond: (response) => {
      const { signs = 'assertion', before = same, between = same, after = same } = response;
      const signature = { privateKey: keys.privateKey, certificate, ...response.signature };
      const xml = before(responseXml({ issuer: entityId, ...response }));
      const first =
        signs === 'assertion' || signs === 'both' ? signElement(xml, 'Assertion', signature) : xml;
      const changed = between(first);
      const second =
        signs === 'response' || signs === 'both' ? signElement(changed, 'Response', signature) : changed;
      return toBase64(after(second));
    },
  };
}

export const toBase64 = (xml: string): string => Buffer.from(xml).toString('base64');

export const fromBase64 = (response: string): string => Buffer.from(response, 'base64').toString();

/** A change of a document, which has to match something there. */
export const replacing = (pattern: string | RegExp, text: string) => (xml: string) => {
  const changed = xml.replace(pattern, () => text);
  assert.notEqual(changed, xml, `nothing matches ${pattern}`);
  return changed;
};

/** Inserts text before the first place that has this. */
export const inserting = (before: string, text: string) => replacing(before, text + before);

const same = (xml: string): string => xml;

/** Signs the first element with this name, and puts the signature after its issuer. */
export function signElement(
  xml: string,
  name: string,
  {
    privateKey,
    certificate,
    algorithm = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    digest = 'http://www.w3.org/2001/04/xmlenc#sha256',
    canonicalization = EXCLUSIVE_C14N,
    transforms = [ENVELOPED, EXCLUSIVE_C14N],
    inclusivePrefixes = [],
    prepare,
  }: SignatureOptions & { readonly privateKey: KeyObject },
): string {
  const signer = new SignedXml({
    privateKey:
      privateKey.type === 'secret' ? privateKey : privateKey.export({ type: 'pkcs8', format: 'pem' }),
    ...(certificate !== undefined && { publicCert: certificate }),
    signatureAlgorithm: algorithm,
    canonicalizationAlgorithm: canonicalization,
  });
  prepare?.(signer);
  const element = `(//*[local-name()='${name}'])[1]`;
  if (inclusivePrefixes.length > 0) listPrefixesOnce(signer);
  signer.addReference({
    xpath: element,
    transforms: [...transforms],
    digestAlgorithm: digest,
    inclusiveNamespacesPrefixList: [...inclusivePrefixes],
  });
  signer.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${element}/*[local-name()='Issuer']`, action: 'after' },
  });
  return signer.getSignedXml();
}

/** The library lists them in every transform; providers do in the last one, where they have an effect. */
function listPrefixesOnce(signer: SignedXml): void {
  const inner = signer as unknown as {
    signatureNode: {
      getElementsByTagName(
        name: string,
      ): ArrayLike<{ firstChild: unknown; removeChild(child: unknown): void }>;
    };
    calculateSignatureValue(document: unknown): void;
  };
  const calculate = inner.calculateSignatureValue.bind(signer);
  inner.calculateSignatureValue = (document) => {
    const transform = inner.signatureNode.getElementsByTagName('ds:Transform')[0];
    transform?.removeChild(transform.firstChild);
    calculate(document);
  };
}

function metadataXml(
  { entityId, signInUrl }: Pick<ForgedSaml, 'entityId' | 'signInUrl'>,
  certificates: readonly string[],
): string {
  const keys = certificates.map(
    (certificate) => `
    <md:KeyDescriptor use="signing">
      <ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate.replaceAll(/-----.*-----/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>
    </md:KeyDescriptor>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- A provider of the tests. -->
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${escaped(entityId)}">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.join('')}
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escaped(signInUrl)}/post"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${escaped(signInUrl)}"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>
`;
}

/** Without signatures. */
function responseXml(response: SamlResponse & { readonly issuer: string }): string {
  const { requestId, acsUrl, issuer, destination = acsUrl, now = Date.now() } = response;
  const { status = ['Success'], statusMessage } = response;
  const codes = status.reduceRight(
    (inner, code) => `<samlp:StatusCode Value="${STATUS}${code}">${inner}</samlp:StatusCode>`,
    '',
  );
  const message =
    statusMessage === undefined ? '' : `<samlp:StatusMessage>${escaped(statusMessage)}</samlp:StatusMessage>`;
  const assertion = status[0] === 'Success' ? assertionXml(response) : '';
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_response" Version="2.0" IssueInstant="${iso(now)}" Destination="${escaped(destination)}" InResponseTo="${escaped(requestId)}"><saml:Issuer>${escaped(issuer)}</saml:Issuer><samlp:Status>${codes}${message}</samlp:Status>${assertion}</samlp:Response>`;
}

function assertionXml(response: SamlResponse & { readonly issuer: string }): string {
  const { requestId, acsUrl, spEntityId, issuer, audience = spEntityId, recipient = acsUrl } = response;
  const { subject = 'person-1', nameIdFormat = PERSISTENT, attributes = {} } = response;
  const { now = Date.now(), authenticatedAt = now, validForMs = 300_000 } = response;
  const format = nameIdFormat === null ? '' : ` Format="${escaped(nameIdFormat)}"`;
  const end = iso(now + validForMs);
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_assertion" Version="2.0" IssueInstant="${iso(now)}"><saml:Issuer>${escaped(issuer)}</saml:Issuer><saml:Subject><saml:NameID${format}>${escaped(subject)}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${escaped(requestId)}" Recipient="${escaped(recipient)}" NotOnOrAfter="${end}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${iso(now)}" NotOnOrAfter="${end}"><saml:AudienceRestriction><saml:Audience>${escaped(audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${iso(authenticatedAt)}" SessionIndex="_session"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${attributesXml(attributes)}</saml:Assertion>`;
}

function attributesXml(attributes: Required<SamlResponse>['attributes']): string {
  const written = Object.entries(attributes).map(([name, value]) => {
    const values = [value]
      .flat()
      .map((each) => `<saml:AttributeValue>${escaped(each)}</saml:AttributeValue>`);
    return `<saml:Attribute Name="${escaped(name)}">${values.join('')}</saml:Attribute>`;
  });
  return written.length === 0 ? '' : `<saml:AttributeStatement>${written.join('')}</saml:AttributeStatement>`;
}

const iso = (at: number): string => new Date(at).toISOString();

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
