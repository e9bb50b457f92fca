import { AddressNotAllowedError, type EgressRules } from './egress-rules.ts';
import { isPlainHost, PLAIN_HOST } from './plain-host.ts';

/** What is wrong with the form of an address that a tenant configured, as the end of a sentence. */
export function urlProblem(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null || !['https:', 'http:'].includes(url.protocol)) return 'must be a complete https:// URL';
  if (url.username !== '' || url.password !== '') return 'must not contain a username or password';
  return isPlainHost(hostAsWritten(address)) ? undefined : `has a host that ${PLAIN_HOST}`;
}

/**
 * The same, and whether requests to it can be allowed at all. What a name resolves to is checked by each request, since it
 * can change.
 */
export function addressProblem(address: string, egress: EgressRules): string | undefined {
  const problem = urlProblem(address);
  if (problem !== undefined) return problem;
  const { protocol, hostname } = new URL(address);
  if (protocol === 'http:' && egress.networks.length === 0) return 'must be a complete https:// URL';
  const rule = protocol === 'https:' ? egress.anyAllowed : egress.onlyListed;
  try {
    rule.checkLiteral(hostname);
    return undefined;
  } catch (error) {
    if (!(error instanceof AddressNotAllowedError)) throw error;
    return `is not allowed: ${error.message.replace(/\.$/, '')}`;
  }
}

/** The host before URL parsing rewrites it; empty for an address that URL parsing would have to correct. */
function hostAsWritten(address: string): string {
  const { bracketed, host = bracketed } =
    /^https?:\/\/(?:\[(?<bracketed>[^\]]*)\]|(?<host>[^:/?#]*))(?::\d+)?(?:[/?#]|$)/i.exec(address)?.groups ??
    {};
  return host ?? '';
}
