import type { Socket } from 'node:net';
import { CheckedSocket } from './checked-socket.ts';
import type { AddressRule } from './egress-rules.ts';

interface Target {
  readonly host: string;
  readonly port: number;
  readonly signal: AbortSignal;
}

/** A TCP connection to an address that the rule accepts, for clients that speak over a connected socket. */
export function openCheckedSocket(rule: AddressRule, { host, port, signal }: Target): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = new CheckedSocket(rule);
    const giveUp = () => socket.destroy(signal.reason);
    const settled = () => {
      signal.removeEventListener('abort', giveUp);
      socket.off('error', failed);
    };
    const failed = (error: Error) => {
      settled();
      reject(error);
    };
    socket.once('error', failed);
    socket.once('connect', () => {
      settled();
      resolve(socket);
    });
    signal.addEventListener('abort', giveUp, { once: true });
    socket.connect({ host, port });
    if (signal.aborted) giveUp();
  });
}
