import { AddressNotAllowedError } from '../egress/egress-rules.ts';
import { NameError } from '../egress/name-resolver.ts';
import { printable } from '../printable.ts';
import { MailError } from './mail-error.ts';
import type { MailServer } from './mail-server.ts';

/** What `nodemailer` and Node add to an error. */
interface SmtpFailure {
  readonly code?: string;
  readonly responseCode?: number;
  readonly response?: string;
  readonly message?: string;
  readonly command?: string;
}

/** Why a message was not sent, and what to do about it, without passwords and links. */
export function explainFailure(
  error: unknown,
  server: MailServer,
  { isLate, isWholeSent }: { readonly isLate: boolean; readonly isWholeSent: boolean },
): MailError {
  if (error instanceof MailError) return error;
  const at = `${server.host}:${server.port}`;
  const later = (message: string) => new MailError(message, { isTemporary: true });
  if (error instanceof AddressNotAllowedError)
    return new MailError(server.encryption === 'none' ? plainRefused(at) : error.message, {
      isTemporary: false,
    });
  if (error instanceof NameError) return later(`${error.message}. Check the host name.`);
  const failure = (error ?? {}) as SmtpFailure;
  // A server that is slow to confirm would otherwise deliver the message again with every attempt (RFC 1047).
  if (isWholeSent && failure.responseCode === undefined)
    return new MailError(
      `${at} did not confirm the message, which may have arrived. If it has not, send it again.`,
      { isTemporary: false, mayHaveArrived: true },
    );
  if (isLate || failure.code === 'ETIMEDOUT' || isTimeout(error))
    return later(`${at} did not respond in time. Check host and port, and whether a firewall blocks them.`);
  if (failure.code === 'EAUTH' || failure.code === 'ENOAUTH') return signInFailure(failure, at);
  if (failure.responseCode !== undefined && !/^(?:EPROTOCOL|ETLS)$/.test(failure.code ?? ''))
    return refusal(failure, at);
  return (
    tlsFailure(failure, server, at) ?? later(`${at} could not be reached: ${plain(failure.message ?? '')}`)
  );
}

const plainRefused = (at: string) =>
  `${at} cannot be used without encryption. Choose STARTTLS or TLS, or ask the operator to allow its network with INLAY_ALLOW_PRIVATE_NETWORKS.`;

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError';

/** What the server replies to a password is left out: it may repeat it. */
function signInFailure({ responseCode = 0 }: SmtpFailure, at: string): MailError {
  if (responseCode === 0)
    return new MailError(`${at} does not offer to sign in this way. Check the port and the encryption.`, {
      isTemporary: false,
    });
  return new MailError(`${at} refused the username or password (${responseCode}). Check both.`, {
    isTemporary: responseCode < 500,
  });
}

function refusal({ responseCode = 0, response = '' }: SmtpFailure, at: string): MailError {
  const isTemporary = responseCode < 500;
  return new MailError(`${at} ${isTemporary ? 'deferred' : 'refused'} the message: ${plain(response)}`, {
    isTemporary,
  });
}

const CERTIFICATE = /certificate|self-signed|altnames|CERT_|UNABLE_TO_VERIFY/i;

function tlsFailure({ code = '', message = '' }: SmtpFailure, server: MailServer, at: string) {
  const later = (text: string) => new MailError(text, { isTemporary: true });
  if (CERTIFICATE.test(`${code} ${message}`))
    return later(`The certificate of ${at} is not valid for ${server.host}: ${plain(message)}`);
  if (/wrong version number|ECONNRESET|packet length/i.test(message) && server.encryption === 'tls')
    return later(`${at} does not speak TLS from the start. Choose STARTTLS, or another port.`);
  if (code === 'EREQUIRETLS' || /STARTTLS/.test(message))
    return later(`${at} does not offer STARTTLS. Choose another encryption or port.`);
  return undefined;
}

const MAX_REPLY = 240;

/** A reply in one line. Servers may repeat the message, whose links have their token after the `#`, or in their path. */
function plain(text: string): string {
  const line = printable(text.replaceAll(/\s+/g, ' ').trim()).replaceAll(/(#|\/unsubscribe\/)\S+/g, '$1…');
  const short = line.length > MAX_REPLY ? `${line.slice(0, MAX_REPLY)}…` : line;
  return /[.!?…]$/.test(short) ? short : `${short}.`;
}
