import type { AddressRule } from '../egress/egress-rules.ts';

/** TLS from the start, TLS after `STARTTLS` (RFC 3207), which is then required, or none. */
export type MailEncryption = 'tls' | 'starttls' | 'none';

/** An SMTP server, how to sign in to it, and whom its messages are from. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly encryption: MailEncryption;
  /** Without one, messages are submitted without signing in. */
  readonly login: { readonly user: string; readonly password: string } | undefined;
  readonly sender: MailSender;
  readonly replyTo: string | null;
  /** Which addresses its name may resolve to. */
  readonly rule: AddressRule;
  /** How this server introduces itself (RFC 5321 §4.1.1.1). */
  readonly clientName: string;
}

export interface MailSender {
  readonly name: string;
  readonly address: string;
}
