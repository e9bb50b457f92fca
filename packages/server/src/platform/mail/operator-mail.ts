import { isIPv4 } from 'node:net';
import { readMailAddress } from './mail-address.ts';
import type { MailServer } from './mail-server.ts';

/** What the operator configured with `INLAY_SMTP_URL` and `INLAY_MAIL_FROM`. */
export interface OperatorMail extends Pick<MailServer, 'host' | 'port' | 'encryption' | 'login'> {
  /** The sender's address. */
  readonly from: string;
}

/** Returns which of the two is wrong. */
export function readOperatorMail(text: string, sender: string): OperatorMail | 'url' | 'from' {
  const url = URL.parse(text);
  const from = readMailAddress(sender);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || !/^\/?$/.test(url.pathname))
    return 'url';
  const encryption = readEncryption(url);
  const login = readLogin(url);
  if (!encryption || login === null || url.hash !== '') return 'url';
  if (from === undefined) return 'from';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = url.port === '' ? (encryption === 'tls' ? 465 : 587) : Number(url.port);
  return { host, port, encryption, login, from };
}

/** STARTTLS is required where the connection leaves the machine, unless the operator says `?encryption=none`. */
function readEncryption({ protocol, hostname, search }: URL): MailServer['encryption'] | undefined {
  if (protocol === 'smtps:') return search === '' ? 'tls' : undefined;
  if (search === '') return isLoopback(hostname) ? 'none' : 'starttls';
  const [, wanted] = /^\?encryption=(none|starttls)$/.exec(search) ?? [];
  return wanted === 'none' || wanted === 'starttls' ? wanted : undefined;
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'));

/** Null if it cannot be decoded. */
function readLogin({ username, password }: URL): MailServer['login'] | null {
  if (username === '' && password === '') return undefined;
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return null;
  }
}
