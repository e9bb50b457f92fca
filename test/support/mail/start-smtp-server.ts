import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { eventually } from '../time/eventually.ts';

/** What a server received, as a mail client reads it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** As it was sent. */
  readonly raw: string;
  readonly email: Email;
  /** Whether it came over TLS, and who had signed in. */
  readonly secure: boolean;
  readonly user: string | undefined;
}

export interface SmtpServer {
  readonly port: number;
  /** The URL for `INLAY_SMTP_URL`. */
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** The recipients of attempts that it refused. */
  readonly refused: readonly string[];
  /** Resolves when this many messages have arrived for an address; returns them, the oldest first. */
  mailTo(address: string, count?: number): Promise<readonly ReceivedMail[]>;
  /** The server refuses, from now on, or accepts again. */
  refuseWith(refusal: Refusal | undefined): void;
  close(): Promise<void>;
}

interface Refusal {
  readonly responseCode: number;
  readonly message: string;
}

/** A real SMTP server on loopback that keeps what it receives. */
export async function startSmtpServer(options: SMTPServerOptions = {}): Promise<SmtpServer> {
  const received: ReceivedMail[] = [];
  const refused: string[] = [];
  let refusal: Refusal | undefined;
  const server = new SMTPServer({
    // Plain unless a test says otherwise.
    disabledCommands: options.cert === undefined ? ['STARTTLS', 'AUTH'] : [],
    authOptional: true,
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      if (!refusal) return done();
      refused.push(address);
      done(Object.assign(new Error(refusal.message), refusal));
    },
    onData: (stream, session, done) => {
      const { mailFrom, rcptTo } = session.envelope;
      buffer(stream)
        .then(async (bytes) => {
          received.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            raw: bytes.toString(),
            email: await PostalMime.parse(bytes),
            secure: session.secure,
            user: session.user === undefined ? undefined : String(session.user),
          });
          done();
        })
        .catch(done);
    },
    ...options,
  });
  // Clients that hang up in the middle.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    received,
    refused,
    mailTo: (address, count = 1) =>
      eventually(() => {
        const found = received.filter(({ to }) => to.includes(address));
        assert.ok(found.length >= count, `${found.length} messages to ${address}`);
        return found;
      }),
    refuseWith: (wanted) => {
      refusal = wanted;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
