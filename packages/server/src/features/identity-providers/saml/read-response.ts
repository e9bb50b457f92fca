import { readXml, XmlError } from '../xml/read-xml.ts';
import {
  childrenOf,
  elementsIn,
  isElement,
  SAML,
  SAMLP,
  SIGNATURE,
  type XmlElement,
} from '../xml/xml-element.ts';
import { checkSignatureForm } from './check-signature-form.ts';
import { checkStatus } from './check-status.ts';
import { responseFault } from './response-fault.ts';

/** A response whose form leaves no doubt about what its signatures cover. They are not verified yet. */
export interface SignedResponse {
  readonly xml: string;
  readonly response: XmlElement;
  readonly assertion: XmlElement;
  /** Of the two, at least one. */
  readonly isResponseSigned: boolean;
  readonly isAssertionSigned: boolean;
}

/** Room for a thousand groups. */
const RULES = { maxBytes: 256 * 1024, allowsNotes: false };

/** Reads what a browser posted (Bindings for SAML 2.0 §3.5.4). Throws `ProviderFault`. */
export function readResponse(posted: string): SignedResponse {
  const xml = decode(posted);
  const response = readDocument(xml);
  if (!isElement(response, SAMLP, 'Response'))
    throw responseFault(`The provider sent ${response.name} instead of a response.`);
  checkVersion(response);
  checkStatus(response);
  const assertion = onlyAssertionIn(response);
  checkVersion(assertion);
  checkIds(response);
  const signed = signedElements(response, assertion);
  return {
    xml,
    response,
    assertion,
    isResponseSigned: signed.includes(response),
    isAssertionSigned: signed.includes(assertion),
  };
}

/** The text that was verified is read by the same rules. */
export function readDocument(xml: string): XmlElement {
  try {
    return readXml(xml, RULES);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw responseFault(`The response is refused: ${error.message}.`);
  }
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

function decode(posted: string): string {
  // Some providers wrap lines.
  const base64 = posted.replaceAll(/[\r\n\t ]/g, '');
  if (base64 === '' || base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64))
    throw responseFault('The response is not complete, or not Base64.');
  try {
    return UTF_8.decode(Buffer.from(base64, 'base64'));
  } catch (cause) {
    throw responseFault('The response is refused: it is not encoded in UTF-8.', { cause });
  }
}

function checkVersion({ name, attributes }: XmlElement): void {
  if (attributes.get('Version') !== '2.0')
    throw responseFault(`${name} does not have version 2.0. Choose SAML 2.0 at the provider.`);
}

/** By their names alone, in whatever namespace: libraries look for them in this way too. */
function onlyAssertionIn(response: XmlElement): XmlElement {
  const all = [...elementsIn(response)];
  if (all.some(({ name }) => name === 'EncryptedAssertion'))
    throw responseFault(
      'The provider encrypts assertions, which is not supported. Switch encryption off there: responses travel over HTTPS.',
    );
  const assertions = all.filter(({ name }) => name === 'Assertion');
  const [assertion] = childrenOf(response, SAML, 'Assertion');
  if (assertions.length === 0) throw responseFault('The response contains no assertion.');
  if (assertions.length > 1) throw responseFault('The response contains more than one assertion.');
  if (!assertion) throw responseFault('The assertion is in the wrong place in the response.');
  if (all.filter(({ name }) => name === 'Response').length > 1)
    throw responseFault('The response contains another response.');
  return assertion;
}

const ID = /^[A-Za-z_][\w.-]*$/;

/** Whatever a library takes for the ID of an element is there once, so that a signature names one element. */
function checkIds(response: XmlElement): void {
  const known = new Set<string>();
  for (const { attributes } of elementsIn(response))
    for (const [key, value] of attributes) {
      if (key.slice(key.lastIndexOf('}') + 1).toLowerCase() !== 'id') continue;
      if (known.has(value)) throw responseFault('The response contains two elements with the same ID.');
      known.add(value);
    }
}

function signedElements(response: XmlElement, assertion: XmlElement): readonly XmlElement[] {
  const signatures = [...elementsIn(response)].filter(({ name }) => name === 'Signature');
  const signed = [response, assertion].filter((element) => {
    const [signature, another] = childrenOf(element, SIGNATURE, 'Signature');
    if (another) throw responseFault(`${element.name} has more than one signature.`);
    const id = element.attributes.get('ID') ?? '';
    if (!ID.test(id)) throw responseFault(`${element.name} has no valid ID.`);
    if (signature) checkSignatureForm(signature, id);
    return signature !== undefined;
  });
  if (signatures.length > signed.length)
    throw responseFault('The response contains a signature that is not of the response or its assertion.');
  if (signed.length === 0)
    throw responseFault(
      'Neither the response nor the assertion is signed. Let the provider sign assertions, with RSA and SHA-256.',
    );
  return signed;
}
