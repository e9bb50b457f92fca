import { Socket, type SocketConnectOpts, type TcpSocketConnectOpts } from 'node:net';
import type { AddressRule } from './egress-rules.ts';

/** Detects a machine that is gone: after 10 s of silence Node sends up to ten probes, one per second. */
export const KEEP_ALIVE_MS = 10_000;

/** A TCP socket for database drivers and HTTP agents that reaches only allowed addresses, however `connect` is called (ADR 241). */
export class CheckedSocket extends Socket {
  readonly #rule: AddressRule;

  constructor(rule: AddressRule) {
    super({ keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS });
    this.#rule = rule;
    rule.checkConnected(this);
  }

  override connect(...args: unknown[]): this {
    const { host, port } = readTarget(args);
    try {
      this.#rule.checkLiteral(host);
    } catch (error) {
      this.destroy(error as Error);
      return this;
    }
    return super.connect({ host, port, lookup: this.#rule.lookup });
  }
}

function readTarget(args: readonly unknown[]): { readonly host: string; readonly port: number } {
  const [first, second] = args;
  if (typeof first === 'object' && first !== null && 'port' in first) {
    const { host = 'localhost', port } = first as SocketConnectOpts as TcpSocketConnectOpts;
    return { host, port };
  }
  return { port: Number(first), host: typeof second === 'string' ? second : 'localhost' };
}
