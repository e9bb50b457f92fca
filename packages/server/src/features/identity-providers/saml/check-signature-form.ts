import { excerpt } from '../accounts/provider-fault.ts';
import { isElement, SIGNATURE, type XmlElement } from '../xml/xml-element.ts';
import { responseFault } from './response-fault.ts';

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = `${SIGNATURE}enveloped-signature`;
const SIGNATURE_METHODS = ['sha256', 'sha512'].map(
  (hash) => `http://www.w3.org/2001/04/xmldsig-more#rsa-${hash}`,
);
const DIGEST_METHODS = ['sha256', 'sha512'].map((hash) => `http://www.w3.org/2001/04/xmlenc#${hash}`);

const ADVICE = 'Let the provider sign with RSA and SHA-256.';

/**
 * Accepts the one form that providers sign in (Core for SAML 2.0 §5.4) and that verifies what it seems to. XML Signature
 * allows signatures of parts, of transformed copies and of other documents. Throws `ProviderFault`.
 */
export function checkSignatureForm(signature: XmlElement, id: string): void {
  const [signedInfo, value, keyInfo] = signature.children;
  if (
    !signedInfo ||
    !value ||
    !hasForm(signature, ['SignedInfo', 'SignatureValue', ...(keyInfo ? ['KeyInfo'] : [])])
  )
    throw responseFault('The signature has parts that are not allowed, such as objects.');
  const [canonicalization, method, reference] = signedInfo.children;
  if (!canonicalization || !method || !reference || !hasForm(signedInfo, SIGNED_INFO))
    throw responseFault('The signature does not have exactly one reference.');
  if (algorithmOf(canonicalization) !== EXCLUSIVE || !hasOnlyPrefixes(canonicalization))
    throw responseFault('The signature does not use exclusive XML canonicalization.');
  checkAlgorithm(method, SIGNATURE_METHODS);
  checkReference(reference, id);
  if (value.children.length > 0 || value.text.trim() === '')
    throw responseFault('The signature has no value.');
}

const SIGNED_INFO = ['CanonicalizationMethod', 'SignatureMethod', 'Reference'];
const REFERENCE = ['Transforms', 'DigestMethod', 'DigestValue'];

function checkReference(reference: XmlElement, id: string): void {
  const [transforms, method, value] = reference.children;
  if (!transforms || !method || !value || !hasForm(reference, REFERENCE))
    throw responseFault('The reference of the signature has parts that are not allowed.');
  if (reference.attributes.get('URI') !== `#${id}` || reference.attributes.size > 1)
    throw responseFault('The signature does not refer to the element that contains it.');
  const [enveloped, exclusive] = transforms.children;
  if (
    !enveloped ||
    !exclusive ||
    !hasForm(transforms, ['Transform', 'Transform']) ||
    algorithmOf(enveloped) !== ENVELOPED ||
    enveloped.children.length > 0 ||
    algorithmOf(exclusive) !== EXCLUSIVE ||
    !hasOnlyPrefixes(exclusive)
  )
    throw responseFault(
      'The signature must have two transforms: enveloped-signature and exclusive XML canonicalization.',
    );
  checkAlgorithm(method, DIGEST_METHODS);
  if (value.children.length > 0)
    throw responseFault('The digest of the signature has parts that are not allowed.');
}

/** Whether it has exactly these children, in this order. */
const hasForm = ({ children }: XmlElement, names: readonly string[]): boolean =>
  children.length === names.length &&
  children.every((child, index) => isElement(child, SIGNATURE, names[index] ?? ''));

/** Undefined if there are other attributes, which some libraries take for it. */
const algorithmOf = ({ attributes }: XmlElement): string | undefined =>
  attributes.size === 1 ? attributes.get('Algorithm') : undefined;

/** Exclusive XML Canonicalization 1.0 §4: which namespaces to include. */
const hasOnlyPrefixes = ({ children }: XmlElement): boolean =>
  children.length <= 1 &&
  children.every(
    (child) => isElement(child, EXCLUSIVE, 'InclusiveNamespaces') && child.children.length === 0,
  );

function checkAlgorithm(method: XmlElement, allowed: readonly string[]): void {
  const algorithm = algorithmOf(method) ?? '';
  if (allowed.includes(algorithm) && method.children.length === 0) return;
  const name = algorithm.slice(algorithm.lastIndexOf('#') + 1);
  throw responseFault(`The signature uses “${excerpt(name)}”, which is not allowed. ${ADVICE}`);
}
