/** An element as far as SAML needs it: neither the order of text and children nor prefixes matter there. */
export interface XmlElement {
  /** Empty if it has none. */
  readonly namespace: string;
  readonly name: string;
  /** By name; those in a namespace by `{namespace}name`. Declarations of namespaces are not among them. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Its own text, without that of its children. */
  readonly text: string;
}

/** Namespaces of SAML 2.0 and XML Signature. */
export const SAML = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const SAMLP = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
export const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';

export const isElement = (element: XmlElement, namespace: string, name: string): boolean =>
  element.name === name && element.namespace === namespace;

export const childrenOf = (
  { children }: XmlElement,
  namespace: string,
  name: string,
): readonly XmlElement[] => children.filter((child) => isElement(child, namespace, name));

/** The element and everything in it, in the order of the document. */
export function* elementsIn(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) yield* elementsIn(child);
}
