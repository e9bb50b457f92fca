import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** How many connections it forwards. */
  count(): number;
  /** Cuts every connection, as a failing network would. */
  drop(): void;
  /** From now on bytes of existing connections go nowhere, as behind a silent firewall. */
  freeze(): void;
  /** Freezes existing connections and those that are made from now on. */
  silence(): void;
  /** Forwards again, also what was sent in the meantime. */
  thaw(): void;
  close(): Promise<void>;
}

/** Stands between a client and a server on 127.0.0.1. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const pairs = new Map<Socket, Socket>();
  // The end of a frozen connection goes unnoticed, so it is kept until it thaws.
  const frozen = new Set<Socket>();
  let isSilent = false;
  const server = createServer((incoming) => {
    const outgoing = connect(targetPort, '127.0.0.1');
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      pairs.set(socket, other);
      if (isSilent) frozen.add(socket);
      else socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        pairs.delete(socket);
        frozen.delete(socket);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const freeze = () => {
    for (const socket of pairs.keys()) frozen.add(socket.unpipe().pause());
  };
  return {
    port: (server.address() as AddressInfo).port,
    count: () => (pairs.size - frozen.size) / 2,
    drop() {
      for (const socket of pairs.keys()) socket.resetAndDestroy();
    },
    freeze,
    silence() {
      isSilent = true;
      freeze();
    },
    thaw() {
      isSilent = false;
      frozen.clear();
      for (const [socket, other] of pairs) socket.unpipe().pipe(other);
    },
    async close() {
      for (const socket of pairs.keys()) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
