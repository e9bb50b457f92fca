import type { Socket } from 'node:net';
import { setInterval as every } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import type { TestCertificate } from '../network/test-certificate.ts';

/** The client closed the connection, so there is nobody left to talk to. */
export class PeerLeftError extends Error {}

/** Slower than any time limit of a query, for a reply of more than a few bytes. */
const SLOW_BYTE_MS = 50;
/** Enough to fill the memory of a client that keeps it, or to keep one busy that does not. */
const ENDLESS_BYTES = 300_000_000;
const ENDLESS_TIMES = 2_000_000;
const BLOCK_BYTES = 65_536;

/** What a server has done on all of its connections. */
export interface Deeds {
  /** How often it did what it should not. */
  attacks: number;
  /** What it sends without end at the moment. */
  readonly endless: Set<Promise<void>>;
}

/** The client at the other end of a connection to a hostile server. */
export class Peer {
  readonly #raw: Socket;
  #socket: Socket;
  readonly #deeds: Deeds;

  constructor(socket: Socket, deeds: Deeds) {
    this.#raw = withoutErrors(socket);
    this.#socket = socket;
    this.#deeds = deeds;
  }

  /** Records that the server now does what it should not. */
  attacks(): void {
    this.#deeds.attacks += 1;
  }

  async read(count: number): Promise<Buffer> {
    if (count === 0) return Buffer.alloc(0);
    for (;;) {
      const found: Buffer | null = this.#socket.read(count);
      if (found?.length === count) return found;
      if (found !== null || this.#socket.readableEnded || this.#socket.destroyed) throw new PeerLeftError();
      await anyOf(this.#socket, ['readable', 'end', 'close']);
    }
  }

  async readThrough(end: string): Promise<string> {
    let received = Buffer.alloc(0);
    for (;;) {
      received = Buffer.concat([received, await this.read(Math.max(1, this.#socket.readableLength))]);
      const found = received.indexOf(end);
      if (found < 0) continue;
      const length = found + end.length;
      if (length < received.length) this.#socket.unshift(received.subarray(length));
      return received.toString('latin1', 0, length);
    }
  }

  /** Waits while the client does not read. */
  async send(bytes: Buffer): Promise<void> {
    if (this.#socket.destroyed) throw new PeerLeftError();
    if (this.#socket.write(bytes)) return;
    await anyOf(this.#socket, ['drain', 'close']);
    if (this.#socket.destroyed) throw new PeerLeftError();
  }

  /** A packet per byte. */
  async sendByByte(bytes: Buffer): Promise<void> {
    this.#socket.setNoDelay(true);
    for (const byte of bytes) {
      await this.send(Buffer.of(byte));
      await new Promise(setImmediate);
    }
  }

  async sendSlowly(bytes: Buffer): Promise<void> {
    let sent = 0;
    for await (const _ of every(SLOW_BYTE_MS)) {
      if (sent === bytes.length) return;
      await this.send(bytes.subarray(sent, sent + 1));
      sent += 1;
    }
  }

  /** Repeats the bytes for as long as anybody reads them, up to a limit that no client should get to. */
  async sendEndlessly(bytes: Buffer): Promise<void> {
    const { endless } = this.#deeds;
    const sending = this.#repeat(bytes);
    endless.add(sending);
    try {
      await sending;
    } finally {
      endless.delete(sending);
    }
    await this.hang();
  }

  async #repeat(bytes: Buffer): Promise<void> {
    // The end of the connection shows only where its input is read.
    this.#socket.resume();
    const times = Math.max(1, Math.floor(BLOCK_BYTES / bytes.length));
    const block = Buffer.concat(Array.from({ length: times }, () => bytes));
    const end = Math.min(ENDLESS_BYTES, ENDLESS_TIMES * bytes.length);
    for (let sent = 0; sent < end; sent += block.length) await this.send(block);
  }

  /** Continues with TLS, as the server. */
  secure({ certificate: cert, key }: TestCertificate): void {
    this.#socket = withoutErrors(new TLSSocket(this.#socket, { isServer: true, cert, key }));
  }

  /** Says nothing until the client leaves. */
  async hang(): Promise<never> {
    this.#socket.resume();
    if (!this.#socket.destroyed) await anyOf(this.#socket, ['close']);
    throw new PeerLeftError();
  }

  /** Ends the connection after what was sent. */
  async end(): Promise<never> {
    this.#socket.end();
    return this.hang();
  }

  reset(): never {
    this.#raw.resetAndDestroy();
    throw new PeerLeftError();
  }
}

function withoutErrors<S extends Socket>(socket: S): S {
  return socket.on('error', () => {});
}

function anyOf(socket: Socket, events: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      for (const event of events) socket.off(event, done);
      resolve();
    };
    for (const event of events) socket.on(event, done);
  });
}
