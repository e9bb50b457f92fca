import { AppError } from '../../../platform/errors.ts';
import type { Services } from '../../../services.ts';
import { excerpt, ProviderFault } from '../accounts/provider-fault.ts';
import { childrenOf, isElement, SAML, type XmlElement } from '../xml/xml-element.ts';
import { readAssertion } from './read-assertion.ts';
import { readDocument, readResponse, type SignedResponse } from './read-response.ts';
import { responseFault } from './response-fault.ts';
import type { Expected, SamlAssertion } from './saml-assertion.ts';

/** Verifies a response (Profiles for SAML 2.0 §4.1.4.3), in Base64 as it was posted. Rejects with `ProviderFault`. */
export async function verifyResponse(
  { samlSignatures, time }: Pick<Services, 'time' | 'samlSignatures'>,
  expected: Expected,
  response: string,
): Promise<SamlAssertion> {
  const signed = readResponse(response);
  const assertion = await verifySignatures(samlSignatures, expected, signed);
  checkEnvelope(signed, expected);
  return readAssertion(assertion, expected, time.now());
}

/** The assertion as it was signed. Nothing else of the response is used for anything but refusing it. */
async function verifySignatures(
  samlSignatures: Services['samlSignatures'],
  { tenantId, certificates }: Expected,
  { xml, assertion, isResponseSigned, isAssertionSigned }: SignedResponse,
): Promise<XmlElement> {
  const verified = await samlSignatures
    .run({ xml, certificates, isResponseSigned, isAssertionSigned }, tenantId)
    .catch((cause: unknown) => {
      throw cause instanceof AppError ? busy(cause) : cause;
    });
  if ('problem' in verified) throw responseFault(explain(verified.problem));
  const signed = readDocument(verified.assertion);
  if (!isElement(signed, SAML, 'Assertion') || signed.attributes.get('ID') !== assertion.attributes.get('ID'))
    throw responseFault('The signature covers a different assertion from the one in the response.');
  return signed;
}

const busy = (cause: AppError): ProviderFault =>
  new ProviderFault('response', 'unavailable', 'The server is too busy to verify the signature. Try again.', {
    cause,
  });

/** The library’s words for a signature that no certificate verifies. */
const INVALID = ['Invalid signature', 'Invalid document signature'];

const explain = (problem: string): string =>
  INVALID.includes(problem)
    ? 'The signature does not match any of the provider’s certificates, or the response was changed after it was signed. If the provider has a new certificate, enter its metadata again.'
    : `The signature cannot be verified: ${excerpt(problem)}.`;

/** Of the response around the assertion. It may be unsigned, so it can only speak against itself. */
function checkEnvelope({ response, isResponseSigned }: SignedResponse, expected: Expected): void {
  const { attributes } = response;
  const destination = attributes.get('Destination');
  // Bindings for SAML 2.0 §3.5.5.2.
  if (destination === undefined && isResponseSigned)
    throw responseFault(
      'The response is signed, but does not name the address it was made for (Destination).',
    );
  if (destination !== undefined && destination !== expected.acsUrl)
    throw responseFault(
      `The response was made for another address (“${excerpt(destination)}”). Enter the address that this screen shows at the provider.`,
    );
  const [issuer, another] = childrenOf(response, SAML, 'Issuer');
  if (another || (issuer && issuer.text !== expected.entityId)) throw wrongIssuer(issuer?.text ?? '');
  const inResponseTo = attributes.get('InResponseTo');
  if (inResponseTo === undefined)
    throw responseFault(
      'The provider sent a response without a request. Start the sign-in here: sign-ins that begin at the provider are not supported.',
    );
  if (inResponseTo !== expected.requestId)
    throw responseFault('The response belongs to another sign-in (InResponseTo). Sign in again.');
}

const wrongIssuer = (issuer: string): ProviderFault =>
  responseFault(
    `The response is from another provider (“${excerpt(issuer)}”). Enter the metadata of that provider.`,
  );
