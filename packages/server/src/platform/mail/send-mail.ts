import { Readable } from 'node:stream';
import { openCheckedSocket } from '../egress/open-checked-socket.ts';
import type { Time } from '../time/time.ts';
import { explainFailure } from './explain-failure.ts';
import { checkedMessage, headerText, type MailMessage } from './mail-message.ts';
import type { MailServer } from './mail-server.ts';

const CONNECT_MS = 10_000;
const GREETING_MS = 15_000;
/** For the whole message, from connecting to the server's confirmation. */
export const SEND_MS = 60_000;
/** A reply of SMTP has a few lines. */
const MAX_REPLY_BYTES = 64 * 1024;

interface SendOptions {
  readonly time: Time;
  readonly signal?: AbortSignal;
  /** Identifies the message: a server that gets it twice can tell. */
  readonly id: string;
  /** Called when the server waits for the message: until then, it has nothing. A rejection ends the attempt. */
  readonly beforeBody?: () => Promise<void>;
}

/** Sends one message, and resolves when the server has taken responsibility for it. Throws `MailError`. */
export async function sendMail(
  server: MailServer,
  unchecked: MailMessage,
  { time, id, signal, beforeBody }: SendOptions,
): Promise<void> {
  const message = checkedMessage(unchecked);
  const over = time.deadline(SEND_MS);
  // From then on, only a reply tells whether the server has taken it.
  let isWholeSent = false;
  const ended = signal === undefined ? over.signal : AbortSignal.any([over.signal, signal]);
  try {
    const transport = await openTransport(server, time, ended);
    transport.use('stream', (mail, done) => {
      mail.message.processFunc((body) => {
        body.once('end', () => (isWholeSent = true));
        // Read by the connection, once the server has asked for it.
        return beforeBody ? Readable.from(inTurn(beforeBody, body)) : body;
      });
      done();
    });
    await transport.sendMail({
      ...(await envelopeOf(server, message, id)),
      date: new Date(time.now()),
      signal: ended,
    });
  } catch (error) {
    throw explainFailure(error, server, { isLate: over.signal.aborted, isWholeSent });
  } finally {
    over.release();
  }
}

async function* inTurn(first: () => Promise<void>, body: Readable): AsyncGenerator<Buffer> {
  await first();
  yield* body;
}

async function openTransport(server: MailServer, time: Time, signal: AbortSignal) {
  // Loaded when it is first needed: most nodes of most instances send no mail.
  const { createTransport } = await import('nodemailer');
  const { host, port, encryption, login, rule, clientName } = server;
  return createTransport({
    host,
    port,
    name: clientName,
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'none',
    // It would send without signing in where the server does not offer it.
    forceAuth: true,
    ...(login && { auth: { user: login.user, pass: login.password } }),
    connectionTimeout: SEND_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: SEND_MS,
    maxResponseSize: MAX_REPLY_BYTES,
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket: (_options, done) => {
      connect().then(
        (connection) => done(null, { connection }),
        (error: Error) => done(error),
      );
    },
  });

  async function connect() {
    const late = time.deadline(CONNECT_MS);
    try {
      return await openCheckedSocket(rule, { host, port, signal: AbortSignal.any([late.signal, signal]) });
    } finally {
      late.release();
    }
  }
}

/** Addresses are passed as objects, which no parser splits at a comma. */
async function envelopeOf({ sender, replyTo }: MailServer, message: MailMessage, id: string) {
  const { to, subject, html, text, attachments, headers } = message;
  const from = { name: headerText(sender.name), address: sender.address };
  return {
    from,
    to: { name: '', address: to },
    ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
    envelope: { from: sender.address, to },
    messageId: `${id}@${sender.address.slice(sender.address.lastIndexOf('@') + 1)}`,
    subject,
    html,
    text,
    attachments: (attachments ?? []).map((each) => ({ ...each })),
    xMailer: false as const,
    headers: {
      ...headers,
      // RFC 3834 §5: keeps vacation notices from replying.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
  };
}
