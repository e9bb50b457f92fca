import { X509Certificate } from 'node:crypto';
import { readXml, XmlError } from './read-xml.ts';
import {
  childrenOf,
  elementsIn,
  isElement,
  METADATA,
  SAMLP,
  SIGNATURE,
  type XmlElement,
} from './xml-element.ts';

/** What a provider's metadata says. */
export interface SamlMetadata {
  readonly entityId: string;
  readonly signInUrl: string;
  /** In PEM. */
  readonly certificates: readonly string[];
}

/** What is wrong with the metadata, for the owner who entered it: goes on after “metadata”, without a final stop. */
export class MetadataProblem extends Error {
  override readonly name = 'MetadataProblem';
}

const RULES = { maxBytes: 512 * 1024, allowsNotes: true };
const MAX_ENTITY_ID = 512;
const MAX_URL = 2000;
const MAX_CERTIFICATES = 10;
const MIN_KEY_BITS = 2048;
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** Reads a file of SAML metadata (Metadata for SAML 2.0 §2). Throws `MetadataProblem`. */
export function readMetadata(xml: string): SamlMetadata {
  const { entity, provider } = providerIn(readRoot(xml));
  return {
    entityId: entityIdOf(entity),
    signInUrl: signInUrlOf(provider),
    certificates: certificatesOf(provider),
  };
}

function readRoot(xml: string): XmlElement {
  const text = xml.replace(/^\ufeff/, '').trim();
  if (/^<(?:!doctype\s+html|html)\b/i.test(text))
    throw new MetadataProblem(
      'is a web page. Download the metadata from the provider as a file, and enter its content',
    );
  if (!text.startsWith('<'))
    throw new MetadataProblem('is not XML. Enter the whole content of the file, from “<” to “>”');
  try {
    return readXml(text, RULES);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw new MetadataProblem(`cannot be read: ${error.message}. Enter the file as the provider made it`);
  }
}

interface FoundProvider {
  readonly entity: XmlElement;
  readonly provider: XmlElement;
}

function providerIn(root: XmlElement): FoundProvider {
  if (!isElement(root, METADATA, 'EntityDescriptor') && !isElement(root, METADATA, 'EntitiesDescriptor'))
    throw new MetadataProblem(
      `is XML, but not for SAML: its first element is ${root.name}, not EntityDescriptor`,
    );
  const entities = [...elementsIn(root)].filter((element) =>
    isElement(element, METADATA, 'EntityDescriptor'),
  );
  const found = entities.flatMap((entity) =>
    childrenOf(entity, METADATA, 'IDPSSODescriptor')
      .filter(supportsSaml2)
      .map((provider) => ({ entity, provider })),
  );
  const [only] = found;
  if (only && found.length === 1) return only;
  if (only) throw new MetadataProblem('describes several providers. Enter that of one');
  if (entities.some((entity) => childrenOf(entity, METADATA, 'SPSSODescriptor').length > 0))
    throw new MetadataProblem('is that of an application. Enter the metadata that the provider offers');
  throw new MetadataProblem('describes no identity provider for SAML 2.0');
}

const supportsSaml2 = ({ attributes }: XmlElement): boolean =>
  (attributes.get('protocolSupportEnumeration') ?? '').split(/\s+/).includes(SAMLP);

function entityIdOf({ attributes }: XmlElement): string {
  const entityId = attributes.get('entityID') ?? '';
  if (entityId === '') throw new MetadataProblem('has no entity ID (entityID)');
  if (entityId.length > MAX_ENTITY_ID)
    throw new MetadataProblem(`has an entity ID of more than ${MAX_ENTITY_ID} characters`);
  return entityId;
}

function signInUrlOf(provider: XmlElement): string {
  const services = childrenOf(provider, METADATA, 'SingleSignOnService');
  const service = services.find(({ attributes }) => attributes.get('Binding') === REDIRECT);
  if (!service)
    throw new MetadataProblem(
      'has no sign-in address for the HTTP-Redirect binding. Switch this binding on at the provider',
    );
  const location = service.attributes.get('Location') ?? '';
  const protocol = URL.parse(location)?.protocol;
  if ((protocol !== 'https:' && protocol !== 'http:') || location.length > MAX_URL)
    throw new MetadataProblem('has a sign-in address (SingleSignOnService) that is not an https:// URL');
  return location;
}

function certificatesOf(provider: XmlElement): readonly string[] {
  const keys = childrenOf(provider, METADATA, 'KeyDescriptor').filter(({ attributes }) =>
    ['signing', undefined].includes(attributes.get('use')),
  );
  const given = keys
    .flatMap((key) => [...elementsIn(key)])
    .filter((element) => isElement(element, SIGNATURE, 'X509Certificate'));
  const certificates = [...new Set(given.map(({ text }) => readCertificate(text)))];
  if (certificates.length === 0)
    throw new MetadataProblem(
      'has no signing certificate. Let the provider sign its responses, and enter its metadata again',
    );
  if (certificates.length > MAX_CERTIFICATES)
    throw new MetadataProblem(`has more than ${MAX_CERTIFICATES} signing certificates`);
  return certificates;
}

/** As PEM. Whether it has expired does not matter in SAML, where it only carries a key. */
function readCertificate(base64: string): string {
  const certificate = parseCertificate(base64);
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
  if (asymmetricKeyType !== 'rsa')
    throw new MetadataProblem(
      'has a signing certificate whose key is not RSA. Let the provider sign with an RSA key',
    );
  const bits = asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < MIN_KEY_BITS)
    throw new MetadataProblem(
      `has a signing certificate with an RSA key of ${bits} bits. It must have at least ${MIN_KEY_BITS}`,
    );
  return certificate.toString();
}

function parseCertificate(base64: string): X509Certificate {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch (cause) {
    throw new MetadataProblem('has a signing certificate that cannot be read', { cause });
  }
}
