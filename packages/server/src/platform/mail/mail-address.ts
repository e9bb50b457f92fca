import { domainToASCII } from 'node:url';

/** The part before the `@` without quotes (RFC 5321 §4.1.2, RFC 6531 §3.3): no character that a header or SMTP interprets. */
const LOCAL = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const DOMAIN =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * An address that mail can be sent to, with its domain in ASCII; undefined for everything else. Accounts may have other
 * text as their email, which must never reach a header or a command.
 */
export function readMailAddress(text: string): string | undefined {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(0, at));
  const domain = domainToASCII(text.slice(at + 1)).toLowerCase();
  // RFC 5321 §4.5.3.1.1.
  if (Buffer.byteLength(local) > 64 || !LOCAL.test(local) || !DOMAIN.test(domain)) return undefined;
  return `${local}@${domain}`;
}
