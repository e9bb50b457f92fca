import { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { badResponse, EngineError } from '../engine-error.ts';
import { messageCheck } from './message-check.ts';

/** Missing in the types. */
type Listening = { attachListeners(stream: EventEmitter): void };

/** A client whose server may send anything: what cannot be read ends the connection instead of the process. */
export class GuardedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const connection = this.connection as pg.Connection & Listening;
    const attachListeners = connection.attachListeners.bind(connection);
    // Called with the stream inside TLS, if there is any.
    connection.attachListeners = (stream: EventEmitter) => attachListeners(checked(stream as Duplex));
  }
}

/** Emits the data of a stream once it is checked. */
function checked(stream: Duplex): EventEmitter {
  const emitter = new EventEmitter();
  const check = messageCheck();
  stream.on('data', (chunk: Buffer) => {
    if (stream.destroyed) return;
    try {
      check(chunk);
      emitter.emit('data', chunk);
    } catch (error) {
      stream.destroy(error instanceof EngineError ? error : unreadable(error));
    }
  });
  stream.on('end', () => emitter.emit('end'));
  return emitter;
}

const unreadable = (error: unknown) => badResponse(error instanceof Error ? error.message : String(error));
