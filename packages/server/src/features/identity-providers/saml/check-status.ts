import { excerpt, ProviderFault } from '../accounts/provider-fault.ts';
import { childrenOf, SAMLP, type XmlElement } from '../xml/xml-element.ts';
import { responseFault } from './response-fault.ts';

const STATUS = 'urn:oasis:names:tc:SAML:2.0:status:';

/** The provider does not let this person in, or the person canceled (Core for SAML 2.0 §3.2.2.2). */
const REFUSED = ['AuthnFailed', 'RequestDenied', 'NoAuthnContext', 'NoPassive', 'UnknownPrincipal'].map(
  (name) => STATUS + name,
);

/** By code, where more is known than what the provider says. */
const ADVICE: Readonly<Record<string, string>> = {
  [`${STATUS}InvalidNameIDPolicy`]: 'Configure a persistent name ID at the provider.',
  [`${STATUS}Requester`]: 'Check the entity ID and the address for responses at the provider.',
};

/** Throws what the provider says, unless it says success. Nobody has to sign that, so it proves nothing. */
export function checkStatus(response: XmlElement): void {
  const [status, another] = childrenOf(response, SAMLP, 'Status');
  if (!status || another) throw responseFault('The response has no status.');
  const codes = codesOf(status);
  if (codes.length === 0) throw responseFault('The response has no status.');
  if (codes[0] === `${STATUS}Success`) return;
  const isRefused = codes.some((code) => REFUSED.includes(code));
  const message = childrenOf(status, SAMLP, 'StatusMessage')[0]?.text.trim() ?? '';
  const said = [codes.map((code) => code.replace(STATUS, '')).join(', '), message].filter(Boolean).join(': ');
  const advice = isRefused
    ? 'Either this person may not use the application, or they canceled.'
    : codes.toReversed().flatMap((code) => ADVICE[code] ?? [])[0];
  throw new ProviderFault(
    'authorization',
    isRefused ? 'refused' : 'misconfigured',
    [`The provider returned “${excerpt(said)}”.`, advice].filter(Boolean).join(' '),
  );
}

/** From the first to the most precise. */
function codesOf(element: XmlElement): readonly string[] {
  const [code] = childrenOf(element, SAMLP, 'StatusCode');
  const value = code?.attributes.get('Value');
  return code && value ? [value, ...codesOf(code)] : [];
}
